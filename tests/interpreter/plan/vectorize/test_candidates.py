"""Move generation for whole sets of rows, on small programs: for which actions it is used, and that matches stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import HEAD, MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.passes.vectorize.candidates import Completable
from arbitre.interpreter.plan.pipeline import planned

pytest.importorskip("wasmtime")
BOTH = ["words", "given", "complete"]
SET_UP = (
    HEAD.split("kind man")[0]
    + """\
event setup:
    for each square in squares where y is 6: square.owner becomes white
    for each square in squares where y is 1: square.owner becomes black
agenda turn by player:
    moving: player must act in moving
"""
)
WALK = """\
action walk by player from (origin: square) to (target: square):
    during moving
    when origin.owner is player
    when {when}
    origin.owner becomes none
    target.owner becomes player
"""


def complete_of(program: core.Program, passes: list[str] = BOTH) -> dict[str, core.Expr]:
    """By the name of a parameter, the condition that there are legal values for the later ones; empty if the pass leaves the action."""
    (action,) = planned(program, passes).actions
    params = program.procedures[action.procedure].params
    return {params[n].name: test for n, test in action.complete} if isinstance(action, Completable) else {}


def of_squares(tmp_path: Path, when: str, rules: str = "") -> core.Program:
    path = tmp_path / "small.rules"
    path.write_text(SET_UP + rules + WALK.format(when=when), encoding="utf-8")
    return program_of(path)


OF_SQUARES = {
    "ahead": "target is ahead(origin, player.front) and target.owner is none",
    "of several": "target in (ahead(origin, player.front + 1), ahead(origin, player.front - 1)) and target.owner is not player",
    "of whom it is": "target is ahead(origin, origin.owner.front) and target.owner is none",
    "by what the owner says": "target.y is origin.y + (1 if origin.owner is white otherwise -1) and target.x is origin.x",
    "any that is free": "target.owner is none",
    "two steps": "any s in origin.neighbours where s.owner is not none and target in s.neighbours and target.owner is none",
}


@pytest.mark.parametrize("when", OF_SQUARES.values(), ids=OF_SQUARES)
def test_from_which_squares_one_may_walk(tmp_path: Path, when: str) -> None:
    """The origins with a legal target are one mask, so the condition on a single origin is true."""
    program = of_squares(tmp_path, when)
    assert not complete_of(program, ["words", "given"])
    assert isinstance(complete_of(program)["origin"], core.Const)
    plays_alike(program, BOTH)


OF_MEN = {
    "beside": "square in man.square.neighbours and square.y is not man.square.y and (no m in men where m.square is square)",
    "of his side": "square is ahead(man.square, man.player.front) and (no m in men where m.square is square)",
}


@pytest.mark.parametrize("when", OF_MEN.values(), ids=OF_MEN)
def test_which_men_may_move(tmp_path: Path, when: str) -> None:
    """They come and go: the condition on a man is that his square is in the mask of squares from which there is a legal move."""
    program = made(tmp_path, MOVE.format(when=when))
    assert not complete_of(program, ["words", "given"])
    assert set(complete_of(program)) == {"man"}
    plays_alike(program, BOTH)


def test_who_may_have_no_square(tmp_path: Path) -> None:
    """The mask is not used for him: the condition is evaluated as it is written."""
    rules = "event lift man: man.square becomes none\nafter move by man to square when square.x is 3: lift man\n"
    when = "man.square is not none and square in man.square.neighbours and (no m in men where m.square is square)"
    program = made(tmp_path, rules + MOVE.format(when=when))
    assert set(complete_of(program)) == {"man"}
    plays_alike(program, BOTH)


LEFT = {
    "offset by a count": "target.y is origin.y + count(squares where marked) and target.x is origin.x",
    "a count about the target": "target in origin.neighbours and count(target.neighbours where owner is player) is origin.y",
    "as far as a count": "distance(origin, target) is count(squares where marked) + 1",
    "reach without an end": "target in reach(origin, 36, squares where owner is not none)",
}


@pytest.mark.parametrize("when", LEFT.values(), ids=LEFT)
def test_what_is_left_as_it_is(tmp_path: Path, when: str) -> None:
    """A number that is counted in the match, and a search of paths, cannot be vectorized: the targets of each origin are enumerated."""
    program = of_squares(tmp_path, when)
    assert not complete_of(program)
    plays_alike(program, BOTH)
