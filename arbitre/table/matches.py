"""Matches of tables taken out of the database and put back: the record without rules and without what sides have sealed, beside it a row
for each side.  Runs where rules run (:mod:`arbitre.table.worker`); nothing of it is sent to a page but what :func:`view_of` makes."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.api import Refused
from arbitre.api.post import PostMatch, Ready, joined, restore
from arbitre.table.clock import stamp
from arbitre.table.storage.news import gone_on
from arbitre.table.storage.schema import members, orders, people, reports, rules, tables, views
from arbitre.table.storage.store import Store

EVERYBODY, REFEREE = "spectator", "referee"
LANGUAGES = ("en", "fr")
MOST_RULES = 24  # rulebooks that are kept ready
NONE, SENT, EMPTY = "none", "sent", "empty"
Part = dict[str, Any]
_READY: OrderedDict[str, tuple[dict[str, Any], Ready]] = OrderedDict()


def no_part() -> Part:
    """What a side has sealed that has sealed nothing."""
    return {"draft": None, "choices": [], "journal": []}


def opened(held: Connection, row: sa.Row[Any], parts: Mapping[str, Part]) -> PostMatch:
    """The match of a table, with what the given sides have sealed and nothing of the others."""
    base = json.loads(row.record)
    data, ready = ready_rules(held, row.rules, base)
    return joined({**base, "rules": data}, parts, ready)


def ready_rules(held: Connection, wanted: str, base: dict[str, Any]) -> tuple[dict[str, Any], Ready]:
    """The rules of a hash, ready to be played; those that were used last are kept."""
    if wanted not in _READY:
        data = json.loads(held.execute(sa.select(rules.c.data).where(rules.c.hash == wanted)).scalar_one())
        _READY[wanted] = data, restore({**base, "rules": data}).rules
        while len(_READY) > MOST_RULES:
            _READY.popitem(last=False)
    _READY.move_to_end(wanted)
    return _READY[wanted]


def parts_of(held: Connection, table: str, sides: Iterable[str] | None = None) -> dict[str, Part]:
    """What sides have sealed: of those that are named, or of all."""
    asked = sa.select(orders.c.side, orders.c.part).where(orders.c.table_id == table)
    if sides is not None:
        asked = asked.where(orders.c.side.in_(list(sides)))
    return {row.side: json.loads(row.part) for row in held.execute(asked)}


def state_of(part: Part, before: str = SENT) -> str:
    """Has a side sealed something?"""
    return NONE if part["draft"] is None and not part["choices"] else (before if before != NONE else SENT)


# ------------------------------------------------------------------------------------------------ put back


def recorded(base: dict[str, Any]) -> str:
    """What is stored of a record: all but the rules, which many matches share, and what sides have sealed."""
    return json.dumps({key: value for key, value in base.items() if key != "rules"}, sort_keys=True)


@dataclass(frozen=True)
class Outcome:
    """What follows from a match that has gone on: its record, what sides have sealed still, what each is asked, and by turn, viewer and
    language the reports of turns that are over since."""

    match: PostMatch
    base: dict[str, Any]
    parts: dict[str, Part]
    public: PostMatch
    asked: list[tuple[str, str, str]]
    turns: range
    told: dict[tuple[int, str, str], str | None]


def outcome(held: Connection, row: sa.Row[Any], match: PostMatch, retold: bool = False) -> Outcome:
    """What follows from a match that has gone on from that row, ready to be written (``retold``: the reports of all turns).  Nothing is
    locked for it: a file has one lock for all tables, and reports take longer than a turn."""
    (base, parts), public = match.parts(), match.unsealed()
    turns = range(1 if retold else max(1, row.turn), public.turn + 1)
    told = {(turn, *one): report_of(public, turn, *one) for turn, one in itertools.product(turns, sorted(readers(held, row.id)))}
    return Outcome(match, base, parts, public, views_of(public), turns, told)


def keep(store: Store, held: Connection, row: sa.Row[Any], match: PostMatch, now: datetime, retold: bool = False,
         ready: Outcome | None = None) -> None:  # fmt: skip
    """Writes all that follows from a match that has gone on; ``ready``: what was found of it before the row was locked."""
    if ready is None or ready.match is not match:
        ready = outcome(held, row, match, retold)
    keep_base(store, held, row, ready.base, match, now)
    sealed = [{"table_id": row.id, "side": side, "state": state_of(part), "part": json.dumps(part)} for side, part in ready.parts.items()]
    store.put_all(held, orders, sealed)
    keep_views(store, held, row.id, ready.asked)
    if retold:
        held.execute(sa.delete(reports).where(reports.c.table_id == row.id))
    keep_reports(store, held, row, ready)


def keep_base(store: Store, held: Connection, row: sa.Row[Any], base: dict[str, Any], match: PostMatch, now: datetime) -> None:
    """Writes the record, and what is searched for."""
    name = row.rules
    if name is None:
        whole = json.dumps(base["rules"], sort_keys=True)
        name = hashlib.sha256(whole.encode()).hexdigest()
        if held.execute(sa.select(rules.c.hash).where(rules.c.hash == name)).first() is None:
            held.execute(sa.insert(rules).values(hash=name, data=whole))
    due = base["due"] or ""
    state = "over" if match.over else "paused" if base["paused"] else "running"
    again = state == "running" and match.is_due(now)
    held.execute(
        sa.update(tables).where(tables.c.id == row.id).values(
            record=recorded(base), rules=name, state=state, turn=match.turn,
            due=due if state == "running" else "", look=(stamp(now) if again else due) if state == "running" else "", fault="",
            position=row.position + 1, revision=tables.c.revision + 1,
        )
    )  # fmt: skip
    gone_on(held, row.id)


def keep_views(store: Store, held: Connection, table: str, asked: list[tuple[str, str, str]]) -> None:
    """Writes what each side is asked now."""
    store.put_all(held, views, [{"table_id": table, "viewer": side, "lang": lang, "data": data} for side, lang, data in asked])


def views_of(public: PostMatch) -> list[tuple[str, str, str]]:
    """What each side is asked now, in both languages: side, language, data."""
    return [(side, lang, json.dumps(view_of(public, side, lang))) for side in public.sides for lang in LANGUAGES]


def view_of(public: PostMatch, side: str, lang: str) -> dict[str, Any]:
    """What a side is asked, of a match in which nothing is that others have sealed."""
    mine = [duty for duty in public.duties() if duty.side == side]
    return {"form": public.form(side, lang) if mine or not public.turn else "", "asked": bool(mine), "orders": any(d.orders for d in mine),
            "waited": any(not duty.passed for duty in mine)}  # fmt: skip


def readers(held: Connection, table: str) -> set[tuple[str, str]]:
    """Who reads reports of a table, in which language: sides that people play, the referee, everybody."""
    asked = (
        sa.select(members.c.role, members.c.side, people.c.lang)
        .join(people, people.c.id == members.c.person)
        .where(members.c.table_id == table, members.c.until == "")
    )
    viewer = {"seat": "", "referee": REFEREE, "watcher": EVERYBODY}
    return {(viewer[row.role] or row.side, row.lang) for row in held.execute(asked)}


def keep_reports(store: Store, held: Connection, row: sa.Row[Any], ready: Outcome) -> None:
    """The reports of turns that are over, for whoever reads them; others are made when they are asked for."""
    told = []
    for turn, (viewer, lang) in itertools.product(ready.turns, sorted(readers(held, row.id))):
        found = (turn, viewer, lang)  # whoever has come meanwhile reads it too
        made = ready.told[found] if found in ready.told else report_of(ready.public, *found)
        if made is not None:
            told.append({"table_id": row.id, "turn": turn, "viewer": viewer, "lang": lang, "html": made})
    store.put_all(held, reports, told)


def report_of(public: PostMatch, turn: int, viewer: str, lang: str, form: str = "html") -> str | None:
    """The report of a turn; None if it is not over."""
    if turn >= public.turn and not public.over:
        return None
    try:
        return public.report(viewer, lang, turn, form)
    except Refused:
        return None
