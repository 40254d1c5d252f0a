"""Answers played on to the end of the match, where there is time for many matches: who wins is what counts, and no horizon hides it.

Each answer is played on in the same worlds with the same dice (common random numbers), once to the end of the match and once to the end of
the turn, and both are summed up.  Who wins is what an answer is good for, with much luck in it; how well the side stands after the turn has
less luck in it and tells less.  A side that plays as its base policy would, but for the one answer that rollouts of that policy prefer, is
no weaker than it (Tesauro and Galperin, 1996; Bertsekas, Tsitsiklis and Wu, 1997), as far as the worlds are enough to tell.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field

from arbitre.interpreter.play.bots.advice import Advice, Effort, Tried
from arbitre.interpreter.play.bots.comparing import all_damped, better_half, preferred
from arbitre.interpreter.play.bots.worlds import Worlds
from arbitre.interpreter.state.lots import Lots

MATCHES = 10  # to the end, of every answer, for which there must be time
PROBE = 30  # answers that are played on to find out how long they take
END = 1 << 30  # turns and answers that no match has
TURN_WEIGHT = 2.0  # what counts the worth at the end of the turn, against 1 for the end of the match
DOUBT = 0.5  # by how many times its standard error an answer must be better than greedy's
ALIKE = 16  # worlds in which all answers came to the same: then they are not tried in more


@dataclass(slots=True)
class Ends(Tried):
    """What came of one option: at the end of the match, as of all that are tried, and at the end of the turn, world by world."""

    soon: list[float] = field(default_factory=list)


def to_the_end(worlds: Worlds, options: list[int], rng: Lots, used: Effort) -> Advice | None:
    """The answer after which the match goes best; None where there is no time to play so many matches to their ends."""
    first = worlds.first
    far = room(worlds, len(options), rng, used)
    if not far:
        return None
    tried = {option: Ends(option) for option in options}
    left, rounds = options, max(1, math.ceil(math.log2(len(options))))
    for number in range(1, rounds + 1):
        while True:
            before = used.spent
            try_once(worlds, [tried[option] for option in left], rng.word(), far, used)
            worlds.next(rng)
            if used.spent >= number / rounds or used.no_more(before):
                break
            if number == 1 and tried[first].times == ALIKE and all(came(one) == came(tried[first]) for one in tried.values()):
                return Advice(first, dict(tried))
        if used.no_more(before):
            break
        if number < rounds:
            left = better_half(left, first, standing(left, tried))
    left = no_worse(left, first, tried)
    return Advice(preferred(left, first, standing(left, tried), DOUBT), dict(tried))


def room(worlds: Worlds, count: int, rng: Lots, used: Effort) -> int:
    """How many answers of a match may be played on so that there is time for enough matches; 0 if its end is farther than that."""
    before, played = used.spent, used.played
    worlds.values([worlds.first], rng.word(), PROBE, 1, used)
    share, played = used.spent - before, used.played - played
    far = int(min(END, (1 - used.spent) * played / (share * MATCHES * count))) if share > 0 else END
    if far < PROBE:
        return 0
    before = used.played
    worlds.values([worlds.first], rng.word(), far, END, used)
    return far if used.played - before <= far else 0


def try_once(worlds: Worlds, left: list[Ends], dice: int, far: int, used: Effort) -> None:
    """Plays answers on in one world; where the rules stop, all stands as it did."""
    options = [one.option for one in left]
    ends = worlds.values(options, dice, far, END, used)
    for one, end, soon in zip(left, ends, worlds.values(options, dice, far, 1, used), strict=True):
        one.values.append(worlds.now if end is None else end)
        one.soon.append(worlds.now if soon is None else soon)
        one.gains += end is not None and end > worlds.now


def no_worse(options: list[int], first: int, tried: dict[int, Ends]) -> list[int]:
    """The options after which matches end at least as well as after greedy's, and no later where they end alike: what is better for a turn
    only puts off what is to come (the horizon effect: Berliner, 1973)."""
    ends = dict(zip(options, map(statistics.fmean, all_damped([tried[option].values for option in options])), strict=True))
    return [option for option in options if ends[option] >= ends[first]]


def came(one: Ends) -> tuple[list[float], list[float]]:
    """All that came of an answer."""
    return one.values, one.soon


def standing(options: list[int], tried: dict[int, Ends]) -> dict[int, list[float]]:
    """How good all that came of the options is, world by world."""
    at_end = all_damped([tried[option].values for option in options])
    at_turn = all_damped([tried[option].soon for option in options])
    return {
        option: [end + TURN_WEIGHT * soon for end, soon in zip(ends, turns, strict=True)]
        for option, ends, turns in zip(options, at_end, at_turn, strict=True)
    }
