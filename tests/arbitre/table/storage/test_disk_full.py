"""A disk that is full: what was asked is refused, nothing is half done, and all goes on once there is room."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.table.delivery.carrier import Carrier
from arbitre.table.storage import administration as keeping
from arbitre.table.storage.schema import settings
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Hall
from tests.arbitre.table.test_real_processes import CELL, stands


class Disk:
    """How much room there is for the file of a store."""

    def __init__(self, store: Store) -> None:
        self.store, self.most = store, 0
        sa.event.listen(store.engine, "checkout", self.limited)

    def limited(self, raw: Any, *_: Any) -> None:
        raw.execute(f"PRAGMA max_page_count = {self.most or 1073741823}")

    def fill(self) -> None:
        """There is no more room than is used, and what is left of that is taken."""
        with self.store.reading() as held:
            self.most = int(held.execute(sa.text("PRAGMA page_count")).scalar_one())
        for size in (3000, 300, 30, 1):
            while True:
                try:
                    with self.store.writing() as held:
                        held.execute(sa.insert(settings).values(key=secrets.token_hex(8), value="x" * size))
                except sa.exc.OperationalError as error:
                    assert "full" in str(error)
                    break

    def free(self) -> None:
        self.most = 0


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    store = Store(str(tmp_path / "tables.db"))
    yield Hall(store)
    store.close()


def test_a_disk_that_is_full_leaves_everything_as_it_was(hall: Hall) -> None:
    disk = Disk(hall.store)
    ana, ben = hall.person("Ana"), hall.person("Ben")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, early=False)
    [side] = hall.asked(table)
    mine, other = (ana, ben) if side == "cross" else (ben, ana)
    assert mine.orders(table, "send", CELL).status_code == 200
    before, row = stands(hall, table), hall.stands(table)
    disk.fill()
    page = mine.get(f"/t/{table}")
    assert page.status_code == 200 and "Your orders are sent" in page.text  # what is there can be read
    refused = mine.orders(table, "draft", "x" * 20_000)
    assert refused.status_code == 503 and "Nothing was changed" in refused.text
    hall.pass_days(2)
    assert asyncio.run(hall.service.sweep()) == 0  # the turn is due, and cannot be written
    asyncio.run(hall.service.look(table))
    assert other.get(f"/t/{table}").status_code == 200
    found = hall.stands(table)
    assert stands(hall, table) == before and (found.state, found.record, found.fault) == ("running", row.record, "")
    disk.free()
    assert asyncio.run(hall.service.sweep()) == 1
    assert stands(hall, table)[0] == 1 and hall.stands(table).turn == row.turn + 1
    asyncio.run(Carrier(hall.service).round())
    assert list(keeping.check(hall.store)) == []
