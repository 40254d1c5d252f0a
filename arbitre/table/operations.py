"""What is done with matches: begun, delivered to, resolved, read.  Each is called with plain data, does its own transactions, and gives
plain data that the person who asked may see; it runs where rules run."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.api import ArbitreError, Refused
from arbitre.api.post import PostMatch, begin, calendar
from arbitre.table import matches, missed_turns
from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.storage.news import gone_on
from arbitre.table.storage.outbox import tell
from arbitre.table.storage.schema import orders, reports, tables
from arbitre.table.storage.store import Store
from arbitre.table.tables import sitting
from arbitre.table.web.offers import NOWHERE, files_of
from arbitre.words.phrases import of

Data = dict[str, Any]
TRIES = 6
AGAIN = timedelta(minutes=1)
RUNNING = ("running",)


def look_into(game: str, options: dict[str, str], extensions: list[str], sheet: Data, now: datetime) -> Data:
    """The sides of a game, and the deadlines as they would be, before a table is made.

    Raises:
        Refused: there is something that the sheet or the rules do not have.
    """
    data = {**sheet, "game": game, "options": options, "extensions": files_of(game, extensions)}
    match = begin(data, now, NOWHERE, seed=bytes(32))
    return {"sides": match.titles, "hashes": match.record["rules"]["hashes"], "calendar": [stamp(due) for due in calendar(data, now, 5)]}


def start(store: Store, table: str, now: datetime) -> Data:
    """The match of a table begins, with whoever sits there then.

    Raises:
        Trouble: somebody is missing, or it has begun already.
    """
    with store.reading() as held:
        row, seated = row_of(held, table), sitting(held, table)
    sides = json.loads(row.sides)
    empty = [side for side, one in sides.items() if side not in seated and not one.get("bot")]
    if empty:
        raise Trouble("table.not_full", who=", ".join(empty))
    sheet = {**json.loads(row.sheet), "name": row.name}
    sheet.pop("terms", None)  # what the table adds to a match by post
    sheet["extensions"] = files_of(sheet["game"], sheet["extensions"])
    sheet["people"] = {side: seated.get(side) or {"name": "", "bot": one.get("bot") or True} for side, one in sides.items()}
    match = begin(sheet, now, NOWHERE)
    if match.record["rules"]["hashes"] != json.loads(row.hashes):
        raise Trouble("table.rules_changed")
    with store.writing() as held:
        found = store.locked(held, table)
        if found is None or found.state != "gathering":
            raise Trouble("table.not_gathering")
        if sitting(held, table) != seated:
            raise Trouble("table.meanwhile")
        matches.keep(store, held, found, match, now)
        tell(held, table, "begun", 0, now)
    resolve_if_due(store, table, now)
    return {}


def row_of(held: Connection, table: str) -> sa.Row[Any]:
    """The row of a table; trouble if there is none."""
    row = held.execute(sa.select(tables).where(tables.c.id == table)).first()
    if row is None:
        raise Trouble("table.none")
    return row


# ------------------------------------------------------------------------------------------------ what sides hand in


def deliver(store: Store, table: str, side: str, mail: str, lang: str, now: datetime, turn: int, position: int, check: bool = False,
            empty: bool = False) -> Data:  # fmt: skip
    """What a side hands in, in place of what it has handed in before, and how each line of it was understood.  ``turn`` and ``position``:
    those of the page on which it was written, so that orders for one turn are never taken for another.  ``empty``: it wants nothing done.

    Raises:
        Trouble: the turn has been resolved meanwhile, or the match stands still.
        Refused: nothing is asked of that side, or it is too late.
    """
    mail = of(lang).say("table.nothing") if empty else mail
    for _ in range(TRIES):
        with store.reading() as held:
            row = row_of(held, table)
            stays(row, turn, position)
            mine = matches.parts_of(held, table, [side])
            match = matches.opened(held, row, mine)
        after, found = match.deliver(side, mail, now, lang, check)
        answer = told(found)
        if check or not found.accepted:
            return answer
        if handed_in(store, row, side, mine, after, now, matches.EMPTY if empty else matches.SENT):
            part = after.parts()[1][side]
            draft = part["draft"] or {}
            return {**answer, "receipt": draft.get("receipt", ""), "late": bool(draft.get("late")), "at": draft.get("at", stamp(now))}
    raise Trouble("table.busy")


def withdraw(store: Store, table: str, side: str, now: datetime, turn: int, position: int) -> Data:
    """Takes back what a side has handed in."""
    for _ in range(TRIES):
        with store.reading() as held:
            row = row_of(held, table)
            stays(row, turn, position)
            mine = matches.parts_of(held, table, [side])
            match = matches.opened(held, row, mine)
        if handed_in(store, row, side, mine, match.withdraw(side, now), now, matches.NONE):
            return {}
    raise Trouble("table.busy")


def stays(row: sa.Row[Any], turn: int, position: int) -> None:
    """Is the match where it was when somebody wrote?"""
    if row.state not in RUNNING:
        raise Trouble(f"table.is_{row.state}")
    if row.turn != turn or (row.turn and row.position != position):
        raise Trouble("table.meanwhile")


def handed_in(
    store: Store, row: sa.Row[Any], side: str, mine: dict[str, matches.Part], after: PostMatch, now: datetime, state: str
) -> bool:
    """Writes what a side has sealed, and nothing of the others; False if the match has gone on meanwhile, or the side has sealed something
    else."""
    base, parts = after.parts()
    with store.writing() as held:
        found = store.locked(held, row.id)
        if found is None or found.position != row.position or found.state not in RUNNING:
            return False
        if matches.parts_of(held, row.id, [side]) != mine:
            return False
        part = parts[side]
        kept = matches.NONE if state == matches.NONE else matches.state_of(part, state)
        store.put(held, orders, {"table_id": row.id, "side": side}, {"state": kept, "part": json.dumps(part)})
        if matches.recorded(base) != found.record:
            matches.keep_base(store, held, found, base, after, now)  # before the first turn, what all have chosen goes on at once
            matches.keep_views(store, held, row.id, matches.views_of(after.unsealed()))
        held.execute(
            sa.update(tables).where(tables.c.id == row.id).values(revision=tables.c.revision + 1, look=stamp(now))
        )  # fmt: skip
    return True


def told(found: Any) -> Data:
    """How a mail was understood, line by line."""
    lines = [
        {"number": line.number, "written": line.written, "orders": list(line.orders), "faults": [str(one) for one in line.faults],
         "passed": line.passed}
        for line in found.lines
    ]  # fmt: skip
    return {"accepted": found.accepted, "lines": lines, "faults": [str(one) for one in found.faults], "without": list(found.without)}


def sealed(store: Store, table: str, side: str, lang: str) -> Data:
    """What a side has handed in, as it is called, for its own eyes."""
    with store.reading() as held:
        row, mine = row_of(held, table), matches.parts_of(held, table, [side])
        if row.record is None or not mine or matches.state_of(mine[side]) == matches.NONE:
            return {"orders": [], "receipt": "", "at": "", "mail": ""}
        match = matches.opened(held, row, mine)
    draft = mine[side]["draft"] or {}
    return {"orders": match.sealed(side, lang), "receipt": draft.get("receipt", ""), "at": draft.get("at", ""),
            "mail": draft.get("mail", "")}  # fmt: skip


# ------------------------------------------------------------------------------------------------ resolved


def resolve_if_due(store: Store, table: str, now: datetime) -> Data:
    """Resolves the turn of a table if it is due.  Called by the clock, the last delivery and the start of the server alike; whoever calls
    it twice resolves once.  Where a deadline is to come and nothing is resolved early, nothing that is sealed is looked at."""
    with store.reading() as held:
        row = row_of(held, table)
        if row.state not in RUNNING:
            return {"resolved": False}
        if row.look == row.due > stamp(now):
            return {"resolved": False}  # nothing was handed in since, or another process has been here
        waits = row.due > stamp(now) and not json.loads(row.sheet)["deadlines"].get("early")
    if waits:
        with store.writing() as held:
            found = store.locked(held, table)
            if found is not None and found.state in RUNNING and found.look != found.due:
                held.execute(sa.update(tables).where(tables.c.id == table).values(look=found.due))
        return {"resolved": False}

    def due(match: PostMatch) -> missed_turns.Step | None:
        if (longer := missed_turns.given_longer(row, match, now)) is not None:
            return longer
        done = match.resolve_if_due(now)
        return missed_turns.Step(done.match, done.missed) if done is not None else None

    return resolved(store, table, now, due)


def resolve_early(store: Store, table: str, now: datetime) -> Data:
    """Resolves the turn though its deadline is to come: whoever has handed in nothing has missed it."""

    def early(match: PostMatch) -> missed_turns.Step:
        done = match.resolve(now, early=True)
        return missed_turns.Step(done.match, done.missed)

    return resolved(store, table, now, early)


Step = Callable[[PostMatch], missed_turns.Step | None]


def resolved(store: Store, table: str, now: datetime, step: Step) -> Data:
    """One step of a match in one transaction: sealed orders, dice, reports and what people are told.

    In PostgreSQL the row of the table is held meanwhile, and whoever comes second goes away; in a file the lock would keep everybody from
    writing, so it is taken at the end, when reports are made as well, and all that is thrown away if anything was handed in meanwhile.
    """
    for attempt in range(TRIES):
        whole = store.postgres or attempt == TRIES - 1
        with store.writing() if whole else store.reading() as held:
            row = store.locked(held, table, skip=True) if whole else row_of(held, table)
            if row is None or row.state not in RUNNING:
                return {"resolved": False}
            match = matches.opened(held, row, matches.parts_of(held, table))
            fault: Exception | None = None
            ready: matches.Outcome | None = None
            try:
                done = step(match)
            except Refused:
                raise Trouble("table.not_now") from None  # its sentence names sides that are waited for
            except ArbitreError as error:
                done, fault = None, error
            if whole:
                written(store, held, row, done, fault, now)
                break
            if done is not None and not done.late:
                ready = matches.outcome(held, row, done.match)
        with store.writing() as held:
            found = store.locked(held, table)
            if found is not None and found.revision == row.revision and found.state == row.state:
                written(store, held, found, done, fault, now, ready)
                break
    else:
        raise Trouble("table.busy")
    return {"resolved": done is not None and not done.late, "stuck": fault is not None}


def written(
    store: Store, held: Connection, row: sa.Row[Any], done: missed_turns.Step | None, fault: Exception | None, now: datetime,
    ready: matches.Outcome | None = None,
) -> None:  # fmt: skip
    """What came of a step: the match after it, and what follows from it where that is ready; that it is not due, and when it is to be
    looked at again; or why it cannot be done."""
    if fault is not None:
        stuck(held, row.id, str(fault), now)
    elif done is None:
        later = row.due if row.due > stamp(now) else ""  # after its deadline it waits for somebody: whatever he hands in has it looked at
        held.execute(sa.update(tables).where(tables.c.id == row.id).values(look=later))
    elif done.late:
        matches.keep_base(store, held, row, done.match.parts()[0], done.match, now)
        tell(held, row.id, "grace", row.turn, now, missed_turns.players(held, row.id, done.late))
    else:
        match = missed_turns.dealt_with(held, row, done.match, done.missed, now)
        matches.keep(store, held, row, match, now, ready=ready)
        tell(held, row.id, "over" if match.over else "resolved", row.turn, now)


def stuck(held: Connection, table: str, why: str, now: datetime) -> None:
    """A turn that cannot be resolved leaves the match as it was; the referee is told."""
    held.execute(sa.update(tables).where(tables.c.id == table).values(state="stuck", fault=why[:2000], look="", due=""))
    tell(held, table, "stuck", 0, now)
    gone_on(held, table)


# ------------------------------------------------------------------------------------------------ read, and managed


def report(store: Store, table: str, viewer: str, turn: int, lang: str, form: str = "html") -> Data:
    """The report of a turn for a viewer; made where there is none yet in his language."""
    with store.reading() as held:
        row = row_of(held, table)
        if row.record is None:
            return {"report": None}
        made = matches.report_of(matches.opened(held, row, {}), turn, viewer, lang, form)
    if made is not None and form == "html":
        with store.writing() as held:
            found = store.locked(held, table)
            if found is not None and found.position == row.position:
                store.put(held, reports, {"table_id": table, "turn": turn, "viewer": viewer, "lang": lang}, {"html": made})
    return {"report": made}


def journal(store: Store, table: str, viewer: str, lang: str) -> Data:
    """What was done at a table and when, as far as a viewer may know."""
    with store.reading() as held:
        row = row_of(held, table)
        if row.record is None:
            return {"lines": []}
        match = matches.opened(held, row, matches.parts_of(held, table, [viewer]))
    return {"lines": match.journal(viewer, lang), "commitment": match.commitment}


def proof(store: Store, table: str) -> Data:
    """The seed and every die of a match that is over."""
    with store.reading() as held:
        row = row_of(held, table)
        if row.state != "over":
            raise Trouble("table.seed_is_secret")
        return matches.opened(held, row, {}).proof()


def managed(store: Store, table: str, what: str, now: datetime, **parts: Any) -> Data:
    """What the referee does between turns: ``pause``, ``go_on``, ``extend`` (``until``, ``why``), ``replace`` (``side``, ``by``)."""
    for _ in range(TRIES):
        with store.reading() as held:
            row = row_of(held, table)
            if row.record is None:
                raise Trouble("table.not_begun")
            match = matches.opened(held, row, {})
        after = step_of(match, what, now, parts)
        base, _ = after.parts()
        with store.writing() as held:
            found = store.locked(held, table)
            if found is None or found.position != row.position:
                continue
            matches.keep_base(store, held, found, base, after, now)
            held.execute(sa.delete(reports).where(reports.c.table_id == table, reports.c.turn >= row.turn - 1))
            tell(held, table, what, row.turn, now)
            return {}
    raise Trouble("table.busy")


def step_of(match: PostMatch, what: str, now: datetime, parts: Data) -> PostMatch:
    """What the referee does with a match."""
    if what == "pause":
        return match.pause(now)
    if what == "go_on":
        return match.go_on(now)
    if what == "extend":
        return match.extend(datetime.fromisoformat(parts["until"]), str(parts.get("why", "")), now)
    if what == "replace":
        return match.replace(parts["side"], parts["by"], now)
    raise Trouble("table.bad_form", 400)


def due_now(store: Store, now: datetime, most: int = 500) -> list[str]:
    """The tables that are to be looked at: a deadline is over, or somebody has handed in something."""
    with store.reading() as held:
        asked = sa.select(tables.c.id).where(tables.c.state == "running", tables.c.look != "", tables.c.look <= stamp(now))
        return [row.id for row in held.execute(asked.order_by(tables.c.look).limit(most))]


def put_off(store: Store, table: str, now: datetime) -> None:
    """A table that cannot be dealt with now is looked at again in a minute, so that it keeps nobody else waiting."""
    with store.writing() as held:
        waiting = (tables.c.id == table, tables.c.state == "running", tables.c.look != "", tables.c.look <= stamp(now))
        held.execute(sa.update(tables).where(*waiting).values(look=stamp(now + AGAIN)))


def retry(held: Connection, row: sa.Row[Any], now: datetime) -> None:
    """A turn that could not be resolved is to be tried again."""
    if row.state != "stuck":
        raise Trouble("table.not_now")
    due = str(json.loads(row.record)["due"])
    held.execute(sa.update(tables).where(tables.c.id == row.id).values(state="running", fault="", due=due, look=stamp(now)))
