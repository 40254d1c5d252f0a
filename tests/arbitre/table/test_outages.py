"""A thousand deadlines at once, a database that goes and comes back, and what one process tells another."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from httpx import ASGITransport, AsyncClient

from arbitre.cli.main import cli
from arbitre.table import operations as deeds
from arbitre.table import people, tables
from arbitre.table.pool import Down, Pool
from arbitre.table.storage.schema import outbox
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.storage.store import Store
from arbitre.table.web.server import Service
from tests.arbitre.table.hall import HERE, Hall, copied, database, served
from tests.arbitre.table.test_real_processes import overdue

MANY = 1000


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[str]:
    with database("postgres", tmp_path) as url:
        yield url


class Way:
    """What lies between a server and PostgreSQL: a port that can be closed, with all that goes through it, and opened again."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.behind, self.port = host, port, 0
        self.server: asyncio.Server | None = None
        self.open_ones: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self.server = await asyncio.start_server(self.passed, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Nobody gets through, and whoever was through is cut off."""
        assert self.server is not None
        self.server.close()
        for one in list(self.open_ones):
            one.transport.abort()

    async def passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner, outer = await asyncio.open_connection(self.host, self.behind)
        except OSError:
            writer.close()
            return
        self.open_ones |= {writer, outer}

        async def one_way(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while data := await source.read(65536):
                    target.write(data)
                    await target.drain()
            target.close()

        await asyncio.gather(one_way(reader, outer), one_way(inner, writer))
        self.open_ones -= {writer, outer}


async def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not await asyncio.to_thread(true):
        assert time.monotonic() < end, "it does not come about"
        await asyncio.sleep(0.05)


def resolved(hall: Hall, names: list[str]) -> int:
    """Of how many tables the turn is resolved; none of them may be stopped."""
    with hall.store.reading() as held:
        found = list(held.execute(sa.select(table_rows.c.state, table_rows.c.turn).where(table_rows.c.id.in_(names))))
    assert {row.state for row in found} == {"running"}
    return sum(row.turn == 2 for row in found)


# ------------------------------------------------------------------------------------------------ many at once


def restarted(hall: Hall, count: int) -> None:
    [one] = overdue(hall, 1)
    names = [one, *copied(hall.store, one, count - 1)]
    looked = []

    async def work() -> None:
        while found := await hall.service.sweep():
            looked.append(found)

    asyncio.run(work())
    assert sum(looked) == count and resolved(hall, names) == count
    with hall.store.reading() as held:
        told = sa.select(sa.func.count()).select_from(outbox).where(outbox.c.what == "resolved")
        assert held.execute(told).scalar_one() == 2 * count  # each of two people, once


def test_a_restart_with_more_overdue_than_are_looked_at_in_one_sweep(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds.due_now, "__defaults__", (7,))
    restarted(hall, 20)


@pytest.mark.more
def test_a_restart_with_a_thousand_overdue(hall: Hall) -> None:
    restarted(hall, MANY)


def test_whoever_asks_for_a_page_does_not_wait_for_all_that_is_overdue(hall: Hall) -> None:
    [one] = overdue(hall, 1)
    names = [one, *copied(hall.store, one, 11)]
    before = []

    async def work() -> None:
        sweep = asyncio.create_task(hall.service.sweep())
        while resolved(hall, names) < 2:  # it is in the midst of them
            await asyncio.sleep(0.01)
        await hall.service.pool.ask("journal", table=one, viewer="spectator", lang="en")
        before.append(resolved(hall, names))
        await sweep

    asyncio.run(work())
    assert before[0] < 8 and resolved(hall, names) == 12


def test_what_cannot_be_dealt_with_keeps_nobody_waiting(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """One table that gives trouble each time is put off, and the sweep comes to its end."""
    bad, good = overdue(hall, 2)
    resolve = deeds.resolve_if_due

    def troubled(store: Store, table: str, now: Any) -> Any:
        if table == bad:
            raise deeds.Trouble("table.busy")
        return resolve(store, table, now)

    monkeypatch.setitem(__import__("arbitre.table.worker", fromlist=["DEEDS"]).DEEDS, "resolve_if_due", troubled)
    assert [asyncio.run(hall.service.sweep()) for _ in range(2)] == [2, 0]
    assert resolved(hall, [good]) == 1 and deeds.due_now(hall.store, hall.now + deeds.AGAIN) == [bad]


# ------------------------------------------------------------------------------------------------ gone, and back


def test_connections_that_are_ended_are_made_anew(postgres: str, tmp_path: Path) -> None:
    hall = Hall(Store(postgres))
    [table] = overdue(hall, 1)
    with hall.store.engine.connect() as held:  # one that lies ready, and will be dead
        mine = held.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
    admin = sa.create_engine(hall.store.url)
    with admin.begin() as held:
        assert held.execute(sa.select(sa.func.pg_terminate_backend(mine, 5000))).scalar_one()  # waits for it
    admin.dispose()
    assert asyncio.run(hall.service.sweep()) == 1 and resolved(hall, [table]) == 1
    hall.store.close()


def test_a_server_stands_when_the_database_goes_and_comes_back(postgres: str, tmp_path: Path) -> None:
    """With processes of its own for the rules, over a way that is cut: pages say so, no table is stopped, deadlines are made up for."""
    behind = sa.make_url(postgres)
    hall = Hall(Store(postgres))
    names = overdue(hall, 3)
    browser = hall.person("Eve")
    cookie = {"cookie": f"arbitre={browser.client.cookies['arbitre']}"}

    async def work() -> None:
        way = Way(behind.host or "127.0.0.1", behind.port or 5432)
        await way.open()
        store = Store(behind.set(host="127.0.0.1", port=way.port).render_as_string(hide_password=False))
        service = Service(store, Pool(store, 1), HERE, clock=lambda: hall.now)
        from arbitre.table.web.routes import service_app

        app = await asyncio.to_thread(service_app, service, False)  # the loop is the way as well: it must not wait
        client = AsyncClient(transport=ASGITransport(app), base_url=HERE, headers=cookie)
        assert (await client.get("/")).status_code == 200 and "Eve" in (await client.get("/account")).text
        await service.pool.ask("journal", table=names[0], viewer="spectator", lang="en")
        await way.close()
        gone = await client.get("/account")
        assert gone.status_code == 503 and gone.headers["retry-after"] == "30" and "does not answer" in gone.text
        assert "error" in (await client.get("/api/tables")).json()
        with pytest.raises(Down):
            await service.pool.ask("resolve_if_due", table=names[0], now=hall.now.isoformat())
        assert not await service.look(names[0])
        watching = asyncio.create_task(service.watch())
        await asyncio.sleep(0.3)
        assert not watching.done() and await asyncio.to_thread(resolved, hall, names) == 0
        await way.open()
        await until(lambda: resolved(hall, names) == 3)
        assert "Eve" in (await client.get("/account")).text
        watching.cancel()
        await client.aclose()
        await service.pool.close()
        store.close()
        await way.close()

    asyncio.run(work())
    hall.store.close()


def test_a_command_says_that_the_database_is_not_there() -> None:
    url = "postgresql://someone:hunter2@127.0.0.1:9/none"
    for command in ("check", "serve"):
        done = CliRunner().invoke(cli, ["table", command, "--database", url, "--lang", "en"])
        assert done.exit_code == 1 and "does not answer" in done.output and "hunter2" not in done.output
        assert not isinstance(done.exception, sa.exc.SQLAlchemyError)


# ------------------------------------------------------------------------------------------------ told by another process


@contextlib.asynccontextmanager
async def program(hall: Hall, name: str, url: str) -> AsyncIterator[tuple[AsyncClient, Service]]:
    """A program of somebody, at a server of its own on the same database."""
    with hall.store.writing() as held:
        key = people.new_key(held, hall.ids[name], hall.now, "api")
    store = Store(url)
    service = Service(store, Pool(store, 0), HERE, clock=lambda: hall.now)
    from arbitre.table.web.routes import service_app

    listening = asyncio.create_task(service.news.listen())
    client = AsyncClient(transport=ASGITransport(service_app(service, sweeps=False)), base_url=HERE, timeout=60)
    client.headers["authorization"] = f"Bearer {key}"
    yield client, service
    listening.cancel()
    await client.aclose()
    store.close()


def test_who_waits_at_one_process_is_told_by_another(hall: Hall, url: str) -> None:
    [table] = overdue(hall, 1)
    position = hall.stands(table).position

    async def work() -> None:
        async with program(hall, "Ana", url) as (client, service):
            await asyncio.sleep(0.3)
            asked = asyncio.create_task(client.get(f"/api/t/{table}?after={position}"))
            await until(lambda: table in service.news.waiting)
            await asyncio.sleep(1.2)
            assert not asked.done()
            begun = time.monotonic()
            await asyncio.to_thread(deeds.resolve_if_due, hall.store, table, hall.now)
            answer = (await asked).json()
            assert (answer["turn"], answer["position"]) == (2, position + 1) and time.monotonic() - begun < 5
            assert not service.news.waiting and not service.waiting
            service.patience = 0.1
            assert (await client.get(f"/api/t/{table}?after={position + 1}")).json()["turn"] == 2  # nothing comes: it stands as it was
            assert (await client.get(f"/api/t/{table}?after=x")).status_code == 400

    asyncio.run(work())


def test_who_is_sent_away_meanwhile_is_told_nothing(hall: Hall, url: str) -> None:
    """And what somebody else seals wakes nobody: when he did it is his own affair."""
    for name in ("Ana", "Ben", "Cleo"):
        hall.person(name)
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, entry="invitation", early=False)
    with hall.store.writing() as held:
        tables.join(held, hall.row(held, table), hall.ids["Cleo"], tables.WATCHER, "", hall.now)

    async def work() -> None:
        async with program(hall, "Cleo", url) as (client, service):
            asked = asyncio.create_task(client.get(f"/api/t/{table}?after={hall.stands(table).position}"))
            await until(lambda: table in service.news.waiting)
            await asyncio.to_thread(hall.deliver, table, hall.asked(table)[0], "(1, 1)")
            await asyncio.sleep(1.5)
            assert not asked.done()
            with hall.store.writing() as held:
                tables.leave(held, hall.row(held, table), hall.ids["Cleo"], hall.now)
            hall.pass_days(2)
            await asyncio.to_thread(deeds.resolve_if_due, hall.store, table, hall.now)
            gone = await asked
            assert gone.status_code == 404 and set(gone.json()) == {"error"}

    asyncio.run(work())


def test_a_program_waits_only_so_often(hall: Hall, url: str) -> None:
    [table] = overdue(hall, 1)

    async def work() -> None:
        async with program(hall, "Ana", url) as (client, service):
            service.patience = 1.5
            path = f"/api/t/{table}?after={hall.stands(table).position}"
            found = await asyncio.gather(*(client.get(path) for _ in range(8)))
            assert sorted(one.status_code for one in found) == [200] * 5 + [429] * 3

    asyncio.run(work())


def test_a_server_that_ends_answers_who_waits(url: str) -> None:
    told: list[int] = []
    with served(url) as hall:
        hall.person("Ana")
        table = hall.table("Ana", {"Ana": "cross"}, early=False)
        with hall.store.writing() as held:
            key = people.new_key(held, hall.ids["Ana"], hall.now, "api")
        path, position = f"{hall.service.address}/api/t/{table}", hall.stands(table).position

        def ask() -> None:
            told.append(httpx.get(f"{path}?after={position}", headers={"authorization": f"Bearer {key}"}, timeout=60).status_code)

        waits = threading.Thread(target=ask)
        waits.start()
        while table not in hall.service.news.waiting:
            time.sleep(0.01)
        begun = time.monotonic()
    waits.join()
    assert told == [200] and time.monotonic() - begun < hall.service.patience / 2
