"""Walks at prices that a value of the rulebook says, which may depend on nothing but what the value is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import in_lockstep
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

WAYS = """\
game ways:
    play turn by each player in turn up to 6 times
kind player, seats: ann, bob
kind cell, grid(3, 2, closed)
let price((shut: cell), (start: cell), (goal: cell)) = 1
    is 0 when goal is {shut}
agenda turn by player:
    moving: player must act in moving
action close by player at cell:
    during moving
    when travel(cell(1, 1), cell(3, 1), price(cell)) is more than 2
"""


@pytest.mark.parametrize(("shut", "offered"), [("shut", 2), ("cell(2, 1)", 6)], ids=["the cell given", "a cell of its own"])
def test_a_price_that_reads_no_field(tmp_path: Path, shut: str, offered: int) -> None:
    """It is the board's own for some of what it is given, and not for the rest."""
    path = tmp_path / "ways.rules"
    path.write_text(WAYS.format(shut=shut), encoding="utf-8")
    program = program_of(path)
    machine = machine_of(program)
    assert [Position(machine, 1, executor).options for executor in ("interpreted", "compiled")] == [offered, offered]
    compared = in_lockstep(machine, Runner(compile_module(program)), 3)
    assert (compared.differs, compared.stopped) == ([], "")
