"""Where a process ends that may go round in circles: exact chances, solved and not iterated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

WORK = 3_000_000  # products of chances in one circle

Ways = dict[int, Fraction]


class Endless(Exception):
    """A circle that is never left, or that has too many ways to be solved; the text says which."""


def absorbed(start: Ways, ways: Sequence[Ways | None], hurry: Callable[[], None] = lambda: None) -> Ways:
    """Starting with these chances, how likely each end is reached; ``ways[n]`` is None where n is an end.

    ``hurry`` is called now and then, and raises what it likes when there is no more time.
    Circles are settled one after the other: a state of a circle is removed by sending whoever comes to it on to where it leads.
    """
    mass = dict(start)
    for circle in circles(ways):
        inside = set(circle)
        left = {n: dict(ways[n] or {}) for n in circle}
        before: dict[int, set[int]] = {n: set() for n in circle}
        for n in circle:
            for m in left[n]:
                if m in inside:
                    before[m].add(n)
        work = 0
        for n in circle:
            if ways[n] is None:
                continue
            hurry()
            out = left.pop(n)
            stay = out.pop(n, Fraction(0))
            if stay == 1:
                raise Endless("this may loop without end")
            if stay:
                out = {m: p / (1 - stay) for m, p in out.items()}
            came = mass.pop(n, Fraction(0))
            if came:
                for m, p in out.items():
                    mass[m] = mass.get(m, Fraction(0)) + came * p
            for i in before.pop(n) - {n}:
                if i not in left:
                    continue
                share = left[i].pop(n)
                work += len(out)
                for m, p in out.items():
                    left[i][m] = left[i].get(m, Fraction(0)) + share * p
                    if m in before:
                        before[m].add(i)
            if work > WORK:
                raise Endless("this loops through too many states to be calculated exactly")
    return mass


def circles(ways: Sequence[Ways | None]) -> list[list[int]]:
    """States that lead to one another, those that come first in front (Tarjan, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    out: list[list[int]] = []
    for root in range(len(ways)):
        if root in number:
            continue
        open_ = [(root, iter(ways[root] or ()))]
        number[root] = low[root] = len(number)
        path.append(root)
        on_path.add(root)
        while open_:
            n, following = open_[-1]
            m = next(following, None)
            if m is None:
                open_.pop()
                if open_:
                    low[open_[-1][0]] = min(low[open_[-1][0]], low[n])
                if low[n] == number[n]:
                    at = path.index(n)
                    out.append(path[at:])
                    on_path.difference_update(path[at:])
                    del path[at:]
            elif m not in number:
                number[m] = low[m] = len(number)
                path.append(m)
                on_path.add(m)
                open_.append((m, iter(ways[m] or ())))
            elif m in on_path:
                low[n] = min(low[n], number[m])
    return out[::-1]
