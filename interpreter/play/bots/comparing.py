"""What came of answers compared, world by world: all were tried in the same worlds with the same dice (common random numbers)."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence

from arbitre.interpreter.play.bots.advice import DECIDED

LEAST = 8  # worlds in which an answer was tried, at least, before it is preferred to greedy's


def usual_difference(values: Sequence[Sequence[float]]) -> float:
    """How far what came of the answers usually lies apart in one world, those that decide the match left aside."""
    spreads = [abs(value - worths[0]) for worths in zip(*values, strict=False) for value in worths[1:] if value != worths[0]]
    plain = [spread for spread in spreads if spread < DECIDED]
    return statistics.fmean(plain) if plain else 1.0


def damped(value: float, scale: float) -> float:
    """Between -1 and 1: what is far out counts for little more than what is far."""
    return value / (abs(value) + scale)


def all_damped(values: Sequence[Sequence[float]]) -> list[list[float]]:
    """What came of each answer, world by world, between -1 and 1."""
    scale = usual_difference(values)
    return [[damped(value, scale) for value in one] for one in values]


def better_half(options: list[int], first: int, standing: Mapping[int, Sequence[float]]) -> list[int]:
    """The options that did better, in their order; the first choice stays."""
    means = {option: statistics.fmean(standing[option]) for option in options}
    ranked = sorted(options, key=lambda option: (-means[option], option))[: (len(options) + 1) // 2]
    return [option for option in options if option in ranked or option == first]


def preferred(options: list[int], first: int, standing: Mapping[int, Sequence[float]], doubt: float) -> int:
    """The option that did best; not in place of the first choice unless it did better by so many times its standard error."""
    best, margin = first, 0.0
    for option in options:
        if option == first or len(standing[option]) < LEAST:
            continue
        differences = [one - other for one, other in zip(standing[option], standing[first], strict=False)]
        found = statistics.fmean(differences) - doubt * statistics.stdev(differences) / math.sqrt(len(differences))
        if found > margin:
            best, margin = option, found
    return best
