"""Appeals and rulings, and other players: what a referee does with what has happened already.  Runs where rules run."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from arbitre.api.post import PostMatch
from arbitre.table import matches
from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.operations import TRIES, Data, row_of
from arbitre.table.storage.outbox import tell
from arbitre.table.storage.schema import reports, tables
from arbitre.table.storage.store import Store
from arbitre.table.tables import mark_bot, sitting

WAYS = ("answer", "result", "die", "undo")


def why(store: Store, table: str, viewer: str, sentence: str, lang: str) -> Data:
    """What led to a sentence of a report, as far as its reader may know."""
    with store.reading() as held:
        row = row_of(held, table)
        if row.record is None:
            raise Trouble("table.not_begun")
        match = matches.opened(held, row, {})
    return {"lines": match.why(sentence, viewer, lang)}


def appealed(store: Store, table: str, side: str, sentence: str) -> Data:
    """The number in the referee's report of a sentence that a side appeals against; for the referee."""
    with store.reading() as held:
        row = row_of(held, table)
        if row.record is None:
            raise Trouble("table.not_begun")
        match = matches.opened(held, row, {})
    return {"event": match.event_of(sentence, side)}


def rule(store: Store, table: str, way: str, event: str, said: str, reason: str, who: str, now: datetime, do: bool) -> Data:
    """A ruling about an event, by its number in the referee's report, and what changes by it, turn by turn; done only with ``do``.

    ``way``: the answer to an appeal, which changes nothing; another result (``said``: ``r2.cell = A3``); another face of its die; or the
    resolution undone, what was sealed for it sealed again.

    Raises:
        Trouble: there is no such way, or the match has gone on meanwhile.
        Refused: there is no such event or result, or no reason.
    """
    if way not in WAYS or (way == "die" and not (said.isdecimal() and 0 < len(said) < 7)):
        raise Trouble("table.bad_form", 400)
    for _ in range(TRIES):
        with store.reading() as held:
            row = row_of(held, table)
            if row.record is None or row.state not in ("running", "paused", "over"):
                raise Trouble("table.not_now")
            parts = matches.parts_of(held, table)
            match = matches.opened(held, row, parts)
        found = match.rule(event, reason, now, who=who, result=said if way == "result" else "", face=int(said) if way == "die" else 0,
                           undo=way == "undo")  # fmt: skip
        changes = [[turn, lines] for turn, lines in found.changes]
        if not do:
            return {"changes": changes, "done": False}
        with store.reading() as held:
            ready = matches.outcome(held, row, found.match, retold=True)
        with store.writing() as held:
            here = store.locked(held, table)
            if here is None or here.revision != row.revision:
                continue  # somebody has handed something in meanwhile: it is ruled again, with that
            matches.keep(store, held, here, found.match, now, retold=True, ready=ready)
            tell(held, table, "ruling", row.turn, now)
        return {"changes": changes, "done": True}
    raise Trouble("table.busy")


def reseat(store: Store, table: str, side: str, now: datetime) -> Data:
    """The match learns who plays a side now: who sits there, or a bot where nobody does.  What the side has sealed stays sealed, for who
    plays it from now on to see and to change."""
    for _ in range(TRIES):
        with store.reading() as held:
            row, who = row_of(held, table), sitting(held, table).get(side)
            if row.record is None:
                return {}
            match = matches.opened(held, row, {})
        by: dict[str, Any] = who or {"name": "bot", "bot": True}
        base, _ = replaced(match, side, by, now).parts()
        with store.writing() as held:
            here = store.locked(held, table)
            if here is None or here.position != row.position or sitting(held, table).get(side) != who:
                continue
            matches.keep_base(store, held, here, base, match, now)
            mark_bot(held, table, side, who is None)
            held.execute(sa.delete(reports).where(reports.c.table_id == table, reports.c.turn >= row.turn - 1))
            if here.state == "running":  # a bot may be the last that was waited for
                held.execute(sa.update(tables).where(tables.c.id == table).values(look=stamp(now)))
            tell(held, table, "replaced", row.turn, now)
        return {}
    raise Trouble("table.busy")


def replaced(match: PostMatch, side: str, by: dict[str, Any], now: datetime) -> PostMatch:
    """The match with somebody else on a side."""
    if side not in match.sides:
        raise Trouble("table.no_side", 404)
    return match.replace(side, by, now)
