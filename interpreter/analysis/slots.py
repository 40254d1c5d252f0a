"""Which slots of a procedure an expression reads, and which it uses only while it searches."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import children


def parameters_in(expr: object, below: int) -> set[int]:
    """Slots below ``below`` that an expression reads."""
    if isinstance(expr, core.Local):
        return {expr.slot} if expr.slot < below else set()
    out: set[int] = set()
    for child in children(expr) if isinstance(expr, core.Expr) else ():
        out |= parameters_in(child, below)
    return out


def searched_slots(expr: core.Expr) -> set[int]:
    """The slots that searches of an expression fill."""
    out = {expr.slot} if isinstance(expr, core.Query) else set()
    for child in children(expr):
        out |= searched_slots(child)
    return out
