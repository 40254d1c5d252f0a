"""Missed turns: a grace period, a warning, then a replacement, as the table says.

The terms of a table lie in its sheet beside what a match by post knows: ``after`` (so many turns missed in a row, 0 for never), ``by``
(``bot``, or ``open``: the seat is free for somebody else) and ``grace`` (how much longer, once a turn, somebody late is waited for).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.api.post import PostMatch
from arbitre.table import tables as places
from arbitre.table.clock import stamp
from arbitre.table.storage.outbox import tell
from arbitre.table.storage.schema import members

BOT, OPEN = "bot", "open"
BY = (BOT, OPEN)
OWN, SHARED = "own", "shared"  # drafts of a team
DRAFTS = (OWN, SHARED)
AFTER = ("0", "1", "2", "3", "5")
LONGER = {"": timedelta(), "1 h": timedelta(hours=1), "6 h": timedelta(hours=6), "12 h": timedelta(hours=12), "1 day": timedelta(days=1)}
NOBODY = "–"  # who plays a side that is free
Row = sa.Row[Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A match after a step: who has missed the turn, and what was done for him; or who is ``late``, and given longer."""

    match: PostMatch
    missed: dict[str, str]
    late: tuple[str, ...] = ()


def terms_of(row: Row) -> dict[str, Any]:
    """What a table says of those who say nothing."""
    said: dict[str, Any] = json.loads(row.sheet).get("terms", {})
    return {"after": 0, "by": BOT, "grace": "", "drafts": OWN, **said}


def missed_in_a_row(rounds: list[dict[str, Any]], side: str, since: str, away: str = "") -> int:
    """How many of the last turns a side has missed since its player came; turns in which it was asked nothing, or until ``away``, do not
    count either way."""
    turns: dict[int, bool] = {}
    for one in rounds:
        if one["at"] < since or one["at"] < away:
            continue
        if side in one["missed"]:
            turns[one["turn"]] = True
        elif any(who == side for who, _ in [*one["given"], *one.get("withheld", ())]):
            turns.setdefault(one["turn"], False)
    count = 0
    for turn in sorted(turns, reverse=True):
        if not turns[turn]:
            break
        count += 1
    return count


def put_off(row: Row, since: datetime, by: timedelta) -> datetime:
    """So much later by the clocks of the table: a day is a day when clocks are changed."""
    zone = ZoneInfo(json.loads(row.sheet)["deadlines"].get("zone") or "UTC")
    return since.astimezone(zone) + by if by % timedelta(days=1) == timedelta() else since + by


def given_longer(row: Row, match: PostMatch, now: datetime) -> Step | None:
    """The match with a later deadline, where somebody is late and the table has grace; once a turn, and not where the deadline was moved
    before."""
    grace = LONGER.get(terms_of(row)["grace"], timedelta())
    if not grace or not row.due or row.due > stamp(now):
        return None
    for one in reversed(match.record["journal"]):
        if one["what"] == "extended":
            return None
        if one["what"] == "resolved":
            break
    bots = {side for side, one in match.record["people"].items() if one.get("bot")}
    late = tuple(duty.side for duty in match.duties() if not duty.delivered and not duty.passed and duty.side not in bots)
    if not late:
        return None
    until = max(put_off(row, datetime.fromisoformat(row.due), grace), now + grace / 2)
    return Step(match.extend(until, "", now, once=True), {}, late)


def players(held: Connection, table: str, sides: Iterable[str]) -> list[str]:
    """Who plays these sides."""
    asked = sa.select(members.c.person).where(
        members.c.table_id == table, members.c.side.in_(list(sides)), members.c.role == places.SEAT, members.c.until == ""
    )
    return list(held.execute(asked).scalars())


def dealt_with(held: Connection, row: Row, match: PostMatch, missed: dict[str, str], now: datetime) -> PostMatch:
    """Warns whoever has missed a turn, or takes his side from him; what he has sealed stays sealed, and his drafts go with him."""
    terms = terms_of(row)
    for side in sorted(missed):
        asked = sa.select(members).where(
            members.c.table_id == row.id, members.c.side == side, members.c.role == places.SEAT, members.c.until == "", members.c.leads == 1
        )  # fmt: skip
        player = held.execute(asked).first()
        if player is None or player.away > stamp(now):
            continue
        count = missed_in_a_row(match.record["rounds"], side, player.since, player.away)
        if not terms["after"] or count < terms["after"] or match.over:
            tell(held, row.id, "missed", row.turn, now, [player.person])
            continue
        tell(held, row.id, "dropped", row.turn, now, [player.person])
        places.release(held, row, side, now)
        follows = places.sitting(held, row.id).get(side)
        bot = terms["by"] == BOT and follows is None
        places.mark_bot(held, row.id, side, bot)
        by: dict[str, Any] = follows or ({"name": "bot", "bot": True} if bot else {"name": NOBODY})
        match = match.replace(side, by, now)
        tell(held, row.id, "replaced", row.turn, now)
    return match
