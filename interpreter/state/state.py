"""The state of a match: one flat block of integers, and the little that surrounds it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.core import NONE
from arbitre.interpreter.state.keyed import COUNTERS, DieKey, counted
from arbitre.interpreter.state.layout import Layout

Entry = tuple[Any, ...]  # an entry of the agenda stack: tag and integers


@dataclass(slots=True)
class State:
    """Everything a match is between two statements of its agenda."""

    cells: list[int]
    stack: list[Entry] = field(default_factory=list)
    timers: list[tuple[int, ...]] = field(default_factory=list)  # (agenda, last run, field, row, how, value)
    waiting: list[tuple[int, ...]] = field(default_factory=list)  # (agenda, first run, last run, field, row, how, value)
    scheduled: list[tuple[Any, ...]] = field(default_factory=list)  # (agenda, run, edge, procedure, args)
    runs: list[int] = field(default_factory=list)  # how often each procedure, as an agenda, has begun
    told: set[tuple[int, int, int, int]] = field(
        default_factory=set
    )  # (seat, field, row, value); seat -2: everyone; replaced, never changed
    published: tuple[int, ...] | None = None
    rolls: int = 0
    over: bool = False
    winners: int = 0
    winner_domain: int = NONE  # of a match that all have lost none
    locals: list[int] = field(default_factory=list)  # of a scenario
    counters: list[int] = field(default_factory=lambda: [0] * COUNTERS)  # dice of the turn, by occasion
    mark: Any = field(default=None, compare=False)  # odds: what tells it apart, once it is no longer changed

    def copy(self) -> State:
        return State(
            self.cells[:], self.stack[:], self.timers[:], self.waiting[:], self.scheduled[:], self.runs[:], self.told,
            self.published, self.rolls, self.over, self.winners, self.winner_domain, self.locals[:], self.counters[:],
        )  # fmt: skip

    def beside(self) -> State:
        """The same with a stack of its own; the rest is shared, and may not be changed any more."""
        return State(
            self.cells, self.stack[:], self.timers, self.waiting, self.scheduled, self.runs, self.told,
            self.published, self.rolls, self.over, self.winners, self.winner_domain, self.locals, self.counters,
        )  # fmt: skip

    def become(self, other: State) -> None:
        """Takes over everything of another state; the lists stay the same lists, for those who hold them."""
        self.cells[:], self.stack[:], self.timers[:] = other.cells, other.stack, other.timers
        self.waiting[:], self.scheduled[:], self.runs[:] = other.waiting, other.scheduled, other.runs
        self.told, self.published, self.rolls = other.told, other.published, other.rolls
        self.over, self.winners, self.winner_domain = other.over, other.winners, other.winner_domain
        self.locals[:], self.counters[:] = other.locals, other.counters
        self.mark = None

    def die_key(self, turn: int, occasion: int) -> DieKey:
        """The key of the next die that is thrown for an occasion."""
        return occasion, turn << 32 | counted(self.counters, turn, occasion)

    @property
    def lost(self) -> bool:
        """Has everybody lost?"""
        return self.over and self.winner_domain == NONE

    def reopen(self) -> None:
        """Takes the end of the match back."""
        self.over, self.winners, self.winner_domain = False, 0, NONE

    def key(self) -> tuple[Any, ...]:
        """Equal for states that will go on alike; the number of dice thrown so far does not count."""
        return (
            tuple(self.cells), tuple(self.stack), tuple(self.timers), tuple(self.waiting), tuple(self.scheduled),
            tuple(self.runs), frozenset(self.told), self.published, self.over, self.winners, self.lost, tuple(self.locals),
        )  # fmt: skip

    def digest(self) -> str:
        """The same on every machine for the same state."""
        body = [
            [int(cell) for cell in self.cells],
            _plain(self.stack), self.timers, self.waiting, _plain(self.scheduled), self.runs, sorted(self.told),
            self.published, self.rolls, self.over, self.winners, self.winner_domain,
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(body, separators=(",", ":")).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Lists and integers only; a truth counts as 1."""
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return int(value) if isinstance(value, bool) else value


def start_state(layout: Layout) -> State:
    """The state before anything has happened."""
    return State(layout.start[:], runs=[0] * len(layout.program.procedures))
