"""Conditions that limit a number: what they say of it, and numbers of an action that are tried between those limits alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import plays_alike

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.analysis.equalities import limit_of
from arbitre.interpreter.plan.pipeline import ALL

pytest.importorskip("wasmtime")
GAME = """\
game paces:
    play turn by each player in turn up to 40 times
    events seen by everyone
kind player, seats: white, black
    score: 0 to 500
kind man, many men, up to 20:
    owner: player
    column: 1 to 8
    row: 1 to 8
let most = count(men) / 2
event setup:
    let column = 1
    repeat 8 times:
        create man with owner white, column column, row 8
        create man with owner black, column column, row 1
        column becomes column + 1
agenda turn by player:
    moving: player must act in moving
action move by player with man to (column: 1 to 8) at (row: 1 to 8):
    during moving
    when man.owner is player
    when {when}
    when no men where it.column is column and it.row is row and (owner is player or man.column is column)
    for each other in men where it.column is column and it.row is row: discard other
    man.column becomes column
    man.row becomes row
    player gains (column + row) score
"""
WHENS = {
    "one number": "row is man.row + (-1 if player is white otherwise 1) and man.column - column is 1",
    "a range": "column is man.column - 1 or more and column is man.column + 1 or less and row - man.row is -1 to 1",
    "on the other side": "man.column + 2 - column is more than 1 and man.row is less than row + 2",
    "none": "column is more than 8 or row is man.row",
    "in part, and what may fail": "column is less than man.column + 2 and row is more than 12 / (column - man.column + 9)",
    "by one that comes later": "row + column is man.row + man.column + 1 and column is most - 4 or more",
}


@pytest.mark.parametrize("when", WHENS.values(), ids=WHENS)
def test_numbers_between_their_limits(tmp_path: Path, when: str) -> None:
    path = tmp_path / "paces.rules"
    path.write_text(GAME.format(when=when), encoding="utf-8")
    program = program_of(path)
    plays_alike(program, [])
    plays_alike(program, list(ALL))


def test_what_a_condition_says_of_a_number(tmp_path: Path) -> None:
    path = tmp_path / "paces.rules"
    path.write_text(GAME.format(when=WHENS["on the other side"]), encoding="utf-8")
    (action,) = program_of(path).actions
    asked = [item for test, _ in action.when for item in (test.items if isinstance(test, core.And) else (test,))]
    found = [limit_of(test, slot) for slot in (2, 3) for test in asked]
    assert [one[0] for one in found if one is not None] == ["<", ">"]
