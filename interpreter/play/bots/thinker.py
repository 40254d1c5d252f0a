"""A player that looks ahead: it tries its answers in worlds drawn from what its side may know, and plays each of them on for a while.

It knows nothing of any game but the rules, ``appeal`` and ``worth``.  Where its side knows all of the match, what it finds out grows into
a tree (:mod:`arbitre.interpreter.play.bots.mcts`), and its answer is that which was looked into most.  Where something is hidden, all
answers are
tried in the same worlds, with the same dice to come, so that luck tells nothing; the worse half is given up again and again, and what most
appeals is left only for an answer that does better by more than chance would explain.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import appraised, ask_again, by_lot, given_by_bots, greedy, hopeful, worth
from arbitre.interpreter.play.bots.determinisation import Knowledge, bare, drawn, knowledge
from arbitre.interpreter.play.bots.mcts import Tree
from arbitre.interpreter.play.bots.rollouts import Ahead, Found, runner_for
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import WHIM
from arbitre.interpreter.wasm.run.runtime import Runner

EFFORT = 4000  # answers of all that is played on for one decision, where no time is set
AT_ONCE = 100  # of them before the clock is looked at, at first; then so many as take this share of the time:
PORTION = 0.04
WIDEST = 8  # answers tried, of a longer list: those that appeal most, the rest by lot
FAR, TURNS = 30, 2  # playing on ends after so many answers, or when so many turns have begun
DEEPER = 3  # how often both are doubled, as long as nothing tells the answers apart
DOUBT = 3.0  # by how many times its probable error an answer must be better than the one that most appeals: several are held against it
DECIDED = 1e5  # no worth of a match that goes on is as far from nothing
LEAST = 8  # worlds in which an answer was tried, at least, before it is preferred to that one


@dataclass(slots=True)
class Tried:
    """What came of one option: the worth it led to, world by world, and how often that was more than now."""

    option: int
    values: list[float] = field(default_factory=list)
    gains: int = 0
    found: Found | None = None  # in place of all this, where a tree grew

    @property
    def times(self) -> int:
        return len(self.values) if self.found is None else self.found.times

    @property
    def mean(self) -> float:
        if self.found is not None:
            return self.found.total / max(1, self.found.times)
        return statistics.fmean(self.values) if self.values else 0.0

    @property
    def won(self) -> int:
        """How often the match was won some way after it."""
        return self.found.won if self.found is not None else sum(value >= DECIDED for value in self.values)

    @property
    def lost(self) -> int:
        """How often it was lost."""
        return self.found.lost if self.found is not None else sum(value <= -DECIDED for value in self.values)


@dataclass(slots=True)
class Advice:
    """What a thinker would answer: the position of the option, and what came of each one tried (by position)."""

    option: int
    tried: dict[int, Tried] = field(default_factory=dict)

    @property
    def alike(self) -> bool:
        """Does nothing tell the answers apart that were tried?"""
        tried = [one for one in self.tried.values() if one.times]
        return len({one.mean if one.found is not None else tuple(one.values) for one in tried}) < 2

    def chance(self, option: int) -> float | None:
        """How often the side stood better than now a little later, if that was tried."""
        found = self.tried.get(option)
        return (found.found or found).gains / found.times if found is not None and found.times else None


@dataclass(slots=True)
class Effort:
    """How much of the time (of the processor, in this thread), or of the answers, of a decision is used up; from 0 to 1 and beyond."""

    seconds: float | None
    answers: int
    begun: float = field(default_factory=time.thread_time)
    played: int = 0

    @property
    def spent(self) -> float:
        return self.played / self.answers if self.seconds is None else (time.thread_time() - self.begun) / self.seconds

    def no_more(self, before: float) -> bool:
        """Is there no time for as much as was done since then?"""
        spent = self.spent
        return self.seconds is not None and 2 * spent - before > 1


@dataclass(slots=True)
class World:
    """A world that answers are tried in, with the seed of its dice to come; a match is made of one in which all is known where need be."""

    known: Knowledge
    seed: int
    drawn: Match | None = None

    @property
    def match(self) -> Match:
        if self.drawn is None:
            self.drawn = bare(self.known, self.seed)
        return self.drawn


def another(known: Knowledge, rng: Lots, before: World) -> World:
    """The next world; if none is found, the one before once more."""
    if known.whole:
        return World(known, rng.word() >> 2)
    found = drawn(known, rng)
    return World(known, found.tape.seed, found) if found is not None else before


def thinker(
    match: Match, request: Request, rng: Lots, seconds: float | None = None, effort: int = EFFORT, executor: str = ""
) -> int:  # fmt: skip
    """The option that did best in the worlds tried: for so many seconds, or so many answers where no time is set."""
    return advice(match, request, rng, seconds, effort, executor).option


def advice(
    match: Match, request: Request, rng: Lots, seconds: float | None = None, effort: int = EFFORT, executor: str = ""
) -> Advice:  # fmt: skip
    """What a thinker would do in the place of the seat that is asked, and what came of the answers it tried."""
    options = given_by_bots(request)
    if len(options) == 1:
        return Advice(options[0])
    runner = runner_for(match.machine, executor)  # made once; that is no part of the time
    used = Effort(seconds, effort)
    known = knowledge(match, request)
    if known.whole and not request.path:
        return grown(known, rng, used, runner)
    world = drawn(known, rng)
    if world is None:
        return Advice(rng.choice(options))
    asked = appraised(world, request, hints=False)
    first = liked(world, asked, rng) if asked.appeals else greedy(match, request, rng)
    options = narrowed(asked, hopeful(asked, options), first, rng)
    if len(options) == 1 or (seconds is not None and used.spent >= 0.5):  # no time to try any
        return Advice(first)
    ahead = Ahead(runner, known) if runner is not None else None
    return considered(known, world, first, options, rng, used, ahead)


def grown(known: Knowledge, rng: Lots, used: Effort, runner: Runner | None) -> Advice:
    """The answer that a tree took most often, which grows for as long as there is time; all of the match is known to the seat."""
    now, lots = worth(known.match, known.seat), rng.word()
    found = in_module(Ahead(runner, known), now, lots, used) if runner is not None else None
    if found is None:
        tree = Tree(known, Lots(lots), supposed, now)
        used.played = 0
        while used.spent < 1 or not tree.nodes:
            tree.grow(FAR, TURNS)
            used.played = tree.played
        found = tree.found()
    best = max(found, key=lambda option: (found[option].times, found[option].total, -option))
    return Advice(best, {option: Tried(option, found=one) for option, one in found.items()})


def in_module(ahead: Ahead, now: int, lots: int, used: Effort) -> dict[int, Found] | None:
    """What a tree in the module comes to; none where it gives up before the time is over."""
    if not ahead.plant(ahead.known.match, lots):
        return None
    if used.seconds is None:
        return ahead.found() if ahead.grow(now, used.answers, FAR, TURNS) else None
    used.played = AT_ONCE
    while ahead.grow(now, used.played, FAR, TURNS):
        share = used.spent
        if share + PORTION / 2 >= 1 or len(ahead.found()) == 1:
            return ahead.found()
        used.played += max(1, min(used.played, int(used.played * PORTION / max(share, PORTION / 100))))
    return ahead.found() or None


def narrowed(asked: Request, options: list[int], first: int, rng: Lots) -> list[int]:
    """At most so many answers: steps rather than several in one, what appeals most, else any; the first choice is always among them."""
    options = [position for position in options if not asked.options[position].shortcut] or options
    if len(options) > WIDEST:
        mixed = rng.sample(options, len(options))
        if asked.appeals:
            mixed.sort(key=lambda position: -asked.appeals[position])
        options = sorted(mixed[:WIDEST])
    return options if first in options else [first, *options]


def considered(
    known: Knowledge, match: Match, first: int, options: list[int], rng: Lots, used: Effort, ahead: Ahead | None
) -> Advice:  # fmt: skip
    """Tries the options in ever more worlds; each time its share of the effort is spent, the worse half is left out."""
    tried = {option: Tried(option) for option in options}
    now, left, horizon, world = worth(match, known.seat), options, 0, World(known, match.tape.seed, match)
    rounds = max(1, math.ceil(math.log2(len(options))))
    for number in range(1, rounds + 1):
        while True:
            before, dice = used.spent, rng.word()
            for option, value in zip(left, values_of(world, left, dice, used, horizon, ahead), strict=True):
                tried[option].values.append(now if value is None else value)
                tried[option].gains += value is not None and value > now
            world = another(known, rng, world)
            alike = number == 1 and all(one.values == tried[first].values for one in tried.values())
            if alike and horizon < DEEPER and used.spent < 1:
                horizon += 1
                tried = {option: Tried(option) for option in options}
            elif used.spent >= number / rounds or used.no_more(before):
                break
        if alike or used.no_more(before) or (used.spent >= 1 and number > 1):
            break  # nothing tells the answers apart, or no time is left
        if number < rounds:
            left = better_half(left, first, tried)
    return Advice(preferred([tried[option] for option in left], tried[first]), tried)


def better_half(options: list[int], first: int, tried: dict[int, Tried]) -> list[int]:
    """The options that did better, in their order; the first choice stays."""
    scale = usual_difference([tried[option].values for option in options])
    standing = {option: statistics.fmean(damped(value, scale) for value in tried[option].values) for option in options}
    ranked = sorted(options, key=lambda option: (-standing[option], option))[: (len(options) + 1) // 2]
    return [option for option in options if option in ranked or option == first]


def preferred(left: list[Tried], first: Tried) -> int:
    """The option that did best; not in place of the first choice unless it did better by more than chance explains."""
    scale = usual_difference([one.values for one in left])
    best, margin = first, 0.0
    for one in left:
        if one is first or one.times < LEAST:
            continue
        differences = [damped(a - b, scale) for a, b in zip(one.values, first.values, strict=False)]
        mean = statistics.fmean(differences)
        error = statistics.stdev(differences) / math.sqrt(len(differences))
        if mean - DOUBT * error > margin:
            best, margin = one, mean - DOUBT * error
    return best.option


def usual_difference(values: Sequence[Sequence[float]]) -> float:
    """How far what came of the answers usually lies apart in one world, those that decide the match left aside."""
    spreads = [abs(value - worths[0]) for worths in zip(*values, strict=False) for value in worths[1:] if value != worths[0]]
    plain = [spread for spread in spreads if spread < DECIDED]
    return statistics.fmean(plain) if plain else 1.0


def damped(value: float, scale: float) -> float:
    """Between -1 and 1: what is far out counts for little more than what is far."""
    return value / (abs(value) + scale)


def values_of(world: World, options: list[int], dice: int, used: Effort, horizon: int, ahead: Ahead | None) -> list[float | None]:
    """What answers lead to in a world: in the module, and in the closures where that cannot be."""
    known, out = world.known, list[float | None]()
    fit = ahead is not None and ahead.put(known.match if known.whole else world.match, world.seed)
    while len(out) < len(options):
        if fit and ahead is not None:
            found, played = ahead.values(options[len(out) :], dice, FAR << horizon, TURNS << horizon)
            out += found
            used.played += played
        if len(out) < len(options):
            out.append(played_on(world.match, known.request, options[len(out)], Lots(dice), used, horizon))
    return out


def played_on(world: Match, request: Request, option: int, rng: Lots, used: Effort, horizon: int) -> float | None:
    """The worth of a seat some way after an answer: every side does what appeals to it, the others now and then anything.

    None where the rules stop in this world.
    """
    trial = world.clone()
    trial.check_always = False
    ask_again(trial)
    until = trial.turn + (TURNS << horizon)
    used.played += 1
    try:
        trial.answer(request.id, request.options[option].key)
        for _ in range(FAR << horizon):
            if not trial.requests or trial.turn >= until:
                break
            following = trial.requests[0]
            used.played += 1
            trial.answer_all([(following, supposed(trial, following, request.seat, rng))])
    except RulebookError:
        return None
    return worth(trial, request.seat)


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
