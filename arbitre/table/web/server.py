"""The server: routes, of which each asks first who may call it, and the clock that resolves what is due."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from socket import socket
from types import MappingProxyType
from typing import Any

import anyio
import anyio.to_thread
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from arbitre.table import clock
from arbitre.table import operations as deeds
from arbitre.table.delivery.settings import Delivery
from arbitre.table.errors import Trouble
from arbitre.table.people import bearer, signed_in, touch
from arbitre.table.pool import Died, Down, Ended, Pool, Said
from arbitre.table.storage.news import News
from arbitre.table.storage.store import Store
from arbitre.table.web.gate import Gate, Limits
from arbitre.table.web.kept import Kept
from arbitre.table.web.roles import ALLOWED, allowed, standing
from arbitre.table.web.visit import Visit, token_of

REMEMBERED = timedelta(days=1)  # a session that is used lasts; that is written once a day
UNSIGNED = {"/mail/{key}"}  # called by mail programs: the link proves itself, and does one thing alone
THREADS = 8  # that ask the database; more of them only take turns
DEATHS = 3  # of the process of rules in a row, over one table, before that is stopped
SWEEP = 2.0  # seconds between two looks at what is due
LOG = logging.getLogger("arbitre.table")


@dataclass
class Service:
    """What handlers work with.  ``address``: under which people reach the server."""

    store: Store
    pool: Pool
    address: str = "http://127.0.0.1:8420"
    signup: bool = True
    delivery: Delivery = field(default_factory=Delivery)
    clock: Callable[[], datetime] = clock.now
    limits: Limits = field(default_factory=Limits)
    secret: bytes = b""
    patience: float = 25.0  # seconds for which a program may wait that a match goes on
    waiting: Counter[str] = field(default_factory=Counter)  # for whom so many programs wait
    called: Kept = field(default_factory=Kept)  # what sides have sealed, as it is called, each under a key of that side alone

    def __post_init__(self) -> None:
        self.news = News(self.store)
        self.writers = anyio.CapacityLimiter(4 if self.store.postgres else 1)  # a file has one at a time: they wait here, in their order
        self.deaths: Counter[str] = Counter()

    async def look(self, table: str) -> bool:
        """Resolves a table if it is due; what cannot be done in time stops it, with the match as it was.  False if the database has gone:
        then nothing is said of the table, and it is looked at again."""
        now = self.clock()
        try:
            await self.pool.ask("resolve_if_due", table=table, now=now.isoformat())
        except Down as error:
            LOG.warning("the database does not answer: %s", error)
            return False
        except Died:
            self.deaths[table] += 1
            LOG.warning("table %s: the process of its rules has died", table)
            if self.deaths[table] < DEATHS:
                return False  # somebody may have ended it who knew nothing of this table
            del self.deaths[table]
            await run_in_threadpool(self.stop, table, now)
        except Ended as error:
            LOG.warning("table %s could not be resolved: %s", table, error)
            await run_in_threadpool(self.stop, table, now)
        except (Trouble, Said) as trouble:
            LOG.info("table %s: %s", table, trouble.key if isinstance(trouble, Trouble) else "refused")
            await run_in_threadpool(deeds.put_off, self.store, table, now)
        else:
            self.deaths.pop(table, None)
        return True

    def stop(self, table: str, now: datetime) -> None:
        with self.store.writing() as held:
            row = self.store.locked(held, table)
            if row is not None and row.state == "running":
                deeds.stuck(held, table, "table.fault_ended", now)

    async def sweep(self) -> int:
        """Looks at everything that may be due; at how many tables it did.

        Only as many at once as there are processes, so that whoever asks for a page meanwhile is next; and in no order, so that two servers
        on one database seldom want the same.
        """
        found = await run_in_threadpool(deeds.due_now, self.store, self.clock())
        random.shuffle(found)
        left, done = iter(found), 0

        async def some() -> None:
            nonlocal done
            for table in left:
                if not await self.look(table):
                    return
                done += 1

        await asyncio.gather(*(some() for _ in range(max(1, self.pool.count))))
        return done

    async def watch(self) -> None:
        """Sweeps as long as the server runs, whatever happens to the database meanwhile."""
        while True:
            try:
                found = await self.sweep()
            except (sa.exc.SQLAlchemyError, OSError) as error:
                LOG.warning("the database does not answer: %s", type(error).__name__)
                found = 0
            except Exception as error:  # whatever it is, deadlines go on
                LOG.error("a sweep was broken off: %s", type(error).__name__)
                found = 0
            if not found:
                await asyncio.sleep(SWEEP)


Handler = Callable[[Service, Visit], Awaitable[Response]]
Load = Callable[[Connection, Visit], Any]
Look = Callable[[Service, Visit, str], None]


def application(
    service: Service, handlers: dict[tuple[str, str], Handler], sweeps: bool = True, beside: Iterable[Callable[[], Any]] = (),
    loads: Mapping[tuple[str, str], Load] = MappingProxyType({}), looks: Mapping[tuple[str, str], Look] = MappingProxyType({}),
) -> Any:  # fmt: skip
    """The application: a route for each handler, if the table of roles has it.  ``sweeps``: it resolves what is due, and does what goes on
    ``beside`` that.  ``loads``: what is read for a route, together with who asks; ``looks``: what finds out both at once."""
    service.secret = service.secret or service.store.secret()

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        if sweeps:
            await service.pool.begin()
        tasks = [asyncio.create_task(one()) for one in (service.watch, service.news.listen, *beside)] if sweeps else []
        yield
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await service.pool.close()

    routes = [
        Route(path, routed(service, method, path, handler, loads.get((method, path)), looks.get((method, path))), methods=[method])
        for (method, path), handler in handlers.items()
    ]
    unknown = [key for key in handlers if key not in ALLOWED]
    assert not unknown, f"routes that nobody may call: {unknown}"
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: lost, 405: lost})
    host = service.address.partition("://")[2].rstrip("/")
    return Gate(app, frozenset({host}), service.address.startswith("https"))


async def lost(request: Request, _: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "not found"}, 404)
    return PlainTextResponse("not found", 404)


def routed(
    service: Service, method: str, path: str, handler: Handler, load: Load | None = None, look: Look | None = None
) -> Callable[[Request], Awaitable[Response]]:
    """A handler behind the question who may call it."""

    program = path.startswith("/api/")

    def read(held: Connection, visit: Visit) -> Any:
        return load(held, visit) if load is not None and allowed(method, path, visit.standing.roles) else None

    async def endpoint(request: Request) -> Response:
        if request.method != method and not (request.method == "HEAD" and method == "GET"):
            return PlainTextResponse("not found", 404)
        visit = Visit(
            request, service.clock(), service.secret, service.address.startswith("https"), *token_of(request, service.secret), None
        )  # fmt: skip
        try:
            table = str(request.path_params.get("table", ""))
            if look is not None:
                await run_in_threadpool(look, service, visit, table)
            else:
                await run_in_threadpool(introduce, service, visit, table, program, read)
            if not allowed(method, path, visit.standing.roles):
                raise Trouble("table.not_for_you", 403) if visit.standing.roles else Trouble("table.none", 404)
            if method == "POST" and not program and path not in UNSIGNED:
                await visit.read_form()
            return await handler(service, visit)
        except Trouble as trouble:
            return refusal(visit, trouble.status, trouble.said(visit.lang), program)
        except Said as said:
            return refusal(visit, 409, said.sentences[visit.lang], program)
        except Ended:
            return refusal(visit, 503, visit.say("table.fault_ended"), program)
        except (Down, sa.exc.SQLAlchemyError) as error:
            LOG.warning("the database does not answer: %s", type(error).__name__)
            text, later = visit.say("table.no_database"), {"retry-after": "30"}
            return JSONResponse({"error": text}, 503, later) if program else PlainTextResponse(text, 503, later)

    return endpoint


def refusal(visit: Visit, status: int, text: str, program: bool) -> Response:
    """Why something is not done, as a page or for a program."""
    return JSONResponse({"error": text}, status) if program else visit.page("trouble", status, text=text)


def introduce(service: Service, visit: Visit, table: str, program: bool = False, load: Load | None = None) -> None:
    """Finds out who asks, and what he is to the table he asks for; ``load``: what is read besides, in the same transaction.  A program
    shows a key; its cookies are not looked at."""
    with service.store.reading() as held:
        if program:
            kind, _, key = visit.request.headers.get("authorization", "").partition(" ")
            visit.person = bearer(held, key.strip()) if kind.lower() == "bearer" else None
        else:
            visit.person = signed_in(held, visit.token, visit.now)
        visit.standing = standing(held, visit.person, table)
        visit.loaded = load(held, visit) if load is not None and visit.standing.roles else None
    if not program:
        remembered(service, visit)


def remembered(service: Service, visit: Visit) -> None:
    """The session of whoever asks lasts, since he uses it."""
    if visit.person is not None and visit.person.seen < clock.stamp(visit.now - REMEMBERED):
        with service.store.writing() as held:
            touch(held, visit.token, visit.now)


def uvicorn_server(service: Service, config: Any) -> Any:
    """The ``uvicorn.Server`` of a ``uvicorn.Config``; as it ends, those who wait for a match to go on are answered at once."""
    import uvicorn

    class AnsweringServer(uvicorn.Server):
        async def shutdown(self, sockets: list[socket] | None = None) -> None:
            service.news.wake_all()
            await super().shutdown(sockets)

    return AnsweringServer(config)
