"""Which lines of a rulebook a run comes by: of every statement that is carried out, and of every value that is asked, whatever it may ask.

What a value asks is known from its expression, so that a memoised value, which is not computed again, counts all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import whole

Made = Callable[[Any, list[int]], int]
Maker = Callable[[Any, Any], Made]
Line = tuple[str, int]  # a file and a line of it


class Footprints:
    """What is left by the runs of some machines: their tables of makers are wrapped, so that each closure tells when it is run."""

    def __init__(self) -> None:
        self.parts: list[tuple[core.Expr | core.Stmt, Program]] = []
        self.passed: set[int] = set()  # their numbers
        self.depth = 0  # of expressions in the one that is being made
        self.known: dict[int, frozenset[Line]] = {}

    def values(self, makers: Mapping[type, Maker]) -> dict[type, Maker]:
        return {sort: self._value(make) for sort, make in makers.items()}

    def statements(self, makers: Mapping[type, Maker]) -> dict[type, Maker]:
        return {sort: self._statement(make) for sort, make in makers.items()}

    def _value(self, make: Maker) -> Maker:
        def made(expr: core.Expr, m: Any) -> Any:
            self.depth += 1
            try:
                found = make(expr, m)
            finally:
                self.depth -= 1
            return found if self.depth else self._telling(expr, found, m.program)

        return made

    def _statement(self, make: Maker) -> Maker:
        def made(stmt: core.Stmt, m: Any) -> Any:
            depth, self.depth = self.depth, 0
            try:
                found = make(stmt, m)
            finally:
                self.depth = depth
            return self._telling(stmt, found, m.program)

        return made

    def _telling(self, part: core.Expr | core.Stmt, found: Made, program: Program) -> Made:
        number, passed = len(self.parts), self.passed
        self.parts.append((part, program))

        def told(x: Any, f: list[int]) -> int:
            passed.add(number)
            return found(x, f)

        return told

    def taken(self) -> set[Line]:
        """The lines come by since this was last asked."""
        out: set[Line] = set()
        for number in self.passed:
            if number not in self.known:
                self.known[number] = self._lines(*self.parts[number])
            out |= self.known[number]
        self.passed.clear()
        return out

    @staticmethod
    def _lines(part: core.Expr | core.Stmt, program: Program) -> frozenset[Line]:
        out = {(part.place.file, part.place.line)}
        if isinstance(part, core.Expr):
            for inner in whole(part, program):
                out.add((inner.place.file, inner.place.line))
                if isinstance(inner, core.Apply):
                    place = program.functions[inner.function].place
                    out.add((place.file, place.line))
        return frozenset(out)
