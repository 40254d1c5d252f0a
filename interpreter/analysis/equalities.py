"""Equalities of which one side is about a given row."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import speaks_of


def equality_of(e: core.Expr, slot: int) -> tuple[core.Expr, core.Expr] | None:
    """The two sides of an equality of which one alone is about the row in a slot, that one first; None where a condition is none.

    What is added to the row's side is taken from the other: ``place.x - over.x is over.x - start.x`` is asked of ``place.x``.
    """
    for here, there in ((e.left, e.right), (e.right, e.left)) if isinstance(e, core.Compare) and e.op == "==" else ():
        if speaks_of(here, slot) and not speaks_of(there, slot):
            return isolated(here, there, slot)
    return None


def isolated(here: core.Expr, there: core.Expr, slot: int) -> tuple[core.Expr, core.Expr]:
    """The sides of an equality with the sums and differences undone on the side that is about the row in a slot."""
    while isinstance(here, core.Arith) and here.op in "+-" and speaks_of(here.left, slot) != speaks_of(here.right, slot):
        place = here.place
        if speaks_of(here.left, slot):
            there = core.Arith(place, "-" if here.op == "+" else "+", there, here.right)
            here = here.left
        elif here.op == "+":
            there = core.Arith(place, "-", there, here.left)
            here = here.right
        else:
            there = core.Arith(place, "-", here.left, there)
            here = here.right
    return here, there
