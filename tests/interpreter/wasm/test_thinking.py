"""Bots are asked in the compiled executor, question by question: the same for the same seed, and by what their seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kit import Game, win

from arbitre.dsl.budget import Overspent
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots import bots
from arbitre.interpreter.play.bots.advice import Effort
from arbitre.interpreter.play.bots.bots import by_lot, given_by_bots, greedy
from arbitre.interpreter.play.bots.determinisation import knowledge
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.bots.rollouts import Ahead, runner_for
from arbitre.interpreter.play.bots.sampling import FAR, TURNS
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.play.bots.worlds import worlds_of
from arbitre.interpreter.state.dice import Fallen
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.wasm.run.runtime import ENDLESS, Runner, Stopped

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


def questions(game: str, seed: int, every: int, in_any_order: bool = False) -> Iterator[tuple[Match, Request]]:
    """Questions with a choice of a match by lot, one of so many; ``in_any_order``: of those asked together any may be answered first."""
    match, lots, seen = Match(machine_of(program_of(game, {}, ())), seed, trace=False), Lots(seed), 0
    while match.requests:
        request = lots.choice(match.requests) if in_any_order else match.requests[0]
        if len(given_by_bots(request)) > 1:
            seen += 1
            if seen % every == 0:
                yield match, request
        match.answer(request.id, by_lot(match, request, lots))


@pytest.mark.parametrize(("game", "every"), [("connect_four", 5), ("backgammon", 9), ("coliseum", 30), ("tsewnart", 9), ("perudo", 8)])
def test_another_module_of_the_same_rules_gives_the_same_advice(game: str, every: int) -> None:
    """A tree where all is known, else sampled worlds: nothing of what was asked before in a module is left in it."""
    match, request = next(questions(game, 2, every))
    one = advice(match, request, Lots(5), effort=300)
    other = Match(machine_of(program_of(game, {}, ())), 2, trace=False)
    assert other.machine is not match.machine
    for given in match.tape.answers:
        other.answer(other.requests[0].id, given.choice)
    for path, choices in match.answers.given.items():
        for choice in choices:
            other.answer(next(r.id for r in other.requests if r.path == path), choice)
    asked = next(r for r in other.requests if r.id == request.id)
    assert len(one.tried) > 1
    assert one == advice(other, asked, Lots(5), effort=300) == advice(match, request, Lots(5), effort=300)


@pytest.mark.parametrize("game", ["tsewnart", "perudo", "confrontation", "kollaball", "diplomacy", "coliseum"])
def test_questions_are_come_to_in_any_order(game: str) -> None:
    """Of those that are asked together too, whatever others have answered; the first answer that is looked into is greedy's."""
    lots, asked = Lots(3), 0
    for match, request in questions(game, 2, 4, in_any_order=True):
        runner = runner_for(match.machine)
        assert runner is not None
        ahead = Ahead(runner, match, request)
        assert ahead.tell(), request.decision
        assert ahead.whole == knowledge(match, request).whole
        seed = lots.word()
        worlds = worlds_of(ahead, Lots(seed)) if not ahead.whole else None
        if worlds is not None:
            assert worlds.first == greedy(match, request, Lots(seed))
            assert ahead.tell()
            assert ahead.greedy(seed) == worlds.first
            assert any(ahead.draw(n) for n in range(9))
            assert ahead.values([worlds.first], 3, FAR, TURNS) == ahead.values([worlds.first], 3, FAR, TURNS)
        asked += 1
        if asked == 12:
            break
    assert asked == 12


