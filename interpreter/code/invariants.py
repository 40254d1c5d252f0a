"""Invariants, prepared: which of them a change can have broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl import core

Test = Callable[[Any, list[int]], int]


@dataclass(slots=True)
class Invariants:
    """The invariants of a program, each with its closure.  Sets of them are masks of their positions."""

    tests: list[tuple[core.Always, Test]] = field(default_factory=list)
    columns: dict[tuple[int, int], int] = field(default_factory=dict)  # the cells of a column, first and end: those that read it
    others: int = 0  # those that depend on more than columns
    faults: dict[int, Test] = field(default_factory=dict)  # of those that speak of rows: the rows for which they do not hold

    def __iter__(self) -> Iterator[tuple[core.Always, Test]]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)

    def add(self, rule: core.Always, test: Test, columns: list[tuple[int, int]] | None) -> None:
        """One more, which depends on these columns, or on more than columns."""
        one = 1 << len(self.tests)
        self.tests.append((rule, test))
        if columns is None:
            self.others |= one
        for column in columns or ():
            self.columns[column] = self.columns.get(column, 0) | one

    def faulty(self, rule: core.Always, make: Callable[[], Test]) -> Test:
        """What finds the rows for which one of them does not hold, made when it is first asked for."""
        found = self.faults.get(id(rule))
        if found is None:
            found = self.faults[id(rule)] = make()
        return found

    def affected(self, before: list[int], after: list[int]) -> int:
        """Those that may not hold any more, or again, after a change of cells."""
        found = self.others
        if before != after:
            for (first, end), readers in self.columns.items():
                if readers & ~found and before[first:end] != after[first:end]:
                    found |= readers
        return found

    def among(self, some: int) -> list[tuple[core.Always, Test]]:
        """Those of a set, in their order."""
        return [one for number, one in enumerate(self.tests) if some >> number & 1] if some else []

    def failing(self, x: Any, some: int) -> int:
        """Those of a set that do not hold."""
        return sum(1 << n for n, (rule, test) in enumerate(self.tests) if some >> n & 1 and not test(x, [0] * rule.slots))
