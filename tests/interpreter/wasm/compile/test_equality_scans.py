"""Rows of a dynamic kind, found by the value of a column, where that value may be an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import stepwise
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
GAME = """\
game trial:
    title en "Trial" fr "Épreuve"
    play turn up to 2 times
kind side, seats: red, blue
    friend: side or none
    found: 0 to 99
    number: 0 to 9
kind token, up to 20:
    mark: 0 to 9
    owner: side or none
let alike(side) = count(tokens where mark is 3 and it.owner is side.friend.friend)
let numbered(side) = count(tokens where it.owner is side and mark is side.friend.number + 1)
let held_by(side) = the tokens where it.owner is side.friend and mark is 3
let beyond(side) = count(tokens where held_by(side) is not none and it.owner is held_by(side).owner)
agenda turn:
    first:
        {first}
    then: red.found becomes {asked}
    last: red chooses number from 0 to 3
"""
TOKENS = "create token as a with owner blue, mark {mark}\n        create token as b with owner red, mark 3"
ASKED = ("alike(red)", "numbered(red)", "beyond(red)", "numbered(blue) + alike(blue)")
BEFORE = {
    "no tokens": "red.number becomes 2",
    "other tokens": "create token as a with owner blue, mark 2",
    "tokens": TOKENS.format(mark=3),
    "a friend": TOKENS.format(mark=1) + "\n        red.friend becomes blue\n        blue.friend becomes red",
}

FRIENDLESS = ("alike(red)", "numbered(red)", "numbered(blue) + alike(blue)")  # what asks a friend for something
FAILS = {(before, asked): before == "tokens" and asked in FRIENDLESS for before in BEFORE for asked in ASKED}
FAILS |= {("other tokens", "numbered(blue) + alike(blue)"): True}  # one is blue, so it is asked of it which number it must have


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("before", BEFORE)
def test_both_executors_find_or_fail(tmp_path: Path, before: str, asked: str) -> None:
    path = tmp_path / "trial.rules"
    path.write_text(GAME.format(first=BEFORE[before], asked=asked), encoding="utf-8")
    program = program_of(path)
    compared = stepwise(machine_of(program), Runner(compile_module(program)), 3)
    assert compared.differs == []
    assert bool(compared.stopped) == FAILS[before, asked]
