"""The mail address of somebody: confirmed by a code that was sent there; how often he is written to; that he wants no more."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from itsdangerous import BadSignature, Signer
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.delivery import queue
from arbitre.table.delivery.settings import Delivery, is_address
from arbitre.table.errors import Trouble
from arbitre.table.people import Person, hashed
from arbitre.table.storage.schema import addresses
from arbitre.words.phrases import of

DIGEST, IMMEDIATE, NONE = WAYS = ("digest", "immediate", "none")
LASTS = timedelta(hours=1)  # a code
GUESSES = 5
PAUSE = timedelta(minutes=5)  # between two mails of who wants them at once


def address_of(held: Connection, person: str) -> sa.Row[Any] | None:
    """What is known of somebody's address."""
    return held.execute(sa.select(addresses).where(addresses.c.person == person)).first()


def ask(held: Connection, person: Person, address: str, delivery: Delivery, now: datetime) -> None:
    """Another address: a code is sent there; until it is typed in, nothing else is.

    Raises:
        Trouble: that is no address.
    """
    address = address.strip()
    if not is_address(address):
        raise Trouble("table.bad_address", 400)
    code = f"{secrets.randbelow(10**6):06d}"
    before = address_of(held, person.id)
    held.execute(sa.delete(addresses).where(addresses.c.person == person.id))
    queue.drop(held, person.id, (queue.MAIL, queue.CODE))
    held.execute(
        sa.insert(addresses).values(
            person=person.id, address=address, since="", way=before.way if before is not None else DIGEST, next="",
            code=hashed(person.id + code), asked=stamp(now), tries=0,
        )
    )  # fmt: skip
    say = of(person.lang).say
    body = {"subject": say("table.code_subject"), "text": say("table.code_text", code=code, name=person.name), "lang": person.lang}
    queue.put(held, queue.CODE, person.id, message_id(delivery), address, body, now)


def confirm(held: Connection, person: Person, code: str, hour: int, now: datetime) -> bool:
    """The address is his if he knows the code; False if he does not, and may try again."""
    row = address_of(held, person.id)
    if row is None or not row.code or row.tries >= GUESSES or row.asked < stamp(now - LASTS):
        raise Trouble("table.no_code", 403)
    mine = sa.update(addresses).where(addresses.c.person == person.id)
    if not secrets.compare_digest(hashed(person.id + code.strip()), row.code):
        held.execute(mine.values(tries=row.tries + 1))
        return False
    held.execute(mine.values(since=stamp(now), code="", asked="", tries=0, next=first(row.way, person.zone, hour, now)))
    return True


def choose(held: Connection, person: Person, way: str, hour: int, now: datetime) -> None:
    """How often he is written to; what happened while he wanted nothing is not told afterwards."""
    row = address_of(held, person.id)
    if way not in WAYS or row is None:
        raise Trouble("table.bad_form", 400)
    since = stamp(now) if row.since and row.way == NONE else row.since
    held.execute(sa.update(addresses).where(addresses.c.person == person.id).values(way=way, since=since,
                                                                                   next=first(way, person.zone, hour, now)))  # fmt: skip
    if way == NONE:
        queue.drop(held, person.id, (queue.MAIL,))


def remove(held: Connection, person: str) -> None:
    """Nothing is known of it any more."""
    held.execute(sa.delete(addresses).where(addresses.c.person == person))
    queue.drop(held, person, (queue.MAIL, queue.CODE))


def stop(held: Connection, person: str) -> None:
    """No more mails, as one asks for by the link in each of them."""
    held.execute(sa.update(addresses).where(addresses.c.person == person).values(way=NONE))
    queue.drop(held, person, (queue.MAIL,))


def first(way: str, zone: str, hour: int, now: datetime) -> str:
    """When he is written to next at the earliest: at once, or at that hour of his clock."""
    if way != DIGEST:
        return ""
    here = now.astimezone(ZoneInfo(zone))
    then = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    while then.astimezone(UTC) <= now:
        then = (then.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=ZoneInfo(zone))
    return stamp(then)


# ------------------------------------------------------------------------------------------------ names and links


def message_id(delivery: Delivery) -> str:
    """A new name of a mail, which stays the same however often it is tried."""
    return f"<{secrets.token_hex(16)}@{delivery.sender.rpartition('@')[2] or 'localhost'}>"


def signer(secret: bytes) -> Signer:
    return Signer(secret, salt="arbitre mail", digest_method=hashlib.sha256)


def stop_key(secret: bytes, person: str) -> str:
    """What the link holds by which one asks for no more mails; it does nothing else."""
    return signer(secret).sign(person).decode()


def stopped_by(secret: bytes, key: str) -> str:
    """Whose link it is.

    Raises:
        Trouble: nobody's.
    """
    try:
        return signer(secret).unsign(key).decode()
    except (BadSignature, UnicodeDecodeError):
        raise Trouble("table.no_key", 404) from None
