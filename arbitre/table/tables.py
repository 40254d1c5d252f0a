"""Tables before and beside the match: made, joined, left, invited to; who sits where."""

from __future__ import annotations

import json
import secrets
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.people import hashed, new_id, plain_line
from arbitre.table.storage.news import gone_on
from arbitre.table.storage.schema import drafts, invitations, members, people, tables
from arbitre.table.storage.store import Store

ENTRIES = ("open", "invitation")
WATCHING = ("now", "delayed", "none")
SEAT, REFEREE, WATCHER = "seat", "referee", "watcher"
TEAM = "team"  # a seat beside the leader of a side
MOST_GATHERING = 20  # tables that one person may have waiting for players
MOST_AT_TABLE = 200
Row = sa.Row[Any]


def made(
    held: Connection, founder: str, name: str, sheet: dict[str, Any], looked: dict[str, Any], entry: str, watching: str, now: datetime
) -> str:  # fmt: skip
    """A new table; ``looked``: what :func:`arbitre.table.operations.look_into` found of its sheet."""
    if entry not in ENTRIES or watching not in WATCHING:
        raise Trouble("table.bad_form", 400)
    mine = sa.select(sa.func.count()).select_from(tables).where(tables.c.founder == founder, tables.c.state == "gathering")
    if held.execute(mine).scalar_one() >= MOST_GATHERING:
        raise Trouble("table.too_many", 429)
    table = new_id()
    sides = {side: {**titles, "bot": False} for side, titles in looked["sides"].items()}
    held.execute(
        sa.insert(tables).values(
            id=table, founder=founder, name=plain_line(name, 100), game=sheet["game"], entry=entry, watching=watching,
            sheet=json.dumps(sheet), hashes=json.dumps(looked["hashes"]), sides=json.dumps(sides), state="gathering", rules=None,
            record=None, position=0, revision=0, turn=0, due="", look="", fault="", made=stamp(now),
        )
    )  # fmt: skip
    return table


_AT_TABLE = sa.select(members).where(
    members.c.table_id == sa.bindparam("at"), members.c.person == sa.bindparam("who"), members.c.until == ""
)  # fmt: skip
_EVERYBODY = (
    sa.select(members, people.c.name)
    .join(people, people.c.id == members.c.person)
    .where(members.c.table_id == sa.bindparam("at"), members.c.until == "")
    .order_by(members.c.id)
)


def at_table(held: Connection, table: str, person: str) -> list[Row]:
    """What somebody is at a table now."""
    return list(held.execute(_AT_TABLE, {"at": table, "who": person}))


def everybody(held: Connection, table: str) -> list[Row]:
    """Who is at a table now, with his name."""
    return list(held.execute(_EVERYBODY, {"at": table}))


def join(held: Connection, row: Row, person: str, role: str, side: str, now: datetime) -> None:
    """Somebody takes a seat, or comes to watch, or to referee; the row of the table is locked.

    Whoever has refereed a match has seen all of it, and whoever has played a side knows what it hid: neither takes a seat elsewhere there.

    Raises:
        Trouble: he may not, or there is no such seat, or it is taken.
    """
    before = list(held.execute(sa.select(members).where(members.c.table_id == row.id, members.c.person == person)))
    now_there = [one for one in before if not one.until]
    if [(one.role, one.side) for one in now_there] == [(role, side)]:
        return
    begun, team = row.state != "gathering", role == TEAM
    role = SEAT if team else role
    if any(one.role == SEAT for one in now_there) or (role != WATCHER and any(one.role == REFEREE for one in now_there)):
        raise Trouble("table.is_there_already")
    if role == SEAT and begun and any(one.role == REFEREE or (one.role == SEAT and one.side != side) for one in before):
        raise Trouble("table.knows_too_much", 403)
    if role == REFEREE and begun and any(one.role == SEAT for one in before):
        raise Trouble("table.knows_too_much", 403)
    if role == SEAT and side not in json.loads(row.sides):
        raise Trouble("table.no_side", 404)
    here = everybody(held, row.id)
    if len(here) >= MOST_AT_TABLE:
        raise Trouble("table.full")
    leads = role == SEAT and not any(one.role == SEAT and one.side == side for one in here)
    if role == SEAT and leads is team:
        raise Trouble("table.no_leader" if team else "table.seat_taken")
    for one in now_there:
        held.execute(sa.update(members).where(members.c.id == one.id).values(until=stamp(now)))
    held.execute(
        sa.insert(members).values(table_id=row.id, person=person, role=role, side=side, leads=int(leads), since=stamp(now), until="")
    )


