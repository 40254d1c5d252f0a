"""What changes under a running match: the clock, the rulebook, and the server that it is played on."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from arbitre.dsl.modules import library
from arbitre.table import matches
from arbitre.table import operations as deeds
from arbitre.table.errors import Trouble
from arbitre.table.storage import administration as keeping
from arbitre.table.storage.schema import outbox
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import KINDS, Hall, database, plain

CELLS = ("(1, 1)", "(2, 2)", "(1, 2)", "(3, 3)", "(1, 3)")  # cross wins with the last of them


def two(hall: Hall, **deadlines: object) -> str:
    for name in ("Ana", "Ben"):
        if name not in hall.ids:
            hall.person(name)
    return hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, **deadlines)


def test_a_clock_is_set_forth_and_back(hall: Hall) -> None:
    """A turn is resolved once, however the clock goes; nobody is told twice, and a deadline far away is brought back by the referee."""
    ana, referee = hall.person("Ana"), hall.person("Ref")
    hall.person("Ben")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Ref", early=False)
    before = hall.now
    hall.pass_days(40)  # forth, by mistake: one turn is resolved, not forty
    assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    assert not deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    far = hall.stands(table)
    assert far.turn == 2 and len(json.loads(far.record)["rounds"]) == 1 and far.due > hall.now.isoformat()
    hall.now = before  # and back
    assert not deeds.resolve_if_due(hall.store, table, hall.now)["resolved"] and deeds.due_now(hall.store, hall.now) == []
    assert "days" in plain(ana.get(f"/t/{table}").text).partition("deadline")[2][:200].lower()
    [side] = hall.asked(table)
    assert hall.deliver(table, side, CELLS[1])["receipt"]
    assert not deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    assert referee.post(f"/t/{table}/manage", do="extend", until="2026-12-03T20:00", why="The clock was wrong.").status_code == 303
    assert hall.stands(table).due == "2026-12-03T20:00:00+00:00"
    hall.pass_days(4)
    assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    row = hall.stands(table)
    assert len(json.loads(row.record)["rounds"]) == 2 and row.due == "2026-12-05T20:00:00+00:00"
    with hall.store.reading() as held:
        told = held.execute(sa.select(outbox.c.person, outbox.c.turn, outbox.c.at).where(outbox.c.what == "resolved")).all()
    assert len(told) == len(set(told)) == 2 * 3


def upgraded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the library is another, in which this game ends after one round."""
    new = folder / "rulebooks"
    shutil.copytree(library.LIBRARY, new)
    [file] = [path for path in new.rglob("tictactoe.rules") if "up to 9 times" in path.read_text()]
    file.write_text(file.read_text().replace("up to 9 times", "up to 1 times"))
    old = library.LIBRARY
    for module in list(sys.modules.values()):
        if vars(module).get("LIBRARY") is old:  # some modules make what they are asked for
            monkeypatch.setattr(module, "LIBRARY", new)
    matches._READY.clear()


def test_a_rulebook_is_upgraded_under_a_running_match(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that runs goes on with the text that was pinned when its table was made; one that waits says that its rules have changed."""
    running, waiting = two(hall), hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, start=False)
    pinned = json.loads(hall.stands(running).hashes)
    for cell in CELLS[:2]:
        hall.deliver(running, hall.asked(running)[0], cell)
        assert deeds.resolve_if_due(hall.store, running, hall.now)["resolved"]
    upgraded(tmp_path, monkeypatch)
    with pytest.raises(Trouble, match="rules_changed"):
        deeds.start(hall.store, waiting, hall.now)
    new = two(hall)
    assert {key for key, value in json.loads(hall.stands(new).hashes).items() if value != pinned[key]} != set()
    for table, cells in ((new, CELLS[:2]), (running, CELLS[2:])):
        for cell in cells:
            if hall.stands(table).state == "running":
                hall.deliver(table, hall.asked(table)[0], cell)
                assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    ends = {}
    for table in (new, running):
        row = hall.stands(table)
        with hall.store.reading() as held:
            ends[table] = row.state, matches.opened(held, row, {}).match.winners
    assert ends == {new: ("over", []), running: ("over", ["cross"])}
    assert json.loads(hall.stands(running).hashes) == pinned
    assert list(keeping.check(hall.store)) == [] and deeds.report(hall.store, running, "cross", 1, "en")["report"]


@pytest.mark.parametrize("target", KINDS)
def test_a_backup_while_matches_are_played_goes_on_elsewhere(hall: Hall, tmp_path: Path, target: str) -> None:
    """Whatever is played meanwhile, a backup holds one moment: every match in it stands as its record says, and goes on."""
    names, files, stop = [two(hall, early=False) for _ in range(4)], [], threading.Event()
    faults: list[BaseException] = []

    def play() -> None:
        try:
            for day in range(1, 200):
                for table in names:
                    row = hall.stands(table)
                    if row.state == "running" and not stop.is_set():
                        side = hall.asked(table)[0]
                        for cell in CELLS:
                            deeds.deliver(hall.store, table, side, cell, "en", hall.now, row.turn, row.position)
                        hall.now = hall.now.replace(month=12, day=min(31, day + 2))
                        deeds.resolve_if_due(hall.store, table, hall.now)
                if stop.is_set():
                    return
        except BaseException as error:
            faults.append(error)

    player = threading.Thread(target=play)
    player.start()
    for number in range(3):
        files.append(tmp_path / f"backup{number}")
        keeping.backup(hall.store, files[-1])
    stop.set()
    player.join(60)
    assert not player.is_alive() and faults == []
    for number, file in enumerate(files):
        folder = tmp_path / f"elsewhere{number}"
        folder.mkdir()
        with database(target, folder) as url:
            other = Store(url)
            keeping.restore(other, file)
            assert list(keeping.check(other)) == []
            there = Hall(other)
            there.now = hall.now.replace(year=2027)
            for table in names:
                row = there.stands(table)
                if row.state == "running":
                    assert deeds.resolve_if_due(other, table, there.now)["resolved"]
                    assert (there.stands(table).turn, there.stands(table).state) != (row.turn, row.state) or there.stands(
                        table
                    ).position > row.position
            other.close()
