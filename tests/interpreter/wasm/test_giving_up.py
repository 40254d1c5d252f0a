"""Why the compiled executor gives up: the interpreter carries the same match out, or says what is wrong as it always did."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arbitre.dsl.budget import seconds
from arbitre.dsl.diagnostics.errors import RulesError
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.simulate import play_out, play_quickly, simulate
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run import timeout
from arbitre.interpreter.wasm.run.loader import runner_of
from arbitre.interpreter.wasm.run.runtime import ENDLESS, FAILED, FULL, LIMIT, TOO_LARGE, Runner, Stopped

pytest.importorskip("wasmtime")
GAME = """\
game trial:
    title en "Trial" fr "Épreuve"
    play turn up to 4 times
kind side, seats: red, blue
    life: 0 to 9 = 5
    wealth: 0 to 1000000 = 1000000
    held: side or none
kind spot: a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2, b3, b4, b5, b6, b7, b8, b9
    mark: 0 to 9
kind token, up to 2:
    owner: side
let toil((n: 0 to 60)) = (red.life if n is 0 otherwise toil(n - 1) + toil(n - 1))
agenda turn:
    first: red chooses gift from 0 to 3
    then: trouble
    last: red chooses other from 0 to 3
event trouble:
"""
TOIL = (
    "for each one in spots:\n        for each two in spots:\n            for each three in spots:\n"
    "                for each four in spots:\n                    for each five in spots:\n"
    "                        for each six in spots: for each seven in spots: for each eight in spots: red gains 0 life"
)
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")
SEEK = " ".join(f"(any {name} in spots where" for name in NAMES)
REASONS = {
    "a value that does not fit": (FAILED, "red.life becomes 7 + turn.number"),
    "no row left": (FAILED, "create token as t with owner red"),
    "something of nobody": (FAILED, "red.held.life becomes 3"),
    "nobody to decide": (FAILED, "red.held chooses much from 0 to 3\n    red.life becomes much"),
    "a large product": (TOO_LARGE, "if red.wealth * red.wealth * red.wealth is more than 3: blue.life becomes 4"),
    "many lasting changes": (
        FULL,
        "for each one in spots:\n        for each two in spots:\n            two gains 1 mark during turn\n"
        "            two loses 1 mark during turn",
    ),
    "loop in loop": (ENDLESS, TOIL),
}
ENDLESS_VALUES = {
    "search in search": f"if {SEEK} {' + '.join(f'{name}.mark' for name in NAMES)} is 99{')' * 8}: red wins",
    "a value that asks itself twice": "if toil(30) is 99: red wins",
}
PARTS = (
    "red.life becomes {n} + turn.number", "create token as t{i} with owner blue", "red.held.life becomes {n}", "red.held becomes blue",
    "red.held becomes none", "red.held chooses much{i} from 0 to 3", "blue chooses red.held from sides or none",
    "blue gains {n} life during turn", "if red.wealth * red.wealth * red.life * {n} is more than 3000000: blue wins",
    "for each token in tokens: discard token", "a1 gains {n} mark during turn", "blue.life becomes red.life - {n}", "red wins",
    "together: red.life becomes {n}; red.life becomes 2", "for each one in spots together: one.mark becomes one.mark + {n}",
)  # fmt: skip
FRAMES = tuple(
    f"{head}{{part}}"
    for head in (
        "",
        "for each side in sides:\n        ",
        "if turn.number is more than 1:\n        ",
        "if red.life is more than {n}:\n        ",
    )
)


def trial(tmp_path: Path, body: str) -> str:
    path = tmp_path / "trial.rules"
    path.write_text(GAME + f"    {body}\n", encoding="utf-8")
    return str(path)


def both(game: str) -> tuple[Machine, Runner]:
    program = program_of(game)
    runner = runner_of(program)
    assert runner is not None
    return machine_of(program), runner


def outcome(game: str, executor: str, matches: int = 3) -> dict[str, object]:
    found = simulate(game, matches, 1, bots={"": "random"}, cores=1, executor=executor)
    return {key: found[key] for key in ("wins", "draws", "unfinished", "decisions", "mean_turns", "errors", "used")}  # type: ignore[literal-required]


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason(reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitre.interpreter.wasm.run.timeout.MOST", 0.3)
    code, body = REASONS[reason]
    game = trial(tmp_path, body)
    runner = runner_of(program_of(game))
    assert runner is not None
    runner.begin(1)
    with pytest.raises(Stopped) as stop:
        runner.call("play", 1_000_000)
    assert stop.value.code == code, str(stop.value)
    assert outcome(game, "compiled", 1) == outcome(game, "interpreted", 1)


@pytest.mark.parametrize("name", ENDLESS_VALUES)
def test_what_takes_long_without_a_statement_is_stopped(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitre.interpreter.wasm.run.timeout.MOST", 0.3)
    runner = runner_of(program_of(trial(tmp_path, ENDLESS_VALUES[name])))
    assert runner is not None
    runner.begin(1)
    with pytest.raises(Stopped) as stop:
        runner.call("play", 1_000_000)
    assert stop.value.code == ENDLESS


@given(st.lists(st.tuples(st.sampled_from(FRAMES), st.sampled_from(PARTS), st.integers(0, 9)), min_size=1, max_size=6))
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_programs_that_may_fail(lines: list[tuple[str, str, int]]) -> None:
    body = "\n    ".join(frame.format(part=part.format(n=number, i=place), n=number) for place, (frame, part, number) in enumerate(lines))
    with TemporaryDirectory() as folder:
        game = trial(Path(folder), body)
        try:
            program_of(game)
        except RulesError:  # a rule that is wrong on paper already
            assume(False)
        assert outcome(game, "compiled") == outcome(game, "interpreted")


def test_as_many_answers_as_may_be(tmp_path: Path) -> None:
    machine, runner = both(trial(tmp_path, "red.life becomes 3"))
    assert len(runner.many(1, 2, limit=8)) == 2 and not runner.many(1, 2, limit=7)
    runner.begin(1, limit=5)
    with pytest.raises(Stopped) as stop:
        runner.call("play", 1_000_000)
    assert stop.value.code == LIMIT
    quickly = list(play_quickly(machine, runner, range(1, 4)))
    assert [(r.decisions, r.winners, r.compiled) for r in quickly] == [(play_out(machine, n)[1].decisions, [], True) for n in (1, 2, 3)]


def test_more_rows_than_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitre.interpreter.wasm.compiler.MOST_MEMORY", 1_000_000)
    game = trial(tmp_path, "a3.mark becomes 7")
    program = program_of(game)
    assert list(compile_module(program).missing) == ["so many rows"] and runner_of(program) is None
    found = simulate(game, 1, 1, bots={"": "random"}, cores=1)
    assert (found["compiled"], found["slowly"], found["errors"]) == (0, "game", [])


DEAR = """\
kind cell, grid(10, 1, closed), entered at price
    note: flag
