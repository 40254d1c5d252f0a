"""Locals with masks: a set of up to 64 rows in one word, a bit for each."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.wasm.compile.code import Code


def in_local(c: Code, value: Callable[[], None]) -> int:
    """A new local with what is left on the stack by ``value``."""
    out = c.f.local()
    value()
    c.f.set(out)
    return out


def combined(c: Code, op: str, one: int, two: int) -> int:
    """A new local with the result of an operation on two locals."""

    def value() -> None:
        c.f.get(one)
        c.f.get(two)
        c.f.op(op)

    return in_local(c, value)


def without(c: Code, rows: int, found: int) -> int:
    """A new local with the rows of a mask that are not in another, which must be part of it."""
    return combined(c, "xor", rows, found)


def unless_empty(c: Code, rows: int, value: Callable[[], None]) -> int:
    """A new local with what ``value`` leaves; 0, and nothing is evaluated, if the mask ``rows`` is empty."""

    def evaluated() -> None:
        c.f.get(rows)
        c.f.when(True)
        value()
        c.f.otherwise()
        c.f.const(0)
        c.f.end()

    return in_local(c, evaluated)


def row_mask(c: Code, row: core.Expr) -> None:
    """Leaves the mask of the one row that a value is; 0 where it is none."""
    f, held = c.f, c.f.local()
    c.value(row)
    f.set(held)
    f.const(1)
    f.get(held)
    f.op("shl")
    f.const(0)
    f.get(held)
    f.const(WORD)
    f.op("lt_u")
    f.select()
