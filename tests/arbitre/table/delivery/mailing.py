"""What tests of mails have in common: somebody with a confirmed address, and what is sent to him."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta

import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table.delivery.carrier import Carrier
from arbitre.table.delivery.settings import Delivery, Smtp
from arbitre.table.storage.schema import deliveries
from tests.arbitre.table.delivery.post_office import PostOffice, text_of
from tests.arbitre.table.hall import Browser, Hall

CELLS = ("(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)", "(3, 1)")
SENDER = "tables@example.org"


def sends(hall: Hall, office: PostOffice) -> None:
    """The server of the hall sends there."""
    hall.service.delivery = Delivery(Smtp("127.0.0.1", office.port, False), SENDER)


def round_of(hall: Hall) -> None:
    """What is to be sent now is sent."""
    asyncio.run(Carrier(hall.service).round())


def address_of(name: str) -> str:
    return f"{name.lower()}@example.net"


def confirmed(hall: Hall, office: PostOffice, name: str, browser: Browser, way: str = "digest") -> None:
    """Somebody gives his address, and types in the code that comes there."""
    hall.service.limits.left.clear()
    assert browser.post("/account/mail", address=address_of(name)).status_code == 303
    round_of(hall)
    code = re.search(r"\b(\d{6})\b", text_of(office.to(address_of(name))[-1]))
    assert code is not None
    assert browser.post("/account/mail/code", code=code[1]).status_code == 303
    if way != "digest":
        assert browser.post("/account/mail/way", way=way).status_code == 303


def moved(hall: Hall, table: str, cell: str) -> None:
    """A turn more, a minute later."""
    hall.now += timedelta(minutes=1)
    hall.deliver(table, hall.asked(table)[0], cell)
    deeds.resolve_if_due(hall.store, table, hall.now)


def waiting(hall: Hall) -> int:
    with hall.store.reading() as held:
        return int(held.execute(sa.select(sa.func.count()).select_from(deliveries).where(deliveries.c.done == "")).scalar_one())


def mailed(hall: Hall, office: PostOffice, way: str = "digest") -> Browser:
    """Ana, who gets mails, and Ben, who does not."""
    sends(hall, office)
    ana = hall.person("Ana")
    hall.person("Ben")
    confirmed(hall, office, "Ana", ana, way)
    return ana
