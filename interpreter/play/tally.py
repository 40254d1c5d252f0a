"""How matches that were played out ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """How matches ended.

    Attributes:
        matches: How many there were.
        wins: How many each side won, alone or with others.
        draws: How many nobody won.
        lost: How many everybody lost.
        unfinished: How many were stopped without an end.
    """

    matches: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    lost: int = 0
    unfinished: int = 0

    def add(self, winners: Sequence[str], over: bool, lost: bool = False) -> None:
        """One match more; ``lost``: by everybody."""
        self.matches += 1
        self.lost += lost
        self.draws += over and not winners and not lost
        self.unfinished += not over
        for name in winners:
            self.wins[name] = self.wins.get(name, 0) + 1
