"""Rows that their numbers name, and sets that are kept as a match goes on: looked up, asked for in a set, found for all cells at once."""

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


def test_a_row_that_numbers_name_is_asked_for_in_the_set(tmp_path: Path) -> None:
    rules = (
        "kind match\n    taken: any square\n"
        "let marks_at((x: -3 to 9), (y: -3 to 9)) = count(match.taken where it.x is x and it.y is y)\n"
        "let slope((x: -3 to 9), (y: -3 to 9)) = marks_at(x, y) + marks_at(x + 1, y) + marks_at(x + 2, y + 1)\n"
        "after move by man to square: match gains square\n"
        "after move by man to square when slope(square.x - 2, square.y) is 3: man.player wins\n"
    )
    program = made(tmp_path, rules + MOVE.format(when="square in man.square.neighbours and no men where it.square is square"))
    (asked,) = (f for f in planned(program, ["tables"]).functions if f.name == "marks_at")
    assert not any(isinstance(part, core.Query) for part in nodes(asked.body))
    assert any(isinstance(part, core.In) for part in nodes(asked.body))
    plays_alike(program, ["tables"])
    plays_alike(program, list(ALL))


def test_cells_found_by_their_numbers(tmp_path: Path) -> None:
    """Where a cell is found by numbers that are known for each cell, it is asked of all cells at once."""
    rules = (
        "let at((x: -3 to 9), (y: -3 to 9)) = the squares where it.x is x and it.y is y\n"
        "square is between_marks when at(square.x - 1, square.y) is not none and at(square.x - 1, square.y).marked"
        " and any squares where it.x is square.x + 1 and it.y is square.y and it.marked\n"
        "let gaps = squares where it is between_marks\n"
    )
    program = made(tmp_path, rules + MOVE.format(when="square in man.square.neighbours and square not in gaps"))
    (gaps,) = (f for f in planned(program, ["unique", "words"]).functions if f.name == "gaps")
    assert any(isinstance(part, Straight) for part in nodes(gaps.body))
    plays_alike(program, list(ALL))


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
        "let stops(square) = (1 if first_on_ray(square, up, squares where marked or owner is white) is not none otherwise 0)"
        " + (1 if first_on_ray(square, down, squares where marked or owner is white) is not none otherwise 0)\n"
        "let closed = squares where stops(it) is 2\n"
    )
    program = made(tmp_path, rules + MOVE.format(when="square in man.square.neighbours and square not in closed"))
    (closed,) = (f for f in planned(program, ["words"]).functions if f.name == "closed")
    (found,) = (part for part in nodes(closed.body) if isinstance(part, Straight))
    assert len(found.inputs) == 1
    plays_alike(program, list(ALL))
