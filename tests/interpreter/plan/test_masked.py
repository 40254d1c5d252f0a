"""Conditions on rows that come and go, asked of sixteen of them at once: the same rows are found, and faults are told as written."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.plan.passes.candidates import Completable
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.play.lockstep import stepwise
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
WHEN = "man.square is not none and square in man.square.neighbours and (no men where it.square is square)"
RULES = """\
event count_them player:
    for each found in men where {where}: found.square.owner becomes player
    if count(men where {where}) is 3 or more: player.score gains 1
    if any men where {where}: player.score gains 2
"""
FOUND = {
    "one of two": "it.player is player or it.square.y is 3",
    "none of them": "not (it.player is player or it.square.y is 3)",
    "beyond its square": "it.player is player and it.square.x is 4 or more",
    "one thing or another": "it.square.y is (1 if it.player is white otherwise 6)",
    "in a set": "it.square in painted(player) and it.player is not player",
    "by a value": "it is on_the_way and it.player is player",
    "as things are": "player.score is 3 or more and it.square.y is 2",
    "with a search of its own": "it.player is player and any square in it.square.neighbours where square.marked",
}
VALUES = """\
let painted(player) = squares where owner is player or marked
man is on_the_way when man.square.y is 3 to 4 or man.player is black and man.square.x is 2
after move by man to square: count_them man.player
"""


@pytest.mark.parametrize("where", FOUND.values(), ids=FOUND)
def test_the_same_men_are_found(tmp_path: Path, where: str) -> None:
    program = made(tmp_path, SCORE + MOVE.format(when=WHEN) + RULES.format(where=where) + VALUES)
    plays_alike(program, ["words", "given", "complete"])


SCORE = "kind player:\n    score: 0 to 1000\n"


def test_a_man_without_a_square(tmp_path: Path) -> None:
    """It is an error to ask for the row of his square: the compiled executor gives up, and the interpreter says why."""
    lifts = "event lift man: man.square becomes none\nafter move by man to square when square.x is 6: lift man\n"
    program = made(tmp_path, SCORE + MOVE.format(when=WHEN) + RULES.format(where=FOUND["beyond its square"]) + lifts + VALUES)
    runner, machine = Runner(compile_module(program)), machine_of(program)
    found = [stepwise(machine, runner, seed) for seed in range(12)]
    assert [one.differs for one in found] == [[]] * 12
    assert any(one.stopped for one in found)


def test_an_actor_without_a_square(tmp_path: Path) -> None:
    """What is asked of his square is an error as well where it is asked of all actors at once."""
    lifts = "event lift man: man.square becomes none\nafter move by man to square when square.x is 6: lift man\n"
    when = "man.square.y is 1 to 6\n    when square in man.square.neighbours and (no m in men where m.square is square)"
    program = made(tmp_path, MOVE.format(when=when) + lifts)
    assert all(isinstance(action, Completable) for action in planned(program).actions)
    runner, machine = Runner(compile_module(program)), machine_of(program)
    found = [stepwise(machine, runner, seed) for seed in range(12)]
    assert [one.differs for one in found] == [[]] * 12
    assert any(one.stopped for one in found)
