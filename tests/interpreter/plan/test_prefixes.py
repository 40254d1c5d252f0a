"""Runs along a ray end at the first cell that ends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")
RUN = "let run(square, (heading: direction)) = those far in ray(square, heading) where {}\n"
WHEN = "square in man.square.neighbours and (no men where it.square is square) and count(run(square, man.player.front)) is less than 3"
ENDED = {
    "as the first": "far.marked is square.marked and (no line(square, far) where marked is not square.marked)",
    "between others": "far.x is not 1 and (no line(far, square) where marked) and far.marked",
    "alone": "no line(square, far) where owner is none",
}
LEFT = {
    "what lies before is told by the cell": "far.marked and (no line(square, far) where x is far.x)",
    "from another cell": "far.marked and (no line(ahead(square, heading), far) where marked)",
    "it may be an error": "far.marked and (no line(square, far) where ahead(it, heading).marked)",
}


def asks_lines(program: core.Program, passes: list[str]) -> bool:
    """Does the run ask what lies between, where its guards hold?"""
    (run,) = (f for f in planned(program, passes).functions if f.name == "run")
    body = run.body.then if isinstance(run.body, core.Choice) else run.body
    return any(isinstance(part, core.Ask) and part.query == "line" for part in nodes(body))


@pytest.mark.parametrize("search", ENDED.values(), ids=ENDED)
def test_no_line_between_is_asked(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, RUN.format(search) + MOVE.format(when=WHEN))
    assert asks_lines(program, []) and not asks_lines(program, ["prefixes"])
    plays_alike(program, ["prefixes"])
    plays_alike(program, list(ALL))


@pytest.mark.parametrize("search", LEFT.values(), ids=LEFT)
def test_what_is_left_as_it_is(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, RUN.format(search) + MOVE.format(when="square in man.square.neighbours"))
    assert asks_lines(program, ["prefixes"])
