"""Arithmetic on the ranges of numbers, and chains of one operator taken apart."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import tree as t
from arbitre.dsl.resolve.types import Ty, number


def flatten(expr: t.Expr, op: str) -> list[t.Expr]:
    """``a and b and c`` as a list."""
    if isinstance(expr, t.Binary) and expr.op == op:
        return [*flatten(expr.left, op), *flatten(expr.right, op)]
    return [expr]


def ends(expr: t.Binary) -> tuple[t.Binary, t.Binary]:
    """What ``x is 2 to 4`` says of each end: ``x is 2 or more``, ``x is 4 or less``."""
    assert isinstance(expr.right, t.Tuple)
    low, high = expr.right.items
    return t.Binary(expr.place, "or_more", expr.left, low), t.Binary(expr.place, "or_less", expr.left, high)


def compute(op: str, a: int, b: int) -> int:
    """One operation on two numbers."""
    return {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0}[op]


def span(op: str, a: Ty, b: Ty) -> Ty:
    """The range of a result; as wide as need be where it is not simply known."""
    match op:
        case "+":
            return number(a.low + b.low, a.high + b.high)
        case "-":
            return number(a.low - b.high, a.high - b.low)
        case "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return number(min(ends), max(ends))
    return (
        replace(a, low=min(a.low, -abs(a.high)), high=max(a.high, abs(a.low)))
        if b.low <= 0
        else number(min(a.low // b.low, a.low // b.high), max(a.high // b.low, a.high // b.high))
    )
