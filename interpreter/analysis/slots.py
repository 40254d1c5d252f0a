"""Which slots of a procedure an expression reads, and which it uses only while it searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.fixed import children


def parameters_in(expr: object, below: int) -> set[int]:
    """Slots below ``below`` that an expression reads."""
    if isinstance(expr, core.Local):
        return {expr.slot} if expr.slot < below else set()
    out: set[int] = set()
    for child in children(expr) if isinstance(expr, core.Expr) else ():
        out |= parameters_in(child, below)
    return out


def free_slots(expr: core.Expr) -> set[int]:
    """The slots an expression reads that it does not fill itself."""
    if isinstance(expr, core.Local):
        return {expr.slot}
    out: set[int] = set()
    for child in children(expr):
        out |= free_slots(child)
    if isinstance(expr, core.Query):
        out = free_slots(expr.source) | (out - {expr.slot})
    return out


def searched_slots(expr: core.Expr) -> set[int]:
    """The slots that searches of an expression fill."""
    out = {expr.slot} if isinstance(expr, core.Query) else set()
    for child in children(expr):
        out |= searched_slots(child)
    return out


def expressions_in(node: object) -> Iterator[core.Expr]:
    """The outermost expressions of statements."""
    if isinstance(node, core.Expr):
        yield node
    elif isinstance(node, (list, tuple)):
        for item in node:
            yield from expressions_in(item)
    elif is_dataclass(node) and not isinstance(node, Place):
        for part in fields(node):
            yield from expressions_in(getattr(node, part.name))
