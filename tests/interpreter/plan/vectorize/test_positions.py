"""Pieces that stand where two of their numbers say: what is asked of one is evaluated for all places at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.passes.vectorize.candidates import Completable
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")
GAME = """\
game small:
    play turn by each player in turn up to 40 times
kind player, seats: white, black
    forward: -1 to 1
table of player:
    name  | forward
    white | -1
    black | 1
{kinds}
kind way: left, straight, right
    aside: -1 to 1
table of way:
    name     | aside
    left     | -1
    straight | 0
    right    | 1
{rules}
agenda turn by player:
    moving: player must act in moving
action step by player with man to {where}:
    during moving
    when man.owner is player and man.on_board
    when {when}
    {done}
"""
COLUMN_AND_ROW = """\
kind man (other), many men, up to 12
    owner: player
    column: 1 to 6
    row: 1 to 6
    on_board: flag = true
event setup:
    for each column in columns: create man with owner white, column column.number, row 6
    for each column in columns: create man with owner black, column column.number, row 1
kind column: a, b, c, d, e, f
    number: 1 to 6
table of column:
    name | number
    a    | 1
    b    | 2
    c    | 3
    d    | 4
    e    | 5
    f    | 6
"""
LANE = COLUMN_AND_ROW.replace("    column: 1 to 6\n", "    lane: column\n").replace("column column.number", "lane column")
ALWAYS_THERE = """\
kind man (other), many men
    owner: player
    column: 1 to 6
    row: 1 to 6
    on_board: flag = true
table of man:
    name | owner | column | row
    w1   | white | 1      | 6
    w2   | white | 2      | 6
    w3   | white | 3      | 6
    w4   | white | 5      | 6
    w5   | white | 6      | 6
    b1   | black | 1      | 1
    b2   | black | 2      | 1
    b3   | black | 4      | 1
    b4   | black | 5      | 1
    b5   | black | 6      | 1
"""
BOARD = "kind square, grid(6, 6, closed)\n"
ON_BOARD = (
    "let on(square) = the men where it.{column} is square.x and it.row is square.y and it.on_board\n"
    "man is free_to_enter square when square.y is man.row + man.owner.forward and square.x - man.{column} is -1 to 1"
    " and (on(square) is none or on(square).owner is not man.owner)\n"
)
BY_WAYS = (
    "let on((column: 0 to 7), (row: 0 to 7)) = men where it.column is column and it.row is row and it.on_board\n"
    "man is free_to_go way when man.column + way.aside is 1 to 6 and man.row + man.owner.forward is 1 to 6"
    " and no on(man.column + way.aside, man.row + man.owner.forward) where owner is man.owner or way is straight\n"
)
TO_SQUARE = "for each other in men where it.{column} is square.x and it.row is square.y: other.on_board becomes false\n    "
KINDS = {
    "a column and a row": (
        BOARD + COLUMN_AND_ROW,
        ON_BOARD.format(column="column"),
        "square",
        "man is free_to_enter square",
        TO_SQUARE.format(column="column") + "man.column becomes square.x\n    man.row becomes square.y",
    ),
    "a lane that has a number": (
        BOARD + LANE,
        ON_BOARD.format(column="lane.number"),
        "square",
        "man is free_to_enter square",
        TO_SQUARE.format(column="lane.number") + "man.lane becomes the columns where number is square.x\n    man.row becomes square.y",
    ),
    "no board": (
        COLUMN_AND_ROW,
        BY_WAYS,
        "way",
        "man is free_to_go way",
        "for each other in on(man.column + way.aside, man.row + man.owner.forward): other.on_board becomes false\n"
        "    man.row becomes man.row + man.owner.forward\n    man.column becomes man.column + way.aside",
    ),
}
KINDS["men who are always there"] = (KINDS["no board"][0].replace(COLUMN_AND_ROW, ALWAYS_THERE), *KINDS["no board"][1:])


@pytest.mark.parametrize("parts", KINDS.values(), ids=KINDS)
def test_who_can_move_is_found_for_all_places(tmp_path: Path, parts: tuple[str, ...]) -> None:
    path = tmp_path / "small.rules"
    path.write_text(GAME.format(**dict(zip(("kinds", "rules", "where", "when", "done"), parts, strict=True))), encoding="utf-8")
    program = program_of(path)
    plan = planned(program, list(ALL))
    (action,) = plan.actions
    assert isinstance(action, Completable)
    asked = [part for _, test in action.complete for part in nodes(test)]
    groups = [part.group for part in asked if isinstance(part, core.In)]
    assert groups and all(isinstance(group, core.Apply) for group in groups)
    kept = [plan.functions[group.function].body for group in groups if isinstance(group, core.Apply)]
    assert all(any(isinstance(part, Straight) for part in nodes(body)) for body in kept)
    plays_alike(program, list(ALL))


def test_a_value_of_a_man_alone_is_asked_of_all_squares(tmp_path: Path) -> None:
    rules = (
        "let reach(man) = (ahead(man.square, heading_of(man) - 1), ahead(man.square, heading_of(man) + 1))\n"
        "    also ahead(man.square, heading_of(man)) when no other in men where other.square is ahead(man.square, heading_of(man))\n"
        "    except squares where any other in men where other.square is it and other.player is man.player\n"
        "let heading_of(man) = up\n    is down when man.player is black\n"
        "let movable(player) = men where it.player is player and any reach(it)\n"
    )
    program = made(tmp_path, rules + MOVE.format(when="man in movable(man.player) and square in reach(man)"))
    (movable,) = (f for f in planned(program, ["words", "given"]).functions if f.name == "movable")
    assert any(isinstance(part, core.In) and isinstance(part.item, core.Read) for part in nodes(movable.body))
    plays_alike(program, list(ALL))


def test_a_piece_that_names_a_square(tmp_path: Path) -> None:
    """Where a man lands who jumps over another hangs on both: the squares are those that the men who stand somewhere name."""
    rules = (
        "square is free when no men where it.square is square\n"
        "square is jump_of man when any prey in men where prey.square is not none and prey.player is not man.player"
        " and prey.square in man.square.neighbours and ahead(prey.square, direction(man.square, prey.square)) is square\n"
    )
    when = "square is free and (square in man.square.neighbours or square is jump_of man)"
    program = made(tmp_path, rules + MOVE.format(when=when))
    action = planned(program, list(ALL)).actions[0]
    assert isinstance(action, Completable) and action.complete
    plays_alike(program, list(ALL))
