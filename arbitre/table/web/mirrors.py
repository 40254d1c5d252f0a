"""What pages do, for programs: the same handlers and the same roles, with JSON instead of forms and pages."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse, Response

from arbitre.api.post import STRENGTHS
from arbitre.table import talk as talking
from arbitre.table.errors import Trouble
from arbitre.table.web.basics import reading
from arbitre.table.web.pages import conversation, new_table, players, table
from arbitre.table.web.pages.downloads import FORMS
from arbitre.table.web.pages.table import row_of, turns_of
from arbitre.table.web.programs import FLAG, OPENAPI, TEXT, WHOLE, Data, operation, said
from arbitre.table.web.server import Handler, Service
from arbitre.table.web.visit import Visit

MOST_FIELDS = 60
LINES = {"lines": {"type": "array", "items": TEXT}}
DONE = {"done": FLAG, "at": TEXT}


async def fill(visit: Visit) -> None:
    """The fields of an object, as a form has them.

    Raises:
        Trouble: it is no object of texts, numbers and truth values.
    """
    body = await said(visit)
    if len(body) > MOST_FIELDS or not all(isinstance(value, str | int) for value in body.values()):
        raise Trouble("table.bad_form", 400)
    visit.form = {
        key: ("yes" if value else "") if isinstance(value, bool) else value if isinstance(value, str) else f"{value:d}"[:20]
        for key, value in body.items()
    }


def mirrored(handler: Handler) -> Handler:
    """A handler of a form, for programs: ``at`` is where the page would have led to."""

    async def asked(service: Service, visit: Visit) -> Response:
        await fill(visit)
        answer = await handler(service, visit)
        if answer.status_code != 303:  # a page that says what is wrong, for a person
            raise Trouble("table.bad_form", 400)
        return JSONResponse({"done": True, "at": answer.headers["location"]})

    return asked


async def invite(service: Service, visit: Visit) -> Response:
    """A link for one person, shown once."""
    await fill(visit)
    return JSONResponse({"link": await table.invitation(service, visit)})


async def rule(service: Service, visit: Visit) -> Response:
    """A ruling, or with ``do`` other than ``rule`` what would change by it."""
    await fill(visit)
    return JSONResponse(await conversation.ruled(service, visit))


async def journal(service: Service, visit: Visit) -> Response:
    """What was done and when."""
    return JSONResponse({"lines": await table.entries(service, visit)})


async def why(service: Service, visit: Visit) -> Response:
    """What led to a sentence."""
    return JSONResponse({"lines": await conversation.reasons(service, visit)})


async def talk(service: Service, visit: Visit) -> Response:
    """What is said, and appeals."""
    row, me = row_of(visit), visit.standing
    heard, appealed = await reading(service, lambda held: (talking.heard(held, me, row.id), talking.appealed(held, me, row.id)))
    return JSONResponse({
        "heard": [{"number": one.id, "who": one.name, "to": one.audience, "text": one.text, "at": one.at} for one in heard],
        "appeals": [{"number": one.id, "who": one.name, "side": one.side, "turn": one.turn, "sentence": one.sentence, "text": one.text,
                     "answer": one.answer} for one in appealed],
    })  # fmt: skip


async def written(service: Service, visit: Visit) -> Response:
    """The report of a turn in a form for forums."""
    number, form = int(visit.request.path_params["turn"]), str(visit.request.path_params["form"])
    if number not in turns_of(visit) or form not in FORMS:
        raise Trouble("table.no_turn", 404)
    found = await service.pool.ask("report", table=row_of(visit).id, viewer=visit.standing.viewer, turn=number, lang=visit.lang, form=form)
    if found["report"] is None:
        raise Trouble("table.no_turn", 404)
    return JSONResponse({"turn": number, "report": found["report"]})


T = "/t/{table}"
# Of each page its handler for programs, what it is, what it answers, and the fields that it reads; those of the first tuple must be there.
MIRRORS: dict[tuple[str, str], tuple[Handler, str, Data, tuple[str, ...], Data]] = {
    ("POST", "/new"): (mirrored(new_table.new), "A new table; do: make", DONE, ("game", "every", "do"),
                       {"game": TEXT, "name": TEXT, "entry": TEXT, "watching": TEXT, "every": TEXT, "first": TEXT,
                        "do": {"enum": ["make"]}}),
    ("POST", f"{T}/join"): (mirrored(table.join), "Takes a seat, or comes to watch", DONE, (), {"side": TEXT}),
    ("POST", f"{T}/leave"): (mirrored(table.leave), "Gives a place up", DONE, (), {}),
    ("POST", f"{T}/bot"): (mirrored(table.bot), "A bot plays a side, or does not", DONE, ("side",),
                           {"side": TEXT, "bot": {"enum": ["on", "off", *STRENGTHS]}}),
    ("POST", f"{T}/invite"): (invite, "A link for one person", {"link": TEXT}, ("place",), {"place": TEXT}),
    ("POST", f"{T}/start"): (mirrored(table.start), "The match begins", DONE, (), {}),
    ("POST", f"{T}/cancel"): (mirrored(table.cancel), "The match is cancelled", DONE, (), {}),
    ("POST", f"{T}/manage"): (mirrored(table.manage), "What the referee does between turns", DONE, ("do",),
                              {"do": {"enum": ["pause", "go_on", "extend", "resolve", "retry"]}, "until": TEXT, "why": TEXT}),
    ("POST", f"{T}/release"): (mirrored(conversation.release), "A side is given up", DONE, ("side",), {"side": TEXT}),
    ("POST", f"{T}/leader"): (mirrored(players.leader), "Another leader of a team", DONE, ("side", "member"),
                               {"side": TEXT, "member": WHOLE}),
    ("POST", f"{T}/away"): (mirrored(players.away), "Away until a day, or back", DONE, (), {"until": TEXT}),
    ("POST", f"{T}/vote"): (mirrored(players.vote), "Asks for a day more, or to play again", DONE, ("what", "do", "turn"),
                            {"what": {"enum": ["extend", "restart"]}, "do": {"enum": ["yes", "no"]}, "turn": WHOLE, "value": WHOLE}),
    ("GET", f"{T}/talk"): (talk, "What is said, and appeals", {"heard": {"type": "array"}, "appeals": {"type": "array"}}, (), {}),
    ("POST", f"{T}/talk"): (mirrored(conversation.talk), "Says something", DONE, ("text",), {"to": TEXT, "text": TEXT}),
    ("POST", f"{T}/talk/hide"): (mirrored(conversation.hide), "Takes out what was said", DONE, ("number",), {"number": WHOLE}),
    ("POST", f"{T}/appeal"): (mirrored(conversation.appeal), "Appeals against a sentence", DONE, ("turn", "sentence", "text"),
                              {"turn": WHOLE, "sentence": TEXT, "text": TEXT}),
    ("POST", f"{T}/ruling"): (rule, "A ruling, or what would change by it", {"done": FLAG, "changes": {"type": "array"}},
                              ("way", "event", "reason"),
                              {"way": {"enum": ["answer", "result", "die", "undo"]}, "event": TEXT, "said": TEXT, "reason": TEXT,
                               "do": {"enum": ["check", "rule"]}, "appeal": TEXT}),
    ("GET", f"{T}/journal"): (journal, "What was done and when", LINES, (), {}),
    ("GET", f"{T}/dice.json"): (table.dice, "The seed and every die of a match that is over", {}, (), {}),
    ("GET", f"{T}/why/{{sentence}}"): (why, "What led to a sentence", LINES, (), {}),
    ("GET", f"{T}/turns/{{turn:int}}/{{form}}"): (written, "A report for a forum", {"turn": WHOLE, "report": TEXT}, (), {}),
}  # fmt: skip


def described() -> Data:
    """The paths of all these, as OpenAPI has them."""
    out: Data = {}
    for (method, path), (_, summary, answer, needed, fields) in MIRRORS.items():
        names = [part.strip("{}").partition(":")[0] for part in path.split("/") if part.startswith("{")]
        body = {"type": "object", "required": list(needed), "properties": fields} if method == "POST" else None
        out.setdefault(f"/api{path}".replace(":int", ""), {})[method.lower()] = operation(summary, answer, *names, body=body)
    return out


EVERYTHING: Data = {**OPENAPI, "paths": {**OPENAPI["paths"], **described()}}


async def openapi(service: Service, visit: Visit) -> Response:
    """What programs can ask, as OpenAPI."""
    return JSONResponse(EVERYTHING)


def handlers() -> dict[tuple[str, str], Any]:
    """Which handler answers which of these routes."""
    return {(method, f"/api{path}"): one[0] for (method, path), one in MIRRORS.items()}
