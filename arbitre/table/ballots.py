"""What the players of a table decide together: one more day for everybody, or to play again from an earlier turn.  Runs where rules run."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table import matches, missed_turns
from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.operations import TRIES, Data, row_of
from arbitre.table.storage.outbox import tell
from arbitre.table.storage.schema import reports, votes
from arbitre.table.storage.store import Store
from arbitre.table.tables import sitting
from arbitre.words.phrases import LANGUAGES, of

EXTEND, RESTART = "extend", "restart"
DAY = timedelta(days=1)
ALL = ""  # the side of a vote that was carried
Row = sa.Row[Any]


def vote(store: Store, table: str, side: str, what: str, yes: bool, turn: int, value: int, now: datetime) -> Data:
    """A side asks for something, or no longer; done as soon as enough ask for the same.  ``value``: the turn to play again from.

    Raises:
        Trouble: the match has gone on meanwhile, there is no such turn, or the deadline was moved in this way already.
    """
    with store.writing() as held:
        row = store.locked(held, table)
        if row is None or row.state != "running":
            raise Trouble("table.not_now")
        if row.turn != turn:
            raise Trouble("table.meanwhile")
        if what not in (EXTEND, RESTART) or (what == RESTART and not 0 < value < row.turn):
            raise Trouble("table.bad_form", 400)
        if what == EXTEND and not row.due:
            raise Trouble("table.not_now")
        if what == EXTEND and carried(held, table, row.turn):
            raise Trouble("table.already_voted")
        if yes:
            said = {"turn": row.turn, "value": value if what == RESTART else 0, "at": stamp(now)}
            store.put(held, votes, {"table_id": table, "side": side, "what": what}, said)
        else:
            held.execute(sa.delete(votes).where(votes.c.table_id == table, votes.c.side == side, votes.c.what == what))
    return extended(store, table, now) if what == EXTEND else restarted(store, table, value, now)


_SAID = (
    sa.select(votes).where(votes.c.table_id == sa.bindparam("at"), votes.c.turn == sa.bindparam("now")).order_by(votes.c.what, votes.c.side)
)


def asking(held: Connection, row: Row) -> list[Row]:
    """What sides ask for in this turn."""
    return asking_and_carried(held, row)[0]


def asking_and_carried(held: Connection, row: Row) -> tuple[list[Row], bool]:
    """What sides ask for in this turn, and whether its deadline was moved by the players before."""
    return parted(list(held.execute(_SAID, {"at": row.id, "now": row.turn})))


def parted(said: list[Any]) -> tuple[list[Any], bool]:
    """Votes of a turn: those of sides, and whether one to move the deadline was carried."""
    return [one for one in said if one.side != ALL], any(one.side == ALL and one.what == EXTEND for one in said)


def carried(held: Connection, table: str, turn: int) -> bool:
    """Was the deadline of this turn moved by the players before?"""
    asked = sa.select(votes.c.turn).where(votes.c.table_id == table, votes.c.side == ALL, votes.c.what == EXTEND, votes.c.turn == turn)
    return held.execute(asked).first() is not None


def enough(held: Connection, row: Row, what: str, value: int = 0) -> bool:
    """Do enough ask for it: more than half for a day, all for an earlier turn?  Sides that people play are asked; bots are not."""
    seated = set(sitting(held, row.id))
    asked = {one.side for one in asking(held, row) if one.what == what and one.value == value} & seated
    return bool(seated) and (asked == seated if what == RESTART else len(asked) * 2 > len(seated))


def extended(store: Store, table: str, now: datetime) -> Data:
    """The deadline moved by a day, if enough ask for it."""
    for _ in range(TRIES):
        with store.reading() as held:
            row = row_of(held, table)
            if row.state != "running" or not row.due or not enough(held, row, EXTEND) or carried(held, table, row.turn):
                return {"done": False}
            match = matches.opened(held, row, {})
        after = match.extend(missed_turns.put_off(row, datetime.fromisoformat(row.due), DAY), "", now)
        with store.writing() as held:
            here = store.locked(held, table)
            if here is None or here.position != row.position or not enough(held, here, EXTEND):
                continue
            matches.keep_base(store, held, here, after.parts()[0], after, now)
            held.execute(sa.delete(votes).where(votes.c.table_id == table, votes.c.what == EXTEND))
            store.put(held, votes, {"table_id": table, "side": ALL, "what": EXTEND}, {"turn": row.turn, "value": 0, "at": stamp(now)})
            held.execute(sa.delete(reports).where(reports.c.table_id == table, reports.c.turn >= row.turn - 1))
            tell(held, table, "voted", row.turn, now)
        return {"done": True}
    raise Trouble("table.busy")


def restarted(store: Store, table: str, turn: int, now: datetime) -> Data:
    """The match played again from the beginning of a turn, if all ask for it: a ruling, so that the record of what was played stays.  What
    was sealed for that turn is sealed again, for each side to change."""
    for _ in range(TRIES):
        with store.reading() as held:
            row = row_of(held, table)
            if row.state != "running" or not enough(held, row, RESTART, turn):
                return {"done": False}
            match = matches.opened(held, row, matches.parts_of(held, table))
        why = " / ".join(of(lang).say("table.by_consent", turn=turn) for lang in LANGUAGES)
        found = match.play_again(turn, why, now)
        with store.reading() as held:
            ready = matches.outcome(held, row, found.match, retold=True)
        with store.writing() as held:
            here = store.locked(held, table)
            if here is None or here.revision != row.revision or not enough(held, here, RESTART, turn):
                continue  # somebody has handed something in meanwhile, or thought better of it
            matches.keep(store, held, here, found.match, now, retold=True, ready=ready)
            held.execute(sa.delete(votes).where(votes.c.table_id == table))
            tell(held, table, "restart", turn, now)
        return {"done": True}
    raise Trouble("table.busy")
