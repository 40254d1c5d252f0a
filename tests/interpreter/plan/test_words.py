"""Conditions asked of all rows at once, on small programs: which searches become words, and that matches stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, added, made, plays_alike

from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.bits import SHIFT, Bits, Straight
from arbitre.interpreter.plan.pipeline import planned

wasmtime = pytest.importorskip("wasmtime")
ONE = "let found(player) = {}\n" + MOVE.format(when="square in man.square.neighbours and (any found(man.player) or square.y is 3)")
ASKED = {
    "a column": "squares where owner is none and not marked",
    "what lies ahead": "those s in squares where any x in ahead(s, up) where x.marked",
    "of a side": "those s in squares where any x in ahead(s, player.front) where not x.marked",
    "in any direction": "squares where any h in directions where ahead(it, h) is not none and (ahead(it, h)).marked",
    "beside it": "those s in squares where any x in s.neighbours where x.marked",
    "another row": "those s in squares where any x in squares where x.marked and x.x is s.x + 1 and x.y is s.y",
    "a count": "those s in squares where count(those x in s.neighbours where x.marked) is 2 or more",
    "along a ray": "squares where any h in directions where first_on_ray(it, h, marks) is not none",
    "by a value that asks for itself": "squares where any h in directions where streak(it, h) is 3 or more",
}
STREAK = """\
let marks = squares where marked
let streak(square, (heading: direction)) = 0
    is 1 + streak(ahead(square, heading), heading) when any ahead(square, heading) where marked
"""


@pytest.mark.parametrize("search", ASKED.values(), ids=ASKED)
def test_a_search_becomes_words(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, STREAK + ONE.format(search))
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "found")
    assert any(isinstance(node, Straight) for node in nodes(found.body))
    plays_alike(program, ["words"])


LEFT = {
    "what may fail": "squares where (ahead(it, up)).marked",
    "rows that come and go": "those s in squares where no m in men where m.square is s",
    "as far from a square as nobody knows": "squares where distance(it, first(marks)) is 2",
}


@pytest.mark.parametrize("search", LEFT.values(), ids=LEFT)
def test_other_searches_are_left(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, STREAK + ONE.format(search))
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "found")
    assert not any(isinstance(node, Straight) and any(step[0] == SHIFT for step in node.steps) for node in nodes(found.body))


def test_values_of_a_parameter_are_found_at_once(tmp_path: Path) -> None:
    program = made(tmp_path, MOVE.format(when="square.owner is none and any ahead(square, up) where not marked"))
    assert [f.name.split(".")[0] for f in added(program, "words")] == ["word"]
    plays_alike(program, ["words"])


def test_steps_are_worked_out_as_they_are_written() -> None:
    b = Bits(8)
    given = b.const(0b1010)
    assert b.fixed(b.meet(given, b.const(0b0110))) == 0b0010
    assert b.fixed(b.negate(given)) == 0b11110101
    assert b.fixed(b.shift(given, 1, 0b0111)) == 0b0101
    assert b.fixed(b.shift(given, -1, b.all)) == 0b10100
    assert b.meet(given, b.every) == given and b.join(given, b.none) == given
    assert b.fixed(b.at_least([given, b.const(0b0110), b.const(0b0011)], 2)) == 0b0010
