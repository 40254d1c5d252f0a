"""Sets that are kept as a match goes on: asked for by values too, looked up by numbers, and the same once within a condition."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")
STONES = """\
game stones:
    play turn by each player in turn up to 60 times
    events seen by everyone
kind player, seats: black, white
kind stone, up to 81
    owner: player
    column: 1 to 9
    row: 1 to 9
let lies(player, (across: 0 to 10), (up: 0 to 10)) = (1 if any stones where owner is player and column is across and row is up otherwise 0)
agenda turn by player:
    putting: player must act in putting
action put by player at (column: 1 to 9) on (row: 1 to 9):
    during putting
    when no stones where it.column is column and it.row is row
    create stone as fresh with owner player, column column, row row
    let run = 0
    let at = 0
    repeat 9 times:
        at becomes at + 1
        if any stones where owner is player and it.column is at and it.row is row: run becomes run + 1
        otherwise: run becomes 0
        if run is 4 or lies(player, column + 1, row + 1) + lies(player, column - 1, row - 1) is 2: player wins
"""


def test_whether_any_of_many_has_these_numbers(tmp_path: Path) -> None:
    """In a value, in a condition of an action, and in a loop with numbers that are no parameters."""
    path = tmp_path / "stones.rules"
    path.write_text(STONES, encoding="utf-8")
    program = program_of(path)
    plan = planned(program, ["words"])
    (lies,) = (f for f in plan.functions if f.name == "lies")
    (put,) = plan.actions
    (doing,) = (p for p in plan.procedures if p.name == "put")
    for asked in (lies.body, put.when, doing.body):
        assert any(isinstance(part, core.In) for part in nodes(asked))
    plays_alike(program, ["words"])
    plays_alike(program, list(ALL))


def test_a_value_asks_the_set_that_an_action_keeps(tmp_path: Path) -> None:
    rules = (
        "square is open_to player when square.owner is none and any neighbours where owner is player\n"
        "player is able_to_grow when any squares where it is open_to player\n"
        "action grow by player on square:\n    during moving\n    when square is open_to player\n    square.owner becomes player\n"
        "after move by man to square: square.owner becomes man.player\n"
    )
    when = "square in man.square.neighbours and (man.player is not able_to_grow or square.y is 3)"
    program = made(tmp_path, rules.replace("any neighbours", "any square.neighbours") + MOVE.format(when=when))
    plan = planned(program, ["words"])
    (able,) = (f for f in plan.functions if f.name == "able_to_grow")
    assert isinstance(able.body, core.Query) and isinstance(able.body.source, core.Apply)
    assert able.body.source.function in {part.function for a in plan.actions for part in nodes(a.values) if isinstance(part, core.Apply)}
    plays_alike(program, list(ALL))


def test_equal_searches_are_one_input(tmp_path: Path) -> None:
    rules = (
        "let stop(square, (heading: direction)) = first_on_ray(square, heading, squares where marked or owner is white)\n"
        "let closed = squares where stop(it, up) is not none and stop(it, down) is not none\n"
    )
    program = made(tmp_path, rules + MOVE.format(when="square in man.square.neighbours and square not in closed"))
    (closed,) = (f for f in planned(program, ["words"]).functions if f.name == "closed")
    (found,) = (part for part in nodes(closed.body) if isinstance(part, Straight))
    assert len(found.inputs) == 1
    plays_alike(program, list(ALL))
