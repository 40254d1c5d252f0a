"""The first page: somebody's tables and those that are open to all; style sheet and script of all pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from markupsafe import Markup
from sqlalchemy.engine import Connection
from starlette.responses import PlainTextResponse, Response

from arbitre.table.storage.schema import members, orders, views
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit, templates
from arbitre.words.phrases import of

LISTED = 100


async def home(service: Service, visit: Visit) -> Response:
    """My tables, whose turn it is, how long there is; and tables that one may join."""

    mine, offered = visit.loaded
    return visit.page("home", mine=mine, offered=listed(visit.lang, offered) if offered else "", signup=service.signup)


@lru_cache(32)
def listed(lang: str, offered: tuple[tuple[str, str, str], ...]) -> Markup:
    """Tables that are open to all, as the first page lists them to everybody who reads that language."""
    return Markup(templates(lang).get_template("offered.html").render(offered=offered, say=of(lang).say))


_OFFERED: sa.Select[Any] = (
    sa.select(table_rows.c.id, table_rows.c.name, table_rows.c.state)
    .where(table_rows.c.entry == "open", table_rows.c.state == sa.bindparam("now"))
    .order_by(table_rows.c.made.desc())
    .limit(LISTED)
)


def load_home(held: Connection, visit: Visit) -> tuple[list[dict[str, Any]], tuple[tuple[str, str, str], ...]]:
    """Somebody's tables, and those that are open to all: those that wait for players first."""
    mine = mine_of(held, visit.person.id, visit.lang) if visit.person is not None else []
    offered: list[tuple[str, str, str]] = []
    for state in ("gathering", "running"):
        if len(offered) < LISTED:
            offered += [(row.id, row.name, row.state) for row in held.execute(_OFFERED, {"now": state})]
    return mine, tuple(offered[:LISTED])


def mine_of(held: Connection, person: str, lang: str) -> list[dict[str, Any]]:
    """The tables of somebody, those first where something is asked of him, by the deadline."""
    found = [
        {**row._asdict(), "owed": row.state == "running" and row.sent in (None, "none") and bool(row.asked)}
        for row in held.execute(_MINE, {"who": person, "tongue": lang})
    ]
    return sorted(found, key=lambda one: (one["state"] in ("over", "cancelled"), not one["owed"], one["due"] or "9"))


def _mine() -> sa.Select[Any]:
    """The tables of somebody; of what each asks of him no more than whether it does.

    Which those are is looked up by who sits and by who has founded: asked for with ``or``, they are looked for among all tables.
    """
    person, lang = sa.bindparam("who", type_=sa.String), sa.bindparam("tongue", type_=sa.String)
    here = (members.c.person == person, members.c.until == "")
    mine = sa.union(
        sa.select(members.c.table_id.label("id")).where(*here), sa.select(table_rows.c.id).where(table_rows.c.founder == person)
    )
    wanted, at = mine.subquery("wanted"), members
    columns = (table_rows.c.id, table_rows.c.name, table_rows.c.game, table_rows.c.state, table_rows.c.due, table_rows.c.turn, at.c.role)
    return (
        sa.select(*columns, orders.c.state.label("sent"), views.c.data.contains('"asked": true').label("asked"))
        .select_from(
            wanted.join(table_rows, table_rows.c.id == wanted.c.id)
            .outerjoin(at, sa.and_(at.c.table_id == table_rows.c.id, *here))
            .outerjoin(orders, sa.and_(orders.c.table_id == table_rows.c.id, orders.c.side == at.c.side, at.c.role == "seat"))
            .outerjoin(views, sa.and_(views.c.table_id == table_rows.c.id, views.c.viewer == at.c.side, views.c.lang == lang))
        )
        .order_by(table_rows.c.made.desc())
        .limit(LISTED)
    )


_MINE = _mine()


async def css(service: Service, visit: Visit) -> Response:
    """How the pages look."""
    return PlainTextResponse(
        templates("en").get_template("table.css").render(), media_type="text/css", headers={"cache-control": "max-age=3600"}
    )


async def script(service: Service, visit: Visit) -> Response:
    """What has the page of a table show that its match has gone on."""
    made = templates("en").get_template("table.js").render()
    return PlainTextResponse(made, media_type="text/javascript", headers={"cache-control": "max-age=3600"})
