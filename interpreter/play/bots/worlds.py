"""Sampled worlds, each consistent with what a seat knows, and what answers lead to in them (determinisation: Ginsberg, 2001).

They are sampled by compiled code where it can come to the question by itself, else by :mod:`determinisation`.
"""

from __future__ import annotations

from typing import Protocol

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Effort
from arbitre.interpreter.play.bots.bots import appraised, ask_again, by_lot, decided, given_by_bots, hopeful, worth
from arbitre.interpreter.play.bots.determinisation import Knowledge, bare, sample_from
from arbitre.interpreter.play.bots.rollouts import Ahead
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import SURE, WHIM

ATTEMPTS = 5  # to come to the question in compiled code in a sampled world


class Worlds(Protocol):
    """Worlds, one after the other, in which answers to a question are tried.

    ``first``: what greedy answers; ``appeals``, ``doomed``: how the options were appraised; ``now``: how well the seat stands.
    """

    first: int
    appeals: tuple[int, ...]
    doomed: tuple[int, ...]
    now: int

    def values(self, options: list[int], dice: int, far: int, turns: int, used: Effort) -> list[float | None]:
        """What answers lead to in this world; None where the rules stop."""
        ...

    def next(self, rng: Lots) -> None:
        """The next world; if none is found, the one before once more."""
        ...


def worlds_of(known: Knowledge, options: list[int], rng: Lots, ahead: Ahead | None) -> Worlds | None:
    """Worlds sampled for the seat of a question; None if none is found."""
    for attempt in range(ATTEMPTS if ahead is not None and ahead.tells else 0):
        if ahead is not None and (found := ahead.tell(rng.state if attempt == 0 else rng.word())) is not None:
            return CompiledWorlds(ahead, found, rng)
    world = sample_from(known, rng)
    return InterpretedWorlds(known, world, options, rng, ahead) if world is not None else None


class CompiledWorlds:
    """Worlds sampled by compiled code."""

    def __init__(self, ahead: Ahead, first: int, rng: Lots) -> None:
        self.ahead, self.first = ahead, first
        rng.state = ahead.lots
        self.appeals, self.doomed = ahead.appraisal()
        self.now = ahead.now()

    def values(self, options: list[int], dice: int, far: int, turns: int, used: Effort) -> list[float | None]:
        out = list[float | None]()
        while len(out) < len(options):
            found, played = self.ahead.values(options[len(out) :], dice, far, turns)
            out += found
            used.played += played
            if len(out) < len(options):
                out.append(None)
        return out

    def next(self, rng: Lots) -> None:
        self.ahead.draw(rng.state)
        rng.state = self.ahead.lots


class InterpretedWorlds:
    """Worlds sampled by the interpreter; where only future dice are hidden, the match itself with other dice."""

    def __init__(self, known: Knowledge, world: Match, options: list[int], rng: Lots, ahead: Ahead | None) -> None:
        self.known, self.ahead = known, ahead
        asked = appraised(world, known.request, hints=False)
        self.appeals, self.doomed = asked.appeals, asked.doomed
        self.first = decided(known, world, asked, options, rng)
        self.now = worth(world, known.seat)
        self.world: Match | None = world
        self.seed = world.tape.seed

    def values(self, options: list[int], dice: int, far: int, turns: int, used: Effort) -> list[float | None]:
        known, ahead, out = self.known, self.ahead, list[float | None]()
        fit = ahead is not None and ahead.put(known.match if known.whole else self.match, self.seed)
        while len(out) < len(options):
            if fit and ahead is not None:
                found, played = ahead.values(options[len(out) :], dice, far, turns)
                out += found
                used.played += played
            if len(out) < len(options):
                out.append(played_on(self.match, known.request, options[len(out)], Lots(dice), used, far, turns))
        return out

    @property
    def match(self) -> Match:
        if self.world is None:
            self.world = bare(self.known, self.seed)
        return self.world

    def next(self, rng: Lots) -> None:
        if self.known.whole:
            self.world, self.seed = None, rng.word() >> 2
        elif (found := sample_from(self.known, rng)) is not None:
            self.world, self.seed = found, found.tape.seed


def played_on(world: Match, request: Request, option: int, rng: Lots, used: Effort, far: int, turns: int) -> float | None:
    """The worth of a seat some way after an answer: every side does what appeals to it, the others now and then anything.  A win is worth a
    little more the sooner it comes.

    None where the rules stop in this world.
    """
    trial = world.clone()
    trial.check_always = False
    ask_again(trial)
    until = trial.turn + turns
    used.played += 1
    answers = 0
    try:
        trial.answer(request.id, request.options[option].key)
        for _ in range(far):
            if not trial.requests or trial.turn >= until:
                break
            following = trial.requests[0]
            used.played += 1
            answers += 1
            trial.answer_all([(following, supposed(trial, following, request.seat, rng))])
    except RulebookError:
        return None
    value = worth(trial, request.seat)
    return value - answers if value >= SURE else value + answers if value <= -SURE else value


def supposed(match: Match, request: Request, seat: int, rng: Lots) -> int:
    """What whoever is asked is supposed to do, as a seat that plays on in its mind sees it."""
    whim = request.seat != seat and rng.once_in(WHIM)
    return by_lot(match, request, rng) if whim else most_appealing(match, request, rng)


def most_appealing(match: Match, request: Request, rng: Lots) -> int:
    """What appeals most; where the rulebook does not say, anything."""
    options = hopeful(request, given_by_bots(request))
    if request.appeals:
        most = max(request.appeals[position] for position in options)
        return rng.choice([position for position in options if request.appeals[position] == most])
    plain = [position for position in options if not request.options[position].shortcut]
    return rng.choice(plain) if plain else by_lot(match, request, rng)
