"""That the match of a table has gone on, told to whoever waits for it, in this process and in others on the same database.

PostgreSQL says so itself (``NOTIFY``, heard once the transaction is done); a file is looked at every second, as long as somebody waits.
Only the name of the table is told: whoever waits asks again for what he may see.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.concurrency import run_in_threadpool

from arbitre.table.storage.schema import tables
from arbitre.table.storage.store import Store

CHANNEL = "arbitre_table"
EVERY = 1.0  # seconds between two looks at a file, and before PostgreSQL is asked again that has gone
LOG = logging.getLogger("arbitre.table")


def gone_on(held: Connection, table: str) -> None:
    """To be called in the transaction in which a match goes on."""
    if held.dialect.name == "postgresql":
        held.execute(sa.select(sa.func.pg_notify(CHANNEL, table)))


class News:
    """Who waits in this process, for which table."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting: dict[str, set[asyncio.Event]] = {}

    @contextlib.contextmanager
    def of(self, table: str) -> Iterator[asyncio.Event]:
        """Set when the match of a table goes on; to be taken before one looks how it stands."""
        mine = asyncio.Event()
        self.waiting.setdefault(table, set()).add(mine)
        try:
            yield mine
        finally:
            self.waiting[table].discard(mine)
            if not self.waiting[table]:
                del self.waiting[table]

    def wake(self, table: str) -> None:
        """The match of a table has gone on."""
        for one in self.waiting.get(table, ()):
            one.set()

    def wake_all(self) -> None:
        """Whoever waits looks for himself."""
        for table in list(self.waiting):
            self.wake(table)

    async def listen(self) -> None:
        """Hears what other processes say, as long as the server runs, whatever happens to the database meanwhile."""
        if not self.store.postgres:
            await self.poll()
        while True:
            try:
                await self.hear()
            except (psycopg.Error, OSError) as error:
                LOG.warning("the database does not answer: %s", type(error).__name__)
            self.wake_all()  # what was said meanwhile nobody has heard
            await asyncio.sleep(EVERY)

    async def hear(self) -> None:
        """Listens on one connection until it ends."""
        async with await psycopg.AsyncConnection.connect(self.store.plain_url, autocommit=True) as held:
            await held.execute(f"LISTEN {CHANNEL}")
            async for one in held.notifies():
                self.wake(one.payload)

    async def poll(self) -> None:
        """Looks at the file."""
        known: dict[str, int] = {}
        while True:
            await asyncio.sleep(EVERY)
            wanted = list(self.waiting)
            try:
                found = await run_in_threadpool(self.positions, wanted) if wanted else {}
            except (sa.exc.SQLAlchemyError, OSError) as error:
                LOG.warning("the database does not answer: %s", type(error).__name__)
                continue
            for table, position in found.items():
                if known.get(table, position) != position:
                    self.wake(table)
            known = found

    def positions(self, wanted: list[str]) -> dict[str, int]:
        """How often the records of these tables have changed."""
        with self.store.reading() as held:
            asked = sa.select(tables.c.id, tables.c.position)
            found = (held.execute(asked.where(tables.c.id.in_(wanted[at : at + 500]))) for at in range(0, len(wanted), 500))
            return {row.id: row.position for some in found for row in some}
