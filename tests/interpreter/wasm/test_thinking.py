"""Answers are played on in compiled code as they are interpreted: to the same worth, with the same lots."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Effort
from arbitre.interpreter.play.bots.bots import by_lot, given_by_bots, greedy
from arbitre.interpreter.play.bots.determinisation import knowledge, sample_from
from arbitre.interpreter.play.bots.rollouts import Ahead, runner_for
from arbitre.interpreter.play.bots.sampling import FAR, TURNS
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.play.bots.worlds import InterpretedWorlds, played_on
from arbitre.interpreter.state.lots import Lots

pytest.importorskip("wasmtime")

GUESS = """game guess:
    title en "Guess" fr "Devine"
    play turn up to 3 times
kind player, seats: red, blue
    gold: 0 to 99
agenda turn:
    taking: take
event take:
    roll 1d6 as die
    red chooses wanted from 1 to die + 1
    red gains wanted gold
let worth(player) = player.gold
"""


@pytest.mark.parametrize(
    ("game", "every", "times"), [("coliseum", 11, 5), ("tsewnart", 40, 5), ("connect_four", 4, 5), ("backgammon", 9, 4)]
)
def test_what_comes_of_answers_is_the_same(game: str, every: int, times: int) -> None:
    """Questions of a match by lot, those asked together too, with what is hidden drawn by lot."""
    machine = machine_of(program_of(game, {}, ()))
    runner, match, lots = runner_for(machine), Match(machine, 1, trace=False), Lots(1)
    assert runner is not None
    seen = compared = 0
    while match.requests and compared < times:
        request = match.requests[-1]
        seen += 1
        options = given_by_bots(request)[:3]
        if seen % every == 0 and len(options) > 1:
            known = knowledge(match, request)
            world = sample_from(known, lots)
            assert world is not None
            ahead, used, dice = Ahead(runner, known), (Effort(None, 1), Effort(None, 1)), lots.word()
            assert ahead.put(match if known.whole else world, world.tape.seed)
            values, used[0].played = ahead.values(options, dice, FAR, TURNS)
            assert values == [played_on(world, request, option, Lots(dice), used[1], FAR, TURNS) for option in options]
            assert used[0].played == used[1].played
            compared += 1
        match.answer(request.id, by_lot(match, request, lots))
    assert compared == times


@pytest.mark.parametrize(("game", "every"), [("connect_four", 5), ("backgammon", 9), ("coliseum", 30), ("tsewnart", 9), ("perudo", 8)])
def test_both_give_the_same_advice(game: str, every: int) -> None:
    """A tree where all is known, else worlds drawn by lot, each by itself: tried as often, and with the same ends."""
    machine = machine_of(program_of(game, {}, ()))
    match, lots, seen = Match(machine, 2, trace=False), Lots(2), 0
    while seen < every or len(given_by_bots(match.requests[0])) < 2:
        match.answer(match.requests[0].id, by_lot(match, match.requests[0], lots))
        seen += 1
    request = match.requests[0]
    one, two = (advice(match, request, Lots(5), effort=300, executor=executor) for executor in ("compiled", "interpreted"))
    assert len(one.tried) > 1
    assert one == two


@pytest.mark.parametrize(("game", "every"), [("tsewnart", 5), ("perudo", 5), ("confrontation", 9), ("kollaball", 9)])
def test_worlds_are_drawn_in_the_module_and_first_is_what_greedy_answers(game: str, every: int) -> None:
    machine = machine_of(program_of(game, {}, ()))
    runner, match, lots, seen, told = runner_for(machine), Match(machine, 2, trace=False), Lots(2), 0, 0
    assert runner is not None
    while match.requests and told < 4:
        request = match.requests[0]
        seen += 1
        if seen % every == 0 and len(given_by_bots(request)) > 1:
            ahead, rng = Ahead(runner, knowledge(match, request)), Lots(seen)
            found = ahead.tell(rng.state)
            if found is not None:
                told += 1
                assert found == greedy(match, request, rng)
                assert ahead.lots == rng.state
                assert any(ahead.draw(n) for n in range(9))
                assert ahead.values([found], 3, FAR, TURNS) == ahead.values([found], 3, FAR, TURNS)
        match.answer(request.id, by_lot(match, request, lots))
    assert told == 4


def test_what_the_module_gives_up_is_played_on_in_the_closures(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = machine_of(program_of("tictactoe", {}, ()))
    match = Match(machine, 0, trace=False)
    runner, known = runner_for(machine), knowledge(match, match.requests[0])
    assert runner is not None
    options, all_of_them = [0, 1, 2, 3], Ahead.values
    worlds = InterpretedWorlds(known, match.clone(), options, Lots(5), Ahead(runner, known))
    whole = worlds.values(options, 9, FAR, TURNS, Effort(None, 1))

    def few(self: Ahead, wanted: list[int], lots: int, far: int, turns: int) -> tuple[list[int | None], int]:
        found, played = all_of_them(self, wanted, lots, far, turns)
        return found[: len(wanted) % 2], played

    monkeypatch.setattr(Ahead, "values", few)
    assert worlds.values(options, 9, FAR, TURNS, Effort(None, 1)) == whole


def test_dice_that_lie_on_the_table_stay_whatever_the_seed(tmp_path: Path) -> None:
    """What was thrown before the question is as it was in every trial, with seed 0 too."""
    path = tmp_path / "guess.rules"
    path.write_text(GUESS, encoding="utf-8")
    machine = machine_of(compile_rules(load(path)).program)
    for seed in range(6):
        match = Match(machine, seed, trace=False)
        request = match.requests[0]
        found = [advice(match, request, Lots(3), effort=200, executor=executor) for executor in ("compiled", "interpreted")]
        assert found[0] == found[1]
        assert len(found[0].tried) == len(request.options)
