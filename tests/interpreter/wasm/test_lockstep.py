"""Both executors play the same matches, and are the same after every statement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import alone, differences, in_a_row, in_lockstep
from arbitre.interpreter.play.simulate import play_out, play_quickly, simulate
from arbitre.interpreter.play.totals import Simulation
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.compile.statements import STATEMENTS
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.loader import runner_of, wanted
from arbitre.interpreter.wasm.run.mirror import Mirror
from arbitre.interpreter.wasm.run.results import Finished
from arbitre.interpreter.wasm.run.runtime import Runner

wasmtime = pytest.importorskip("wasmtime")
HERE = Path(__file__).resolve().parent
CONSTRUCTS = HERE.parents[1] / "language" / "constructs"
GAMES = [*sorted((HERE / "games").glob("*.rules")), CONSTRUCTS / "noughts_and_crosses.rules", CONSTRUCTS / "policies.rules"]


@cache
def both(game: str) -> tuple[Machine, Runner]:
    program = program_of(game)
    compiled = compile_module(program)
    assert compiled.missing == {}
    return machine_of(program), Runner(compiled)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_statement_after_statement(game: Path) -> None:
    machine, runner = both(str(game))
    for seed in range(4):
        compared = in_lockstep(machine, runner, seed)
        assert (compared.differs, compared.stopped) == ([], "")
        assert compared.statements > 5
    assert alone(machine, runner, 4) == ""
    assert [in_a_row(runner, seed) for seed in range(20)] == [""] * 20


@pytest.mark.parametrize("game", ["coliseum", "tsewnart", "kollaball"])
def test_a_whole_game(game: str) -> None:
    machine, runner = both(game)
    compared = in_lockstep(machine, runner, 3)
    assert (compared.differs, compared.stopped) == ([], "")
    assert compared.answers > 100
    assert in_a_row(runner, 3) == ""


def test_without_passes_it_is_the_same_match() -> None:
    program = program_of(str(HERE / "games" / "race.rules"))
    plain = compile_module(program, passes=())
    assert len(plain.raw) < len(compile_module(program).raw)
    compared = in_lockstep(machine_of(program), Runner(plain), 1)
    assert (compared.differs, compared.stopped) == ([], "")


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, runner = both(str(HERE / "games" / "race.rules"))
    whole, done = runner.call, []

    def astray(name: str, *args: int) -> int:
        found = int(whole(name, *args))
        done.append(name)
        if done.count("advance") == 40 and name == "advance":
            runner.view[runner.at["CELLS"] + 7] ^= 1
        return found

    monkeypatch.setattr(runner, "call", astray)
    assert in_lockstep(machine, runner, 1).differs
    assert done.count("advance") == 40


def test_what_is_not_compiled_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(STATEMENTS, core.While)
    compiled = compile_module(program_of(str(CONSTRUCTS / "statements.rules")))
    assert list(compiled.missing) == ["While"]


def same(one: Simulation, two: Simulation) -> bool:
    return all(one[key] == two[key] for key in ("decisions", "mean_turns", "wins", "draws", "unfinished", "errors"))  # type: ignore[literal-required]


def test_the_same_matches_are_won(monkeypatch: pytest.MonkeyPatch) -> None:
    game, lot = str(HERE / "games" / "race.rules"), {"": "random"}
    quick = simulate(game, 12, 5, bots=lot, cores=1, watched=False)
    assert same(quick, simulate(game, 12, 5, bots=lot, cores=1, watched=False, executor="interpreted"))
    assert same(quick, simulate(game, 12, 5, bots=lot, cores=1))  # every one of them recorded
    monkeypatch.setenv("ARBITRE_EXECUTOR", "interpreted")
    assert not wanted()


def test_a_match_the_module_gives_up_is_played_by_the_closures(monkeypatch: pytest.MonkeyPatch) -> None:
    game = str(CONSTRUCTS / "policies.rules")
    machine, runner = both(game)

    def tired(seed: int, count: int, limit: int = 0, greedy: int = 0, laws: bool = True) -> list[Finished]:
        return whole(seed, min(count, max(0, 3 - seed)), 100_000)

    whole = runner.many
    monkeypatch.setattr(runner, "many", tired)
    found = [result.decisions for result in play_quickly(machine, runner, range(5))]
    assert found == [play_out(machine, seed)[1].decisions for seed in range(5)]


def test_a_file_that_is_damaged_or_of_something_else_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path))
    program, other = (program_of(str(HERE / "games" / f"{name}.rules")) for name in ("lines", "race"))
    for one in (program, other):
        assert runner_of(one) is not None
    theirs, (kept,) = (
        bytearray(),
        [path for path in tmp_path.iterdir() if path.name.startswith("module-") and b"lines.rules" in path.read_bytes()],
    )
    for path in tmp_path.iterdir():
        if path.name.startswith("module-") and path != kept:
            theirs[:] = path.read_bytes()
    whole = kept.read_bytes()
    middle = len(whole) // 2
    wanted = machine_of(program), play_out(machine_of(program), 3)[1].decisions
    for data in (whole[:-200] + b"x" * 200, whole[:middle], b"", whole[:middle] + bytes(64) + whole[middle + 64 :], bytes(theirs)):
        kept.write_bytes(data)
        again = runner_of(program)
        assert again is not None and [match.answers for match in again.many(3, 1)] == [wanted[1]]
        assert kept.read_bytes() != data and kept.read_bytes()[:40] == whole[:40]


def test_matches_in_a_row_are_those_of_each_seed() -> None:
    machine, runner = both("bloodbowl")
    (found,) = runner.many(2, 1)
    runner.begin(2)
    runner.call("play", 1_000_000_000)
    assert (found.answers, found.winners) == (len(runner.tape()), runner.number("WINNERS"))
    assert found.turns == runner.state().runs[machine.program.main] > 1


def test_whatever_differs_is_found() -> None:
    """A state is held beside the memory after every change of any of its parts; none goes unseen, and the same again is the same again."""
    machine, runner = both("coliseum")
    mirror, seen = Mirror(runner), set()
    runner.begin(3)
    for _ in range(300):
        runner.call("advance")
        state = runner.state()
        assert mirror.same(state) and mirror.same(state.copy())
        for name, changed in astray(state):
            assert not mirror.same(changed), name
            assert differences(machine, changed, state), name
            seen.add(name)
        assert mirror.same(state)
    assert seen >= {"rolls", "over", "winners", "winner_domain", "runs", "stack", "timers", "cells"}
    cells = [*range(0, len(state.cells), 7), len(state.cells) - 1]
    for cell in cells:
        changed = state.copy()
        changed.cells[cell] ^= 1
        assert not mirror.same(changed)
    for _, column, _, _ in mirror.columns:  # the memory goes astray, the state does not
        runner.view[column.at + column.rows * column.size - 1] ^= 1
        assert not mirror.same(state)
        runner.view[column.at + column.rows * column.size - 1] ^= 1
    assert mirror.same(state)


def astray(state: State) -> Iterator[tuple[str, State]]:
    """The same state with one thing changed, for every part of it."""
    for name in ("rolls", "over", "winners", "winner_domain"):
        changed = state.copy()
        setattr(changed, name, getattr(state, name) + 1 if name != "over" else not state.over)
        yield name, changed
    for name in ("runs", "stack", "timers", "waiting", "scheduled"):
        if getattr(state, name):
            changed = state.copy()
            getattr(changed, name).pop()
            yield name, changed
    for name, entries in (("timers", state.timers), ("waiting", state.waiting)):
        if entries:
            changed = state.copy()
            getattr(changed, name)[0] = (*entries[0][:-1], entries[0][-1] + 1)
            yield name, changed
    if state.stack:
        changed = state.copy()
        letter, index, *rest = state.stack[-1]
        changed.stack[-1] = (letter, index + 1, *rest)
        yield "stack", changed
    changed = state.copy()
    changed.told = {*state.told, (0, 0, 0, 9)}
    yield "told", changed
    changed = state.copy()
    changed.published = None if state.published is not None else tuple(state.cells)
    yield "published", changed
    changed = state.copy()
    changed.cells[len(state.cells) // 2] ^= 1
    yield "cells", changed
