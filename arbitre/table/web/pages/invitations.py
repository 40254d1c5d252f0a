"""Invitations to a table, and how they are accepted."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.responses import Response

from arbitre.table import people, tables
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.web.basics import limited, reading, writing
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit

Row = sa.Row[Any]


async def invitation_page(service: Service, visit: Visit) -> Response:
    """What one is invited to; looking at it uses nothing up."""
    found, row = await reading(service, lambda held: invited_to(held, str(visit.request.path_params["key"])))
    return visit.page("invitation", row=row, found=found, fault="")


def invited_to(held: Connection, key: str) -> tuple[Row, Row]:
    found = tables.invited(held, key)
    return found, held.execute(sa.select(table_rows).where(table_rows.c.id == found.table_id)).one()


async def invitation(service: Service, visit: Visit) -> Response:
    """Takes the place that was offered; whoever has no account becomes a guest."""
    limited(service, visit, "invitation", 10, 30)
    key, name = str(visit.request.path_params["key"]), visit.form.get("name", "")

    def work(held: Connection) -> tuple[str, tuple[str, str]]:
        tables.invited(held, key)
        who = visit.person.id if visit.person is not None else people.made(held, name, visit.lang, visit.form.get("zone", "UTC"), visit.now)
        return who, tables.accept(service.store, held, key, who, visit.now)

    who, (table, side) = await writing(service, work)
    if side:
        await service.pool.ask("reseat", table=table, side=side, now=visit.now.isoformat())
    if visit.person is not None:
        return visit.to(f"/t/{table}")
    token = await writing(service, lambda held: people.new_session(held, who, visit.now))
    return visit.to("/account", token)
