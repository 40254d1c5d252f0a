"""What is seen first in a direction is asked only along rays on which it can be."""

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
kind square (origin, target):
    guard: guard or none
kind guard: keeper, watcher, archer
    of: player
    far: flag
table of guard:
    name    | of    | far
    keeper  | white | false
    watcher | black | true
    archer  | white | true
let straight = (up, up + 2, up + 4, up + 6)
let held(player) = squares where guard is not none and guard.of is player
let standing_by(origin, target) = (squares where guard is not none) - origin + target
let watched(player, origin, target) = false
    is true when {seen}
after move by man to square:
    square.guard becomes (keeper if square.x is 2 otherwise archer if man.player is white otherwise watcher)
    for each place in square.neighbours:
        if watched(man.player, square, place): man.player.warned gains 1
"""
SEEN = "any heading in {headings} where any first_on_ray(origin, heading, {stop}) where {where}"
FOUND = {
    "of a side": ("straight", "standing_by(origin, target)", "it in held(player) and guard.far and it is not target"),
    "of the other": ("directions", "standing_by(origin, target)", "guard is not none and guard.of is not player"),
    "whatever it is": ("(up, up + 1)", "standing_by(target, origin)", "it.marked"),
    "and not the next one": ("straight", "standing_by(origin, target)", "it.marked and it is not ahead(origin, heading)"),
}
LEFT = {
    "what stops the sight depends on the heading": ("straight", "standing_by(ahead(origin, heading), target)", "it.marked"),
    "only what depends on many squares": ("straight", "standing_by(origin, target)", "it is not target"),
    "it may be an error": ("straight", "standing_by(origin, target)", "it.guard.far"),
}
WHEN = "square in man.square.neighbours and (no men where it.square is square)"


def followed(program: core.Program, passes: list[str]) -> bool:
    """Is each ray followed, whatever lies on it?"""
    (seen,) = (f for f in planned(program, passes).functions if f.name == "watched")
    return not any(isinstance(part, core.Ask) and part.query == "ray" for part in nodes(seen.body))


def with_search(tmp_path: Path, headings: str, stop: str, where: str) -> core.Program:
    seen = SEEN.format(headings=headings, stop=stop, where=where)
    return made(tmp_path, RULES.format(seen=seen) + MOVE.format(when=WHEN))


@pytest.mark.parametrize("search", FOUND.values(), ids=FOUND)
def test_rays_are_followed_where_something_lies(tmp_path: Path, search: tuple[str, str, str]) -> None:
    program = with_search(tmp_path, *search)
    assert followed(program, []) and not followed(program, ["sightlines"])
    plays_alike(program, ["sightlines"])
    plays_alike(program, list(ALL))


@pytest.mark.parametrize("search", LEFT.values(), ids=LEFT)
def test_what_is_left_as_it_is(tmp_path: Path, search: tuple[str, str, str]) -> None:
    assert followed(with_search(tmp_path, *search), ["sightlines"])
