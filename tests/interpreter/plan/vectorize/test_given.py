"""Searches that depend on one given row, on small programs: which are vectorized over that row, and that matches stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.bits import BIT, Straight
from arbitre.interpreter.plan.pipeline import planned

wasmtime = pytest.importorskip("wasmtime")
BOTH = ["words", "given"]
RULES = "let caught(player, square, (heading: direction)) = {}\n"
WHEN = """\
square in man.square.neighbours and (no men where it.square is square) \
and (square.y is 3 or square.marked or any heading in directions where any caught(man.player, square, heading))"""
ACT = (
    MOVE
    + "    for each heading in directions:\n        for each prey in caught(man.player, square, heading): prey.owner becomes man.player\n"
)
FOUND = {
    "between it and another": "squares where any own in ray(square, heading) where own.owner is player and it in line(square, own)",
    "some except others": "(squares where any s in ray(square, heading) where s.marked and it in line(square, s)) - (squares where x is y)",
    "of a side": "squares where any own in ray(square, player.front) where own.marked and it in line(square, own)",
    "who come and go": "squares where any own in ray(square, heading) where it in line(square, own) and no m in men where m.square is own",
}


def looked_up(program: core.Program, passes: list[str], name: str) -> list[Straight]:
    """The words in a value in which a row is looked up."""
    functions = planned(program, passes).functions
    (first,) = (f for f in functions if f.name == name)
    return [e for e in nodes(first.body) if isinstance(e, Straight) and any(step[0] == BIT for step in e.steps)]


@pytest.mark.parametrize("search", FOUND.values(), ids=FOUND)
def test_a_search_about_a_square(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, RULES.format(search) + ACT.format(when=WHEN))
    assert not looked_up(program, ["words"], "caught")
    assert looked_up(program, BOTH, "caught")
    plays_alike(program, BOTH)


def test_a_search_about_a_man(tmp_path: Path) -> None:
    """He is given by his square and his side; of one without a square it is asked as it is written."""
    rules = """\
let path(man) = squares where any own in ray(man.square, man.player.front) where not own.marked and it in line(man.square, own)
event lift man: man.square becomes none
after move by man to square when square.x is 3: lift man
"""
    when = "man.square is not none and (square in man.square.neighbours or square in path(man))"
    program = made(tmp_path, rules + MOVE.format(when=when))
    assert looked_up(program, BOTH, "path") and not looked_up(program, ["words"], "path")
    plays_alike(program, BOTH)


LEFT = {
    "what a table has": "squares where distance(square, it) is 2 and y is square.y and not marked",
    "what may fail": "squares where it in ray(square, heading) and (ahead(it, heading)).marked",
}


@pytest.mark.parametrize("search", LEFT.values(), ids=LEFT)
def test_what_is_left_as_it_is(tmp_path: Path, search: str) -> None:
    assert not looked_up(made(tmp_path, RULES.format(search)), BOTH, "caught")
