"""The JSON interface: a program plays for a person, with a key that the person has made for it.  Cookies mean nothing here."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from arbitre.table import people, tables
from arbitre.table.errors import Trouble
from arbitre.table.matches import EMPTY
from arbitre.table.people import plain_text
from arbitre.table.web.basics import limited, mine, reading, writing
from arbitre.table.web.pages.home import mine_of
from arbitre.table.web.pages.table import NOTHING, own, row_of, turns_of
from arbitre.table.web.roles import SEAT, SEEN
from arbitre.table.web.server import Service, introduce
from arbitre.table.web.visit import Visit

MOST_ORDERS = 20_000
MOST_WAITING = 5  # requests of one person that wait for a match to go on
DOES = ("check", "send", EMPTY, "withdraw")
Data = dict[str, Any]


async def token(service: Service, visit: Visit) -> Response:
    """A key for a program, shown once; the one before opens nothing any more."""
    me = mine(visit)
    made = await writing(service, lambda held: people.new_key(held, me, visit.now, "api"))
    return visit.page("account", fault="", key="", done=made)


async def my_tables(service: Service, visit: Visit) -> Response:
    """The tables of whoever the key belongs to, those first where something is asked."""
    me = mine(visit)
    found = await reading(service, lambda held: mine_of(held, me, visit.lang))
    known = ("id", "name", "game", "state", "turn", "due", "role", "owed")
    return JSONResponse({"tables": [{key: one[key] for key in known} for one in found]})


async def waited(service: Service, visit: Visit, after: str, program: bool = True) -> None:
    """Waits until the match has gone on from a position, for a while; what may be seen then is asked anew.

    Raises:
        Trouble: that is no position, or so many wait already.
    """
    if not after.isdecimal() or len(after) > 9:
        raise Trouble("table.bad_form", 400)
    if row_of(visit).position != int(after):
        return
    who, table = mine(visit), row_of(visit).id
    if service.waiting[who] >= MOST_WAITING:
        raise Trouble("table.too_often", 429)
    service.waiting[who] += 1
    try:
        with service.news.of(table) as gone_on:
            await run_in_threadpool(introduce, service, visit, table, program)
            if visit.standing.row is not None and row_of(visit).position == int(after):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(gone_on.wait(), service.patience)
    finally:
        service.waiting[who] -= 1
        service.waiting += collections.Counter()  # without those who do not wait any more
    await run_in_threadpool(introduce, service, visit, table, program)
    if not visit.standing.roles & SEEN:
        raise Trouble("table.none", 404)


async def news(service: Service, visit: Visit) -> Response:
    """At which position the match is, for the page of a table that is open: once it has gone on, or after a while."""
    if "after" in visit.request.query_params:
        await waited(service, visit, visit.request.query_params["after"], program=False)
    return JSONResponse({"position": row_of(visit).position})


async def one_table(service: Service, visit: Visit) -> Response:
    """How a table stands, and what is asked of the side that is played; ``after``: once it has gone on from that position, or after a
    while."""
    if "after" in visit.request.query_params:
        await waited(service, visit, visit.request.query_params["after"])
    row, me = row_of(visit), visit.standing
    mine_now = NOTHING
    if me.side and SEAT in me.roles:
        mine_now = await reading(service, lambda held: own(held, row.id, me.side, visit))
    view = mine_now["view"] or {"form": "", "asked": False, "orders": False}
    return JSONResponse({
        "id": row.id, "name": row.name, "game": row.game, "state": row.state, "turn": row.turn, "position": row.position, "due": row.due,
        "side": me.side, "sides": {side: one[visit.lang] for side, one in tables.sides_of(row).items()}, "turns": turns_of(visit),
        "asked": bool(view["asked"] or view["form"]), "orders": view["orders"], "form": view["form"], "sealed": mine_now["state"],
    })  # fmt: skip


async def one_turn(service: Service, visit: Visit) -> Response:
    """The report of a turn as text."""
    row, me, number = row_of(visit), visit.standing, int(visit.request.path_params["turn"])
    found: Data = {"report": None}
    if number in turns_of(visit):
        found = await service.pool.ask("report", table=row.id, viewer=me.viewer, turn=number, lang=visit.lang, form="text")
    if found["report"] is None:
        raise Trouble("table.no_turn", 404)
    return JSONResponse({"turn": number, "report": found["report"]})


async def orders(service: Service, visit: Visit) -> Response:
    """Orders are checked, sent, withdrawn, or it is confirmed that there are none; every line is answered."""
    limited(service, visit, "orders", 30, 4)
    row, side, body = row_of(visit), visit.standing.side, await said(visit)
    what, text, turn, position = body.get("do"), body.get("orders", ""), body.get("turn"), body.get("position")
    if what not in DOES or type(text) is not str or type(turn) is not int or type(position) is not int:
        raise Trouble("table.bad_form", 400)
    if not (0 <= turn < 10**9 and 0 <= position < 10**9):
        raise Trouble("table.bad_form", 400)
    if what != "check" and not visit.standing.leads:
        raise Trouble("table.leader_only", 403)
    here = {"table": row.id, "side": side, "now": visit.now.isoformat(), "turn": turn, "position": position}
    if what == "withdraw":
        await service.pool.ask("withdraw", **here)
        return JSONResponse({"accepted": True})
    answer = await service.pool.ask(
        "deliver", **here, mail=plain_text(text, MOST_ORDERS), lang=visit.lang, check=what == "check", empty=what == EMPTY
    )  # fmt: skip
    if answer["accepted"] and what != "check":
        await service.look(row.id)
    return JSONResponse(answer, 200 if answer["accepted"] else 422)


async def said(visit: Visit) -> Data:
    """The object of a body.

    Raises:
        Trouble: it is none.
    """
    try:
        body = json.loads(await visit.request.body())
    except (ValueError, RecursionError):
        raise Trouble("table.bad_form", 400) from None
    if not isinstance(body, dict):
        raise Trouble("table.bad_form", 400)
    return body


# ------------------------------------------------------------------------------------------------ what there is

NUMBERS = ("turn",)


def operation(summary: str, answer: Data, *parameters: str, body: Data | None = None, query: Data | None = None) -> Data:
    """What OpenAPI says of an operation: the properties of its answer, its parameters in the path and in the query, its body."""
    found: Data = {
        "summary": summary, "security": [{"key": []}],
        "parameters": [{"name": name, "in": "path", "required": True, "schema": {"type": "integer" if name in NUMBERS else "string"}}
                       for name in parameters]
        + [{"name": name, "in": "query", "description": text, "schema": {"type": "integer", "minimum": 0}}
           for name, text in (query or {}).items()],
        "responses": {"200": {"description": "done", "content": {"application/json": {"schema": {"type": "object", "properties": answer}}}},
                      **{status: {"description": "refused", "content": {"application/json": {"schema": {
                          "type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}}}}
                         for status in ("400", "401", "403", "404", "409", "429", "503")}},
    }  # fmt: skip
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
        found["responses"]["422"] = {"description": "not taken: each line says why"}
    return found


TEXT, WHOLE, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
OPENAPI: Data = {
    "openapi": "3.1.0", "info": {"title": "Arbitre tables", "version": "1"},
    "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/api/tables": {"get": operation("My tables", {"tables": {"type": "array", "items": {"type": "object"}}})},
        "/api/t/{table}": {"get": operation(
            "How a table stands, and what is asked", {"state": TEXT, "turn": WHOLE, "position": WHOLE, "side": TEXT, "asked": FLAG,
                                                            "form": TEXT},
            "table", query={"after": "waits until the match has gone on from this position, at most 25 seconds"})},
        "/api/t/{table}/turns/{turn}": {"get": operation("The report of a turn", {"turn": WHOLE, "report": TEXT}, "table", "turn")},
        "/api/t/{table}/orders": {"post": operation(
            "Orders", {"accepted": FLAG, "lines": {"type": "array"}, "receipt": TEXT}, "table",
            body={"type": "object", "required": ["do", "turn", "position"], "properties": {
                "do": {"enum": list(DOES)}, "orders": {"type": "string", "maxLength": MOST_ORDERS},
                "turn": {"type": "integer", "minimum": 0}, "position": {"type": "integer", "minimum": 0}}})},
    },
}  # fmt: skip
