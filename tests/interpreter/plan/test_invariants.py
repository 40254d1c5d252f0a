"""The pass that inlines values in searches over many rows, where a part of the condition is the same for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import LINES, MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.plan.rewrite import WithFallback

pytest.importorskip("wasmtime")
TOKENS = """\
kind token, up to 30:
    owner: player
    square: square
square is held_by player when any tokens where it.square is square and owner is player
line is full_of player when no cell in line.cells where cell is not held_by player
"""
MARK = """\
after move by man to square when {count} is less than 25 and square is not held_by white:
    create token with owner man.player, square square
after move by man to square when {asked}: man.player wins
"""


def test_a_condition_of_pieces_by_their_square_is_membership_in_a_set(tmp_path: Path) -> None:
    rules = LINES + TOKENS + MOVE.format(when="square in man.square.neighbours")
    asked = "square is held_by white and square is held_by black"
    program = made(tmp_path, rules + MARK.format(count="count(tokens)", asked=asked))
    (held_by,) = (f for f in planned(program, ["words"]).functions if f.name == "held_by")
    assert isinstance(held_by.body, core.In)
    plays_alike(program, ["words"])


def test_functions_are_inlined_in_a_hook_where_a_part_is_the_same_for_all_rows(tmp_path: Path) -> None:
    rules = LINES + TOKENS + MOVE.format(when="square in man.square.neighbours")
    program = made(tmp_path, rules + MARK.format(count="count(tokens)", asked="any lines where it is full_of man.player"))
    passes = ["words", "invariants"]
    (move,) = (p for p in planned(program, passes).procedures if p.name == "move")
    (asked,) = (node for node in nodes([hook.when for hook in move.after]) if isinstance(node, WithFallback))
    names = {f.index: f.name for f in program.functions}
    assert "full_of" not in {names.get(part.function) for part in nodes(asked.then) if isinstance(part, core.Apply)}
    plays_alike(program, passes)


CHAIN = """\
game chain:
    play turn by each player in turn up to 60 times
kind player, seats: white, black
    score: 0 to 200
kind cell, {board}
    owner: player or none
agenda turn by player:
    laying: player must act in laying
action lay by player at cell:
    during laying
    when cell.owner is none
    cell.owner becomes player
    let found = cells where owner is player and x is 1
    let more = found
    while any more, up to 80 times:
        more becomes cells where owner is player and it not in found and any other in neighbours where other in found
        found becomes found + more
    if any found where x is 7: player gains 1 score
"""


@pytest.mark.parametrize(
    ("board", "planned_so"), [("hex_rhombus(10, 9)", True), ("grid(9, 9, torus)", True), ("grid(8, 8, closed)", False)]
)
def test_neighbours_of_a_set_are_found_once_on_wide_boards(tmp_path: Path, board: str, planned_so: bool) -> None:
    (tmp_path / "chain.rules").write_text(CHAIN.format(board=board), encoding="utf-8")
    program = program_of(tmp_path / "chain.rules")
    (lay,) = (p for p in planned(program, ["invariants"]).procedures if p.name == "lay")
    beside = [node for node in nodes(lay.body) if isinstance(node, core.Query) and node.sink == "union"]
    assert bool(beside) == planned_so
    plays_alike(program, ["invariants"])


FLOOD = """\
    for each cell in cells: cell.reached becomes false
    for each cell in cells where owner is player and x is 1: cell.reached becomes true
    while any cells where it is near_by for player, up to 80 times:
        for each cell in cells where it is near_by for player: cell.reached becomes true
    if any cells where reached and x is 7: player gains 1 score
cell is near_by for player when cell.owner is player and not cell.reached and any cell.neighbours where reached
"""


def test_a_condition_on_the_neighbours_is_asked_once_of_all_cells(tmp_path: Path) -> None:
    rules = CHAIN[: CHAIN.index("    let found")].replace("    owner: player or none", "    owner: player or none\n    reached: flag")
    (tmp_path / "near.rules").write_text(rules.format(board="hex_rhombus(10, 9)") + FLOOD, encoding="utf-8")
    program = program_of(tmp_path / "near.rules")
    plan = planned(program, ["invariants"])
    (lay,) = (p for p in plan.procedures if p.name == "lay")
    called = {part.function for part in nodes(lay.body) if isinstance(part, core.Apply)}
    assert [plan.functions[n].name.split(".")[0] for n in called] == ["same"]
    plays_alike(program, ["invariants"])


def test_a_value_that_ignores_what_may_fail_is_called(tmp_path: Path) -> None:
    """What it is given is evaluated all the same, and stops the match."""
    rules = LINES + TOKENS + "let ignoring(line, (ignored: 0 to 9)) = count(line.cells where it is held_by white)\n"
    asked = "any lines where ignoring(it, man.square.y) is 2"
    program = made(tmp_path, rules + MOVE.format(when="square in man.square.neighbours") + MARK.format(count="count(tokens)", asked=asked))
    (move,) = (p for p in planned(program, ["words", "invariants"]).procedures if p.name == "move")
    called = {part.function for part in nodes([hook.when for hook in move.after]) if isinstance(part, core.Apply)}
    assert next(f.index for f in program.functions if f.name == "ignoring") in called
    plays_alike(program, ["words", "invariants"])


REACH = "let around(man) = squares where {asked}\n"
AROUND = "any heading in directions where it is ahead(man.square, heading)"


@pytest.mark.parametrize(
    ("asked", "planned_so"),
    [
        (AROUND, True),
        (f"owner is none and {AROUND}", True),
        (f"man.square.owner is none and {AROUND}", False),  # an error where the man stands nowhere, with or without squares around
        ("any other in men where other.player is man.player and it is other.square", True),
        ("any other in men where it is other.square and y is 1", False),
        ("any heading in directions where it is ahead(man.square, heading) and it is not man.square", False),
    ],
)
def test_rows_equal_to_a_value_are_the_set_of_these_values(tmp_path: Path, asked: str, planned_so: bool) -> None:
    program = made(
        tmp_path, LINES + REACH.format(asked=asked) + MOVE.format(when="square in around(man) and count(square.neighbours) is 8")
    )
    (around,) = (f for f in planned(program, ["invariants"]).functions if f.name == "around")
    assert any(isinstance(part, core.Query) and part.sink == "union" for part in nodes(around.body)) == planned_so
    plays_alike(program, ["invariants"])


def test_a_short_function_of_the_row_is_inlined_where_a_part_is_the_same_for_all_rows(tmp_path: Path) -> None:
    rules = LINES + "let taken = squares where owner is not none\nlet near(square) = square.neighbours - taken\n"
    rules += "let open_to(man) = man.square.neighbours where any near(it)\n"
    program = made(tmp_path, rules + MOVE.format(when="square in open_to(man)"))
    plan = planned(program, ["invariants"])
    names = {f.index: f.name for f in plan.functions}
    (open_to,) = (f for f in plan.functions if f.name == "open_to")
    assert [names[part.function] for part in nodes(open_to.body) if isinstance(part, core.Apply)] == ["taken"]
    plays_alike(program, ["invariants"])
