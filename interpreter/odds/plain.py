"""Every outcome in turn: what is done is carried out whole for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from arbitre.interpreter.code.machine import Line, Outcomes, Ready, Run, Stmt
from arbitre.interpreter.odds.world import Frames
from arbitre.interpreter.reference import calls
from arbitre.interpreter.state.dice import Fork
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.signals import LEFT


class Possibilities:
    """A dice source that follows a path of outcomes and forks at its end."""

    def __init__(self) -> None:
        self.path: tuple[Any, ...] = ()
        self.used = 0

    def outcome(self, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        if len(outcomes) == 1:
            return outcomes[0][0]
        if self.used < len(self.path):
            self.used += 1
            return int(self.path[self.used - 1])
        raise Fork(outcomes)

    def throw(self, size: int, number: int, label: str, place: Any, key: DieKey = UNKEYED) -> int:
        return self.outcome([(n, Fraction(1, size)) for n in range(size)])


class Plain:
    """Execution follows a path of outcomes, and is carried out whole for every one of them."""

    def __init__(self, source: Possibilities) -> None:
        self.source = source

    def outcome(self, outcomes: Outcomes) -> int:
        return self.source.outcome(outcomes)

    def die(self, x: Run, f: list[int], outcomes: Outcomes, fill: Callable[[list[int], int], None]) -> None:
        """A throw that does nothing but fill slots."""
        fill(f, self.source.outcome(outcomes))

    def block(self, x: Run, f: list[int], line: Line) -> int:
        return next((signal for stmt in line.made if (signal := stmt(x, f))), 0)

    def throws_in(self, line: Line, slots: int) -> bool:
        return False

    def leaves(self, call: int) -> bool:
        return False

    def loop(self, x: Run, f: list[int], line: Line, rounds: Iterable[Stmt], alike: bool = False) -> int:
        signal = next((signal for one in rounds if (signal := one(x, f))), 0)
        return 0 if signal == LEFT else signal

    def call(self, x: Run, f: list[int], ready: Ready, kept: tuple[int, ...], following: bool = False) -> int:
        return calls.carry_out(x, ready, f)

    def called(self, x: Run, f: list[int], fork: Fork, outputs: Sequence[tuple[int, int]]) -> Fork:
        return fork

    def carried_out(self, fork: Fork, frame: list[int], result: int) -> Fork:
        return fork

    def frames(self, x: Run, f: list[int]) -> Frames:
        return [f]
