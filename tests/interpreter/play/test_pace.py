"""How many matches of a simulation compiled code plays in a row: it finds that out once, not again for each part."""

from __future__ import annotations

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play import simulate as simulation
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.layout.memory import BULK
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")


def played_in_a_row(monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[int]:
    """The matches of each call while three parts are played, of which each match takes so long."""
    program, spent, asked = program_of("tictactoe"), [0.0], list[int]()
    machine, runner = machine_of(program), Runner(compile_module(program))
    rows = runner.rows

    def noted(seed: int, count: int, limit: int = 100_000, greedy: int = 0) -> bytes:
        asked.append(count)
        spent[0] += seconds * count
        return rows(seed, count, limit, greedy)

    monkeypatch.setattr(runner, "rows", noted)
    monkeypatch.setattr(simulation.time, "process_time", lambda: spent[0])
    for part in range(3):
        found = simulation.count_quickly(machine, runner, range(part * BULK, (part + 1) * BULK))
        assert (found.matches, found.compiled) == (BULK, BULK)
    return asked


def test_short_matches_are_soon_played_by_the_part(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played_in_a_row(monkeypatch, 0.0)[-2:] == [BULK, BULK]


def test_long_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = played_in_a_row(monkeypatch, 0.05)
    assert asked and 2 < max(asked) <= 2 * simulation.LOT / 0.05
