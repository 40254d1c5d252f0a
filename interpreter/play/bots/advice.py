"""What a thinker finds out of the answers to a question, and how much of its time it has used."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field

from arbitre.interpreter.play.bots.rollouts import Found

CLOCK = getattr(time, "thread_time", time.perf_counter)  # Python in WebAssembly does not know its threads' time
DECIDED = 1e5  # no worth of a match that goes on is as far from nothing


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
    """How much of the time (of the processor, in this thread), or of the answers, of a decision is used up; from 0 to 1 and beyond.

    ``kept``: the share that is left for later.
    """

    seconds: float | None
    answers: int
    begun: float = field(default_factory=lambda: CLOCK())
    played: int = 0
    kept: float = 0.0

    @property
    def spent(self) -> float:
        spent = self.played / self.answers if self.seconds is None else (CLOCK() - self.begun) / self.seconds
        return spent / (1 - self.kept)

    def no_more(self, before: float) -> bool:
        """Is there no time for as much as was done since then?"""
        spent = self.spent
        return self.seconds is not None and 2 * spent - before > 1
