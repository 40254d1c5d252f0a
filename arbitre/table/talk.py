"""What people say to each other at a table, and what they appeal against."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.people import plain_text
from arbitre.table.storage.schema import appeals, people, talk
from arbitre.table.web.roles import REFEREE, SEAT, Standing

MOST_TEXT = 2000
SHOWN = 100  # sayings of a page, the last ones
OPEN_APPEALS = 10  # of one side
Row = sa.Row[Any]


def said(held: Connection, me: Standing, table: str, person: str, to: str, text: str, now: datetime) -> None:
    """Somebody says something: to everybody, or (``to``) in confidence, a side to the referee or the referee to a side.

    Raises:
        Trouble: he may not, or says nothing.
    """
    text = plain_text(text, MOST_TEXT).strip()
    if not text:
        raise Trouble("table.bad_form", 400)
    if to and to != me.side and REFEREE not in me.roles:
        raise Trouble("table.not_for_you", 403)
    held.execute(sa.insert(talk).values(table_id=table, person=person, audience=to, text=text, at=stamp(now), hidden=0))


def heard(held: Connection, me: Standing, table: str) -> list[Row]:
    """What somebody hears of that: what is said to everybody, and what concerns his side; the referee hears all."""
    asked = sa.select(talk, people.c.name).join(people, people.c.id == talk.c.person).where(talk.c.table_id == table)
    if REFEREE not in me.roles:
        mine = (talk.c.audience == me.side) if SEAT in me.roles and me.side else sa.false()
        asked = asked.where(sa.or_(talk.c.audience == "", mine))
    return list(reversed(list(held.execute(asked.order_by(talk.c.id.desc()).limit(SHOWN)))))


def hide(held: Connection, table: str, number: int) -> None:
    """The referee takes something out: that it was said stays to be seen."""
    if not held.execute(sa.update(talk).where(talk.c.table_id == table, talk.c.id == number).values(hidden=1, text="")).rowcount:
        raise Trouble("table.none", 404)


def appeal(held: Connection, me: Standing, table: str, person: str, turn: int, sentence: str, text: str, now: datetime) -> None:
    """A side appeals against a sentence of its report."""
    text = plain_text(text, MOST_TEXT).strip()
    if not text or SEAT not in me.roles:
        raise Trouble("table.bad_form", 400)
    mine = sa.select(sa.func.count()).select_from(appeals)
    mine = mine.where(appeals.c.table_id == table, appeals.c.side == me.side, appeals.c.answer == "")
    if held.execute(mine).scalar_one() >= OPEN_APPEALS:
        raise Trouble("table.too_often", 429)
    held.execute(
        sa.insert(appeals).values(table_id=table, person=person, side=me.side, turn=turn, sentence=sentence, text=text, at=stamp(now),
                                  answer="")
    )  # fmt: skip


def appealed(held: Connection, me: Standing, table: str) -> list[Row]:
    """The appeals that somebody may read: those of his side; the referee all."""
    if REFEREE not in me.roles and SEAT not in me.roles:
        return []
    asked = sa.select(appeals, people.c.name).join(people, people.c.id == appeals.c.person).where(appeals.c.table_id == table)
    if REFEREE not in me.roles:
        asked = asked.where(appeals.c.side == me.side)
    return list(held.execute(asked.order_by(appeals.c.id)))


def answered(held: Connection, table: str, number: int, answer: str) -> None:
    """What the referee answers to an appeal."""
    text = plain_text(answer, MOST_TEXT).strip()
    if not text:
        raise Trouble("table.bad_form", 400)
    found = held.execute(sa.update(appeals).where(appeals.c.table_id == table, appeals.c.id == number).values(answer=text))
    if not found.rowcount:
        raise Trouble("table.none", 404)