let price(cell) = {price}
let step_price((origin: cell), cell) = {price} + turn.number
"""


@pytest.mark.parametrize("asked", ["", ", step_price"])
@pytest.mark.parametrize("price", [2_000, 111_110, 200_000])
def test_dear_ways(tmp_path: Path, price: int, asked: str) -> None:
    """A way costs what it costs, with both; one that costs a million or more is a fault that both tell alike."""
    cells = DEAR.format(price=price)
    body = f"red.wealth becomes travel((1, 1), (10, 1){asked})\n    if red.wealth is more than 17999: red wins"
    (tmp_path / "trial.rules").write_text(GAME.replace("agenda turn:", f"{cells}agenda turn:") + f"    {body}\n", encoding="utf-8")
    game = str(tmp_path / "trial.rules")
    found = outcome(game, "compiled", 1)
    assert found == outcome(game, "interpreted", 1)
    assert bool(found["errors"]) == (price == 200_000), found["errors"]
    assert found["errors"] or found["wins"] == {"red": 1}


def test_a_whole_match_may_take_longer_than_an_answer() -> None:
    """The lab plays matches of thousands of answers in one call: it has as long as one thing may take."""
    flag = memoryview(bytearray(8))
    guard = timeout.Guard(flag)
    for most, ticks in ((None, timeout.MOST / timeout.TICK), (math.inf, seconds() / timeout.TICK)):
        guard.begin(most)
        assert guard.end - timeout._now == round(ticks)
    assert seconds() > timeout.MOST