def leave(held: Connection, row: Row, person: str, now: datetime) -> None:
    """Somebody leaves a table, before the match begins or as one who only watches."""
    found = at_table(held, row.id, person)
    if row.state != "gathering" and any(one.role != WATCHER and (one.leads or one.role == REFEREE) for one in found):
        raise Trouble("table.ask_to_leave")
    for one in found:
        if one.leads:
            next_leader(held, row.id, one.side, person)
    held.execute(
        sa.update(members).where(members.c.table_id == row.id, members.c.person == person, members.c.until == "").values(until=stamp(now))
    )
    held.execute(sa.delete(drafts).where(drafts.c.table_id == row.id, drafts.c.person == person))


def release(held: Connection, row: Row, side: str, now: datetime) -> None:
    """Whoever plays a side leaves it, of a team its leader, whom another follows; his drafts go with him, what he has sealed stays.

    Raises:
        Trouble: nobody plays it.
    """
    here = [one for one in everybody(held, row.id) if one.role == SEAT and one.side == side and one.leads]
    if not here:
        raise Trouble("table.no_side", 404)
    next_leader(held, row.id, side, here[0].person)
    for one in here:
        held.execute(sa.update(members).where(members.c.id == one.id).values(until=stamp(now)))
        held.execute(sa.delete(drafts).where(drafts.c.table_id == row.id, drafts.c.person == one.person))


def next_leader(held: Connection, table: str, side: str, but: str) -> None:
    """Whoever has been longest in a team leads it instead of somebody; nobody, where he is alone."""
    team = [one for one in everybody(held, table) if one.role == SEAT and one.side == side and one.person != but]
    if team:
        lead(held, table, side, team[0].person)


def lead(held: Connection, table: str, side: str, person: str) -> None:
    """Somebody of a team becomes its leader: who sends what all have written.

    Raises:
        Trouble: he is not of that team.
    """
    there = (members.c.table_id == table, members.c.side == side, members.c.role == SEAT, members.c.until == "")
    if not held.execute(sa.select(members.c.id).where(*there, members.c.person == person)).first():
        raise Trouble("table.no_side", 404)
    held.execute(sa.update(members).where(*there).values(leads=sa.case((members.c.person == person, 1), else_=0)))


def sitting(held: Connection, table: str) -> dict[str, dict[str, str]]:
    """Who plays the sides, as a match by post has it: of a team its leader."""
    asked = (
        sa.select(members.c.side, people.c.name, people.c.lang, people.c.zone)
        .join(people, people.c.id == members.c.person)
        .where(members.c.table_id == table, members.c.role == SEAT, members.c.until == "", members.c.leads == 1)
    )
    return {row.side: {"name": row.name, "lang": row.lang, "zone": row.zone} for row in held.execute(asked)}


def set_bot(held: Connection, row: Row, side: str, bot: bool | str) -> None:
    """A bot plays a side, or does not; before the match begins.  ``bot``: its level, or is there one?"""
    sides = json.loads(row.sides)
    if row.state != "gathering":
        raise Trouble("table.not_gathering")
    if side not in sides:
        raise Trouble("table.no_side", 404)
    if bot and any(one.role == SEAT and one.side == side for one in everybody(held, row.id)):
        raise Trouble("table.seat_taken")
    sides[side]["bot"] = bot
    held.execute(sa.update(tables).where(tables.c.id == row.id).values(sides=json.dumps(sides)))


def mark_bot(held: Connection, table: str, side: str, bot: bool) -> None:
    """Notes whether a bot plays a side of a match that has begun."""
    sides = json.loads(held.execute(sa.select(tables.c.sides).where(tables.c.id == table)).scalar_one())
    sides[side]["bot"] = bot
    held.execute(sa.update(tables).where(tables.c.id == table).values(sides=json.dumps(sides)))


