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
        here, there = isolated_once(here, there, slot)
    return here, there


def isolated_once(here: core.Arith, there: core.Expr, slot: int) -> tuple[core.Expr, core.Expr]:
    """The same with the outermost sum or difference undone."""
    place = here.place
    if speaks_of(here.left, slot):
        return here.left, core.Arith(place, "-" if here.op == "+" else "+", there, here.right)
    if here.op == "+":
        return here.right, core.Arith(place, "-", there, here.left)
    return here.right, core.Arith(place, "-", here.left, there)


MIRRORED = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def limit_of(e: core.Expr, slot: int) -> tuple[str, core.Expr] | None:
    """How a comparison limits the number in a slot: the operator, with the number on its left, and what it is compared with.

    ``piece.column + 1 - across is 2 or more`` says that ``across`` is ``piece.column + 1 - 2`` or less.
    """
    if not isinstance(e, core.Compare) or e.op not in MIRRORED:
        return None
    here, there, op = e.left, e.right, e.op
    if not speaks_of(here, slot):
        here, there, op = there, here, MIRRORED[op]
    if not speaks_of(here, slot) or speaks_of(there, slot):
        return None
    while isinstance(here, core.Arith) and here.op in "+-" and speaks_of(here.left, slot) != speaks_of(here.right, slot):
        mirrored = here.op == "-" and speaks_of(here.right, slot)
        here, there = isolated_once(here, there, slot)
        op = MIRRORED[op] if mirrored else op
    return (op, there) if isinstance(here, core.Local) else None
