"""The pages of one table: how it stands, what a side hands in, reports, and what the founder and the referee do."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from arbitre.api.arguments import is_number
from arbitre.api.post import STRENGTHS
from arbitre.table import ballots, tables
from arbitre.table import operations as deeds
from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.matches import EMPTY, NONE
from arbitre.table.missed_turns import SHARED, terms_of
from arbitre.table.people import hashed, plain_text, welcome
from arbitre.table.pool import Ended, Said
from arbitre.table.storage.schema import drafts, members, orders, reports, views
from arbitre.table.storage.schema import people as people_rows
from arbitre.table.web.basics import limited, mine, reading, writing
from arbitre.table.web.gate import LIVE
from arbitre.table.web.glance import glance
from arbitre.table.web.roles import FOUNDER, REFEREE, SEAT, stands, turns_for
from arbitre.table.web.server import Service, remembered
from arbitre.table.web.visit import Visit, markup

MOST_ORDERS = 20_000  # characters of a delivery
MINE = "mine"  # the place that is handed on
Row = Any


def row_of(visit: Visit) -> Row:
    """The table that is asked for; whoever comes here may see it."""
    assert visit.standing.row is not None
    return visit.standing.row


def path_of(visit: Visit) -> str:
    """Where its page is."""
    return f"/t/{row_of(visit).id}"


# ------------------------------------------------------------------------------------------------ how it stands


async def page(service: Service, visit: Visit) -> Response:
    """A table: who plays, what is due, what I owe, what has happened."""
    return await shown(service, visit)


def look(service: Service, visit: Visit, table: str) -> None:
    """Finds out who asks for a table and what he is to it, and what its page shows of the database: who is there, what is voted for, and
    what is his own."""
    found = glance(service.store, visit.token, table)
    visit.person = welcome(found.person, visit.now)
    person = visit.person.id if visit.person is not None else ""
    visit.standing = me = stands(visit.person, found.table, [one for one in found.here if one.person == person])
    visit.loaded = None
    if me.roles:
        voted, carried = ballots.parted(found.votes)
        mine_now = NOTHING
        if me.side and SEAT in me.roles:
            view, state, part, text = found.own
            mine_now = told(view, state, part, text)
            if terms_of(found.table)["drafts"] == SHARED:
                with service.store.reading() as held:
                    mine_now = {**mine_now, "team": team_drafts(held, found.table, me.side, person)}
        visit.loaded = {"here": found.here, "votes": voted, "carried": carried, **mine_now}
    remembered(service, visit)


async def shown(service: Service, visit: Visit, status: int = 200, answer: Any = None, fault: str = "", written: str | None = None,
                link: str = "") -> Response:  # fmt: skip
    """The page of a table; ``answer``: how a delivery was understood, ``written`` its text; ``link``: an invitation, shown once."""
    parts = visit.loaded if visit.loaded is not None else await fresh(service, visit)
    row, me, sealed, part = row_of(visit), visit.standing, None, parts["part"]
    if parts["state"] != NONE and SEAT in me.roles and row.state == "running":
        sealed = await service.called.found((row.id, me.side, visit.lang, row.position, hashed(part)), lambda: service.pool.ask(
            "sealed", table=row.id, side=me.side, lang=visit.lang))  # fmt: skip
    if written is not None:
        parts["draft"] = written
    made = visit.page(
        "table", status, **parts, row=row, levels=STRENGTHS,
        sides=json.loads(row.sides), side=me.side, viewer=me.viewer, sealed=sealed, answer=answer, fault=fault,
        link=link, stamp=stamp(visit.now), turns=turns_of(visit), options=json.loads(row.sheet), hashes=json.loads(row.hashes),
    )  # fmt: skip
    made.headers["content-security-policy"] = LIVE
    return made


async def fresh(service: Service, visit: Visit) -> dict[str, Any]:
    """What a page shows after something was done: who he is to the table, and how it stands, is asked anew."""
    await run_in_threadpool(look, service, visit, row_of(visit).id)
    if visit.loaded is None:
        raise Trouble("table.none", 404)
    loaded: dict[str, Any] = visit.loaded
    return loaded


NOTHING: dict[str, Any] = {"view": None, "state": NONE, "draft": "", "team": (), "part": ""}
_AT: sa.BindParameter[str] = sa.bindparam("at")
_SIDE: sa.BindParameter[str] = sa.bindparam("mine")
_OWN = sa.select(*(one.scalar_subquery() for one in (
    sa.select(views.c.data).where(views.c.table_id == _AT, views.c.viewer == _SIDE, views.c.lang == sa.bindparam("tongue")),
    sa.select(orders.c.state).where(orders.c.table_id == _AT, orders.c.side == _SIDE),
    sa.select(orders.c.part).where(orders.c.table_id == _AT, orders.c.side == _SIDE),
    sa.select(drafts.c.text).where(drafts.c.table_id == _AT, drafts.c.person == sa.bindparam("who")),
)))  # fmt: skip


def own(held: Connection, table: str, side: str, visit: Visit) -> dict[str, Any]:
    """What a side is asked, has sealed, and what its player is writing; nothing of anybody else is loaded."""
    person = visit.person.id if visit.person is not None else ""
    view, state, part, text = held.execute(_OWN, {"at": table, "mine": side, "tongue": visit.lang, "who": person}).one()
    return {**told(view, state, part, text), "team": team_drafts(held, visit.standing.row, side, person)}


def told(view: str | None, state: str | None, part: str | None, text: str | None) -> dict[str, Any]:
    """What the database has of a side and of its player, as pages show it."""
    return {"view": json.loads(view) if view else None, "state": state or NONE, "draft": text or "", "part": part or "", "team": ()}


def team_drafts(held: Connection, row: Row, side: str, person: str) -> list[Row]:
    """What the others of a team are writing, where its table has them share it."""
    if row is None or terms_of(row)["drafts"] != SHARED:
        return []
    asked = (
        sa.select(people_rows.c.name, drafts.c.text)
        .join(members, sa.and_(members.c.person == drafts.c.person, members.c.table_id == drafts.c.table_id))
        .join(people_rows, people_rows.c.id == drafts.c.person)
        .where(drafts.c.table_id == row.id, drafts.c.person != person, drafts.c.text != "")
        .where(members.c.side == side, members.c.role == SEAT, members.c.until == "")
    )
    return list(held.execute(asked.order_by(people_rows.c.name)))


def turns_of(visit: Visit) -> list[int]:
    """The turns that he may read, the last first."""
    return turns_for(visit.standing)


async def turn(service: Service, visit: Visit) -> Response:
    """The report of a turn, as he may know it."""
    row, me, number = row_of(visit), visit.standing, int(visit.request.path_params["turn"])
    if number not in turns_of(visit):
        raise Trouble("table.no_turn", 404)
    asked = sa.select(reports.c.html).where(
        reports.c.table_id == row.id, reports.c.turn == number, reports.c.viewer == me.viewer, reports.c.lang == visit.lang
    )  # fmt: skip
    made = await reading(service, lambda held: held.execute(asked).scalar())
    if made is None:
        found = await service.pool.ask("report", table=row.id, viewer=me.viewer, turn=number, lang=visit.lang)
        made = found["report"]
    if made is None:
        raise Trouble("table.no_turn", 404)
    return visit.page("turn", row=row, turn=number, turns=turns_of(visit), report=markup(made))


async def journal(service: Service, visit: Visit) -> Response:
    """What was done and when, as far as he may know."""
    return visit.page("journal", row=row_of(visit), lines=await entries(service, visit))


async def entries(service: Service, visit: Visit) -> list[str]:
    """The lines of the journal."""
    if not visit.standing.viewer:
        raise Trouble("table.not_for_you", 403)
    found = await service.pool.ask("journal", table=row_of(visit).id, viewer=visit.standing.viewer, lang=visit.lang)
    return list(found["lines"])


async def dice(service: Service, visit: Visit) -> Response:
    """The seed and every die once the match is over, for ‘arbitre table verify’."""
    return JSONResponse(await service.pool.ask("proof", table=row_of(visit).id))


# ------------------------------------------------------------------------------------------------ what a side hands in


async def deliver(service: Service, visit: Visit) -> Response:
    """A draft is kept, orders are read, sent, taken back; or it is confirmed that nothing is wanted.  What was written is never lost."""
    limited(service, visit, "orders", 30, 4)
    row, side, what, me = row_of(visit), visit.standing.side, visit.form.get("do", ""), mine(visit)
    text = plain_text(visit.form.get("orders", ""), MOST_ORDERS)
    await writing_draft(service, row.id, me, text, visit)
    if what == "draft":
        return visit.to(path_of(visit))
    here = {
        "table": row.id,
        "side": side,
        "now": visit.now.isoformat(),
        "turn": number(visit, "turn"),
        "position": number(visit, "position"),
    }
    try:
        if what != "check" and not visit.standing.leads:
            raise Trouble("table.leader_only", 403)
        if what == "withdraw":
            await service.pool.ask("withdraw", **here)
            return visit.to(path_of(visit))
        if what not in ("check", "send", EMPTY):
            raise Trouble("table.bad_form", 400)
        answer = await service.pool.ask("deliver", **here, mail=text, lang=visit.lang, check=what == "check", empty=what == EMPTY)
    except (Trouble, Said) as error:
        said = error.sentences[visit.lang] if isinstance(error, Said) else error.said(visit.lang)
        return await shown(service, visit, 409, fault=said, written=text)
    except Ended:
        return await shown(service, visit, 503, fault=visit.say("table.fault_ended"), written=text)
    if not answer["accepted"] or what == "check":
        return await shown(service, visit, 200 if what == "check" else 422, answer={**answer, "checked": what == "check"}, written=text)
    if here["turn"]:  # what is sent stands in its own place, and is no draft for the next turn
        await writing(service, lambda held: held.execute(sa.delete(drafts).where(drafts.c.table_id == row.id, drafts.c.person == me)))
    await service.look(row.id)
    return await again(service, visit, answer)


async def writing_draft(service: Service, table: str, person: str, text: str, visit: Visit) -> None:
    def work(held: Connection) -> None:
        service.store.put(held, drafts, {"table_id": table, "person": person}, {"text": text, "at": stamp(visit.now)})

    await writing(service, work)


async def again(service: Service, visit: Visit, answer: Any) -> Response:
    """The page after orders were taken: with the receipt, and as the match stands now."""
    return await shown(service, visit, answer={**answer, "checked": False})


def number(visit: Visit, name: str) -> int:
    """A number of a form."""
    said = visit.form.get(name, "")
    if not said.isdecimal() or len(said) > 9:
        raise Trouble("table.bad_form", 400)
    return int(said)


def event_number(said: str) -> str:
    """The number of a sentence, as it stands in a report."""
    if len(said) > 19 or not is_number(said):
        raise Trouble("table.bad_form", 400)
    return said.strip()


# ------------------------------------------------------------------------------------------------ places


async def locked(service: Service, visit: Visit, work: Any) -> Any:
    """Work on the table while nobody else changes it."""

    def held_work(held: Connection) -> Any:
        row = service.store.locked(held, row_of(visit).id)
        if row is None:
            raise Trouble("table.none", 404)
        return work(held, row)

    return await writing(service, held_work)


async def join(service: Service, visit: Visit) -> Response:
    """Takes a free seat at an open table (or one's own) before the match begins, or comes to watch."""
    limited(service, visit, "join", 20, 10)
    me, side = mine(visit), visit.form.get("side", "")
    row, role = row_of(visit), tables.SEAT if side else tables.WATCHER
    if role == tables.SEAT and row.state not in ("gathering", "running", "paused"):
        raise Trouble(f"table.is_{row.state}")
    if row.entry != "open" and row.founder != me:
        raise Trouble("table.not_for_you", 403)

    def work(held: Connection, found: Row) -> None:
        if role == tables.SEAT and json.loads(found.sides).get(side, {}).get("bot"):
            raise Trouble("table.seat_taken")
        tables.join(held, found, me, role, side, visit.now)

    await locked(service, visit, work)
    if role == tables.SEAT and row.begun:
        await service.pool.ask("reseat", table=row.id, side=side, now=visit.now.isoformat())
    return visit.to(path_of(visit))


async def leave(service: Service, visit: Visit) -> Response:
    """Gives a place up."""
    me = mine(visit)
    await locked(service, visit, lambda held, row: tables.leave(held, row, me, visit.now))
    return visit.to("/")


async def bot(service: Service, visit: Visit) -> Response:
    """A bot plays a side, of some level, or none does."""
    side, said = visit.form.get("side", ""), visit.form.get("bot", "")
    on: bool | str = said if said in STRENGTHS else said == "on"
    await locked(service, visit, lambda held, row: tables.set_bot(held, row, side, on))
    return visit.to(path_of(visit))


async def invite(service: Service, visit: Visit) -> Response:
    """A link for one person, shown once."""
    return await shown(service, visit, link=await invitation(service, visit))


async def invitation(service: Service, visit: Visit) -> str:
    """A new link to a place at the table."""
    limited(service, visit, "invite", 40, 20)
    said = visit.form.get("place", "")
    if said == MINE:
        me = mine(visit)
        token = await locked(service, visit, lambda held, row: tables.give_place(held, row, me, visit.now))
        return f"{service.address.rstrip('/')}/i/{token}"
    role, _, side = said.partition(" ")
    mine_to_give = role == tables.TEAM and visit.standing.leads and side == visit.standing.side
    if not visit.standing.roles & {FOUNDER, REFEREE} and not mine_to_give:
        raise Trouble("table.not_for_you", 403)
    if role == tables.REFEREE and REFEREE not in visit.standing.roles and row_of(visit).state != "gathering":
        raise Trouble("table.not_for_you", 403)
    token = await locked(service, visit, lambda held, row: tables.invite(held, row, role, side, visit.now))
    return f"{service.address.rstrip('/')}/i/{token}"


# ------------------------------------------------------------------------------------------------ founder and referee


async def start(service: Service, visit: Visit) -> Response:
    """The match begins."""
    await service.pool.ask("start", table=row_of(visit).id, now=visit.now.isoformat())
    return visit.to(path_of(visit))


async def cancel(service: Service, visit: Visit) -> Response:
    """Nothing more happens here: before the match the founder says so, later the referee."""
    if row_of(visit).state != "gathering" and REFEREE not in visit.standing.roles:
        raise Trouble("table.not_for_you", 403)
    await locked(service, visit, lambda held, row: tables.cancel(held, row))
    return visit.to(path_of(visit))


async def manage(service: Service, visit: Visit) -> Response:
    """What the referee does between turns."""
    what, row, now = visit.form.get("do", ""), row_of(visit), visit.now.isoformat()
    if what in ("pause", "go_on"):
        await service.pool.ask("managed", table=row.id, what=what, now=now)
    elif what == "extend":
        until = f"{visit.form.get('until', '')[:19]}"
        await service.pool.ask("managed", table=row.id, what=what, now=now, until=moment(until, visit), why=visit.form.get("why", "")[:300])
    elif what == "resolve":
        await service.pool.ask("resolve_early", table=row.id, now=now)
    elif what == "retry":
        await locked(service, visit, lambda held, found: deeds.retry(held, found, visit.now))
        await service.look(row.id)
    else:
        raise Trouble("table.bad_form", 400)
    return visit.to(path_of(visit))


def moment(said: str, visit: Visit) -> str:
    """A time that somebody wrote by his own clock."""
    try:
        return datetime.fromisoformat(said).replace(tzinfo=ZoneInfo(visit.zone)).isoformat()
    except ValueError:
        raise Trouble("table.bad_time", 400) from None
