"""The pass that proves that a search for one row cannot find two, on small programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.pipeline import planned

pytest.importorskip("wasmtime")
VALUES = """\
let far(player, square) = square.y
    is 7 - square.y when player is black
let rank(player, square) = (square.y if player is white otherwise 2)
"""
RULE = "let found(player, man) = {}\n" + MOVE.format(
    when="square in man.square.neighbours and found(man.player, man) is not square and not square.marked"
)
ONE = {
    "by all of its columns": "the squares where x is man.square.x and y is 3",
    "the other way round": "the squares where man.square.x is x and 4 is y",
    "by a value of it": "the squares where far(player, it) is 2 and x is man.square.x",
    "and something else": "the squares where x is 2 and y is 3 and not marked",
    "by a sum": "the squares where 6 * y + x is man.square.x + 20",
    "among some": "the squares - (squares where marked) where x is man.square.x and y is 3",
}
SEVERAL = {
    "by one of its columns": "the squares where x is 2 and marked and owner is player",
    "by what changes": "the squares where owner is none and x is 2 and marked",
    "by another comparison": "the squares where x is man.square.x and y is more than 5",
    "of one side only": "the squares where rank(player, it) is 2 and x is man.square.x",
    "of what is given or not": "the squares where (x is 2 and y is 3) or (x is 3 and y is 2 and marked)",
}
FAILS = "the squares where x is 2 and y is 3 or owner is not none and owner.front is up and marked"


def sink(program: core.Program, *passes: str) -> str:
    """What the search of the value ``found`` is for."""
    (found,) = (f for f in planned(program, passes).functions if f.name == "found")
    return next(one.sink for one in nodes(found.body) if isinstance(one, core.Query) and one.sink in ("only", "first"))


@pytest.mark.parametrize("search", ONE.values(), ids=ONE)
def test_the_first_of_one_row(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, VALUES + RULE.format(search))
    assert (sink(program), sink(program, "unique")) == ("only", "first")
    plays_alike(program, ["unique"])
    plays_alike(program, ["unique", "words", "given", "tables"])


@pytest.mark.parametrize("search", [*SEVERAL.values(), FAILS], ids=[*SEVERAL, "what may fail of a row behind"])
def test_where_there_may_be_two_all_are_looked_at(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, VALUES + RULE.format(search))
    assert sink(program, "unique") == "only"


def test_a_parameter_may_be_given_a_number_beyond_its_range(tmp_path: Path) -> None:
    """With 1 and 2 the products tell columns apart, with 0 they do not."""
    rule = "let found((n: 1 to 2)) = the squares where x * n is 2 * n and y is 3\n" + MOVE.format(when="square in man.square.neighbours")
    assert sink(made(tmp_path, VALUES + rule), "unique") == "only"


NAMED = {
    "a step": "any squares where it is ahead(man.square, up) and owner is none",
    "the other way round": "any squares where ahead(man.square, right) is it and not marked",
    "a row that may be none": "no squares where it is man.square and (marked or owner is man.player)",
    "one that is found": "any squares where it is found(man.player, man) and not marked",
}
NOT_NAMED = {
    "it comes second": "any squares where marked and it is man.square",
    "of two": "any squares where it is man.square or it is ahead(man.square, up)",
    "what it says itself": "any squares where it is ahead(it, man.player.front)",
}
STANDING = MOVE.format(when="square in man.square.neighbours and ({})") + "    square.owner becomes man.player\n"


def asks_rows(program: core.Program) -> bool:
    """Does the condition of the action look through all squares?"""
    (tests,) = ([test for test, _ in action.when] for action in program.actions)
    return any(
        isinstance(part, core.Query) and isinstance(part.source, core.Rows) and part.sink == "any" for test in tests for part in nodes(test)
    )


@pytest.mark.parametrize("condition", NAMED.values(), ids=NAMED)
def test_a_row_that_is_named_is_asked_alone(tmp_path: Path, condition: str) -> None:
    rules = VALUES + f"let found(player, man) = {ONE['by all of its columns']}\n" + STANDING.format(condition)
    program = made(tmp_path, rules)
    assert asks_rows(program)
    assert not asks_rows(planned(program, ["unique"]))
    plays_alike(program, ["unique"])
    plays_alike(program, ["unique", "words", "given", "complete", "tables"])


@pytest.mark.parametrize("condition", NOT_NAMED.values(), ids=NOT_NAMED)
def test_where_no_row_is_named_all_are_asked(tmp_path: Path, condition: str) -> None:
    program = made(tmp_path, VALUES + STANDING.format(condition))
    assert asks_rows(planned(program, ["unique"]))
