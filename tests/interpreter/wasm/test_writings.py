"""The small games of ``benchmarks/writings``: every writing is the same game, and both executors play it alike."""

from __future__ import annotations

from functools import cache

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import in_a_row, in_lockstep
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner
from benchmarks.writings.__main__ import GAMES, writings
from benchmarks.writings.same import perft, sample

wasmtime = pytest.importorskip("wasmtime")
EACH = [(game, name) for game in GAMES for name in writings(game, library=False)]
TURNS = 2


@cache
def first(game: str) -> int:
    source = next(iter(writings(game).values()))
    return perft(Position(machine_of(program_of(source)), 1), TURNS)


@pytest.mark.parametrize(("game", "name"), EACH, ids=[f"{game}-{name}" for game, name in EACH])
def test_writing(game: str, name: str) -> None:
    program = program_of(writings(game)[name])
    machine, compiled = machine_of(program), compile_module(program)
    assert compiled.missing == {}
    runner = Runner(compiled)
    compared = in_lockstep(machine, runner, 3)
    assert (compared.differs, compared.stopped) == ([], "")
    assert compared.answers >= 5
    assert [in_a_row(runner, seed) for seed in range(5)] == [""] * 5
    assert perft(Position(machine, 1), TURNS) == first(game)


def test_another_game_is_told_apart() -> None:
    one, two = (sample(machine_of(program_of(source)), 60) for source in ("tictactoe", "connect_four"))
    assert one.differs(two)
    assert one.differs(one) == []
