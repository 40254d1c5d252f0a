"""Where a process ends whose steps have whole-numbered weights: exact chances, over common denominators as long as it goes on and on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from interpreter.odds.absorbing import absorbed

Share = tuple[int, int]  # a chance that is not reduced


def added(shares: dict[int, int]) -> Share:
    """The sum of chances, by their denominators."""
    if len(shares) == 1:
        return next((part, whole) for whole, part in shares.items())
    common = lcm(*shares)
    return sum(part * (common // whole) for whole, part in shares.items()), common


def ends_of(
    start: dict[int, Fraction], ways: Sequence[dict[int, int] | None], hurry: Callable[[], None] = lambda: None
) -> dict[int, Fraction]:
    """How likely each end is reached; ``ways[n]`` has the weights of what comes after n, and is None where n is an end."""
    came: list[dict[int, int]] = [{} for _ in ways]
    before = [0] * len(ways)
    for way in ways:
        for to in way or ():
            before[to] += 1
    for n, chance in start.items():
        came[n][chance.denominator] = chance.numerator
    ready = [n for n, count in enumerate(before) if not count]
    done = 0
    ends: dict[int, Fraction] = {}
    while ready:
        n = ready.pop()
        done += 1
        way = ways[n]
        if way is None:
            if came[n]:
                ends[n] = Fraction(*added(came[n]))
            continue
        if came[n]:
            part, whole = added(came[n])
            whole *= sum(way.values())
        for to, weight in way.items():
            if came[n]:
                shares = came[to]
                shares[whole] = shares.get(whole, 0) + part * weight
            before[to] -= 1
            if not before[to]:
                ready.append(to)
    if done == len(ways):
        return ends
    chances = [None if way is None else {to: Fraction(weight, sum(way.values())) for to, weight in way.items()} for way in ways]
    return absorbed(start, chances, hurry)
