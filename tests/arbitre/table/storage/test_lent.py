"""A database that tests use one after another is empty each time, and nobody from before is at it."""

from __future__ import annotations

import sqlalchemy as sa

from arbitre.table.storage.schema import METADATA, members
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Hall, Lent


def rows(store: Store) -> dict[str, int]:
    with store.reading() as held:
        return {one.name: held.execute(sa.select(sa.func.count()).select_from(one)).scalar_one() for one in METADATA.sorted_tables}


def first_member(store: Store) -> int:
    hall = Hall(store)
    hall.person("Ana")
    hall.table("Ana", {"Ana": "cross"})
    with store.reading() as held:
        return int(held.execute(sa.select(sa.func.min(members.c.id))).scalar_one())


def test_what_a_test_wrote_is_gone_and_ids_begin_again() -> None:
    lent = Lent()
    first = lent.take()
    for _ in range(2):
        store = Store(lent.take())
        assert not any(rows(store).values())
        assert first_member(store) == 1
        store.close()
        lent.give_back()
    assert lent.take() == first
    lent.close()


def test_a_database_that_somebody_is_still_connected_to_is_not_used_again() -> None:
    lent = Lent()
    store = Store(lent.take())
    left = store.engine.connect()
    left.execute(sa.select(1))
    left.rollback()
    lent.give_back()
    assert lent.take() not in store.url
    left.close()
    store.close()
    lent.close()
