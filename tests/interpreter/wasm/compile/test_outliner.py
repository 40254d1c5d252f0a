"""Parts of values that become functions of their own."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.wasm.compile.values.outliner import outlined
from arbitre.interpreter.wasm.compiler import compile_module

RULES = """\
game dots:
    title en "Dots" fr "Points"
    play turn up to 9 times, then draw
    events seen by everyone
kind player, seats: red, blue
kind match:
    mover: player = red
kind cell, king_grid(6, 6, closed)
    owner: player or none
let near(cell, player) = 0
    + count(those a in cell.neighbours where a.owner is player and a.x is not 3)
    + count(those b in cells where b.owner is player)
let far(cell, player) = cell.x + count(those c in cells where c.owner is player)
agenda turn:
    moving: match.mover must act in moving
    passing: match.mover becomes (blue if match.mover is red otherwise red)
action put by player on cell:
    during moving
    when cell.owner is none and near(cell, player) is more than far(cell, player) - 40
    cell.owner becomes player
event draw: nobody wins
"""


def test_parts_that_differ_in_the_slots_of_queries_alone_are_one(tmp_path: Path) -> None:
    """``b`` and ``c`` are counted alike, in two values that name other slots for them."""
    path = tmp_path / "dots.rules"
    path.write_text(RULES, encoding="utf-8")
    program = outlined(planned(program_of(path), []))[0]
    calls = [[part.function for part in nodes(f.body) if isinstance(part, core.Apply)] for f in program.functions[:2]]
    assert calls[0] == calls[1] and len(calls[0]) == 1
    assert [f.name.partition(".")[0] for f in program.functions[2:]].count("near") == 1
    made = compile_module(program_of(path))
    assert made.missing == {}
