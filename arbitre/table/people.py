"""People: accounts with a password, guests with a key of their own, and sessions.

Of passwords, keys and sessions only hashes are stored.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy.engine import Connection

from arbitre.table.clock import is_zone, stamp
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import keys, people, sessions
from arbitre.words.phrases import LANGUAGES

HASHER = PasswordHasher()
NOBODY = HASHER.hash(secrets.token_hex(16))  # checked where there is no such account, so that both take as long
LASTS = timedelta(days=60)  # a session that is not used
SHORTEST, LONGEST = 10, 200  # characters of a password
MOST_NAME = 60
_LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in."""

    id: str
    name: str
    lang: str
    zone: str
    guest: bool
    seen: str


def hashed(token: str) -> str:
    """What is stored of a key that only its owner has."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """An identifier that nobody guesses."""
    return secrets.token_hex(10)


def plain_line(said: str, most: int = MOST_NAME) -> str:
    """A name or title as it is stored: one line, no signs that cannot be seen or that turn the writing round."""
    kept = "".join(c for c in said if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
    return " ".join(kept.split())[:most].strip()


def plain_text(said: str, most: int) -> str:
    """A text of several lines as it is stored."""
    said = said.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in said if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs", "Cn"))[:most]


def made(held: Connection, name: str, lang: str, zone: str, now: datetime, login: str = "", password: str = "") -> str:
    """A new person: with an account if a login and a password are given, else a guest.

    Raises:
        Trouble: the name, login or password will not do, or the login is taken.
    """
    name = plain_line(name)
    if not name:
        raise Trouble("table.no_name", 400)
    login = login.strip().lower()
    if login or password:
        if not _LOGIN.fullmatch(login):
            raise Trouble("table.bad_login", 400)
        if held.execute(sa.select(people.c.id).where(people.c.login == login)).first() is not None:
            raise Trouble("table.login_taken", 409)
    who = new_id()
    held.execute(
        sa.insert(people).values(
            id=who, name=name, login=login or None, password=HASHER.hash(good_password(password)) if login else None,
            lang=lang if lang in LANGUAGES else "en", zone=zone if is_zone(zone) else "UTC", made=stamp(now), blocked=0,
        )
    )  # fmt: skip
    return who


def good_password(password: str) -> str:
    """A password that is neither too short nor too long."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Trouble("table.bad_password", 400, least=SHORTEST, most=LONGEST)
    return password


def known(held: Connection, login: str, password: str) -> str | None:
    """Who has that login and that password."""
    row = held.execute(sa.select(people).where(people.c.login == login.strip().lower())).first()
    try:
        HASHER.verify(row.password if row is not None and row.password else NOBODY, password[:LONGEST])
    except (Argon2Error, InvalidHashError):
        return None
    return str(row.id) if row is not None and row.password and not row.blocked else None


def new_session(held: Connection, person: str, now: datetime) -> str:
    """A session for somebody, under a token that was never used before."""
    token = secrets.token_urlsafe(32)
    held.execute(sa.delete(sessions).where(sessions.c.seen < stamp(now - LASTS)))
    held.execute(sa.insert(sessions).values(hash=hashed(token), person=person, seen=stamp(now)))
    return token


def end_session(held: Connection, token: str) -> None:
    """The token opens nothing any more."""
    held.execute(sa.delete(sessions).where(sessions.c.hash == hashed(token)))


def end_sessions(held: Connection, person: str, but: str = "") -> None:
    """Ends all sessions of somebody, but for one."""
    held.execute(sa.delete(sessions).where(sessions.c.person == person, sessions.c.hash != hashed(but)))


_SIGNED_IN = (
    sa.select(people, sessions.c.seen).join(sessions, sessions.c.person == people.c.id).where(sessions.c.hash == sa.bindparam("token"))
)


def signed_in(held: Connection, token: str, now: datetime) -> Person | None:
    """Who has that session."""
    return welcome(held.execute(_SIGNED_IN, {"token": hashed(token)}).first(), now)


def welcome(row: Any, now: datetime) -> Person | None:
    """The person of a session's row, as long as the session lasts and nobody has shut him out."""
    if row is None or row.blocked or row.seen < stamp(now - LASTS):
        return None
    return Person(row.id, row.name, row.lang, row.zone, row.login is None, row.seen)


def touch(held: Connection, token: str, now: datetime) -> None:
    """A session that is used lasts."""
    held.execute(sa.update(sessions).where(sessions.c.hash == hashed(token)).values(seen=stamp(now)))


def bearer(held: Connection, key: str) -> Person | None:
    """For whom a program asks that has this key."""
    asked = sa.select(people, keys.c.made.label("seen")).join(keys, keys.c.person == people.c.id)
    row = held.execute(asked.where(keys.c.hash == hashed(key), keys.c.kind == "api", people.c.blocked == 0)).first()
    return Person(row.id, row.name, row.lang, row.zone, row.login is None, row.seen) if row is not None else None


def new_key(held: Connection, person: str, now: datetime, kind: str = "back") -> str:
    """A key with which a guest comes back, or a program asks for somebody; those of its kind before open nothing any more."""
    token = secrets.token_urlsafe(24)
    held.execute(sa.delete(keys).where(keys.c.person == person, keys.c.kind == kind))
    held.execute(sa.insert(keys).values(hash=hashed(token), person=person, made=stamp(now), kind=kind))
    return token


def owner_of(held: Connection, key: str) -> str | None:
    """Whose key it is."""
    asked = (
        sa.select(keys.c.person)
        .join(people, people.c.id == keys.c.person)
        .where(keys.c.hash == hashed(key), keys.c.kind == "back", people.c.blocked == 0)
    )
    row = held.execute(asked).first()
    return str(row.person) if row is not None else None


def change(held: Connection, person: str, name: str, lang: str, zone: str) -> None:
    """Another name, language or time zone."""
    name = plain_line(name)
    if not name:
        raise Trouble("table.no_name", 400)
    if lang not in LANGUAGES or not is_zone(zone):
        raise Trouble("table.bad_zone", 400)
    held.execute(sa.update(people).where(people.c.id == person).values(name=name, lang=lang, zone=zone))


def change_password(held: Connection, person: str, old: str, new: str) -> None:
    """Another password, for whoever knows the old one."""
    row = held.execute(sa.select(people.c.password).where(people.c.id == person)).first()
    try:
        HASHER.verify(row.password if row is not None and row.password else NOBODY, old[:LONGEST])
    except (Argon2Error, InvalidHashError):
        raise Trouble("table.wrong_password", 403) from None
    held.execute(sa.update(people).where(people.c.id == person).values(password=HASHER.hash(good_password(new))))


def forget(held: Connection, person: str) -> None:
    """Nothing is left of somebody but that there was somebody."""
    held.execute(sa.delete(sessions).where(sessions.c.person == person))
    held.execute(sa.delete(keys).where(keys.c.person == person))
    held.execute(sa.update(people).where(people.c.id == person).values(name="–", login=None, password=None, blocked=1))
