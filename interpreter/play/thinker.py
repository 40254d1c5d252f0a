"""A player that looks ahead: it tries its answers in worlds drawn from what its side may know, and plays each of them on for a while.

It knows nothing of any game but the rules, ``appeal`` and ``worth``.  Answers that do well are tried more often (upper confidence
bounds); the one that most appeals is left only for one that does better by more than chance would explain.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

from interpreter.match.match import Match
from interpreter.play.bots import appraised, ask_again, by_lot, given_by_bots, greedy, hopeful, worth
from interpreter.play.imagining import Knowledge, drawn, knowledge
from interpreter.state.errors import RulebookError
from interpreter.state.requests import Request

PLAYOUTS = 60  # of one decision, where no time is set
WIDEST = 12  # answers tried, of a longer list: those that appeal most, the rest by lot
FAR, TURNS = 60, 2  # a playout ends after so many answers, or when so many turns have begun
BOLD = 0.7  # how much little tried answers are favoured
WHIM = 0.1  # how often a playout takes any answer instead of the one that appeals most


@dataclass(slots=True)
class Tried:
    """What came of one option: how often it was tried, the sum and the sum of squares of what it led to, and how often that was a gain."""

    option: int
    times: int = 0
    total: float = 0.0
    squares: float = 0.0
    gains: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.times if self.times else 0.0

    @property
    def error(self) -> float:
        """By how much the mean may be off."""
        if self.times < 2:
            return 1.0
        return math.sqrt(max(0.0, self.squares / self.times - self.mean**2) / (self.times - 1))

    def add(self, value: float) -> None:
        self.times += 1
        self.total += value
        self.squares += value * value
        self.gains += value > 0


@dataclass(slots=True)
class Advice:
    """What a thinker would answer: the position of the option, and what came of each one tried (by position)."""

    option: int
    tried: dict[int, Tried] = field(default_factory=dict)

    def chance(self, option: int) -> float | None:
        """How often the side stood better than now a little later, if that was tried."""
        found = self.tried.get(option)
        return found.gains / found.times if found is not None and found.times else None


def thinker(match: Match, request: Request, rng: random.Random, seconds: float | None = None, playouts: int = PLAYOUTS) -> int:
    """The option that did best in the worlds tried: for so many seconds, or so many playouts where no time is set."""
    return advice(match, request, rng, seconds, playouts).option


def advice(match: Match, request: Request, rng: random.Random, seconds: float | None = None, playouts: int = PLAYOUTS) -> Advice:
    """What a thinker would do in the place of the seat that is asked, and what came of the answers it tried."""
    options = given_by_bots(request)
    if len(options) == 1:
        return Advice(options[0])
    known = knowledge(match, request)
    world = drawn(known, rng)
    if world is None:
        return Advice(rng.choice(options))
    asked = appraised(world, request, hints=False)
    first = greedy(match, request, rng)
    options = narrowed(asked, hopeful(asked, options), first, rng)
    if len(options) == 1:
        return Advice(options[0])
    return considered(known, world, first, options, rng, seconds, playouts)


def narrowed(asked: Request, options: list[int], first: int, rng: random.Random) -> list[int]:
    """At most so many answers: steps rather than several in one, what appeals most, else any; the first choice is always among them."""
    options = [position for position in options if not asked.options[position].shortcut] or options
    if len(options) > WIDEST:
        mixed = rng.sample(options, len(options))
        if asked.appeals:
            mixed.sort(key=lambda position: -asked.appeals[position])
        options = sorted(mixed[:WIDEST])
    return options if first in options else [first, *options]


def considered(
    known: Knowledge, world: Match, first: int, options: list[int], rng: random.Random, seconds: float | None, playouts: int
) -> Advice:
    tried = {option: Tried(option) for option in options}
    until = None if seconds is None else time.monotonic() + seconds
    now, scale = worth(world, known.seat), 0.0
    done = 0
    while time.monotonic() < until if until is not None else done < playouts:
        option = next_tried(list(tried.values()), done).option
        if done:
            another = drawn(known, rng)
            world = another if another is not None else world
        gain = played_on(world, known.request, option, rng) - now
        scale = max(scale, min(abs(gain), 1000.0))
        tried[option].add(gain / (abs(gain) + max(1.0, scale / 4)))
        done += 1
    best = max(tried.values(), key=lambda one: (one.mean if one.times else -1.0, one.option == first))
    held = tried[first]
    if best is not held and best.mean - held.mean <= math.hypot(best.error, held.error):
        best = held
    return Advice(best.option, tried)


def next_tried(tried: list[Tried], done: int) -> Tried:
    """Each once, then whichever may still turn out best."""
    return next((one for one in tried if not one.times), None) or max(
        tried, key=lambda one: one.mean + BOLD * math.sqrt(math.log(done) / one.times)
    )


def played_on(world: Match, request: Request, option: int, rng: random.Random) -> float:
    """The worth of a seat some way after an answer: every side does what appeals to it, now and then anything."""
    trial = world.clone()
    trial.check_always = False
    ask_again(trial)
    until = trial.turn + TURNS
    try:
        trial.answer(request.id, request.options[option].key)
        for _ in range(FAR):
            if not trial.requests or trial.turn >= until:
                break
            following = trial.requests[0]
            trial.answer(following.id, liked(trial, following, rng))
    except RulebookError:
        return -1e6
    return worth(trial, request.seat)


def liked(match: Match, request: Request, rng: random.Random) -> int:
    options = hopeful(request, given_by_bots(request))
    if request.appeals and rng.random() >= WHIM:
        most = max(request.appeals[position] for position in options)
        return rng.choice([position for position in options if request.appeals[position] == most])
    plain = [position for position in options if not request.options[position].shortcut]
    return rng.choice(plain) if plain else by_lot(match, request, rng)
