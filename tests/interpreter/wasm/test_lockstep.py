"""Both executors play the same matches, and are the same after every statement."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl.lower.compiled import program_of
from interpreter.code.machine import Machine
from interpreter.match.assembly import machine_of
from interpreter.play.lockstep import alone, in_lockstep
from interpreter.wasm.compiler import compile_module

wasmtime = pytest.importorskip("wasmtime")
HERE = Path(__file__).resolve().parent
CONSTRUCTS = HERE.parents[1] / "language" / "constructs"
GAMES = [*sorted((HERE / "games").glob("*.rules")), CONSTRUCTS / "noughts_and_crosses.rules", CONSTRUCTS / "policies.rules"]


@cache
def both(game: str) -> tuple[Machine, object]:
    from interpreter.wasm.runtime import Runner

    program = program_of(game)
    compiled = compile_module(program)
    assert compiled.missing == {}
    return machine_of(program), Runner(compiled)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_statement_after_statement(game: Path) -> None:
    machine, runner = both(str(game))
    for seed in range(4):
        compared = in_lockstep(machine, runner, seed)  # type: ignore[arg-type]
        assert (compared.differs, compared.stopped) == ([], "")
        assert compared.statements > 5
    assert alone(machine, runner, 4)  # type: ignore[arg-type]


def test_a_whole_game() -> None:
    machine, runner = both("coliseum")
    compared = in_lockstep(machine, runner, 3)  # type: ignore[arg-type]
    assert (compared.differs, compared.stopped) == ([], "")
    assert compared.answers > 100


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, runner = both(str(HERE / "games" / "race.rules"))
    whole, done = runner.call, []  # type: ignore[attr-defined]

    def astray(name: str, *args: int) -> int:
        found = int(whole(name, *args))
        done.append(name)
        if done.count("advance") == 40 and name == "advance":
            runner.view[runner.at["CELLS"] + 7] ^= 1  # type: ignore[attr-defined]
        return found

    monkeypatch.setattr(runner, "call", astray)
    assert in_lockstep(machine, runner, 1).differs  # type: ignore[arg-type]
    assert done.count("advance") == 40


def test_what_is_not_compiled_is_named() -> None:
    compiled = compile_module(program_of(str(CONSTRUCTS / "statements.rules")))
    assert list(compiled.missing) == ["an agenda that proceeds"] and compiled.raw == b""
