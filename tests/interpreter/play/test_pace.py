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
    ends = runner.ends

    def noted(seed: int, count: int, greedy: int = 0) -> tuple[int, list[tuple[int, ...]]]:
        asked.append(count)
        spent[0] += seconds * count
        return ends(seed, count, greedy)

    monkeypatch.setattr(runner, "ends", noted)
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


@pytest.mark.parametrize("game", ["tictactoe", "backgammon"])
def test_ends_that_are_alike_are_counted(game: str) -> None:
    """What is counted in the module is what matches come to that are told one by one."""
    program = program_of(game)
    runner = Runner(compile_module(program))
    one_by_one: dict[tuple[int, ...], list[int]] = {}
    for match in runner.many(5, 60, laws=False):
        ended = one_by_one.setdefault((int(match.over), match.winners, match.winner_domain), [0, 0, 0])
        ended[:] = ended[0] + match.turns, ended[1] + match.answers, ended[2] + 1
    done, found = runner.ends(5, 60)
    assert (done, {tuple(end[:3]): list(end[3:]) for end in found}) == (60, one_by_one)
    assert len(one_by_one) > 1
