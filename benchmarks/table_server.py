"""`python -m benchmarks.table_server [--part NAME]... [--database NAME]... [--json]`: a server of tables with much to do, as it is started.

Servers are processes of ``arbitre table serve``; who reads and who writes are clients of this process, over HTTP on this machine, so that
all share its processors.  Tables are written as Markdown.

``many``: so many tables in progress: how long the server takes to begin, to look through them, how much memory its processes have, and
how long pages take while clients read and write, each a page, then a pause of a second on average.
``deadlines``: so many turns of Kollaball due at one moment, until the last is resolved.
``two``: the same on PostgreSQL by one process, and by two.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table import people, tables
from arbitre.table.clock import stamp
from arbitre.table.storage.schema import members, orders, outbox, views
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.storage.store import Store
from arbitre.table.web.visit import signer
from tests.arbitre.table.hall import database

Table = list[list[str]]
QUICK, SLOW = "tictactoe", "kollaball"
PLAYERS = 1000  # who share the tables
BATCH = 500
TURNS = 3  # that each match with a deadline has behind it
PAGE = 4096
SETTLES = 5.0  # seconds after a server answers until clients come


# ------------------------------------------------------------------------------------ tables


def table_of(store: Store, game: str, who: list[str], first: datetime, now: datetime) -> str:
    """A match of a game with these people on its first sides and bots on the others, begun; its first deadline, and one each day then."""
    deadlines = {"first": first.replace(tzinfo=None).isoformat(timespec="seconds"), "every": "1 day", "zone": "UTC"}
    looked = deeds.look_into(game, {}, [], {"deadlines": deadlines}, now)
    sheet = {"game": game, "options": {}, "extensions": [], "deadlines": deadlines}
    with store.writing() as held:
        table = tables.made(held, who[0], "A table", sheet, looked, "open", "now", now)
        for number, side in enumerate(looked["sides"]):
            row = store.locked(held, table)
            assert row is not None
            if number < len(who):
                tables.join(held, row, who[number], tables.SEAT, side, now)
            else:
                tables.set_bot(held, row, side, True)
    deeds.start(store, table, now)
    return table


def copied(store: Store, table: str, count: int, players: list[str]) -> list[str]:
    """So many tables as one is now, played by others."""
    out = [f"{table[:12]}{number:08x}" for number in range(count)]
    with store.writing() as held:
        for one in (table_rows, members, orders, views):
            key = "id" if one is table_rows else "table_id"
            rows = [row._asdict() for row in held.execute(sa.select(one).where(one.c[key] == table))]
            for at in range(0, count if rows else 0, BATCH):
                made = [{**row, key: name} for name in out[at : at + BATCH] for row in rows]
                if one is members:
                    made = [
                        {**row, "id": None, "person": players[number % len(players)]} for number, row in enumerate(made, at * len(rows))
                    ]
                    made = [{name: value for name, value in row.items() if name != "id"} for row in made]
                held.execute(sa.insert(one), made)
    return out


def players_of(store: Store, count: int, now: datetime) -> list[str]:
    with store.writing() as held:
        return [people.made(held, f"Player {number}", ("en", "fr")[number % 2], "UTC", now) for number in range(count)]


def cookies_of(store: Store, players: list[str], now: datetime) -> list[str]:
    """A session for each of them."""
    with store.writing() as held:
        made = [people.new_session(held, who, now) for who in players]
    sign = signer(store.secret())
    return [f"arbitre={sign.sign(token).decode()}" for token in made]


# ------------------------------------------------------------------------------------ servers


class Server:
    """A server as it is started, with its processes."""

    def __init__(self, url: str, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        begun = time.monotonic()
        command = [
            sys.executable,
            "-m",
            "arbitre",
            "table",
            "serve",
            "--database",
            url,
            "--port",
            str(self.port),
            "--workers",
            str(workers),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                assert self.process.poll() is None, "the server has ended"
                time.sleep(0.02)
        self.begun = time.monotonic() - begun

    def memory(self) -> tuple[float, float]:
        """Megabytes that it has in memory, and its processes for rules together."""
        return resident(self.process.pid), sum(map(resident, self.children()))

    def spent(self) -> float:
        """Seconds of processors that it has used, and its processes for rules."""
        return sum(used(one) for one in (self.process.pid, *self.children()))

    def children(self) -> list[int]:
        return [int(one) for one in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    def end(self) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


def used(pid: int) -> float:
    said = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(url: str, workers: int) -> Iterator[Server]:
    server = Server(url, workers)
    try:
        yield server
    finally:
        server.end()


# ------------------------------------------------------------------------------------ clients


class Client:
    """Somebody with a browser, over one connection."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.ways: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and body of an answer."""
        body = urlencode(form).encode() if form is not None else b""
        kind = "content-type: application/x-www-form-urlencoded\r\n" if form is not None else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncookie: {self.cookie}\r\n{kind}content-length: {len(body)}\r\n\r\n"
        )
        if self.ways is None or self.ways[1].is_closing() or self.ways[0].at_eof():
            self.ways = await asyncio.open_connection("127.0.0.1", self.port, limit=10**7)
        reader, writer = self.ways
        writer.write(head.encode() + body)
        heads = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        found = re.search(r"content-length: (\d+)", heads)
        content = await reader.readexactly(int(found[1])) if found else b""
        return int(heads.split()[1]), content.decode()


