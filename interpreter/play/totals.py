"""What came of many matches, counted as they are played: whoever counts ends alone keeps no record of each match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.play.usage import Usage

Ends = Counter[tuple[int, int, int]]  # is it over, who won (a mask), rows of which kind -> how many matches


@dataclass(slots=True)
class Result:
    """What came of one match."""

    seed: int
    winners: list[str] = field(default_factory=list)
    over: bool = False
    turns: int = 0
    decisions: int = 0
    error: str = ""
    digest: str = ""
    used: Counter[Name] = field(default_factory=Counter)  # what happened in it, where that is counted
    compiled: bool = False  # was it played in the module?


@dataclass(slots=True)
class Totals:
    """Of some matches.  ``wins`` counts a match for each of those who win it together, ``alone`` leaves such matches out."""

    matches: int = 0
    compiled: int = 0
    decisions: int = 0
    turns: int = 0  # of matches without an error
    shared: int = 0  # that several won together
    draws: int = 0
    unfinished: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    errors: list[tuple[int, str]] = field(default_factory=list)  # the seed, and what was wrong
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
            self.errors.append((result.seed, result.error))
        else:
            self.turns += result.turns
        self.ended(result.winners, result.over, 1, bool(result.error))

    def ended(self, winners: Sequence[str], over: bool, count: int, faulty: bool = False) -> None:
        """So many matches ended alike."""
        for name in winners:
            self.wins[name] += count
        if len(winners) == 1:
            self.alone[winners[0]] += count
        self.shared += count if len(winners) > 1 else 0
        if not faulty:
            self.draws += count if over and not winners else 0
            self.unfinished += 0 if over else count

    def join(self, other: Totals) -> None:
        """The matches of others too."""
        for name in ("matches", "compiled", "decisions", "turns", "shared", "draws", "unfinished"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wins += other.wins
        self.alone += other.alone
        self.errors += other.errors
        self.used.times += other.used.times
        self.used.matches += other.used.matches
