"""Pieces that are told apart by numbers and stand on no board: conditions on them are evaluated for all combinations at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.pipeline import planned

pytest.importorskip("wasmtime")
GAME = """\
game piles:
    play turn by each player in turn up to 25 times
    events seen by everyone
kind player, seats: white, black
    score: 0 to 500
kind file: a, b, c, d, e
    number: 1 to 5
table of file:
    name | number
    a    | 1
    b    | 2
    c    | 3
    d    | 4
    e    | 5
kind disc, up to 30:
    owner: player
    file: file
    height: 1 to {height}
    weight: 0 to 3
    light: flag
    below: disc or none
let in_file(file) = discs where it.file is file
let owned(player) = discs where owner is player
let stands(player, (across: 0 to 9), (upto: -3 to 12)) = count(player.owned where it.file.number is across and height is upto)
let held(player, file, (upto: 0 to 9)) = count(player.owned where it.file is file and height is upto)
let beside(disc, (by: -1 to 1), (up: -1 to 1)) = stands(disc.owner, disc.file.number + by, disc.height + up)
disc is backed when any discs where it.owner is disc.owner and it.height is disc.height and it.file.number is disc.file.number + 1
disc is covered when any x in discs where x.owner is not disc.owner and x.height is disc.height + 1 and x.file.number is disc.file.number
let heavy(disc) = disc.below.weight is 1 or more
let found(player) = {found}
agenda turn by player:
    dropping: player must act in dropping
action drop by player into file with (weight: 0 to 3):
    during dropping
    when count(in_file(file)) is less than 6
    when weight is not 2 or found(player) is {least} or more
    create disc as fresh with owner player, file file, weight weight, height {stacked}
    if weight is 0: fresh.light becomes true
    if found(player) is {least} or more: player gains 2 score
    if {asked}: player gains 1 score
"""
FOUND = {
    "how many": "count(player.owned where beside(it, 1, 0) is 1 or beside(it, -1, 1) is 1)",
    "whether any": "(7 if any player.owned where beside(it, 1, 1) + beside(it, -1, -1) is 2 otherwise 1)",
    "by a join": "(3 if any player.owned where it is backed and (any x in discs where x.owner is black and x.height is 2) otherwise 0)",
    "of all sides": "count(discs where owner is black and stands(player, it.file.number, it.height + 1) is 1)",
    "with a flag of its own": "count(player.owned where it.light or it is covered)",
    "by two numbers, of many": "count(player.owned where it.height is 2 or more and it.height - it.weight is less than 3)",
    "by a range and what another number is": "count(player.owned where it.height is 2 or more and it.weight is player.score)",
    "of those of a set": "count((discs where owner is player) where beside(it, 0, 1) is 0)",
}
OTHERS = {
    "about the row itself": "count(player.owned where any other in discs where other is not it and other.height is it.height)",
    "through what else it says": "count(player.owned where it.weight is 1 or beside(it, 1, 0) is 1)",
    "what may fail before its owner is asked": "count(discs where heavy(it) and beside(it, 1, 0) is 1 and owner is player)",
    "a scan": "count(discs where owner is player and height is 2)",
}


def written(tmp_path: Path, found: str, height: int = 6, stacked: str = "min(6, count(in_file(file)) + 1)", least: int = 2) -> core.Program:
    path = tmp_path / "piles.rules"
    asked = "any player.owned where beside(it, 1, 0) is 1"
    path.write_text(GAME.format(found=found, height=height, stacked=stacked, least=least, asked=asked), encoding="utf-8")
    return program_of(path)


def at_once(program: core.Program) -> bool:
    """Is the search of the value ``found`` one of combinations?"""
    functions = planned(program, ["words"]).functions
    (found,) = (f for f in functions if f.name == "found")
    called = [functions[one.function].body for one in nodes(found.body) if isinstance(one, core.Apply)]
    return any(isinstance(one, Straight) for body in (found.body, *called) for one in nodes(body))


@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND)
def test_pieces_without_a_board(tmp_path: Path, found: str) -> None:
    program = written(tmp_path, found)
    assert at_once(program)
    plays_alike(program, ["words"])
    plays_alike(program, ["exits", "unique", "loops", "words", "given", "narrow", "tables"])


@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND)
def test_where_two_pieces_hold_the_same_numbers(tmp_path: Path, found: str) -> None:
    """Then they are counted one by one."""
    plays_alike(written(tmp_path, found, stacked="min(3, count(in_file(file)) + 1)"), ["words"])


@pytest.mark.parametrize("found", OTHERS.values(), ids=OTHERS)
def test_others_are_asked_one_by_one(tmp_path: Path, found: str) -> None:
    program = written(tmp_path, found)
    assert not at_once(program)


LOOKED_UP = {
    "how many": "held(player, b, 2) + held(player, c, 2)",
    "in a loop": "count(files where held(player, it, 3) is 1 and held(player, it, 9) is 0)",
}


@pytest.mark.parametrize("found", LOOKED_UP.values(), ids=LOOKED_UP)
def test_a_combination_is_looked_up(tmp_path: Path, found: str) -> None:
    program = written(tmp_path, found, least=1)
    (held,) = (f for f in planned(program, ["words"]).functions if f.name == "held")
    assert any(isinstance(one, core.In) for one in nodes(held.body))
    plays_alike(program, ["words"])
    plays_alike(written(tmp_path, found, least=1, stacked="min(2, count(in_file(file)) + 1)"), ["words"])


def test_numbers_that_change_are_scanned(tmp_path: Path) -> None:
    """They would often be those of several pieces."""
    program = written(tmp_path, LOOKED_UP["how many"], stacked="1\n    fresh.height becomes min(6, count(in_file(file)))")
    (held,) = (f for f in planned(program, ["words"]).functions if f.name == "held")
    assert not any(isinstance(one, core.In) for one in nodes(held.body))


def test_numbers_of_too_many_combinations(tmp_path: Path) -> None:
    assert not at_once(written(tmp_path, FOUND["how many"], height=60))
