"""What an equality lets say without the row of a search, sets of the leading rows, and cells from sets."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.pipeline import ALL, planned
from arbitre.interpreter.plan.rewrite import conjuncts_of

pytest.importorskip("wasmtime")
STEPS = "square in man.square.neighbours and no men where it.square is square"


def body_of(program: core.Program, name: str, passes: list[str]) -> core.Expr:
    (found,) = (f for f in planned(program, passes).functions if f.name == name)
    return found.body


def test_what_is_no_longer_about_the_row_is_asked_behind_the_search(tmp_path: Path) -> None:
    rules = (
        "square is jump_of man when any way in directions where (any prey in men where prey.player is not man.player"
        " and prey.square is ahead(man.square, way) and square is ahead(prey.square, way))\n"
    )
    program = made(tmp_path, rules + MOVE.format(when=f"({STEPS} and square.y is 2 to 5) or square is jump_of man"))
    body = body_of(program, "jump_of", ["equalities"])
    men = next(kind.index for kind in program.domains if kind.name == "man")
    (inner,) = (e for e in nodes(body) if isinstance(e, core.Query) and e.source == core.Rows(e.place, men))
    assert len(conjuncts_of(inner.where)) == 2  # whose he is, and where he stands
    plays_alike(program, ["equalities"])
    plays_alike(program, list(ALL))


@pytest.mark.parametrize(
    "order", ["square is ahead(prey.square, up) and prey.square is ahead(man.square, up)", "prey.square is not man.square"]
)
def test_what_comes_before_the_equality_stays(tmp_path: Path, order: str) -> None:
    rules = f"square is jump_of man when any prey in men where prey is not man and {order}\n"
    program = made(tmp_path, rules + MOVE.format(when=f"{STEPS} or square is jump_of man"))
    before = body_of(program, "jump_of", [])
    assert body_of(program, "jump_of", ["equalities"]) == before


@pytest.mark.parametrize(
    "search", ["best(y, squares where x is {column} and not marked)", "worst(x + y, squares where x is {column} and not marked)"]
)
def test_rows_that_lead_others_are_found_at_once(tmp_path: Path, search: str) -> None:
    rules = f"let landing((column: 1 to 6)) = {search.format(column='column')}\nlet landings = squares where it in landing(x)\n"
    program = made(tmp_path, rules + MOVE.format(when="square in landings or square.y is 3"))
    assert isinstance(body_of(program, "landings", ["words"]), Straight)
    plays_alike(program, ["words"])


def test_cells_from_a_set_are_asked_all_at_once(tmp_path: Path) -> None:
    rules = "let free = squares where not marked\n"
    program = made(tmp_path, rules + MOVE.format(when="square in free and (any x in square.neighbours where x.marked) or square.y is 4"))
    plays_alike(program, ["words", "given", "complete"])
    action = (
        "action mark by player at square:\n    during moving\n"
        "    when square in free and count(square.neighbours where marked) is 1 or less\n    square.marked becomes true\n"
    )
    program = made(tmp_path, rules + action)
    (mark,) = (a for a in planned(program).actions if program.procedures[a.procedure].name == "mark")
    assert not [test for test, _ in mark.when if any(isinstance(part, core.Query) for part in nodes(test))]
    plays_alike(program, list(ALL))
