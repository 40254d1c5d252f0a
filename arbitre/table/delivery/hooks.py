"""Webhooks: an address of somebody that is called when something happens at his tables, signed with a secret that both know.

A call tells what a feed tells: no report.  It goes to no address of the server's own network, whatever its name stands for just then.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import httpcore
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table.clock import stamp
from arbitre.table.delivery import queue
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import hooks, outbox
from arbitre.table.storage.schema import tables as table_rows

LONGEST = 1000  # characters of an address
PATIENCE = 10.0  # seconds of a call
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


class Forbidden(Exception):
    """That address is one of this network."""


def set_to(held: Connection, person: str, url: str, private: bool, now: datetime) -> str:
    """Another address to be called; its secret, shown once.  None from now on, if it is empty.

    Raises:
        Trouble: it is none that may be called.
    """
    held.execute(sa.delete(hooks).where(hooks.c.person == person))
    queue.drop(held, person, (queue.HOOK,))
    if not url.strip():
        return ""
    secret = secrets.token_urlsafe(32)
    held.execute(sa.insert(hooks).values(person=person, url=good(url.strip(), private), secret=secret, since=stamp(now)))
    return secret


def good(url: str, private: bool) -> str:
    """An address that may be called, as far as one sees it before its name is looked up."""
    try:
        said = urlsplit(url)
        port = said.port
    except ValueError:
        raise Trouble("table.bad_hook", 400) from None
    schemes = ("https", "http") if private else ("https",)
    if said.scheme not in schemes or not said.hostname or said.username is not None or len(url) > LONGEST or not url.isascii():
        raise Trouble("table.bad_hook", 400)
    if any(c <= " " for c in url) or said.fragment or (not private and port is not None and port != 443 and port < 1024):
        raise Trouble("table.bad_hook", 400)
    if not private and (said.hostname == "localhost" or forbidden(said.hostname)):
        raise Trouble("table.bad_hook", 400)
    return url


def forbidden(host: str) -> bool:
    """Is that the number of an address that is not in the public network?"""
    try:
        number = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(number, ipaddress.IPv6Address):
        inner = number.ipv4_mapped or number.sixtofour
        if number in TRANSLATED:
            inner = ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
        if inner is not None or number.teredo is not None:
            return number.teredo is not None or forbidden(str(inner))
    return not number.is_global or number.is_multicast or number.is_reserved


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone; the name is looked up once, and what was looked at is what is called."""

    def __init__(self, private: bool) -> None:
        self.private, self.inner = private, httpcore.AnyIOBackend()

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
                          socket_options: Iterable[Any] | None = None) -> httpcore.AsyncNetworkStream:  # fmt: skip
        found = await asyncio.wait_for(asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM), timeout)
        numbers = [str(one[4][0]) for one in found]
        if not self.private and any(forbidden(one) for one in numbers):
            raise Forbidden
        return await self.inner.connect_tcp(numbers[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(self, path: str, timeout: float | None = None,
                                  socket_options: Iterable[Any] | None = None) -> httpcore.AsyncNetworkStream:  # fmt: skip
        raise Forbidden

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


# ------------------------------------------------------------------------------------------------ called


def enter(held: Connection, address: str, now: datetime, most: int = 200) -> int:
    """A call for each thing that has happened and that somebody wants to be called for; how many."""
    asked = (
        sa.select(outbox, hooks.c.url, table_rows.c.name)
        .join(hooks, hooks.c.person == outbox.c.person)
        .join(table_rows, table_rows.c.id == outbox.c.table_id)
        .where(outbox.c.hooked == "", outbox.c.at >= hooks.c.since)
        .order_by(outbox.c.id)
        .limit(most)
    )
    if held.dialect.name == "postgresql":
        asked = asked.with_for_update(skip_locked=True, of=outbox)
    found = list(held.execute(asked))
    for one in found:
        body = {"table": one.table_id, "name": one.name, "what": one.what, "turn": one.turn, "at": one.at,
                "address": f"{address}/t/{one.table_id}"}  # fmt: skip
        queue.put(held, queue.HOOK, one.person, f"news-{one.id}-{secrets.token_hex(8)}", one.url, body, now)
    held.execute(sa.update(outbox).where(outbox.c.id.in_([one.id for one in found])).values(hooked=stamp(now)))
    return len(found)


def signed(secret: str, at: str, body: bytes) -> str:
    """What a call carries: HMAC-SHA256, under the secret, of the time, a dot and the body."""
    return "sha256=" + hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


async def call(pool: httpcore.AsyncConnectionPool, url: str, secret: str, key: str, body: bytes, now: datetime) -> int:
    """Calls an address; the status of its answer, of which nothing else is read."""
    at = str(int(now.timestamp()))
    headers: dict[bytes | str, bytes | str] = {
        "host": urlsplit(url).netloc, "content-type": "application/json", "content-length": str(len(body)), "connection": "close",
        "user-agent": "arbitre-table", "arbitre-delivery": key, "arbitre-time": at, "arbitre-signature": signed(secret, at, body),
    }  # fmt: skip
    patience = dict.fromkeys(("connect", "read", "write", "pool"), PATIENCE)
    async with asyncio.timeout(2 * PATIENCE), pool.stream("POST", url, headers=headers, content=body,
                                                          extensions={"timeout": patience}) as answer:  # fmt: skip
        return int(answer.status)
