"""Where something is hidden: answers tried in worlds that a seat holds possible, and played on for a while.

All answers are tried in the same worlds, with the same dice to come, so that luck tells nothing (common random numbers); the worse half is
given up again and again (sequential halving: Karnin, Koren and Somekh, 2013), and what greedy would answer is left only for an answer that
does better by more than chance would explain.  Worlds are drawn by compiled code where it can come to the question by itself
(determinisation: Ginsberg, 2001), else by :mod:`determinisation`.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Protocol

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Advice, Effort, Tried
from arbitre.interpreter.play.bots.bots import appraised, ask_again, by_lot, decided, given_by_bots, hopeful, worth
from arbitre.interpreter.play.bots.comparing import LEAST, all_damped, better_half, damped, preferred, usual_difference
from arbitre.interpreter.play.bots.determinisation import Knowledge, bare, drawn
from arbitre.interpreter.play.bots.rollouts import Ahead
from arbitre.interpreter.play.bots.whole_matches import to_the_end
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import SURE, WHIM

WIDEST = 8  # answers tried, of a longer list: those that appeal most, the rest by lot
FAR, TURNS = 30, 2  # playing on ends after so many answers, or when so many turns have begun
NEAR, OFTEN = 4, 16  # it ends earlier, though not before so many, where else there is no time for so many worlds
DEEPER = 3  # how often both are doubled, as long as nothing tells the answers apart
DOUBT = 3.0  # by how many times its probable error an answer must be better than greedy's: several are held against it
ATTEMPTS = 5  # to come to the question in compiled code in a world that is drawn
CHECK, AFAR = 0.25, 4  # the share of the time kept for looking so many times as far at the answer that is preferred to greedy's


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
    """Worlds that the seat of a question holds possible; None if there is none."""
    for attempt in range(ATTEMPTS if ahead is not None and ahead.tells else 0):
        if ahead is not None and (found := ahead.tell(rng.state if attempt == 0 else rng.word())) is not None:
            return InModule(ahead, found, rng)
    world = drawn(known, rng)
    return Drawn(known, world, options, rng, ahead) if world is not None else None


class InModule:
    """Worlds drawn by compiled code."""

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


class Drawn:
    """Worlds drawn by the interpreter; where nothing is hidden but what comes of dice, the match itself with others to come."""

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
        elif (found := drawn(self.known, rng)) is not None:
            self.world, self.seed = found, found.tape.seed


def considered(known: Knowledge, options: list[int], rng: Lots, used: Effort, ahead: Ahead | None) -> Advice:
    """Tries the options in ever more worlds; each time its share of the effort is spent, the worse half is left out."""
    worlds = worlds_of(known, options, rng, ahead)
    if worlds is None:
        return Advice(rng.choice(options))
    first = worlds.first
    options = narrowed(known.request, worlds, options, rng)
    if len(options) == 1 or (used.seconds is not None and used.spent >= 0.5):  # no time to try any
        return Advice(first)
    found = to_the_end(worlds, options, rng, used)
    if found is not None:
        return found
    tried = {option: Tried(option) for option in options}
    used.kept = CHECK
    now, left, horizon, far = worlds.now, options, 0, FAR
    rounds = max(1, math.ceil(math.log2(len(options))))
    for number in range(1, rounds + 1):
        while True:
            before, dice = used.spent, rng.word()
            for option, value in zip(left, worlds.values(left, dice, far << horizon, TURNS << horizon, used), strict=True):
                tried[option].values.append(now if value is None else value)
                tried[option].gains += value is not None and value > now
            worlds.next(rng)
            if used.seconds is not None and far == FAR and OFTEN * (used.spent - before) > 1:
                far = max(NEAR, int(FAR / (OFTEN * (used.spent - before))))
                tried = {option: Tried(option) for option in options}
                continue
            alike = number == 1 and all(one.values == tried[first].values for one in tried.values())
            if alike and horizon < DEEPER and used.spent < 1:
                horizon += 1
                tried = {option: Tried(option) for option in options}
            elif used.spent >= number / rounds or used.no_more(before):
                break
        if alike or used.no_more(before) or (used.spent >= 1 and number > 1):
            break  # nothing tells the answers apart, or no time is left
        if number < rounds:
            left = better_half(left, first, standing(left, tried))
    best = preferred(left, first, standing(left, tried), DOUBT)
    used.kept = 0.0
    return Advice(best if best == first or holds_afar(worlds, best, first, rng, used, TURNS << horizon) else first, tried)


def holds_afar(worlds: Worlds, best: int, first: int, rng: Lots, used: Effort, turns: int) -> bool:
    """Is an answer no worse than greedy's some turns later?  What puts off a risk, or does nothing, looks well for as long as one does not
    look past it (the horizon effect: Berliner, 1973), and a side might do so turn after turn."""
    both = list[tuple[float, float]]()
    while used.spent < 1 or (used.seconds is None and len(both) < LEAST):
        before = used.spent
        one, other = worlds.values([best, first], rng.word(), FAR * (AFAR + 1), turns * AFAR, used)
        if one is not None and other is not None:
            both.append((one, other))
        worlds.next(rng)
        if used.no_more(before):
            break
    if len(both) < LEAST:
        return True
    scale = usual_difference(both_ways(both))
    differences = [damped(one - other, scale) for one, other in both]
    return statistics.fmean(differences) + statistics.stdev(differences) / math.sqrt(len(differences)) >= 0


def both_ways(pairs: Sequence[tuple[float, float]]) -> list[list[float]]:
    """What came of two answers, each by itself."""
    return [[one for one, _ in pairs], [other for _, other in pairs]]


def standing(options: list[int], tried: dict[int, Tried]) -> dict[int, list[float]]:
    """How good what came of the options is, world by world."""
    return dict(zip(options, all_damped([tried[option].values for option in options]), strict=True))


def narrowed(request: Request, worlds: Worlds, options: list[int], rng: Lots) -> list[int]:
    """At most so many answers: steps rather than several in one, what appeals most, else any; greedy's is always among them."""
    options = [position for position in options if position not in worlds.doomed] or options
    options = [position for position in options if not request.options[position].shortcut] or options
    if len(options) > WIDEST:
        mixed = rng.sample(options, len(options))
        if worlds.appeals:
            mixed.sort(key=lambda position: -worlds.appeals[position])
        options = sorted(mixed[:WIDEST])
    return options if worlds.first in options else [worlds.first, *options]


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
    return by_lot(match, request, rng) if whim else liked(match, request, rng)


def liked(match: Match, request: Request, rng: Lots) -> int:
    """What appeals most; where the rulebook does not say, anything."""
    options = hopeful(request, given_by_bots(request))
    if request.appeals:
        most = max(request.appeals[position] for position in options)
        return rng.choice([position for position in options if request.appeals[position] == most])
    plain = [position for position in options if not request.options[position].shortcut]
    return rng.choice(plain) if plain else by_lot(match, request, rng)
