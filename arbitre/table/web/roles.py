"""Who may do what: one table of routes and roles.  What is not in it is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table import tables as places
from arbitre.table.people import Person
from arbitre.table.storage.schema import tables

STRANGER, PERSON, WATCHER, SEAT, REFEREE, FOUNDER = "stranger", "person", "watcher", "seat", "referee", "founder"
ROLES = (STRANGER, PERSON, WATCHER, SEAT, REFEREE, FOUNDER)
ALL = frozenset({STRANGER, PERSON})
MINE = frozenset({PERSON})
SEEN = frozenset({WATCHER, SEAT, REFEREE, FOUNDER})

ALLOWED: dict[tuple[str, str], frozenset[str]] = {
    ("GET", "/"): ALL,
    ("GET", "/table.css"): ALL,
    ("GET", "/table.js"): ALL,
    ("GET", "/login"): ALL,
    ("POST", "/login"): ALL,
    ("GET", "/signup"): ALL,
    ("POST", "/signup"): ALL,
    ("POST", "/logout"): MINE,
    ("GET", "/account"): MINE,
    ("POST", "/account"): MINE,
    ("POST", "/account/password"): MINE,
    ("POST", "/account/key"): MINE,
    ("GET", "/back/{key}"): ALL,
    ("POST", "/back/{key}"): ALL,
    ("GET", "/i/{key}"): ALL,
    ("POST", "/i/{key}"): ALL,
    ("GET", "/new"): MINE,
    ("POST", "/new"): MINE,
    ("GET", "/t/{table}"): SEEN,
    ("GET", "/t/{table}/turns/{turn:int}"): SEEN,
    ("GET", "/t/{table}/news"): SEEN,
    ("GET", "/t/{table}/journal"): SEEN,
    ("GET", "/t/{table}/dice.json"): SEEN,
    ("POST", "/t/{table}/join"): MINE,
    ("POST", "/t/{table}/leave"): frozenset({WATCHER, SEAT, REFEREE}),
    ("POST", "/t/{table}/bot"): frozenset({FOUNDER}),
    ("POST", "/t/{table}/invite"): frozenset({SEAT, FOUNDER, REFEREE}),
    ("POST", "/t/{table}/start"): frozenset({FOUNDER}),
    ("POST", "/t/{table}/cancel"): frozenset({FOUNDER, REFEREE}),
    ("POST", "/t/{table}/orders"): frozenset({SEAT}),
    ("POST", "/t/{table}/manage"): frozenset({REFEREE}),
    ("POST", "/t/{table}/release"): frozenset({SEAT, REFEREE}),
    ("POST", "/t/{table}/leader"): frozenset({SEAT, REFEREE}),
    ("POST", "/t/{table}/away"): frozenset({SEAT}),
    ("POST", "/t/{table}/vote"): frozenset({SEAT}),
    ("GET", "/t/{table}/turns/{turn:int}/{form}"): SEEN,
    ("GET", "/t/{table}/why/{sentence}"): SEEN,
    ("GET", "/t/{table}/talk"): SEEN,
    ("POST", "/t/{table}/talk"): frozenset({SEAT, REFEREE}),
    ("POST", "/t/{table}/talk/hide"): frozenset({REFEREE}),
    ("POST", "/t/{table}/appeal"): frozenset({SEAT}),
    ("GET", "/t/{table}/ruling"): frozenset({REFEREE}),
    ("POST", "/t/{table}/ruling"): frozenset({REFEREE}),
    ("POST", "/account/feed"): MINE,
    ("GET", "/account/news"): MINE,
    ("POST", "/account/mail"): MINE,
    ("POST", "/account/mail/code"): MINE,
    ("POST", "/account/mail/way"): MINE,
    ("POST", "/account/hook"): MINE,
    ("GET", "/mail/{key}"): ALL,
    ("POST", "/mail/{key}"): ALL,
    ("GET", "/account/data.json"): MINE,
    ("POST", "/account/delete"): MINE,
    ("GET", "/feed/{key}"): ALL,
    ("POST", "/account/token"): MINE,
    ("GET", "/api/openapi.json"): ALL,
    ("GET", "/api/tables"): MINE,
    ("GET", "/api/t/{table}"): SEEN,
    ("GET", "/api/t/{table}/turns/{turn:int}"): SEEN,
    ("POST", "/api/t/{table}/orders"): frozenset({SEAT}),
}
# What a program may ask is what its person may do on the pages of tables; nothing there opens his account.
PAGES_ALONE = (("GET", "/t/{table}/ruling"), ("GET", "/t/{table}/news"))  # an empty form; and what /api/t/{table}?after= answers
ALLOWED |= {
    (method, f"/api{path}"): roles
    for (method, path), roles in list(ALLOWED.items())
    if (path.startswith("/t/{table}/") or (path == "/new" and method == "POST")) and (method, path) not in PAGES_ALONE
}


# A table as pages show it: that its match has begun, but not the record, which is long and holds the seed.
_TABLE: sa.Select[Any] = sa.select(
    *(one for one in tables.c if one is not tables.c.record), tables.c.record.is_not(None).label("begun")
).where(tables.c.id == sa.bindparam("at"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """What a visitor is: to the server, and to the table he asks for (its row without the record).

    ``viewer``: with whose eyes he reads, "" for nobody's; ``delayed``: he reads all turns but the last; ``leads``: he plays his side alone,
    or is the leader of its team.
    """

    roles: frozenset[str]
    row: sa.Row[Any] | None = field(default=None, repr=False)
    side: str = ""
    viewer: str = ""
    delayed: bool = False
    leads: bool = False


def turns_for(me: Standing) -> list[int]:
    """The turns whose reports somebody may read, the last first."""
    row = me.row
    if row is None or not me.viewer or not row.begun:
        return []
    last = int(row.turn) if row.state == "over" else int(row.turn) - 1
    if me.delayed and row.state != "over":
        last -= 1
    return list(range(last, 0, -1))


def allowed(method: str, path: str, roles: Iterable[str]) -> bool:
    """May somebody with these roles call that route?"""
    return bool(ALLOWED.get((method, path), frozenset()) & set(roles))


def standing(held: Connection, person: Person | None, table: str = "") -> Standing:
    """What somebody is to a table.  A table that he may not know of is none to him."""
    if not table:
        return Standing(frozenset({PERSON} if person is not None else {STRANGER}))
    row = held.execute(_TABLE, {"at": table}).first()
    return stands(person, row, places.at_table(held, table, person.id) if row is not None and person is not None else [])


def stands(person: Person | None, row: Any, here: Iterable[Any]) -> Standing:
    """What somebody is to a table of that row, at which he has these places now."""
    if row is None:
        return Standing(frozenset())
    roles, here = {PERSON} if person is not None else {STRANGER}, list(here)
    side = viewer = ""
    for one in here:
        roles.add(one.role)
        side, viewer = one.side or side, one.side if one.role == SEAT else viewer
    if any(one.role == REFEREE for one in here):
        viewer = "referee"
    if person is not None and row.founder == person.id:
        roles.add(FOUNDER)
    if row.entry == "open" and (row.watching != "none" or row.state == "gathering"):
        roles.add(WATCHER)
    if not roles & SEEN:
        return Standing(frozenset())
    if not viewer and row.watching != "none":
        viewer = "spectator"
    leads = any(one.leads for one in here)
    return Standing(frozenset(roles), row, side, viewer, viewer == "spectator" and row.watching == "delayed", leads)
