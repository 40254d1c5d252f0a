"""Deliveries that are to be made: taken for a while, done, or tried again later; and what is cleared away.

A process that takes one and dies gives it back by letting time pass; whoever takes it then sends the same under the same name.  So each
arrives at least once, and whoever gets it twice can tell.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.storage.schema import deliveries, outbox
from arbitre.table.storage.store import Store

MAIL, CODE, HOOK = "mail", "code", "hook"
LEASE = timedelta(minutes=5)  # for which one is taken
FIRST, LONGEST = timedelta(minutes=1), timedelta(hours=6)  # between two tries: twice as long each time
TRIES = 14  # in some two days
KEPT = timedelta(days=60)  # for which news stand in feeds
REMEMBERED = timedelta(days=7)  # for which it is remembered that something was delivered
Row = sa.Row[Any]


def put(held: Connection, kind: str, person: str, key: str, target: str, body: dict[str, Any], now: datetime) -> None:
    """One more; ``key``: under which it arrives, however often."""
    held.execute(
        sa.insert(deliveries).values(
            kind=kind, person=person, key=key, target=target, body=json.dumps(body), made=stamp(now), next=stamp(now), tries=0, done=""
        )
    )


def taken(store: Store, now: datetime, kinds: Sequence[str], most: int = 20) -> list[Row]:
    """Some that are to be made now; nobody else takes them for a while."""
    with store.writing() as held:
        asked = sa.select(deliveries).where(deliveries.c.done == "", deliveries.c.next <= stamp(now), deliveries.c.kind.in_(kinds))
        asked = asked.order_by(deliveries.c.next, deliveries.c.id).limit(most)
        found = list(held.execute(asked.with_for_update(skip_locked=True) if store.postgres else asked))
        mine = deliveries.c.id.in_([row.id for row in found])
        held.execute(sa.update(deliveries).where(mine).values(next=stamp(now + LEASE), tries=deliveries.c.tries + 1))
    return found


def still(store: Store, row: Row) -> bool:
    """Is one that was taken still wanted?"""
    with store.reading() as held:
        return held.execute(sa.select(deliveries.c.id).where(deliveries.c.id == row.id, deliveries.c.done == "")).first() is not None


def done(store: Store, row: Row, now: datetime) -> None:
    """It has arrived, or is given up; what it said is not kept."""
    with store.writing() as held:
        held.execute(sa.update(deliveries).where(deliveries.c.id == row.id).values(done=stamp(now), body="", target=""))


def again(store: Store, row: Row, now: datetime) -> None:
    """It did not arrive: it is tried again later, or given up."""
    if row.tries + 1 >= TRIES:
        done(store, row, now)
        return
    later = min(LONGEST, FIRST * 2**row.tries)
    with store.writing() as held:
        held.execute(sa.update(deliveries).where(deliveries.c.id == row.id).values(next=stamp(now + later)))


def drop(held: Connection, person: str, kinds: Sequence[str]) -> None:
    """What is not sent yet to somebody is not wanted any more."""
    held.execute(sa.delete(deliveries).where(deliveries.c.person == person, deliveries.c.kind.in_(kinds), deliveries.c.done == ""))


def clear(store: Store, now: datetime) -> None:
    """Takes away news that are old, and that things were delivered long ago."""
    with store.writing() as held:
        held.execute(sa.delete(outbox).where(outbox.c.at < stamp(now - KEPT)))
        held.execute(sa.delete(deliveries).where(deliveries.c.done != "", deliveries.c.done < stamp(now - REMEMBERED)))
