"""What came of many matches, counted as they are played: whoever counts ends alone keeps no record of each match."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from arbitre.dsl.core import Text
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.play.usage import Usage

Ends = Counter[tuple[int, int, int]]  # is it over, who won (a mask), rows of which kind (none: all have lost) -> how many matches


@dataclass(slots=True)
class Result:
    """What came of one match."""

    seed: int
    winners: list[str] = field(default_factory=list)
    over: bool = False
    lost: bool = False  # by everybody
    turns: int = 0
    decisions: int = 0
    error: str = ""
    law: str = ""  # of an error: the law that no longer held
    digest: str = ""
    used: Counter[Name] = field(default_factory=Counter)  # what happened in it, where that is counted
    compiled: bool = False  # was it compiled code that played it?


class Failure(TypedDict):
    """A match that stopped at a fault: its seed, what was wrong and, where that is a law (``always``) which no longer held, its name."""

    seed: int
    error: str
    law: str


@dataclass(slots=True)
class Totals:
    """Of some matches.  ``wins`` counts a match for each of those who win it together, ``alone`` leaves such matches out."""

    matches: int = 0
    compiled: int = 0
    decisions: int = 0
    turns: int = 0  # of matches without an error
    shared: int = 0  # that several won together
    draws: int = 0
    lost: int = 0  # that everybody lost
    unfinished: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    errors: list[Failure] = field(default_factory=list)
    used: Usage = field(default_factory=Usage)

    @property
    def played(self) -> int:
        """Matches without an error."""
        return self.matches - len(self.errors)

    def add(self, result: Result) -> None:
        """One match more."""
        self.matches += 1
        self.compiled += result.compiled
        self.decisions += result.decisions
        self.used.add(result.used)
        if result.error:
            self.errors.append({"seed": result.seed, "error": result.error, "law": result.law})
        else:
            self.turns += result.turns
        self.ended(result.winners, result.over, 1, bool(result.error), result.lost)

    def ended(self, winners: Sequence[str], over: bool, count: int, faulty: bool = False, lost: bool = False) -> None:
        """So many matches ended alike; ``lost``: by everybody."""
        for name in winners:
            self.wins[name] += count
        if len(winners) == 1:
            self.alone[winners[0]] += count
        self.shared += count if len(winners) > 1 else 0
        if not faulty:
            self.lost += count if lost else 0
            self.draws += count if over and not winners and not lost else 0
            self.unfinished += 0 if over else count

    def join(self, other: Totals) -> None:
        """The matches of others too."""
        for name in ("matches", "compiled", "decisions", "turns", "shared", "draws", "lost", "unfinished"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wins += other.wins
        self.alone += other.alone
        self.errors += other.errors
        self.used.times += other.used.times
        self.used.matches += other.used.matches


class Used(TypedDict):
    """A thing of the rules that may come up, and how often it did.

    ``sort``: action, choice, row, member or rule; ``of``: what it belongs to; ``en``, ``fr``: its title; ``times`` in all, and in how
    many ``matches``.
    """

    sort: str
    of: str
    name: str
    en: str
    fr: str
    times: int
    matches: int


class Simulation(TypedDict):
    """What came of many matches.

    Attributes:
        matches: How many were played.
        compiled: How many of them the compiled executor played.
        slowly: Why it played none: wasmtime is missing (``wasmtime``), the game cannot be compiled (``game``), or matches start when one is
            already under way (``start``); empty if it played, or was not asked to.
        seconds: How long it took, by the clock.
        matches_per_second: How many were played in a second.
        decisions: How many decisions were made in all.
        mean_turns: The average number of turns, over matches without an error.
        wins: How many matches each side won; one that several won together counts for each of them.
        alone: The same without matches that several won together.
        shared: How many matches several won together.
        draws: How many nobody won.
        lost: How many everybody lost.
        unfinished: How many were stopped because they had lasted the most turns a match may last.
        intervals: 95% confidence intervals (Wilson) of the shares of wins, ``draws``, ``lost`` and ``unfinished`` matches, from 0 to 1.
        errors: The matches that stopped at a rule which cannot be carried out, or at a law that no longer held (``law``).
        used: What of the rules was used, and how often.
    """

    matches: int
    compiled: int
    slowly: str
    seconds: float
    matches_per_second: float
    decisions: int
    mean_turns: float
    wins: dict[str, int]
    alone: dict[str, int]
    shared: int
    draws: int
    lost: int
    unfinished: int
    intervals: dict[str, list[float]]
    errors: list[Failure]
    used: list[Used]


def summary(found: Totals, seconds: float, listed: dict[Name, Text], slowly: str = "") -> Simulation:
    """What came of the matches.  A match that several win together counts for each of them (``wins``); ``alone`` leaves those out."""
    wins, used, played = found.wins, found.used, found.played
    counts = {**dict(sorted(wins.items())), "draws": found.draws, "lost": found.lost, "unfinished": found.unfinished}
    return {
        "matches": found.matches,
        "compiled": found.compiled,
        "slowly": slowly,
        "seconds": round(seconds, 3),
        "matches_per_second": round(found.matches / seconds, 2) if seconds else 0.0,
        "decisions": found.decisions,
        "mean_turns": round(found.turns / played, 2) if played else 0.0,
        "wins": dict(sorted(wins.items())),
        "alone": {name: found.alone[name] for name in sorted(wins)},
        "shared": found.shared,
        "draws": found.draws,
        "lost": found.lost,
        "unfinished": found.unfinished,
        "intervals": {name: interval(count, played) for name, count in counts.items()},
        "errors": found.errors,
        "used": [
            {"sort": sort, "of": of, "name": name, "en": title.own("en"), "fr": title.own("fr"),
             "times": used.times[key], "matches": used.matches[key]}
            for key, title in listed.items() for sort, of, name in (key,)
        ],
    }  # fmt: skip


def interval(count: int, of: int) -> list[float]:
    """The 95 % interval of a share, after Wilson: between what it lies unless chance has played a trick on one in twenty."""
    if not of:
        return [0.0, 1.0]
    z = 1.959964
    middle = (count + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * math.sqrt(count * (of - count) / of + z * z / 4)
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