def test_an_answer_that_cannot_be_played_on_comes_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are played on all the same."""
    match, request = next(questions("perudo", 1, 3))
    runner, options, all_of_them = runner_for(match.machine), given_by_bots(request), Ahead.values
    assert runner is not None and len(options) > 1
    ahead = Ahead(runner, match, request)
    assert ahead.tell()
    worlds = worlds_of(ahead, Lots(5))
    assert worlds is not None
    whole = worlds.values(options, 9, FAR, TURNS, Effort(None, 1))

    def few(self: Ahead, wanted: Sequence[int], lots: int, far: int, turns: int) -> tuple[list[int | None], int]:
        found, played = all_of_them(self, wanted, lots, far, turns)
        return found[: len(wanted) % 2], played

    monkeypatch.setattr(Ahead, "values", few)
    assert None not in whole
    assert worlds.values(options, 9, FAR, TURNS, Effort(None, 1)) == [
        None if (len(whole) - n) % 2 == 0 else value for n, value in enumerate(whole)
    ]


def test_dice_that_lie_on_the_table_stay_whatever_the_seed(tmp_path: Path) -> None:
    """What was thrown before the question is as it was in every trial, with seed 0 and with a long one too."""
    path = tmp_path / "guess.rules"
    path.write_text(GUESS, encoding="utf-8")
    machine = machine_of(compile_rules(load(path)).program)
    for seed in (*range(6), 1 << 120):
        match = Match(machine, seed, trace=False)
        request = match.requests[0]
        for kind in ("greedy", "thinker"):
            assert choose(match, request, kind, Lots(3)) == len(request.options) - 1
        assert len(advice(match, request, Lots(3), effort=200).tried) == len(request.options)


def test_where_the_module_cannot_say_a_bot_does_what_appeals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that somebody else threw come from no seed; where none lie on the table, those to come are as good as any."""
    path = tmp_path / "guess.rules"
    path.write_text(GUESS.replace("die + 1\n", "die + 1 preferring 0 - wanted\n"), encoding="utf-8")
    machine, asked = machine_of(compile_rules(load(path)).program), list[Request]()
    plainly = bots.plainly
    monkeypatch.setattr(bots, "plainly", lambda match, request, rng: asked.append(request) or plainly(match, request, rng))
    match = Match(machine, 1, dice=Fallen((3, 4, 5)), trace=False)
    assert choose(match, match.requests[0], "greedy", Lots(3)) == 0
    assert asked == match.requests
    (tmp_path / "before.rules").write_text(GUESS.replace("roll 1d6 as die", "let die = 4").replace("guess", "before"), encoding="utf-8")
    before = Match(machine_of(compile_rules(load(tmp_path / "before.rules")).program), 1, dice=Fallen((3,)), trace=False)
    assert choose(before, before.requests[0], "greedy", Lots(3)) == 4
    assert asked == match.requests


BOTTOMLESS = """game bottomless:
    title en "Bottomless" fr "Sans fond"
    play turn up to 2 times
kind player, seats: red, blue
    gold: 0 to 99
let worth(player) = player.gold
agenda turn:
    digging: dig
event dig:
    red chooses what:
        deep:
            fall
            red gains 9 gold
        shallow: red gains 1 gold
event fall:
    fall
"""


def test_an_answer_after_which_rules_go_on_too_long_is_the_worst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module decides all the same, by what it is that rules may do and not by a clock."""
    monkeypatch.setattr(bots, "plainly", None)
    path = tmp_path / "bottomless.rules"
    path.write_text(BOTTOMLESS, encoding="utf-8")
    match = Match(machine_of(compile_rules(load(path)).program), 1, trace=False)
    assert match.requests[0].options[greedy(match, match.requests[0], Lots(1))].key == "shallow"


def test_what_the_clock_stops_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another answer would be that of a slower machine; after it the module decides as before."""
    match, request = next(questions("connect_four", 1, 3))
    runner, found, call = runner_for(match.machine), greedy(match, request, Lots(1)), Runner.call

    def stopped(self: Runner, name: str, *args: int) -> int:
        if self is runner and name == "decide_told":
            raise Stopped(ENDLESS, 0, "", late=True)
        return call(self, name, *args)

    monkeypatch.setattr(Runner, "call", stopped)
    with pytest.raises(Overspent, match="seconds of computing"):
        greedy(match, request, Lots(1))
    monkeypatch.setattr(Runner, "call", call)
    assert greedy(match, request, Lots(1)) == found


def test_matches_of_several_threads_are_decided_one_question_after_the_other() -> None:
    """They share the module of their machine."""
    match, request = next(questions("perudo", 1, 3))

    def decided(seed: int) -> list[int]:
        return [choose(match.clone(), request, kind, Lots(seed)) for kind in ("greedy", "level4") for _ in range(3)]

    alone = [decided(seed) for seed in range(6)]
    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(decided, range(6))) == alone


def test_programs_read_of_no_file_have_modules_of_their_own() -> None:
    """Nothing tells two of them apart by name."""
    for keys in (("lose", "win"), ("win", "lose")):
        game = Game()
        branches = {key: (win(0 if key == "win" else 1, game.seat),) for key in keys}
        game.main = game.agenda("turn", (game.branch(0, "d", **branches),))
        match = Match(machine_of(game.program()), 1, trace=False)
        assert match.requests[0].options[greedy(match, match.requests[0], Lots(1))].key == "win"
