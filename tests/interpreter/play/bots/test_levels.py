"""Levels of strength: each beats the one below it, and all are offered wherever one chooses who plays."""

from __future__ import annotations

import re
import time
from itertools import count
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import CLOCK
from arbitre.interpreter.play.bots.bots import by_lot, given_by_bots
from arbitre.interpreter.play.bots.kinds import BOTS, choose
from arbitre.interpreter.play.bots.levels import LEVELS
from arbitre.interpreter.play.bots.rollouts import Ahead, runner_for
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.state.lots import Lots
from arbitre.words.phrases import LANGUAGES, of

ROOT = Path(__file__).parents[4]


def won(machine: Machine, seed: int, kinds: tuple[str, str]) -> float:
    """1 if the first of two kinds wins, a half in a draw; who begins changes with the seed."""
    match, rng = Match(machine, seed, trace=False), Lots(seed)
    seats = [match.seats()[(seed + n) % 2] for n in range(2)]
    while match.requests:
        request = match.requests[0]
        match.answer(request.id, choose(match, request, kinds[seats.index(request.seat)], rng))
    return 0.5 if not match.winners else float(match.winners == [match.seat_name(seats[0])])


PAIRS = [("breakthrough", 8), ("breakthrough", 8), ("connect_four", 10), ("connect_four", 24)]  # where it soon shows


@pytest.mark.parametrize(("below", "game", "matches"), [(n, *pair) for n, pair in enumerate(PAIRS, 1)])
def test_each_level_beats_the_one_below(below: int, game: str, matches: int) -> None:
    pytest.importorskip("wasmtime")
    machine = machine_of(program_of(game, {}, ()))
    assert 2 * sum(won(machine, seed, (f"level{below + 1}", f"level{below}")) for seed in range(matches)) > matches


@pytest.mark.parametrize(("game", "every"), [("connect_four", 3), ("coliseum", 9), ("tsewnart", 9)])
def test_a_thinker_keeps_to_its_time(game: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock goes on by a hundredth of the time whenever it is looked at: a thinker looks a hundred times, and not often more."""
    pytest.importorskip("wasmtime")
    looks, grown, grow = count(), dict[Ahead, int](), Ahead.grow
    monkeypatch.setattr("arbitre.interpreter.play.bots.advice.CLOCK", lambda: next(looks) / 1000 + sum(grown.values()) / 100_000)

    def growing(ahead: Ahead, now: int, answers: int, far: int, turns: int) -> bool:
        """A tree takes its time answer by answer: it grows by as many as fit between two looks."""
        grown[ahead] = answers
        return grow(ahead, now, answers, far, turns)

    monkeypatch.setattr(Ahead, "grow", growing)
    machine, seen = machine_of(program_of(game, {}, ())), 0
    runner_for(machine)
    match, lots, used = Match(machine, 2, trace=False), Lots(2), []
    while match.requests and len(used) < 5:
        request = match.requests[0]
        seen += 1
        if seen % every == 0 and len(given_by_bots(request)) > 1:
            begun = next(looks)
            tried = advice(match, request, lots, 0.1).tried
            if tried:  # where one answer alone is left, nothing is tried
                used.append(next(looks) - begun)
        match.answer(request.id, by_lot(match, request, lots))
    assert len(used) == 5 and max(used) <= 110 and all(looked >= 20 for looked in used), used


def test_the_time_of_a_thinker_is_that_of_its_thread() -> None:
    assert CLOCK is time.thread_time


def test_levels_are_offered_wherever_one_chooses_who_plays() -> None:
    assert list(LEVELS) == [f"level{n}" for n in range(1, 6)]
    assert set(LEVELS) <= set(BOTS)
    offered = re.search(r"^const KINDS = \[(.*)\];$", (ROOT / "web/app.js").read_text(encoding="utf-8"), re.MULTILINE)
    assert offered is not None
    assert [kind for kind in re.findall(r'"(\w+)"', offered[1]) if kind not in ("human", "random")] == list(LEVELS)
    for lang in LANGUAGES:
        assert len({of(lang).say(f"web.kind_{level}") for level in LEVELS}) == len(LEVELS)
