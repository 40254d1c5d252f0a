"""What people are to be told, entered in the transaction that makes it so."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.storage.schema import members, outbox


def tell(held: Connection, table: str, what: str, turn: int, now: datetime, whom: Iterable[str] | None = None) -> None:
    """Enters what happened into the outbox: for everybody at the table, or for those alone whom it concerns."""
    if whom is None:
        asked = sa.select(members.c.person).where(members.c.table_id == table, members.c.until == "").distinct()
        whom = [person for (person,) in held.execute(asked)]
    rows = [{"table_id": table, "person": one, "what": what, "turn": turn, "at": stamp(now), "sent": "", "hooked": ""} for one in whom]
    if rows:  # the same of the same second is told once
        held.execute((postgresql if held.dialect.name == "postgresql" else sqlite).insert(outbox).on_conflict_do_nothing(), rows)
