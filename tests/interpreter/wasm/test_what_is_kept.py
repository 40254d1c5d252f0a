"""Which values are memoised: those that cost more to compute than to look up."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import in_lockstep
from arbitre.interpreter.wasm.compiler import ModuleCompiler, compile_module
from arbitre.interpreter.wasm.run.runtime import Runner
from benchmarks.writings.__main__ import FOLDER

pytest.importorskip("wasmtime")
GAME = """\
game trial:
    play turn by each player in turn up to 30 times
kind player, seats: white, black
    found: 0 to 2000
kind square, king_grid({width}, 8, closed)
    owner: player or none
let asked(player) = {asked}
agenda turn by player:
    moving: player must act in moving
    counting: player.found becomes count(asked(player))
action mark by player at square:
    during moving
    when square.owner is none
    square.owner becomes player
"""
COLUMN = "squares where owner is player"
WRITING = FOLDER / "breakthrough" / "squares_act.rules"  # asks one column whose men may move


def program(folder: Path, asked: str = COLUMN, width: int = 8) -> core.Program:
    path = folder / "trial.rules"
    path.write_text(GAME.format(asked=asked, width=width), encoding="utf-8")
    return program_of(path)


def kept(made: core.Program) -> set[str]:
    """The names of what is kept in a module without passes over the plan."""
    compiler = ModuleCompiler(made, passes=())
    return {function.name for function in compiler.program.functions if compiler.memoisation.is_worth_memoising(function)}


def test_what_one_column_holds_is_asked_again(tmp_path: Path) -> None:
    assert "asked" not in kept(program(tmp_path))
    assert "asked" not in kept(program(tmp_path, "squares where owner is not player"))


def test_what_must_be_asked_of_each_row_is_kept(tmp_path: Path) -> None:
    assert "asked" in kept(program(tmp_path, "squares where owner is player and any beside in neighbours where beside.owner is player"))


def test_more_rows_than_a_few_words_hold_are_kept(tmp_path: Path) -> None:
    assert "asked" not in kept(program(tmp_path, width=9))
    assert "asked" in kept(program(tmp_path, width=40))


def test_what_an_action_offers_is_kept() -> None:
    compiler = ModuleCompiler(program_of(WRITING))
    offered = [compiler.program.functions[index] for index in compiler.offers.values()]
    assert offered
    assert all(compiler.memoisation.is_worth_memoising(function) for function in offered)


@pytest.mark.parametrize("asked", [COLUMN, "squares where owner is not player", "squares where owner is player and x is y"])
def test_both_executors_find_the_same(tmp_path: Path, asked: str) -> None:
    made = program(tmp_path, asked)
    compared = in_lockstep(machine_of(made), Runner(compile_module(made)), 5)
    assert (compared.differs, compared.stopped) == ([], "")
