"""Every outcome in turn: what is done is carried out whole for each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.handler import Invocation, Outcomes
from arbitre.interpreter.code.machine import Ready, Run
from arbitre.interpreter.reference.order import shuffled
from arbitre.interpreter.reference.playing import Playing
from arbitre.interpreter.state.dice import Fork, sums
from arbitre.interpreter.state.keyed import UNKEYED, DieKey


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


class Plain(Playing):
    """Execution follows a path of outcomes, and is carried out whole for every one of them."""

    def __init__(self, source: Possibilities) -> None:
        self.source = source

    def throw(self, x: Run, dice: tuple[core.Dice, ...], label: str, place: Place, what: int, audience: int | None = None) -> int:
        return self.source.outcome(sums(dice))

    def fall(
        self, x: Run, f: list[int], outcomes: Callable[[], Outcomes], fill: Callable[[list[int], int], None], play: Callable[[], None]
    ) -> None:
        fill(f, self.source.outcome(outcomes()))

    def tied(
        self, x: Run, rows: list[int], dice: tuple[core.Dice, ...], highest: bool, place: Place, what: int, audience: int | None = None
    ) -> list[int]:
        return shuffled(x, rows, place, what)  # those that throw until they differ come in any order, each as likely

    def invoke(self, x: Run, f: list[int], call: Invocation) -> int:
        if call.grouped is None:
            return super().invoke(x, f, call)
        frame, result, outcomes = call.grouped(x, [a(x, f) for a in call.args])

        def fill(slots: list[int], value: int) -> None:
            frame[result] = value
            for source, target in call.outputs:
                slots[target] = frame[source]

        self.fall(x, f, lambda: outcomes, fill, lambda: None)
        return 0

    def proceed(self, x: Run, f: list[int], ready: Ready) -> int:
        try:
            return super().proceed(x, f, ready)
        except Fork as fork:  # the hook may have more to do
            raise Fork(fork.outcomes) from None

    def round_after(self, rounds: int) -> int:
        """None is counted: states that differ in nothing else are one, and what never ends is seen to."""
        return rounds
