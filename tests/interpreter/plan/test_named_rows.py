"""Rows that their numbers name: looked up in a table, asked for in a set, and found for all cells at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")


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
