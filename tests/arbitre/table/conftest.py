"""A hall on each kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitre.table.storage.store import Store
from tests.arbitre.table.delivery.post_office import PostOffice, post_office
from tests.arbitre.table.hall import Hall, Lent, database


@pytest.fixture(scope="session")
def lent() -> Iterator[Lent]:
    found = Lent()
    yield found
    found.close()


# What is done to a database itself, or while it changes, is tried on both kinds at once; `make more` tries the rest on PostgreSQL too.
ON_BOTH = ("test_changing_world", "test_keeping", "test_mails_on_their_way", "test_outages", "test_real_processes")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "url" in metafunc.fixturenames:
        both = metafunc.module.__name__.rpartition(".")[2] in ON_BOTH
        marks = () if both else (pytest.mark.more,)
        metafunc.parametrize("url", ["sqlite", pytest.param("postgres", marks=marks)], indirect=True)


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path, lent: Lent) -> Iterator[str]:
    """An empty database: a file, or a schema of PostgreSQL whose tables are made."""
    if request.param == "postgres":
        yield lent.take()
        lent.give_back()
        return
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
