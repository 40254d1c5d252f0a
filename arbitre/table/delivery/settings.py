"""How a server sends: by which mail server, as whom, and where webhooks may go."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from arbitre.table.errors import Trouble

LOOPBACK = ("localhost", "127.0.0.1", "::1")
PORTS = {"smtp": 587, "smtps": 465}
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)*"
                      r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Smtp:
    """A mail server.  ``tls``: from the first byte (``smtps``); else it has to be turned on before anything is said, but for a server on
    this machine."""

    host: str
    port: int
    tls: bool
    login: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Delivery:
    """All of it; without ``smtp`` there are no mails.  ``hour``: when digests are sent, by the clock of each reader."""

    smtp: Smtp | None = None
    sender: str = ""
    hour: int = 7
    private: bool = False  # may webhooks go to addresses of this network?


def is_address(said: str) -> bool:
    """Can a mail be sent there?"""
    local, _, domain = said.rpartition("@")
    return len(said) <= 254 and len(local) <= 64 and "." in domain.strip(".") and bool(_ADDRESS.fullmatch(said))


def smtp_of(url: str) -> Smtp:
    """A mail server as ``smtp://LOGIN:PASSWORD@HOST:PORT`` or ``smtps://...`` names it.

    Raises:
        Trouble: that is none; what is said names no part of it, for it may hold a password.
    """
    try:
        said = urlsplit(url)
        port = said.port or PORTS[said.scheme]
    except (ValueError, KeyError):
        raise Trouble("table.bad_smtp", 400) from None
    if not said.hostname or said.path not in ("", "/") or said.query or said.fragment or (said.username and not said.password):
        raise Trouble("table.bad_smtp", 400)
    return Smtp(said.hostname, port, said.scheme == "smtps", unquote(said.username or ""), unquote(said.password or ""))


def delivery_of(smtp: str, sender: str, hour: int, private: bool) -> Delivery:
    """How a server sends, as its options say.

    Raises:
        Trouble: the mail server is none, or it is not said from whom mails come.
    """
    if smtp and not (is_address(sender) or re.fullmatch(r"[\w.+-]+@[\w-]+", sender)):
        raise Trouble("table.bad_sender", 400)
    return Delivery(smtp_of(smtp) if smtp else None, sender, hour, private)
