"""A match by post as it is stored: what is done with it gives another record, and the one before stays as it was.

A record is what a saved match holds (:mod:`arbitre.interpreter.match.save`), what sides have sealed included.  No clock, no files.
"""

from __future__ import annotations

from typing import Any

from arbitre.documents.model.book import Book
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.save import resume, to_data
from arbitre.post.mail import deliveries
from arbitre.post.mail import seals as sealing
from arbitre.post.mail.deliveries import Delivery
from arbitre.session.why.order_refusals import asked_for_orders

Record = dict[str, Any]


def deliver(record: Record, machine: Machine, seat: int, mail: str, lang: str, book: Book | None = None) -> tuple[Record, Delivery]:
    """The record with a mail taken as the orders of a side, and what was read of it; the same record if it is not accepted.

    Raises:
        ValueError: the side owes no orders, and has none that it could change.
    """
    match = resume(record, machine)
    if not deliveries.may_deliver(match, seat):
        raise ValueError("this side is not asked for orders")
    found = deliveries.delivered(match, seat, mail, lang, book)
    if not found.accepted:
        return record, found
    deliveries.hand_in(found, match, seat)
    return to_data(match), found


def withdraw(record: Record, machine: Machine, seat: int) -> Record:
    """The record without what a side has sealed; the same if it has sealed nothing."""
    match = resume(record, machine)
    return to_data(match) if sealing.take_back(match, seat) else record


def sealed(record: Record, machine: Machine, seat: int, lang: str) -> sealing.Sealed:
    """What a side has sealed, for its author."""
    return sealing.sealed(resume(record, machine), seat, lang)


def due(record: Record, machine: Machine) -> list[int]:
    """The sides that owe orders, in the order of their seats."""
    match = resume(record, machine)
    return [seat for seat in match.seats() if asked_for_orders(match, seat) is not None]
