"""A map that is a table: places with a column for each way out, and kinds of pieces with the set of ways that they go."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.pipeline import ALL, planned
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
COLUMNS = 4
GAME = """\
game small:
    play turn by each player in turn up to 20 times
kind player, seats: white, black
kind way: nw, ne, sw, se
kind rank: white_man, black_man, king
    ways: any way
table of rank:
    name      | ways
    white_man | (nw, ne)
    black_man | (sw, se)
    king      | (nw, ne, sw, se)
kind spot (origin, target, prey): {names}
    nw: spot or none
    ne: spot or none
    sw: spot or none
    se: spot or none
    owner: player or none
    rank: rank or none
table of spot:
    name | nw | ne | sw | se
{table}
let beside(spot, way) = none
    is spot.nw when way is nw
    is spot.ne when way is ne
    is spot.sw when way is sw
    is spot.se when way is se
let walks(origin) = spots where owner is none and {ways} is it
let preys(origin) = spots where owner is not none and owner is not origin.owner and {ways} is it
let leaps(origin) = spots where owner is none and {ways} in preys(origin) and beside(beside(origin, way), way) is it
player is bound when any spots where it.owner is player and any leaps(it)
player is stuck when no spots where it.owner is player and (any walks(it) or any leaps(it))
event setup:
    for each spot in ({white}):
        spot.owner becomes white
        spot.rank becomes white_man
    for each spot in ({black}):
        spot.owner becomes black
        spot.rank becomes black_man
agenda turn by player:
    check:
        if player is stuck: nobody wins
    moving: player must act in moving
action move by player from origin to target:
    during moving
    when origin.owner is player
    when target in leaps(origin) or (target in walks(origin) and player is not bound)
    for each prey in preys(origin) where it in (target.nw, target.ne, target.sw, target.se) and target in leaps(origin):
        prey.owner becomes none
        prey.rank becomes none
    target.owner becomes player
    target.rank becomes (king if target.nw is none and target.ne is none or target.sw is none and target.se is none otherwise origin.rank)
    origin.owner becomes none
    origin.rank becomes none
"""


def made(tmp_path: Path, rows: int) -> core.Program:
    """A game on so many rows of four dark squares each."""

    def at(row: int, column: int) -> str:
        return f"s{row * COLUMNS + column}" if 0 <= row < rows and 0 <= column < COLUMNS else "none"

    table = []
    for row in range(rows):
        for column in range(COLUMNS):
            left = column - (row % 2)
            ways = at(row - 1, left), at(row - 1, left + 1), at(row + 1, left), at(row + 1, left + 1)
            table.append("    " + " | ".join((at(row, column), *ways)))
    names = [f"s{n}" for n in range(rows * COLUMNS)]
    path = tmp_path / "small.rules"
    ways = "any way in origin.rank.ways where beside(origin, way)"
    text = GAME.format(ways=ways, names=", ".join(names), table="\n".join(table), white=", ".join(names[-8:]), black=", ".join(names[:8]))
    path.write_text(text, encoding="utf-8")
    return program_of(path)


def test_a_map_of_columns_is_searched_all_at_once(tmp_path: Path) -> None:
    program = made(tmp_path, 7)
    (bound,) = (f for f in planned(program).functions if f.name == "bound")
    assert any(isinstance(node, Straight) for node in nodes(bound.body))
    plays_alike(program, list(ALL), seeds=10)


def test_what_is_asked_of_a_way_before_it_is_gone(tmp_path: Path) -> None:
    program = made(tmp_path, 5)
    (leaps,) = (f for f in planned(program, ["narrow"]).functions if f.name == "leaps")
    unions = [node for node in nodes(leaps.body) if isinstance(node, core.Query) and node.sink == "union"]
    assert unions and all(isinstance(union.where, core.In) for union in unions)
    plays_alike(program, ["narrow"])


def test_pieces_without_a_rank_are_told_as_they_are_written(tmp_path: Path) -> None:
    """A fault where a rank is lacking is the same with all passes."""
    program = made(tmp_path, 5)
    text = (tmp_path / "small.rules").read_text(encoding="utf-8").replace("        spot.rank becomes white_man\n", "")
    (tmp_path / "small.rules").write_text(text, encoding="utf-8")
    program = program_of(tmp_path / "small.rules")
    ends = [Runner(compile_module(program, passes=passes)).many(0, 4) for passes in (ALL, ())]
    assert ends[0] == ends[1] and all("‘ways’ is asked of none" in str(end) for end in ends[0])
