"""The same seeds and bots under both rulebooks: what differs, in pairs, as surely as so many matches can tell.

The difference of a pair of matches with one seed varies less than matches do, as far as both go alike.  Intervals are those of the
mean of the differences, by the normal approximation, at 95 % (a z of 1.96), from 30 pairs on.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from arbitre.comparison.revisions import Side
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.play.simulate import arena, recipe_of
from arbitre.interpreter.play.totals import Result

Z = 1.959964
SURE = 3.0  # the same of 99.7 %
FEWEST = 30  # pairs before anything is told apart
BATCH = 20


@dataclass(slots=True)
class Series:
    """One thing measured in every match of both.  ``unit``: "share" (0 or 1 a match) or "count"; ``title``: what players call it."""

    sort: str
    name: str
    unit: str
    was: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    title: str = ""

    def mean(self, values: list[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    @property
    def difference(self) -> float:
        """Of the means: the variant less the base."""
        return self.mean(self.now) - self.mean(self.was)

    @property
    def half(self) -> float:
        """Half the width of the interval in which the difference lies."""
        apart = [b - a for a, b in zip(self.was, self.now, strict=True)]
        if len(apart) < 2:
            return math.inf
        middle = self.mean(apart)
        return Z * math.sqrt(sum((x - middle) ** 2 for x in apart) / (len(apart) - 1) / len(apart))

    @property
    def told_apart(self) -> bool:
        """Is it more than chance explains?  Of the many things that are used, some differ by chance: they must differ more surely."""
        sure = 1.0 if self.sort in ("win", "draw", "lost", "length") else SURE / Z
        return len(self.was) >= FEWEST and abs(self.difference) > sure * self.half

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "sort": self.sort, "name": self.name, "title": self.title or self.name, "unit": self.unit,
            "was": self.mean(self.was), "now": self.mean(self.now),
            "difference": self.difference, "low": self.difference - self.half, "high": self.difference + self.half,
            "told_apart": self.told_apart,
        }  # fmt: skip


@dataclass(slots=True)
class Paired:
    """Matches in pairs.  ``stopped``: seeds in which a match of either met an error; they are left out."""

    pairs: int = 0
    series: list[Series] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    narrow: bool = False  # it was ended because all shares of wins are known closely enough

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {"pairs": self.pairs, "stopped": self.stopped, "narrow": self.narrow, "series": [one.data() for one in self.series]}


def paired(
    one: Side, two: Side, matches: int, seed: int, bots: dict[str, str], options: dict[str, str] | None = None, within: float = 0.0,
    cores: int | None = None, progress: Callable[[int], None] | None = None,
) -> Paired:  # fmt: skip
    """Plays up to so many matches under both.  ``within``: it ends when the interval of every share of wins is that narrow.

    ``options``: of both.
    """
    workers = max(1, (cores or os.cpu_count() or 1) // 2)  # of each: both play by turns
    recipes = [recipe_of(side.name, options, list(side.extensions)) for side in (one, two)]
    results: tuple[list[Result], list[Result]] = ([], [])
    out = Paired()
    done = 0
    with ExitStack() as stack:
        plays = [stack.enter_context(arena(recipe, bots, None, workers, apart=True)) for recipe in recipes]
        while done < matches:
            count = min(BATCH, matches - done)
            seeds = range(seed + done, seed + done + count)
            for play, kept in zip(plays, results, strict=True):
                kept += play(seeds)
            done += count
            if progress is not None:
                progress(done)
            out = measured(*results)
            if within and out.pairs >= FEWEST and all(s.half <= within for s in out.series if s.sort == "win"):
                out.narrow = True
                break
    return out


def measured(one: list[Result], two: list[Result]) -> Paired:
    """What pairs of matches have in common to be counted: who won, how long, what was used."""
    good = [(a, b) for a, b in zip(one, two, strict=True) if not a.error and not b.error]
    out = Paired(len(good), stopped=[a.seed for a, b in zip(one, two, strict=True) if a.error or b.error])
    winners = sorted({name for pair in good for result in pair for name in result.winners})
    for name in winners:
        out.series.append(series(good, "win", name, "share", lambda r, name=name: float(name in r.winners)))  # type: ignore[misc]
    out.series.append(series(good, "draw", "", "share", lambda r: float(r.over and not r.winners and not r.lost)))
    if any(result.lost for pair in good for result in pair):
        out.series.append(series(good, "lost", "", "share", lambda r: float(r.lost)))
    out.series.append(series(good, "length", "turns", "count", lambda r: float(r.turns)))
    out.series.append(series(good, "length", "decisions", "count", lambda r: float(r.decisions)))
    for key in sorted({key for pair in good for result in pair for key in result.used if key[0] in ("action", "choice", "member")}):
        out.series.append(series(good, key[0], named(key), "count", lambda r, key=key: float(r.used[key])))  # type: ignore[misc]
    return out


def series(pairs: list[tuple[Result, Result]], sort: str, name: str, unit: str, of: Callable[[Result], float]) -> Series:
    return Series(sort, name, unit, [of(a) for a, _ in pairs], [of(b) for _, b in pairs])


def named(key: Name) -> str:
    return f"{key[1]}: {key[2]}" if key[1] else key[2]
