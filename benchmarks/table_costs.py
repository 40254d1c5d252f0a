"""`python -m benchmarks.table_costs`: processor of one page of a table, and of one turn of Kollaball that is resolved, in this process.

Time of the processor, not by the clock, so that what else the machine does counts little; and how many statements the database is sent.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table.pool import Pool
from arbitre.table.storage.schema import members
from arbitre.table.storage.store import Store
from arbitre.table.web.routes import service_app
from arbitre.table.web.server import Service
from benchmarks.table_server import cookies_of, copied, due, players_of, table_of
from tests.arbitre.table.hall import database

HOST = "127.0.0.1:8420"
PLAYERS, TABLES, PAGES, TURNS = 40, 400, 400, 40


@contextmanager
def counted(store: Store, each: int, found: list[str]) -> Iterator[None]:
    """Milliseconds of the processor and statements of each of so many."""
    sent = [0]

    def one(*_: Any) -> None:
        sent[0] += 1

    sa.event.listen(store.engine, "before_cursor_execute", one)
    begun = time.process_time()
    yield
    found += [f"{(time.process_time() - begun) / each * 1000:.1f}", f"{sent[0] / each:.0f}"]
    sa.event.remove(store.engine, "before_cursor_execute", one)


async def page(app: Any, path: str, cookie: str) -> None:
    """Asks for a page, past the network."""
    answers: list[dict[str, Any]] = []
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "http_version": "1.1",
             "headers": [(b"host", HOST.encode()), (b"cookie", cookie.encode())], "client": ("127.0.0.1", 1), "scheme": "http",
             "server": ("127.0.0.1", 8420), "root_path": ""}  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(event: dict[str, Any]) -> None:
        answers.append(event)

    await app(scope, receive, send)
    assert answers[0]["status"] == 200, answers


def pages(url: str) -> list[str]:
    """What pages of a table and first pages cost."""
    store, now, found = Store(url), datetime.now(UTC), list[str]()
    store.migrate()
    players = players_of(store, PLAYERS, now)
    table = table_of(store, "tictactoe", players[:2], now + timedelta(seconds=1), now)
    deeds.resolve_if_due(store, table, now + timedelta(seconds=2))
    copied(store, table, TABLES, players)
    cookies = dict(zip(players, cookies_of(store, players, now), strict=True))
    with store.reading() as held:
        seats = [(row.person, f"/t/{row.table_id}") for row in held.execute(sa.select(members.c.person, members.c.table_id))]
    app = service_app(Service(store, Pool(store, 0), clock=lambda: now), sweeps=False)
    rng = random.Random(1)

    async def asked(paths: list[tuple[str, str]]) -> None:
        for who, path in paths:
            await page(app, path, cookies[who])

    for some in (rng.choices(seats, k=PAGES), [(who, "/") for who, _ in rng.choices(seats, k=PAGES // 4)]):
        asyncio.run(asked(some[:20]))  # templates are made, connections opened
        with counted(store, len(some), found):
            asyncio.run(asked(some))
    store.close()
    return found


def turns(url: str) -> list[str]:
    """What a turn costs that is resolved, its reports written and its players told."""
    store, found = Store(url), list[str]()
    store.migrate()
    at = datetime.now(UTC).replace(microsecond=0)
    first, *names = due(store, TURNS + 1, at)
    later = at + timedelta(seconds=1)
    deeds.resolve_if_due(store, first, later)  # the rules are read
    with counted(store, len(names), found):
        for name in names:
            assert deeds.resolve_if_due(store, name, later)["resolved"]
    store.close()
    return found


def main() -> None:
    print("| | a page of a table, ms | statements | a first page, ms | statements | a turn of Kollaball, ms | statements |")
    print(f"|{'---|' * 7}")
    for kind in ("sqlite", "postgres"):
        found: list[str] = []
        for part in (pages, turns):
            with tempfile.TemporaryDirectory(prefix="arbitre-") as folder, database(kind, Path(folder)) as url:
                found += part(url)
        print(f"| {kind} | {' | '.join(found)} |")


if __name__ == "__main__":
    main()
