"""A server of tables for tests: a database of either kind, a clock that is set by hand, and people with browsers."""

from __future__ import annotations

import atexit
import html
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
import uvicorn
from anyio.from_thread import BlockingPortal, start_blocking_portal
from httpx import Response
from starlette.testclient import TestClient

from arbitre.table import operations as deeds
from arbitre.table import people, tables
from arbitre.table.pool import Pool
from arbitre.table.storage.schema import METADATA, members, orders, settings, views
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.storage.store import Store
from arbitre.table.web.routes import service_app
from arbitre.table.web.server import Service, uvicorn_server
from arbitre.table.web.visit import signer

POSTGRES = os.environ.get("ARBITRE_TEST_POSTGRES", "postgresql://127.0.0.1:5432/test")
HERE = "http://127.0.0.1:8420"
BEGIN = datetime(2026, 11, 30, 12, tzinfo=UTC)
FIRST = "2026-12-01T20:00:00"
KINDS = ("sqlite", "postgres")
BATCH = 500


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """A database of its own: a file, or a schema of PostgreSQL that is dropped afterwards.  Without PostgreSQL the test is not run, but in
    CI it fails."""
    if kind == "sqlite":
        yield str(folder / "tables.db")
        return
    name = f"t{secrets.token_hex(6)}"
    admin = sa.create_engine(POSTGRES.replace("postgresql://", "postgresql+psycopg://"), connect_args={"connect_timeout": 5})
    try:
        with admin.begin() as held:
            held.execute(sa.text(f"CREATE SCHEMA {name}"))
    except sa.exc.OperationalError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"PostgreSQL does not answer at {POSTGRES}: set ARBITRE_TEST_POSTGRES")
    try:
        yield f"{POSTGRES}?options={quote(f'-csearch_path={name}')}"
    finally:
        with admin.begin() as held:
            held.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))
        admin.dispose()


def named(store: Store, name: str) -> int:
    """How many connections call themselves so."""
    with store.reading() as held:
        asked = sa.text("SELECT count(*) FROM pg_stat_activity WHERE application_name = :name")
        return int(held.execute(asked, {"name": name}).scalar_one())


def left_behind(store: Store, name: str) -> None:
    """Waits until PostgreSQL has noticed that the process that called itself so (``PGAPPNAME``) is dead: until then what it asked for last
    may still be done, and its locks hold."""
    if not store.postgres:
        return
    until = time.monotonic() + 60
    while named(store, name):
        assert time.monotonic() < until, "PostgreSQL does not notice that a process is dead"
        time.sleep(0.001)


class Lent:
    """A database of PostgreSQL that tests of one process use one after another: to make, migrate and drop one takes ten times as long as to
    empty it.  It is only used again once no connection to it is left."""

    def __init__(self) -> None:
        self.kept, self.name, self.url = ExitStack(), "", ""

    def take(self) -> str:
        if not self.url:
            self.name = f"lent_{secrets.token_hex(6)}"
            plain_url = self.kept.enter_context(database("postgres", Path()))
            self.own = Store(plain_url)
            self.own.migrate()
            self.kept.callback(self.own.close)
            # No test of these takes the server itself down: that a commit waits for the disk proves nothing to them.
            self.url = f"{plain_url}{quote(f' -capplication_name={self.name} -csynchronous_commit=off')}"
            self.empty()
        return self.url

    def give_back(self) -> None:
        """Empties it; a database that somebody is still connected to is dropped instead."""
        if self.alone():
            self.empty()
        else:
            self.close()

    def alone(self) -> bool:
        until = time.monotonic() + 1
        while (connected := named(self.own, self.name)) and time.monotonic() < until:
            time.sleep(0.001)
        return not connected

    def empty(self) -> None:
        with self.own.writing() as held:
            for one in reversed(METADATA.sorted_tables):
                held.execute(sa.delete(one))
                if one.autoincrement_column is not None:
                    ids = f"pg_get_serial_sequence('{one.name}', '{one.autoincrement_column.name}')"
                    held.execute(sa.text(f"SELECT setval({ids}, 1, false)"))

    def close(self) -> None:
        self.kept.close()
        self.kept, self.url = ExitStack(), ""


