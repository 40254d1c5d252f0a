"""The pass that asks a direction or its opposite where the answer is the same, and the one that makes conditions of loops."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")
VALUES = """\
let run(square, player, (heading: direction)) = 0
    + (1 + run(ahead(square, heading), player, heading)) when ahead(square, heading) is not none and ahead(square, heading).owner is player
let beside(square, (heading: direction)) = none
    is ahead(square, heading).owner when ahead(square, heading) is not none
let met(square, player, (heading: direction)) = count(ray(square, heading) where owner is player)
let both(square, player, (heading: direction)) = run(square, player, heading) + run(square, player, opposite(heading))
after move by man to square: square.owner becomes man.player
"""
RULE = (
    VALUES
    + "square is wanted player when {when}\n"
    + MOVE.format(when="square in man.square.neighbours and not square is wanted man.player")
)
HALVED = {
    "a sum": "any way in directions where run(square, player, way) + run(square, player, opposite(way)) is 3 or more",
    "a longer sum": "any way in directions where 1 + run(square, player, way) + run(square, player, opposite(way)) is 4 or more",
    "both": "any way in directions where beside(square, way) is player and beside(square, opposite(way)) is player",
    "a value": "any way in directions where both(square, player, way) is 3 or more",
    "equal": "any way in directions where beside(square, way) is beside(square, opposite(way))",
    "in a search": "any one in square.neighbours where (any way in directions where both(one, player, way) is 4 or more)",
    "a search in it": "any way in directions where met(square, player, way) + met(square, player, opposite(way)) is 3 or more",
}
TOLD_APART = {
    "a difference": "any way in directions where run(square, player, way) - run(square, player, opposite(way)) is 2 or more",
    "one of them twice": "any way in directions where run(square, player, way) + run(square, player, way) is 4 or more",
    "more of one": "any way in directions where 2 * run(square, player, way) + run(square, player, opposite(way)) is 4 or more",
    "the player's": "any way in directions where both(square, player, way) is 2 or more and way is player.front",
    "what may fail": "any way in directions where ahead(square, way).marked and ahead(square, opposite(way)).marked",
    "counted": "count(directions where both(square, player, it) is 2 or more) is 2",
    "some directions": "any way in (up, right) where both(square, player, way) is 2 or more",
}
LOOPS = {
    "a loop": "for each way in directions:\n        if both(square, man.player, way) is 3 or more: man.player wins",
    "with a value": """\
for each way in directions:
        let found = beside(square, way)
        if found is man.player: man.player wins""",
    "in a loop": """\
for each one in square.neighbours:
        for each way in directions:
            if both(one, man.player, way) is 4 or more: man.player wins""",
}
KEPT = {
    "uses the row": "for each one in players:\n        if both(square, one, up) is 3 or more: one wins",
    "goes on": "for each way in directions:\n        if both(square, man.player, way) is 3 or more: square.marked becomes true",
    "does more": """\
for each way in directions:
        if both(square, man.player, way) is 3 or more: man.player wins
        square.marked becomes true""",
    "otherwise": """\
for each way in directions:
        if both(square, man.player, way) is 3 or more: man.player wins
        otherwise: square.marked becomes true""",
    "a value that may fail": """\
for each way in directions:
        let found = 6 / (square.x - 3)
        if way is not up and found is 3: man.player wins""",
}


def halves(program: core.Program) -> list[int]:
    """How many directions are left to the searches that were halved."""
    parts = nodes([planned(program, ["symmetry"]).functions, planned(program, ["symmetry"]).procedures])
    return [len(part.source.items) for part in parts if isinstance(part, core.Query) and isinstance(part.source, core.SetOf)]


def loops(program: core.Program, *passes: str) -> int:
    """How many loops the rule has."""
    return sum(isinstance(part, core.ForEach) for p in planned(program, passes).procedures if p.kind == "action" for part in nodes(p.body))


@pytest.mark.parametrize("when", HALVED.values(), ids=HALVED)
def test_symmetry_halves(tmp_path: Path, when: str) -> None:
    program = made(tmp_path, RULE.format(when=when))
    assert halves(program) == [4]
    plays_alike(program, ["symmetry"])
    plays_alike(program, list(ALL))


@pytest.mark.parametrize("when", TOLD_APART.values(), ids=TOLD_APART)
def test_symmetry_leaves_alone(tmp_path: Path, when: str) -> None:
    assert 4 not in halves(made(tmp_path, RULE.format(when=when)))


def with_loop(loop: str) -> str:
    rule = VALUES + MOVE.format(when="square in man.square.neighbours")
    return rule + f"    {loop}\n"


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_loops_that_only_look_become_conditions(tmp_path: Path, loop: str) -> None:
    program = made(tmp_path, with_loop(loop))
    assert (loops(program) > 0, loops(program, "exits")) == (True, 0)
    plays_alike(program, ["exits"])
    plays_alike(program, list(ALL))


@pytest.mark.parametrize("loop", KEPT.values(), ids=KEPT)
def test_loops_that_do_more_are_kept(tmp_path: Path, loop: str) -> None:
    program = made(tmp_path, with_loop(loop))
    assert loops(program, "exits") == loops(program) == 1


def test_a_loop_that_is_left_is_a_match_that_is_won(tmp_path: Path) -> None:
    """Nothing is done after the end, neither in the loop nor behind it."""
    rules = with_loop(LOOPS["a loop"]) + "    square.marked becomes false\n"
    plays_alike(made(tmp_path, rules), list(ALL))


def test_loops_without_a_body_are_kept(tmp_path: Path) -> None:
    program = made(tmp_path, with_loop(LOOPS["a loop"]))
    rule = next(p for p in program.procedures if p.kind == "action")
    found = next(part for part in rule.body if isinstance(part, core.ForEach))
    test = next(part for part in found.body if isinstance(part, core.If))
    for body in ((), (replace(test, then=()),)):
        empty = replace(rule, body=(replace(found, body=body),))
        other = replace(program, procedures=[empty if p is rule else p for p in program.procedures])
        assert loops(other, "exits") == 1
