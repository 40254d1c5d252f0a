"""A new table: its form, its calendar, and how it is made."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import Connection
from starlette.responses import Response

from arbitre.api import names
from arbitre.api.messages.games import library
from arbitre.table import tables
from arbitre.table.errors import Trouble
from arbitre.table.missed_turns import AFTER, BY, DRAFTS, LONGER
from arbitre.table.pool import Said
from arbitre.table.web.basics import limited, mine, writing
from arbitre.table.web.offers import EVERY, MISSED, sheet_from
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit


async def new_page(service: Service, visit: Visit) -> Response:
    """Which game, and then what can be chosen there."""
    return await new_form(service, visit, {"game": visit.request.query_params.get("game", ""), "zone": visit.zone})


async def new_form(service: Service, visit: Visit, form: dict[str, str], fault: str = "", calendar: Any = ()) -> Response:
    game = form.get("game", "")
    offer = await service.pool.ask("offered", game=game, lang=visit.lang) if game in names() else None
    return visit.page(
        "new", 400 if fault else 200, fault=fault, form=form, games=library(visit.lang), offer=offer, calendar=calendar, every=EVERY,
        missed=MISSED, after=AFTER, by=BY, graces=list(LONGER), drafts=DRAFTS,
    )  # fmt: skip


async def new(service: Service, visit: Visit) -> Response:
    """A table: first its calendar is shown, then it is made."""
    limited(service, visit, "new", 10, 30)
    me, form = mine(visit), visit.form
    try:
        sheet = sheet_from(form, visit.zone)
        looked = await service.pool.ask(
            "look_into", game=sheet["game"], options=sheet["options"], extensions=sheet["extensions"],
            sheet={"deadlines": sheet["deadlines"]}, now=visit.now.isoformat(),
        )  # fmt: skip
        if form.get("do") != "make":
            return await new_form(service, visit, form, calendar=looked["calendar"])

        def work(held: Connection) -> str:
            table = tables.made(
                held, me, form.get("name", "") or sheet["game"], sheet, looked, form.get("entry", ""), form.get("watching", ""), visit.now
            )
            if form.get("referee"):
                row = service.store.locked(held, table)
                assert row is not None
                tables.join(held, row, me, tables.REFEREE, "", visit.now)
            return table

        return visit.to(f"/t/{await writing(service, work)}")
    except (Said, Trouble) as error:
        said = error.sentences[visit.lang] if isinstance(error, Said) else error.said(visit.lang)
        return await new_form(service, visit, form, said)
