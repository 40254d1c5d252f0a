"""Values that ask for themselves: how often they may, the same in both executors."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.lockstep import stepwise
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
GAME = """\
game sums:
    title en "Sums" fr "Sommes"
    play turn up to 2 times
kind side, seats: red, blue
    found: 0 to 99999
    picked: 0 to 3
let last((n: 0 to 999)) = (0 if n is 0 otherwise n + last(n - 1))
let start_off((n: 0 to 999)) = (0 if n is 0 otherwise start_off(n - 1) + n)
let lines((n: 0 to 999)) = 0
    + (lines(n - 1) + n) when n is 1 or more
let one((n: 0 to 999)) = (0 if n is 0 otherwise other(n - 1) + n)
let other((n: 0 to 999)) = (0 if n is 0 otherwise one(n - 1) + n)
let looking((n: 0 to 999)) = (0 if n is 0 otherwise total(looking(n - 1), sides where it is red) + n)
agenda turn:
    now: red.found becomes {asked}
    last: red chooses picked from 0 to 3
"""
ASKED = ("last", "start_off", "lines", "one", "looking")


def ruled(folder: Path, asked: str, times: int) -> Path:
    path = folder / "sums.rules"
    path.write_text(GAME.format(asked=f"{asked}({times})"), encoding="utf-8")
    return path


@pytest.mark.parametrize("asked", ASKED)
def test_a_value_may_ask_for_itself_often(asked: str, tmp_path: Path) -> None:
    program = program_of(ruled(tmp_path, asked, 199))
    allowed = sys.getrecursionlimit()
    match = Match(machine_of(program), seed=1)
    assert match.state.cells[machine_of(program).layout.base[0]] == 199 * 100
    assert sys.getrecursionlimit() == allowed  # as it was
    compared = stepwise(machine_of(program), Runner(compile_module(program)), 3)
    assert compared.differs == [] and not compared.stopped


@pytest.mark.parametrize("asked", [name for name in ASKED if name != "one"])
def test_beyond_that_both_executors_stop(asked: str, tmp_path: Path) -> None:
    program = program_of(ruled(tmp_path, asked, 200))
    with pytest.raises(RulebookError, match="asks for itself more than 200 times"):
        Match(machine_of(program), seed=1)
    assert stepwise(machine_of(program), Runner(compile_module(program)), 3).stopped