class Watch:
    """How long answers took, and which were none."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {"read": [], "write": []}
        self.errors: list[str] = []

    async def asked(self, sort: str, client: Client, method: str, path: str, form: dict[str, str] | None, fine: tuple[int, ...]) -> str:
        begun = time.monotonic()
        try:
            status, text = await client.ask(method, path, form)
        except (OSError, asyncio.IncompleteReadError) as error:
            client.ways = None
            self.errors.append(type(error).__name__)
            return ""
        self.took[sort].append(time.monotonic() - begun)
        if status not in fine:
            self.errors.append(f"{status} {path.partition('/t/')[0]}")
        return text


async def reads(watch: Watch, client: Client, mine: list[str], until: float, rng: random.Random) -> None:
    """Looks at one of his tables, now and then at the first page."""
    await asyncio.sleep(rng.random())
    while time.monotonic() < until:
        path = "/" if rng.random() < 0.1 else f"/t/{rng.choice(mine)}"
        await watch.asked("read", client, "GET", path, None, (200,))
        await asyncio.sleep(rng.expovariate(1))


async def writes(watch: Watch, client: Client, mine: list[str], until: float, rng: random.Random) -> None:
    """Opens a table, checks an order, sends it."""
    await asyncio.sleep(rng.random())
    while time.monotonic() < until:
        table = rng.choice(mine)
        page = await watch.asked("read", client, "GET", f"/t/{table}", None, (200,))
        hidden = dict(re.findall(r'name="(csrf|turn|position)" value="(\w+)"', page))
        if "position" in hidden:
            cell = f"({rng.randint(1, 3)}, {rng.randint(1, 3)})"
            for do in ("check", "send"):
                await asyncio.sleep(rng.expovariate(1))
                await watch.asked("write", client, "POST", f"/t/{table}/orders", {**hidden, "do": do, "orders": cell}, (200, 409, 422))
        await asyncio.sleep(rng.expovariate(1))


async def load(port: int, readers: int, writers: int, cookies: list[str], played: list[list[str]], seconds: float) -> Watch:
    """Clients that read and write for so long."""
    watch, rng = Watch(), random.Random(1)
    until = time.monotonic() + seconds
    jobs = []
    for number in range(readers + writers):
        client, work = Client(port, cookies[number]), reads if number < readers else writes
        jobs.append(work(watch, client, played[number], until, random.Random(rng.random())))
    await asyncio.gather(*jobs)
    return watch


# ------------------------------------------------------------------------------------ parts


def many(url: str, asked: argparse.Namespace) -> list[str]:
    """So many tables in progress."""
    store, now = Store(url), datetime.now(UTC)
    store.migrate()
    players = players_of(store, PLAYERS, now)
    table = table_of(store, QUICK, players[:2], now + timedelta(seconds=1), now)
    deeds.resolve_if_due(store, table, now + timedelta(seconds=2))
    copied(store, table, asked.tables - 1, players)
    clients = asked.readers + asked.writers
    cookies = cookies_of(store, players[:clients], now)
    with store.reading() as held:
        seats = sa.select(members.c.table_id, members.c.person, orders.c.state, views.c.data).select_from(
            members.join(views, sa.and_(views.c.table_id == members.c.table_id, views.c.viewer == members.c.side, views.c.lang == "en"))
            .outerjoin(orders, sa.and_(orders.c.table_id == members.c.table_id, orders.c.side == members.c.side))
        )  # fmt: skip
        found = list(held.execute(seats))
    played: dict[str, list[str]] = {who: [] for who in players}
    for row in found:
        if '"asked": true' in row.data or len(played[row.person]) < 3:
            played[row.person].append(row.table_id)
    begun = time.monotonic()
    for _ in range(5):
        assert deeds.due_now(store, datetime.now(UTC)) == []
    sweep = (time.monotonic() - begun) / 5
    with serving(url, 2) as server:
        time.sleep(SETTLES)
        before = server.spent()
        watch = asyncio.run(
            load(server.port, asked.readers, asked.writers, cookies, [played[who] for who in players[:clients]], asked.seconds)
        )
        (own, rules), cpu = server.memory(), server.spent() - before
    store.close()
    reading, writing = watch.took["read"], watch.took["write"]
    if watch.errors:
        print(f"errors: {sorted(set(watch.errors))}", file=sys.stderr)
    return [
        f"{server.begun:.1f}", f"{sweep * 1000:.1f}", f"{own:.0f} + {rules:.0f}", f"{(len(reading) + len(writing)) / asked.seconds:.0f}",
        f"{cpu / max(1, len(reading) + len(writing)) * 1000:.1f}",
        *(f"{quantile(one, 0.5) * 1000:.0f} / {quantile(one, 0.95) * 1000:.0f}" for one in (reading, writing)), str(len(watch.errors)),
    ]  # fmt: skip


def quantile(found: list[float], part: float) -> float:
    return sorted(found)[min(len(found) - 1, int(part * len(found)))] if found else float("nan")


def due(store: Store, count: int, at: datetime) -> list[str]:
    """So many turns that are due at a moment, of matches with some turns behind them; both captains have sealed what they choose."""
    now = at - timedelta(days=TURNS + 2)
    players = players_of(store, PLAYERS, now)
    table = table_of(store, SLOW, players[:2], at - timedelta(days=TURNS), now)
    for day in range(TURNS):
        deeds.resolve_if_due(store, table, at - timedelta(days=TURNS - day))
    with store.reading() as held:
        row = held.execute(sa.select(table_rows).where(table_rows.c.id == table)).one()
    assert row.turn == TURNS and row.due == stamp(at), (row.turn, row.due, stamp(at))
    return [table, *copied(store, table, count - 1, players)]


def resolving(url: str, count: int, servers: int, workers: int) -> tuple[float, float]:
    """Seconds from a moment until the last of so many turns due then is resolved, each once; and those of processors that all servers used
    meanwhile."""
    store = Store(url)
    store.migrate()
    at = (datetime.now(UTC) + timedelta(seconds=60)).replace(microsecond=0)
    names = due(store, count, at)
    with ExitStack() as ended:
        begun_servers = [ended.enter_context(serving(url, workers)) for _ in range(servers)]
        left = (at - datetime.now(UTC)).total_seconds()
        assert left > 1, "not ready in time"
        time.sleep(left)
        begun, waiting, before = time.monotonic(), count, sum(one.spent() for one in begun_servers)
        while waiting:
            time.sleep(0.25)
            with store.reading() as held:
                where = (table_rows.c.turn == TURNS, table_rows.c.state == "running")
                waiting = held.execute(sa.select(sa.func.count()).select_from(table_rows).where(*where)).scalar_one()
            assert time.monotonic() - begun < 600, f"{waiting} are left"
        spent, used_up = time.monotonic() - begun, sum(one.spent() for one in begun_servers) - before
    with store.reading() as held:
        told = held.execute(sa.select(sa.func.count()).select_from(outbox).where(outbox.c.what == "resolved", outbox.c.turn == TURNS))
        states = set(held.execute(sa.select(table_rows.c.state, table_rows.c.turn)).all())
        wanted = 2 * len(names)
        found = told.scalar_one()
    assert found == wanted and states == {("running", TURNS + 1)}, (found, wanted, states)
    store.close()
    return spent, used_up


@contextmanager
def fresh(kind: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="arbitre-") as folder, database(kind, Path(folder)) as url:
        yield url


def part_many(asked: argparse.Namespace) -> Table:
    head = f"{asked.tables:,} tables, {asked.readers} reading, {asked.writers} writing, {asked.seconds:.0f} s"
    out = [[head, "start, s", "sweep, ms", "memory, MB (server + rules)", "requests/s", "processor, ms a request",
            "a page, ms (median / p95)", "an order, ms (median / p95)", "errors"]]  # fmt: skip
    for kind in asked.database:
        with fresh(kind) as url:
            out.append([kind, *many(url, asked)])
    return out


def part_deadlines(asked: argparse.Namespace) -> Table:
    out = [[f"{asked.deadlines:,} turns of Kollaball due at once", "s", "a second", "processor, ms a turn"]]
    for kind in asked.database:
        with fresh(kind) as url:
            spent, used_up = resolving(url, asked.deadlines, 1, 2)
        out.append(
            [
                f"{kind}, one server, two processes for rules",
                f"{spent:.1f}",
                f"{asked.deadlines / spent:.1f}",
                f"{used_up / asked.deadlines * 1000:.0f}",
            ]
        )
    return out


def part_two(asked: argparse.Namespace) -> Table:
    out = [[f"{asked.deadlines:,} turns of Kollaball due at once, PostgreSQL", "s", "times"]]
    spent = []
    for servers in (1, 2):
        with fresh("postgres") as url:
            spent.append(resolving(url, asked.deadlines, servers, 1)[0])
        out.append(
            [f"{servers} server{'s' if servers > 1 else ''}, one process for rules each", f"{spent[-1]:.1f}", f"{spent[0] / spent[-1]:.2f}"]
        )
    return out


PARTS = {"many": part_many, "deadlines": part_deadlines, "two": part_two}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", action="append", choices=tuple(PARTS), help="these alone")
    parser.add_argument("--database", action="append", choices=("sqlite", "postgres"), help="these alone")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--deadlines", type=int, default=1_000)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--writers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    asked.database = asked.database or ["sqlite", "postgres"]
    found = {name: PARTS[name](asked) for name in asked.part or PARTS}
    if asked.json:
        print(json.dumps(found))
        return
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    for table in found.values():
        print("\n" + "\n".join([f"| {' | '.join(line)} |" + ("\n|" + "---|" * len(line) if not number else "")
                                for number, line in enumerate(table)]))  # fmt: skip


if __name__ == "__main__":
    main()
