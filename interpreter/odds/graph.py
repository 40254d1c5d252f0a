"""Where a process ends whose steps have whole-numbered weights: exact chances, over common denominators as long as it goes on and on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from arbitre.interpreter.odds.absorbing_chain import absorbed


def ends_of(
    start: dict[int, Fraction], ways: Sequence[dict[int, int] | None], hurry: Callable[[], None] = lambda: None
) -> dict[int, Fraction]:
    """How likely each end is reached; ``ways[n]`` has the weights of what comes after n, and is None where n is an end."""
    parts, wholes, before = [0] * len(ways), [1] * len(ways), [0] * len(ways)  # of each its chance, not reduced
    for way in ways:
        if way is not None:
            for to in way:
                before[to] += 1
    for n, chance in start.items():
        parts[n], wholes[n] = chance.numerator, chance.denominator
    ready = [n for n, count in enumerate(before) if not count]
    done = 0
    ends: dict[int, Fraction] = {}
    while ready:
        n = ready.pop()
        done += 1
        way, part = ways[n], parts[n]
        if way is None:
            if part:
                ends[n] = Fraction(part, wholes[n])
            continue
        whole = wholes[n] * sum(way.values())
        for to, weight in way.items():
            if part:
                if not parts[to]:
                    parts[to], wholes[to] = part * weight, whole
                elif wholes[to] == whole:
                    parts[to] += part * weight
                else:
                    common = lcm(whole, wholes[to])
                    parts[to] = parts[to] * (common // wholes[to]) + part * weight * (common // whole)
                    wholes[to] = common
            before[to] -= 1
            if not before[to]:
                ready.append(to)
    if done == len(ways):
        return ends
    chances = [None if way is None else {to: Fraction(weight, sum(way.values())) for to, weight in way.items()} for way in ways]
    return absorbed(start, chances, hurry)
