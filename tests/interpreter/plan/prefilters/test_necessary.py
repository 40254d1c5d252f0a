"""What must hold for a condition on many squares is asked first of the few things that most of it is about."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.plan.pipeline import ALL, planned

pytest.importorskip("wasmtime")
RULES = """\
kind player:
    warned: 0 to 1000
kind square (place, origin, target):
    guard: guard or none
kind guard: keeper, watcher, archer
    of: player
    far: flag
    weight: 0 to 9
table of guard:
    name    | of    | far   | weight
    keeper  | white | false | 3
    watcher | black | true  | 1
    archer  | white | true  | 2
let held(player) = squares where guard is not none and guard.of is not player
let freed(player, origin, target) = target
    is origin when origin.guard.far
let endangered(player, place, origin, target) = false
    is true when {first}
    is true when any place.neighbours where it in held(player) and it.guard.far and it is not target
    is true when any ray(place, player.front) where it in held(player) and it.guard.weight is 2 or more and it is not origin
let may_go(player, place, origin) = squares where not endangered(player, place, origin, it)
after move by man to square:
    square.guard becomes (keeper if square.x is 2 otherwise archer if man.player is white otherwise watcher)
    for each place in square.neighbours:
        man.player.warned gains count(may_go(man.player, place, square))
"""
WHEN = "square in man.square.neighbours and (no men where it.square is square)"
WEAKER = {
    "plainly": "place.marked and place.guard is none and any place.neighbours where it.owner is player and it is not origin",
    "what is left out may fail": "any place.neighbours where it in held(player) and it is not freed(player, origin, target)",
}
LEFT = {
    "nothing is known": "target.marked",
    "what is left out fails for some row": "any place.neighbours where marked and ahead(it, target.guard.of.front).guard.far",
}


def asked_first(program: core.Program) -> bool:
    """Does a search ask something else before the condition?"""
    (search,) = (f for f in planned(program, ["necessary"]).functions if f.name == "may_go")
    return len([part for part in nodes(search.body) if isinstance(part, core.Apply)]) > 1


def with_first(tmp_path: Path, first: str) -> core.Program:
    return made(tmp_path, RULES.format(first=first) + MOVE.format(when=WHEN))


@pytest.mark.parametrize("first", WEAKER.values(), ids=WEAKER)
def test_it_is_asked_where_what_must_hold_does(tmp_path: Path, first: str) -> None:
    program = with_first(tmp_path, first)
    assert asked_first(program)
    plays_alike(program, ["necessary"])
    plays_alike(program, list(ALL))


@pytest.mark.parametrize("first", LEFT.values(), ids=LEFT)
def test_what_is_left_as_it_is(tmp_path: Path, first: str) -> None:
    assert not asked_first(with_first(tmp_path, first))
