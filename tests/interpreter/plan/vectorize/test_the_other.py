"""A search for the other of two, ``the players where it is not player``: it cannot find two, so that conditions with it are vectorized."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.analysis.errors import needed_to_be_alone
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")
CAPTURES = """\
let other(player) = {}
let of(player) = squares where owner is player
let ahead_of((origin: square), player) = squares where y is origin.y + 1 and (x is origin.x - 1 or x is origin.x + 1)
let targets((origin: square), player) = ahead_of(origin, player) where it in of(other(player))
    also ahead_of(origin, player) where owner is none
action take by player from (origin: square) to (target: square):
    during moving
    when origin in of(player)
    when target in targets(origin, player)
    origin.owner becomes none
    target.owner becomes player
after setup:
    for each square in squares: square.owner becomes (white if square.y is 2 or less otherwise black if square.y is 5 otherwise none)
"""
OTHER = "the players where it is not player"
SEVERAL = {
    "any of two": "the players where it is player or it is black",
    "by what changes": "the players where it is not player or square(1, 1).marked",
    "of many": "the squares where it is not square",
}


def search(tmp_path: Path, said: str) -> tuple[core.Query, core.Program]:
    given = "square" if "squares where it" in said else "player"
    program = made(
        tmp_path,
        f"let found({given}) = {said}\n" + MOVE.format(when="found(square) is none" if given == "square" else "square is not none"),
    )
    (found,) = (f for f in program.functions if f.name == "found")
    return next(one for one in nodes(found.body) if isinstance(one, core.Query) and one.sink == "only"), program


def test_numbers_are_no_rows(tmp_path: Path) -> None:
    """Of two players there are no three that stand in order, of numbers there are."""
    given = "player, (low: 0 to 9), (middle: 0 to 9), (high: 0 to 9)"
    search = "the players where it is player or (low is less than middle and middle is less than high)"
    program = made(tmp_path, f"let found({given}) = {search}\n" + MOVE.format(when="found(man.player, 1, 2, 3) is none"))
    (found,) = (f for f in program.functions if f.name == "found")
    assert needed_to_be_alone(found.body, program) is None


@pytest.mark.parametrize(
    ("said", "needed"),
    [(OTHER, 1), ("the players where front is not player.front", 1), ("the players where it is not white", 0)],
)
def test_two_are_never_found_where_somebody_is_given(tmp_path: Path, said: str, needed: int) -> None:
    query, program = search(tmp_path, said)
    slots = needed_to_be_alone(query, program)
    assert slots is not None
    assert len(slots) == needed


@pytest.mark.parametrize("said", SEVERAL.values(), ids=SEVERAL)
def test_two_may_be_found(tmp_path: Path, said: str) -> None:
    assert needed_to_be_alone(*search(tmp_path, said)) is None


def test_conditions_with_the_other_are_vectorized(tmp_path: Path) -> None:
    """Which squares have a target is found for all of them, as it is where both players are written out."""
    program = made(tmp_path, CAPTURES.format(OTHER))
    plain = made(tmp_path, CAPTURES.format("(black if player is white otherwise white)"))
    one, other = (getattr(planned(some, ALL).actions[0], "complete", None) for some in (program, plain))
    assert one == other is not None
    plays_alike(program, list(ALL))


def test_of_nobody_there_is_no_other(tmp_path: Path) -> None:
    """Where nobody may be given, two may be found: the condition is asked only once that is ruled out."""
    when = "square in man.square.neighbours and (square.owner is none or other(square.owner) is not man.player)"
    rules = f"let other(player) = {OTHER}\n" + MOVE.format(when=when) + "    square.owner becomes man.player\n"
    plays_alike(made(tmp_path, rules), list(ALL))
