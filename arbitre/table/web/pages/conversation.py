"""Talk, questions why, appeals, rulings, and the replacement of players."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import Connection
from starlette.responses import Response

from arbitre.table import tables
from arbitre.table import talk as talking
from arbitre.table.errors import Trouble
from arbitre.table.pool import Said
from arbitre.table.web.basics import limited, mine, reading, writing
from arbitre.table.web.pages.table import event_number, locked, number, path_of, row_of, turns_of
from arbitre.table.web.roles import REFEREE, SEAT
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit


async def talk_page(service: Service, visit: Visit) -> Response:
    """What is said at the table, and appeals, as far as he may hear them."""
    row, me = row_of(visit), visit.standing

    def found(held: Connection) -> tuple[Any, Any]:
        return talking.heard(held, me, row.id), talking.appealed(held, me, row.id)

    heard, appealed = await reading(service, found)
    return visit.page("talk", row=row, heard=heard, appealed=appealed, side=me.side, sides=tables.sides_of(row))


async def talk(service: Service, visit: Visit) -> Response:
    """Says something."""
    limited(service, visit, "talk", 10, 15)
    row, me, who, to = row_of(visit), visit.standing, mine(visit), visit.form.get("to", "")
    if to and to not in tables.sides_of(row):
        raise Trouble("table.no_side", 404)
    await writing(service, lambda held: talking.said(held, me, row.id, who, to, visit.form.get("text", ""), visit.now))
    return visit.to(f"{path_of(visit)}/talk")


async def hide(service: Service, visit: Visit) -> Response:
    """Takes out what somebody has said."""
    row, which = row_of(visit), number(visit, "number")
    await writing(service, lambda held: talking.hide(held, row.id, which))
    return visit.to(f"{path_of(visit)}/talk")


async def why(service: Service, visit: Visit) -> Response:
    """What led to a sentence of his report."""
    row, me, sentence = row_of(visit), visit.standing, event_number(str(visit.request.path_params["sentence"]))
    return visit.page("why", row=row, sentence=sentence, lines=await reasons(service, visit), turns=turns_of(visit), side=me.side)


async def reasons(service: Service, visit: Visit) -> list[str]:
    """The lines of that."""
    me, sentence = visit.standing, event_number(str(visit.request.path_params["sentence"]))
    if not me.viewer or me.delayed:
        raise Trouble("table.not_for_you", 403)
    found = await service.pool.ask("why", table=row_of(visit).id, viewer=me.viewer, sentence=sentence, lang=visit.lang)
    return list(found["lines"])


async def appeal(service: Service, visit: Visit) -> Response:
    """Appeals against a sentence of a report."""
    limited(service, visit, "appeal", 10, 60)
    row, me, who = row_of(visit), visit.standing, mine(visit)
    turn, sentence, text = number(visit, "turn"), event_number(visit.form.get("sentence", "")), visit.form.get("text", "")
    if turn not in turns_of(visit):
        raise Trouble("table.no_turn", 404)
    await writing(service, lambda held: talking.appeal(held, me, row.id, who, turn, sentence, text, visit.now))
    return visit.to(f"{path_of(visit)}/talk")


async def rule(service: Service, visit: Visit) -> Response:
    """A ruling: what changes by it is shown first, and done when it is confirmed.  An appeal that it answers gets its reason."""
    row, form = row_of(visit), visit.form
    try:
        found = await ruled(service, visit)
    except Said as error:
        return visit.page("ruling", 422, row=row, form=form, appeal=None, fault=error.sentences[visit.lang], changes=[], checked=False)
    if not found["done"]:
        return visit.page("ruling", row=row, form=form, appeal=None, fault="", changes=found["changes"], checked=True)
    return visit.to(path_of(visit))


async def ruled(service: Service, visit: Visit) -> dict[str, Any]:
    """What a ruling changes, and whether it is done."""
    row, form = row_of(visit), visit.form
    who = visit.person.name if visit.person is not None else ""
    said = {
        "way": form.get("way", ""),
        "event": event_number(visit.form.get("event", "")),
        "said": form.get("said", "")[:200],
        "reason": form.get("reason", "")[:1000],
    }
    found = await service.pool.ask("rule", table=row.id, **said, who=who, now=visit.now.isoformat(), do=form.get("do") == "rule")
    if found["done"] and form.get("appeal", "").isdecimal():
        await writing(service, lambda held: talking.answered(held, row.id, number(visit, "appeal"), str(said["reason"])))
    return dict(found)


async def ruling_page(service: Service, visit: Visit) -> Response:
    """The form of a ruling."""
    row, said = row_of(visit), visit.request.query_params.get("appeal", "")
    form = {"appeal": said}
    one = await reading(service, lambda held: next((a for a in talking.appealed(held, visit.standing, row.id) if str(a.id) == said), None))
    if one is not None:  # sides know what happened by numbers of their own
        found = await service.pool.ask("appealed", table=row.id, side=one.side, sentence=one.sentence)
        form |= {"event": found["event"]} if found["event"] is not None else {}
    return visit.page("ruling", row=row, form=form, appeal=one, fault="", changes=[], checked=False)


async def release(service: Service, visit: Visit) -> Response:
    """A side is given to a bot until somebody else takes it by an invitation: the referee says so, or its player leaves."""
    row, side = row_of(visit), visit.form.get("side", "")
    if REFEREE not in visit.standing.roles and not (SEAT in visit.standing.roles and side == visit.standing.side and visit.standing.leads):
        raise Trouble("table.not_for_you", 403)
    if row.state not in ("running", "paused"):
        raise Trouble("table.not_now")
    await locked(service, visit, lambda held, found: tables.release(held, found, side, visit.now))
    await service.pool.ask("reseat", table=row.id, side=side, now=visit.now.isoformat())
    return visit.to(path_of(visit) if REFEREE in visit.standing.roles else "/")
