"""What handlers share: database work outside the event loop, rate limits, the person who asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread
from sqlalchemy.engine import Connection
from starlette.concurrency import run_in_threadpool

from arbitre.table.errors import Trouble
from arbitre.table.web.roles import PERSON
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit

T = TypeVar("T")


async def reading(service: Service, work: Callable[[Connection], T]) -> T:
    """Work that reads, beside the loop."""

    def held() -> T:
        with service.store.reading() as connection:
            return work(connection)

    return await run_in_threadpool(held)


async def writing(service: Service, work: Callable[[Connection], T]) -> T:
    """Work in a transaction, beside the loop."""

    def held() -> T:
        with service.store.writing() as connection:
            return work(connection)

    return await anyio.to_thread.run_sync(held, limiter=service.writers)


def limited(service: Service, visit: Visit, what: str, burst: int, every: float) -> None:
    """Refuses who asks too often: by person, or by where he comes from."""
    host = visit.request.client.host if visit.request.client is not None else ""
    if not service.limits.allows(what, visit.person.id if visit.person is not None else host, burst, every):
        raise Trouble("table.too_often", 429)


def mine(visit: Visit) -> str:
    """Who asks; routes that call this are for people who are signed in."""
    if visit.person is None or PERSON not in visit.standing.roles:
        raise Trouble("table.not_for_you", 403)
    return visit.person.id
