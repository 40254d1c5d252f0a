"""What the setup makes is kept from match to match where every match begins so, and made anew where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.core import Program
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")

GAME = """\
game trail:
    title en "Trail"
    play turn up to 3 times, then tie

kind walker, seats: ann, ben
    steps: 0 to 99
kind stone, up to 20
    weight: 0 to 99
kind match:
    fuse: 0 to 9

always short_fuse: match.fuse is LIMIT or less

event setup:
SETUP
agenda turn:
    walking: for each walker in walkers: stride walker
    ending:
        for each walker in walkers:
            if walker.steps is more than 8: walker wins

event stride walker:
    walker chooses stone from stones
    walker gains stone.weight steps
    discard stone
    match gains 1 fuse

event tie: nobody wins
"""
PLAIN = "    for each walker in walkers:\n        repeat 5 times: create stone with weight count(stones)\n"
DICE = PLAIN + "    roll d6 as thrown\n    match.fuse becomes thrown - 1\n"
ASKED = PLAIN + "    ann chooses stone from stones\n    ann.steps becomes stone.weight\n"
TIMED = PLAIN + "    match.fuse becomes 2 until end of turn\n"


def game(tmp_path: Path, setup: str, limit: int = 9) -> Program:
    path = tmp_path / "trail.rules"
    path.write_text(GAME.replace("SETUP\n", setup).replace("LIMIT", str(limit)), encoding="utf-8")
    return program_of(path)


@pytest.mark.parametrize(("setup", "kept"), [(PLAIN, 1), (DICE, 0), (ASKED, 0), (TIMED, 0)], ids=["plain", "dice", "asked", "timed"])
def test_matches_in_a_row_are_those_that_begin_anew(tmp_path: Path, setup: str, kept: int) -> None:
    program = game(tmp_path, setup)
    compiled = compile_module(program)
    row = Runner(compiled)
    matches = row.many(0, 40)
    assert row.number("OPENED") == kept
    for seed, match in enumerate(matches):
        assert Runner(compiled).many(seed, 1) == [match]
    assert len({match.turns for match in matches}) > 1 or len({match.winners for match in matches}) > 1


def test_matches_that_begin_elsewhere_open_anew(tmp_path: Path) -> None:
    program = game(tmp_path, PLAIN)
    row = Runner(compile_module(program))
    before = row.many(0, 20)
    match = Match(machine_of(program), 0, None, trace=False, start=False)
    match.state.cells[match.machine.layout.base[next(n for n, f in enumerate(program.fields) if f.name == "steps")]] = 8
    row.begin_at(match.state, setup=True)
    assert row.many(0, 20) != before
    row.begin_at(Match(machine_of(program), 0, None, trace=False, start=False).state, setup=True)
    assert row.many(0, 20) == before


def test_what_an_invariant_says_of_the_setup_holds_for_each_match(tmp_path: Path) -> None:
    """Not only for the first, though the first statement of the turn mends what is wrong."""
    path = tmp_path / "trail.rules"
    game(tmp_path, PLAIN + "    match.fuse becomes 5\n", limit=4)
    path.write_text(path.read_text().replace("    walking:", "    calming: match.fuse becomes 0\n    walking:"), encoding="utf-8")
    row = Runner(compile_module(program_of(path)))
    assert len(row.rows(0, 5)) > 0  # invariants are not looked at here
    assert row.number("OPENED") == 1
    assert row.many(0, 5) == []