def cancel(held: Connection, row: Row) -> None:
    """Nothing more happens at a table."""
    if row.state in ("over", "cancelled"):
        raise Trouble(f"table.is_{row.state}")
    held.execute(
        sa.update(tables)
        .where(tables.c.id == row.id)
        .values(state="cancelled", look="", due="", position=tables.c.position + 1, revision=tables.c.revision + 1)
    )
    gone_on(held, row.id)


# ------------------------------------------------------------------------------------------------ invitations


def give_place(held: Connection, row: Row, giver: str, now: datetime) -> str:
    """A link by which one person takes somebody's own place, once; until then he keeps it.

    Raises:
        Trouble: he has no place that can be handed on.
    """
    mine = next((one for one in at_table(held, row.id, giver) if one.role in (SEAT, REFEREE)), None)
    if mine is None:
        raise Trouble("table.not_for_you", 403)
    return invite(held, row, mine.role, mine.side, now, giver)


def invite(held: Connection, row: Row, role: str, side: str, now: datetime, giver: str = "") -> str:
    """A link by which one person takes a place at a table, once; ``giver``: whose place it is until then."""
    if role not in (SEAT, TEAM, REFEREE, WATCHER) or (role in (SEAT, TEAM)) != (side in json.loads(row.sides)):
        raise Trouble("table.no_side", 404)
    if row.state in ("over", "cancelled"):
        raise Trouble(f"table.is_{row.state}")
    token, side = secrets.token_urlsafe(24), side if role in (SEAT, TEAM) else ""
    held.execute(
        sa.insert(invitations).values(hash=hashed(token), table_id=row.id, role=role, side=side, made=stamp(now),
                                      used="", giver=giver)
    )  # fmt: skip
    return token


def invited(held: Connection, token: str) -> Row:
    """An invitation that was not used yet.

    Raises:
        Trouble: there is none, or it was used.
    """
    row = held.execute(sa.select(invitations).where(invitations.c.hash == hashed(token))).first()
    if row is None or row.used:
        raise Trouble("table.no_invitation", 404)
    return row


def accept(store: Store, held: Connection, token: str, person: str, now: datetime) -> tuple[str, str]:
    """Takes the place that an invitation offers; it cannot be used again.  The table, and the side of a match that has begun."""
    found = invited(held, token)
    row = store.locked(held, found.table_id)
    if row is None or row.state in ("over", "cancelled"):
        raise Trouble("table.no_invitation", 404)
    taken = held.execute(
        sa.update(invitations).where(invitations.c.hash == found.hash, invitations.c.used == "").values(used=stamp(now))
    ).rowcount
    if not taken:
        raise Trouble("table.no_invitation", 404)
    if found.giver:
        follow(held, row, found, person, now)
    else:
        join(held, row, person, found.role, found.side, now)
    return str(row.id), found.side if row.record is not None and found.role == SEAT else ""


def follow(held: Connection, row: Row, found: Row, person: str, now: datetime) -> None:
    """Somebody takes the place of whoever hands it on: as leader of the same team, if that one led it.  His drafts go with him; what he has
    sealed stays.

    Raises:
        Trouble: the place is his no longer, or the other may not take it.
    """
    given = [one for one in at_table(held, row.id, found.giver) if (one.role, one.side) == (found.role, found.side)]
    if not given:
        raise Trouble("table.no_invitation", 404)
    if person == found.giver:
        raise Trouble("table.is_there_already")
    held.execute(sa.update(members).where(members.c.id == given[0].id).values(until=stamp(now)))
    held.execute(sa.delete(drafts).where(drafts.c.table_id == row.id, drafts.c.person == found.giver))
    team = found.role == SEAT and any((one.role, one.side) == (SEAT, found.side) for one in everybody(held, row.id))
    join(held, row, person, TEAM if team else found.role, found.side, now)
    if team and given[0].leads:
        lead(held, row.id, found.side, person)


def sides_of(row: Any) -> dict[str, dict[str, Any]]:
    """The sides of a table, with what each is called in each language, and whether a bot plays it."""
    found: dict[str, dict[str, Any]] = json.loads(row.sides)
    return found
