"""What people are to be told, entered in the transaction that makes it so."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.storage.schema import members, outbox


def tell(held: Connection, table: str, what: str, turn: int, now: datetime, whom: Iterable[str] | None = None) -> None:
    """Enters what happened into the outbox: for everybody at the table, or for those alone whom it concerns."""
    if whom is None:
        asked = sa.select(members.c.person).where(members.c.table_id == table, members.c.until == "").distinct()
        whom = [person for (person,) in held.execute(asked)]
    for person in whom:
        one = {"table_id": table, "person": person, "what": what, "turn": turn, "at": stamp(now)}
        known = sa.select(outbox.c.id).where(*(outbox.c[key] == value for key, value in one.items()))
        if held.execute(known).first() is None:  # the same of the same second is told once
            held.execute(sa.insert(outbox).values(**one, sent=""))
