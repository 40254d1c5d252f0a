"""Processes that are killed in the midst of resolving, two that resolve the same, and one that begins with much overdue."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table.pool import Ended, Pool
from arbitre.table.storage.schema import orders, outbox, reports
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Hall, copied, left_behind

CELL = "(1, 1)"
SWEEPER = """
import sys
from datetime import datetime
from arbitre.table import operations as deeds
from arbitre.table.storage.store import Store
store, now, done = Store(sys.argv[1]), datetime.fromisoformat(sys.argv[2]), 0
sys.stdin.readline()
for table in deeds.due_now(store, now):
    done += deeds.resolve_if_due(store, table, now)["resolved"]
print(done)
"""


def overdue(hall: Hall, count: int) -> list[str]:
    """Tables whose deadline is over, each with an order that is sealed; the clock is set past it."""
    for name in ("Ana", "Ben"):
        hall.person(name)
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, early=False)
    hall.deliver(table, hall.asked(table)[0], CELL)
    out = copied(hall.store, table, count - 1)
    hall.pass_days(2)
    return [table, *out]


def stands(hall: Hall, table: str) -> tuple[int, tuple[str, ...], int, int]:
    """Rounds that are played, what is sealed, reports, notices."""
    with hall.store.reading() as held:
        rounds = len(json.loads(hall.row(held, table).record)["rounds"])
        sealed = tuple(held.execute(sa.select(orders.c.state).where(orders.c.table_id == table).order_by(orders.c.state)).scalars())
        told = [
            held.execute(sa.select(sa.func.count()).select_from(one).where(one.c.table_id == table, *where)).scalar_one()
            for one, where in ((reports, ()), (outbox, (outbox.c.what == "resolved",)))
        ]
    return rounds, sealed, told[0], told[1]


def killed(hall: Hall, table: str, call: int) -> int:
    """Resolves in a process that kills itself at a call of a function; how many calls there are where it was not."""
    hall.store.close()
    reader, writer = os.pipe()
    name = f"killed {secrets.token_hex(6)}"
    child = os.fork()
    if not child:
        os.environ["PGAPPNAME"] = name
        count = 0

        def counted(frame: Any, event: str, _: Any) -> None:
            nonlocal count
            if event == "call":
                count += 1
                if count == call:
                    os.kill(os.getpid(), signal.SIGKILL)

        store = Store(hall.store.url)
        sys.setprofile(counted)
        deeds.resolve_if_due(store, table, hall.now)
        sys.setprofile(None)
        os.write(writer, str(count).encode())
        os._exit(0)
    os.close(writer)
    _, status = os.waitpid(child, 0)
    said = os.read(reader, 20)
    os.close(reader)
    assert os.WIFSIGNALED(status) or said
    left_behind(hall.store, name)
    return int(said or 0)


def kills(hall: Hall, points: int) -> None:
    tables = overdue(hall, points + 1)
    calls = killed(hall, tables[0], 0)
    after, before = stands(hall, tables[0]), stands(hall, tables[1])
    assert (before[0], before[1], before[3]) == (0, ("none", "sent"), 0) and (after[0], after[1], after[3]) == (1, ("none", "none"), 2)
    seen = set()
    for number, table in enumerate(tables[1:]):
        killed(hall, table, 1 + calls * (number + 1) // (points + 1))
        found = stands(hall, table)
        assert found in (before, after)
        seen.add(found)
        assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"] is (found == before)
        assert stands(hall, table) == after
    assert before in seen


def test_a_process_that_is_killed_has_resolved_all_or_nothing(hall: Hall) -> None:
    kills(hall, 8)


@pytest.mark.more
def test_a_process_that_is_killed_at_two_hundred_points(hall: Hall) -> None:
    kills(hall, 200)


@pytest.mark.more
def test_two_processes_resolve_each_deadline_once(hall: Hall) -> None:
    tables = overdue(hall, 40)
    both = [
        subprocess.Popen([sys.executable, "-c", SWEEPER, hall.store.url, hall.now.isoformat()], stdin=-1, stdout=-1, text=True)
        for _ in range(2)
    ]
    done = []
    for one in both:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    for one in both:
        done.append(int(one.communicate(timeout=120)[0]))
    assert sum(done) == 40
    assert {stands(hall, table)[0] for table in tables} == {1}


async def swept(hall: Hall) -> int:
    return await hall.service.sweep()


def test_a_server_that_begins_resolves_what_is_overdue(hall: Hall) -> None:
    import asyncio

    tables = overdue(hall, 5)
    assert asyncio.run(swept(hall)) == 5 and asyncio.run(swept(hall)) == 0
    assert {stands(hall, table)[0] for table in tables} == {1}


@pytest.mark.more
def test_rules_that_take_too_long_are_ended_and_the_next_are_played(hall: Hall) -> None:
    """The process of the rules is ended, nothing is stored, and another one answers."""
    import asyncio

    [table] = overdue(hall, 1)
    before = stands(hall, table)
    ask = {"table": table, "now": hall.now.isoformat()}

    async def told() -> Any:
        pool = Pool(hall.store, 1, patience=60.0)
        try:
            await pool.ask("journal", table=table, viewer="spectator", lang="en")
            process = pool.free.get_nowait()
            assert process is not None
            process.send_signal(signal.SIGSTOP)
            pool.free.put_nowait(process)
            pool.patience = 0.2
            with pytest.raises(Ended):
                await pool.ask("resolve_if_due", **ask)
            assert stands(hall, table) == before
            pool.patience = 60.0
            return await pool.ask("resolve_if_due", **ask)
        finally:
            await pool.close()

    assert asyncio.run(told())["resolved"]


def test_a_process_of_rules_that_dies_stops_no_table_at_once(hall: Hall) -> None:
    """Signals for the server do not end it; where it is killed all the same, the turn is tried again, but not for ever."""
    import asyncio

    [table] = overdue(hall, 1)
    before = stands(hall, table)
    service = hall.service
    service.pool = Pool(hall.store, 1)

    async def killed() -> None:
        await service.pool.begin()
        process = service.pool.free.get_nowait()
        assert process is not None
        service.pool.free.put_nowait(process)
        process.kill()

    async def work() -> None:
        await service.pool.begin()
        process = service.pool.free.get_nowait()
        assert process is not None
        service.pool.free.put_nowait(process)
        await service.pool.ask("journal", table=table, viewer="spectator", lang="en")
        for one in (signal.SIGINT, signal.SIGTERM):
            process.send_signal(one)
        await service.pool.ask("journal", table=table, viewer="spectator", lang="en")
        assert process.returncode is None
        for _ in range(2):
            await killed()
            assert not await service.look(table)
        assert hall.stands(table).state == "running" and stands(hall, table) == before
        assert await service.look(table) and stands(hall, table)[0] == 1
        hall.pass_days(2)
        for _ in range(3):
            assert hall.stands(table).state == "running"
            await killed()
            await service.look(table)
        assert hall.stands(table).state == "stuck"
        await service.pool.close()

    asyncio.run(work())
