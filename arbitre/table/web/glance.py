"""Who asks for the page of a table, and all that the database has for him there, in one statement.

One statement sees one state of the database, and PostgreSQL answers it in one round trip, without a transaction around it.  What a side
keeps to itself is joined by the seat of whoever asks: that of others is not read.
"""

from __future__ import annotations

import json
from collections import namedtuple
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from arbitre.table import tables as places
from arbitre.table.people import hashed
from arbitre.table.storage.schema import drafts, members, orders, people, sessions, tables, views, votes
from arbitre.table.storage.store import Store

_SHOWN = [one for one in tables.c if one is not tables.c.record]
_MEMBER = (*(one.name for one in members.c), "name")
_VOTE = tuple(one.name for one in votes.c)
_ASKING = ("id", "name", "lang", "zone", "login", "blocked", "seen")

Table = namedtuple("Table", (*(one.name for one in _SHOWN), "begun"))  # type: ignore[misc]  # the columns are those of the schema
Member = namedtuple("Member", _MEMBER)  # type: ignore[misc]
Vote = namedtuple("Vote", _VOTE)  # type: ignore[misc]
Asking = namedtuple("Asking", _ASKING)  # type: ignore[misc]


class Glance(NamedTuple):
    """What was found: ``person`` and ``table`` are None where there is none.  ``own``: what the side of whoever asks is asked, whether it
    has sealed something, what, and what he is writing."""

    person: Any
    table: Any
    here: list[Any]
    votes: list[Any]
    own: tuple[str | None, str | None, str | None, str | None]


@cache
def _statement(postgres: bool) -> sa.Select[Any]:
    listed, one = (sa.func.json_agg, sa.func.json_build_array) if postgres else (sa.func.json_group_array, sa.func.json_array)
    at, mine = sa.bindparam("at", type_=sa.String), members.alias("mine")
    seat = sa.and_(mine.c.table_id == at, mine.c.person == people.c.id, mine.c.role == places.SEAT, mine.c.until == "")
    base = sa.select(sa.literal(1).label("one")).subquery("base")
    who = sa.join(sessions, people, people.c.id == sessions.c.person)
    beside = (
        sa.select(listed(one(*members.c, people_at.c.name)))
        .select_from(members.join(people_at, people_at.c.id == members.c.person))
        .where(members.c.table_id == at, members.c.until == "")
    )
    asked = sa.select(listed(one(*votes.c))).where(votes.c.table_id == at, votes.c.turn == tables.c.turn)
    return sa.select(
        *_SHOWN, tables.c.record.is_not(None),
        *(people.c[name] for name in _ASKING[:-1]), sessions.c.seen,
        beside.scalar_subquery(), asked.correlate(tables).scalar_subquery(),
        views.c.data, orders.c.state, orders.c.part, drafts.c.text,
    ).select_from(
        base.outerjoin(who, sessions.c.hash == sa.bindparam("token", type_=sa.String))
        .outerjoin(tables, tables.c.id == at)
        .outerjoin(mine, seat)
        .outerjoin(views, sa.and_(views.c.table_id == at, views.c.viewer == mine.c.side, views.c.lang == people.c.lang))
        .outerjoin(orders, sa.and_(orders.c.table_id == at, orders.c.side == mine.c.side))
        .outerjoin(drafts, sa.and_(drafts.c.table_id == at, drafts.c.person == people.c.id, mine.c.person.is_not(None)))
    )  # fmt: skip


people_at = people.alias("people_at")


def glance(store: Store, token: str, table: str) -> Glance:
    """All that the page of a table shows of the database to whoever has that session."""
    with store.glancing() as held:
        found = tuple(held.execute(_statement(store.postgres), {"token": hashed(token), "at": table}).first() or ())
    shown, at = len(_SHOWN) + 1, len(_SHOWN) + 1 + len(_ASKING)
    person: Any = Asking._make(found[shown:at])
    here, votes_at = (_rows(one) for one in found[at : at + 2])
    view, state, part, text = found[at + 2 :]
    return Glance(
        person if person.id is not None else None, Table._make(found[:shown]) if found[0] is not None else None,
        sorted(map(Member._make, here), key=lambda one: int(one.id)),
        sorted(map(Vote._make, votes_at), key=lambda one: (str(one.what), str(one.side))), (view, state, part, text),
    )  # fmt: skip


def _rows(said: Any) -> list[list[Any]]:
    """Rows of an array that a database has made of them, read by its driver or not."""
    return (json.loads(said) if isinstance(said, str) else said) or []
