"""Any state of a match goes into a module and comes out the same, and is gone on with there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.lockstep import differences
from arbitre.interpreter.reference import calls
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.loader import runner_of
from arbitre.interpreter.wasm.run.runtime import FAILED, NEED, NO_DIE, Runner, Stopped
from arbitre.interpreter.wasm.run.state_transfer import Unfit

pytest.importorskip("wasmtime")
DICE = Path(__file__).resolve().parents[2] / "language" / "constructs" / "dice.rules"
SMALL = [*sorted((Path(__file__).resolve().parent / "games").glob("*.rules")), DICE.with_name("statements.rules")]
LIBRARY = ["coliseum", "bloodbowl", "backgammon", "tsewnart", "kollaball"]


@cache
def two(game: str) -> tuple[Runner, Runner]:
    if not game.endswith(".rules"):
        one, other = runner_of(program_of(game)), runner_of(program_of(game))
        assert one is not None and other is not None
        return one, other
    compiled = compile_module(program_of(game))
    return Runner(compiled), Runner(compiled)


@pytest.mark.parametrize("game", [*map(str, SMALL), *LIBRARY], ids=lambda game: Path(game).stem)
def test_a_match_goes_on_elsewhere(game: str) -> None:
    """Every so often the match is moved into another module, which plays on from there with the same answers and dice."""
    one, other = two(game)
    one.begin(7)
    stopped = 0
    for step in range(1, 160):
        if not one.call("advance"):
            break
        if step % 40 and step > 5:
            continue
        state, answered = one.state(), len(one.tape())
        other.load(state, seed=7)
        assert other.state() == state
        for _ in range(3):
            one.call("advance")
        other.put("SEATS_BY_LOT", 0)
        other.put("KEEPS_TAPE", 1)
        other.answer([answer.choice for answer in one.tape()[answered:]])
        for _ in range(3):
            other.call("advance")
        assert other.state() == one.state()
        stopped += 1
    assert stopped > 1


def test_what_a_module_does_not_keep_is_refused() -> None:
    runner = two(str(SMALL[0]))[0]
    runner.begin(1)
    state = runner.state()
    state.told = {(0, 0, 0, 0)}
    with pytest.raises(Unfit):
        runner.load(state)
    state = runner.state()
    state.cells[0] = 1 << 40
    with pytest.raises(Unfit):
        runner.load(state)


def dice() -> tuple[Runner, Match, dict[str, int]]:
    """A module and a match before anything has happened, and what there is to carry out."""
    program = program_of(str(DICE))
    runner, match = two(str(DICE))[0], Match(machine_of(program), 3, start=False)
    runner.script(None)
    runner.begin(3)
    return runner, match, {p.name: p.index for p in program.procedures}


@pytest.mark.parametrize("event", ["blow", "many", "first_die", "try", "turn"])
def test_an_event_for_itself(event: str) -> None:
    """Carried out on a match as it stands, it leaves the same behind in both executors."""
    runner, match, number = dice()
    machine, agenda = match.machine, event == "turn"
    for side in (0, 1):
        args = [] if agenda else [side]
        if agenda:
            match.do(lambda x: running.begin(x, number["turn"], [], NOWHERE))
        else:
            match.do(lambda x, args=args: calls.perform(x, number[event], args, NOWHERE))
        runner.perform(number[event], args)
        assert differences(machine, match.state, runner.state()) == []
    assert match.state.rolls or agenda


def test_dice_that_are_told() -> None:
    runner, _, number = dice()
    hit, luck = runner.label("hit"), runner.label("luck")
    assert hit and luck and hit != luck
    runner.script([(1, hit), (4, 0)])
    runner.perform(number["blow"], [0])
    fields = {f.name: n for n, f in enumerate(runner.program.fields)}
    score = runner.shape.columns[fields["score"]]
    assert runner.view[score.at] == 25
    with pytest.raises(Stopped) as stop:  # there are no more
        runner.perform(number["try"], [0])
    assert (stop.value.code, stop.value.among, stop.value.by) == (NO_DIE, 6, luck)
    runner.begin(3)
    with pytest.raises(Stopped) as stop:  # these are for another throw
        runner.perform(number["try"], [0])
    assert stop.value.code == FAILED
    runner.begin(3)
    runner.script([(6, 0), (0, 0)])
    with pytest.raises(Stopped) as stop:  # no die shows this
        runner.perform(number["many"], [0])
    assert stop.value.code == FAILED
    runner.script(None)
    runner.perform(number["blow"], [0])


def test_what_an_event_gives_is_read() -> None:
    runner, match, number = dice()
    test = match.program.procedures[number["luck"]]
    frame, _ = calls.perform(match.run, test.index, [0, 7], NOWHERE)
    runner.perform(test.index, [0, 7])
    assert runner.result(test.index, test.result) == frame[test.result]


def test_a_question_is_told() -> None:
    """Where an answer is missing the module says who is asked among how many; the same statement again takes it."""
    runner = two("hex")[0]
    runner.begin(1, by_lot=False)
    with pytest.raises(Stopped) as stop:
        runner.call("play", 100)
    assert stop.value.code == NEED and stop.value.among > 1 and stop.value.by == 0
