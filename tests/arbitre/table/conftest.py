"""A hall on each kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import KINDS, Hall, database
from tests.arbitre.table.post_office import PostOffice, post_office


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def hall(url: str) -> Iterator[Hall]:
    store = Store(url)
    yield Hall(store)
    store.close()


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as found:
        yield found