@cache
def migrated() -> bytes:
    """A file that migrations have made, without its secret: going through all of them again takes five times as long as copying it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        store = Store(str(file))
        store.migrate()
        with store.writing() as held:
            held.execute(sa.delete(settings))
        store.close()
        return file.read_bytes()


class Hall:
    """A server, its clock, and what people do with it."""

    def __init__(self, store: Store, address: str = HERE) -> None:
        file = Path(store.url.removeprefix("sqlite:///"))
        if not store.postgres and not file.exists():
            file.write_bytes(migrated())
        store.migrate()
        self.store, self.now = store, BEGIN
        self.service = Service(store, Pool(store, 0), address, clock=lambda: self.now)
        self.service.limits.clock = lambda: self.now.timestamp()
        self.app = service_app(self.service, sweeps=False)
        self.ids: dict[str, str] = {}

    def person(self, name: str, lang: str = "en") -> Browser:
        """Somebody with a guest's session."""
        with self.store.writing() as held:
            who = people.made(held, name, lang, "UTC", self.now)
            token = people.new_session(held, who, self.now)
        self.ids[name] = who
        browser = Browser(self)
        browser.client.cookies.set("arbitre", signer(self.service.secret).sign(token).decode())
        return browser

    def table(self, founder: str, seats: dict[str, str], game: str = "tictactoe", referee: str = "", entry: str = "open",
              watching: str = "now", start: bool = True, **terms: Any) -> str:  # fmt: skip
        """A table with these people at it; sides that nobody plays are bots."""
        sheet = {"game": game, "options": {}, "extensions": [], "deadlines": {"first": FIRST, "every": "1 day", "early": True, **terms}}
        looked = deeds.look_into(game, {}, [], {"deadlines": sheet["deadlines"]}, self.now)
        with self.store.writing() as held:
            table = tables.made(held, self.ids[founder], "A table", sheet, looked, entry, watching, self.now)
            for name, side in seats.items():
                tables.join(held, self.row(held, table), self.ids[name], tables.SEAT, side, self.now)
            if referee:
                tables.join(held, self.row(held, table), self.ids[referee], tables.REFEREE, "", self.now)
            for side in looked["sides"]:
                if side not in seats.values():
                    tables.set_bot(held, self.row(held, table), side, True)
        if start:
            deeds.start(self.store, table, self.now)
        return table

    def row(self, held: Any, table: str) -> Any:
        return held.execute(sa.select(table_rows).where(table_rows.c.id == table)).one()

    def stands(self, table: str) -> Any:
        """The row of a table now."""
        with self.store.reading() as held:
            return self.row(held, table)

    def sealed(self, table: str, side: str) -> str:
        with self.store.reading() as held:
            return str(held.execute(sa.select(orders.c.state).where(orders.c.table_id == table, orders.c.side == side)).scalar())

    def deliver(self, table: str, side: str, mail: str, **parts: Any) -> Any:
        """What a side hands in, past the pages."""
        row = self.stands(table)
        return deeds.deliver(self.store, table, side, mail, "en", self.now, row.turn, row.position, **parts)

    def pass_days(self, days: float = 1) -> None:
        self.now += timedelta(days=days)

    def asked(self, table: str) -> list[str]:
        """The sides that are asked something."""
        with self.store.reading() as held:
            from arbitre.table import matches

            return [duty.side for duty in matches.opened(held, self.row(held, table), {}).duties()]


@cache
def event_loop() -> BlockingPortal:
    """The loop that answers all requests of this process, as in a server: to begin and end one for each request takes as long as the
    request."""
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(start_blocking_portal())


@contextmanager
def served(url: str) -> Iterator[Hall]:
    """A hall that browsers reach: its clock is set by hand, and nothing is due by itself."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    hall = Hall(Store(url), f"http://127.0.0.1:{port}")
    server = uvicorn_server(hall.service, uvicorn.Config(hall.app, port=port, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.02)
        yield hall
    finally:
        server.should_exit = True
        thread.join()
        hall.store.close()


class Browser:
    """A browser without scripts."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.client = TestClient(hall.app, base_url=HERE, follow_redirects=False)
        self.client.portal = event_loop()

    def get(self, path: str, **headers: str) -> Response:
        return self.client.get(path, headers=headers)

    def csrf(self) -> str:
        """The token that forms of this browser carry."""
        found = re.search(r'name="csrf" value="(\w+)"', self.get("/login").text)
        assert found is not None
        return found[1]

    def post(self, path: str, csrf: str | None = None, headers: dict[str, str] | None = None, **form: str) -> Response:
        """A form, as the page sends it."""
        form = {name.replace("_", " ") if name.startswith("option_") else name: value for name, value in form.items()}
        return self.client.post(path, data={"csrf": self.csrf() if csrf is None else csrf, **form}, headers=headers)

    def orders(self, table: str, do: str, text: str = "") -> Response:
        row = self.hall.stands(table)
        return self.post(f"/t/{table}/orders", do=do, orders=text, turn=str(row.turn), position=str(row.position))


def copied(store: Store, table: str, count: int) -> list[str]:
    """So many tables as one is now, with the same people and what they have sealed; its reports are not taken along."""
    out = [f"{table[:12]}{number:08x}" for number in range(count)]
    with store.writing() as held:
        for one in (table_rows, members, orders, views):
            key = "id" if one is table_rows else "table_id"
            rows = [row._asdict() for row in held.execute(sa.select(one).where(one.c[key] == table))]
            if one is members:
                rows = [{name: value for name, value in row.items() if name != "id"} for row in rows]
            for at in range(0, count if rows else 0, BATCH):
                held.execute(sa.insert(one), [{**row, key: name} for name in out[at : at + BATCH] for row in rows])
    return out


def plain(page: str) -> str:
    """The text of a page."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page))
