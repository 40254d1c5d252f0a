"""Where something is hidden: answers tried in worlds that a seat holds possible, and played on for a while.

All answers are tried in the same worlds, with the same dice to come, so that luck tells nothing (common random numbers); the worse half is
given up again and again (sequential halving: Karnin, Koren and Somekh, 2013), and what greedy would answer is left only for an answer that
does better by more than chance would explain.  Where there is time for it, matches are played to their ends instead
(:mod:`arbitre.interpreter.play.bots.whole_matches`).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from arbitre.interpreter.play.bots.advice import Advice, Effort, Tried
from arbitre.interpreter.play.bots.beliefs import believed
from arbitre.interpreter.play.bots.comparing import LEAST, all_damped, better_half, damped, preferred, usual_difference
from arbitre.interpreter.play.bots.rollouts import Ahead
from arbitre.interpreter.play.bots.whole_matches import to_the_end
from arbitre.interpreter.play.bots.worlds import Worlds, worlds_of
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request

WIDEST = 8  # answers tried, of a longer list: those that appeal most, the rest by lot
FAR, TURNS = 30, 2  # playing on ends after so many answers, or when so many turns have begun
NEAR, OFTEN = 4, 16  # it ends earlier, though not before so many, where else there is no time for so many worlds
DEEPER = 3  # how often both are doubled, as long as nothing tells the answers apart
DOUBT = 3.0  # by how many times its probable error an answer must be better than greedy's: several are held against it
CHECK, AFAR = 0.25, 4  # the share of the time kept for looking so many times as far at the answer that is preferred to greedy's


def considered(request: Request, options: list[int], rng: Lots, used: Effort, ahead: Ahead) -> Advice:
    """Tries the options in ever more worlds; each time its share of the effort is spent, the worse half is left out."""
    worlds = worlds_of(ahead, rng)
    if worlds is None:
        return Advice(rng.choice(options))
    first = worlds.first
    options = narrowed(request, worlds, options, rng)
    if len(options) == 1 or (used.seconds is not None and used.spent >= 0.5):  # no time to try any
        return Advice(first)
    worlds = believed(worlds, rng, used)
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
