"""What players settle among themselves: absences, leaders of teams, votes for more time or to play a turn again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.responses import Response

from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import members
from arbitre.table.tables import REFEREE, SEAT, lead
from arbitre.table.web.basics import limited, mine, writing
from arbitre.table.web.pages.table import locked, number, path_of, row_of
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit

LONGEST = timedelta(days=90)  # of an absence


async def away(service: Service, visit: Visit) -> Response:
    """Says until when he is away, by the end of that day on his own clock; or that he is back."""
    limited(service, visit, "away", 10, 60)
    row, me, until = row_of(visit), mine(visit), ""
    if visit.form.get("until"):
        try:
            day = datetime.fromisoformat(visit.form["until"][:10]).replace(hour=23, minute=59, tzinfo=ZoneInfo(visit.zone))
        except ValueError:
            raise Trouble("table.bad_time", 400) from None
        if not visit.now < day < visit.now + LONGEST:
            raise Trouble("table.bad_time", 400)
        until = stamp(day)

    def work(held: Connection) -> None:
        mine_there = (members.c.table_id == row.id, members.c.person == me, members.c.role == SEAT, members.c.until == "")
        held.execute(sa.update(members).where(*mine_there).values(away=until))

    await writing(service, work)
    return visit.to(path_of(visit))


async def leader(service: Service, visit: Visit) -> Response:
    """Somebody else of a team becomes its leader: the leader says so, or the referee."""
    row, me, side = row_of(visit), visit.standing, visit.form.get("side", "")
    if REFEREE not in me.roles and not (me.leads and side == me.side):
        raise Trouble("table.not_for_you", 403)

    def work(held: Connection, found: Any) -> None:
        asked = sa.select(members.c.person).where(members.c.id == number(visit, "member"), members.c.table_id == found.id)
        lead(held, found.id, side, held.execute(asked).scalar() or "")

    await locked(service, visit, work)
    if row.begun:
        await service.pool.ask("reseat", table=row.id, side=side, now=visit.now.isoformat())
    return visit.to(path_of(visit))


async def vote(service: Service, visit: Visit) -> Response:
    """Asks for a day more, or to play again from a turn; or no longer."""
    limited(service, visit, "vote", 20, 10)
    what = visit.form.get("what", "")
    value = number(visit, "value") if what == "restart" and visit.form.get("do") == "yes" else 0
    if not visit.standing.leads:
        raise Trouble("table.leader_only", 403)
    if visit.form.get("do") not in ("yes", "no"):
        raise Trouble("table.bad_form", 400)
    await service.pool.ask(
        "vote", table=row_of(visit).id, side=visit.standing.side, what=what, yes=visit.form["do"] == "yes", turn=number(visit, "turn"),
        value=value, now=visit.now.isoformat(),
    )  # fmt: skip
    return visit.to(path_of(visit))
