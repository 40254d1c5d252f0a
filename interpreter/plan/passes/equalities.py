"""Conditions on a row of a search that an equality lets say without it.

``any prey in men where prey.square is ahead(square, way) and target is ahead(prey.square, way)``: once the first holds, the second asks
whether ``target is ahead(ahead(square, way), way)``, which is about no man.  It is asked behind the search then, once instead of for each
row, and other passes see what ``target`` it names.
"""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import mapped, nodes, speaks_of
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, all_of, conjuncts_of


def equalities(r: Rewriter) -> Program:
    """The pass."""
    return r.everywhere(_again)


def _again(e: core.Expr, slots: Slots) -> core.Expr:
    made = mapped(e, lambda part: _again(part, slots))
    return _taken_out(made) if isinstance(made, core.Query) and made.sink == "any" and made.where is not None else made


def _taken_out(e: core.Query) -> core.Expr:
    """A search for any row, and behind it the last of its conditions that are no longer about the row."""
    items = conjuncts_of(e.where)
    behind: list[core.Expr] = []
    while len(items) > 1:
        last = _put(items[-1], dict(found for item in items[:-1] if (found := _equal(item, e.slot)) is not None))
        if speaks_of(last, e.slot):
            break
        behind.insert(0, last)
        items.pop()
    if not any(speaks_of(item, e.slot) for item in conjuncts_of(e.where)[len(items) :]):
        return e  # nothing is said otherwise
    return core.And(e.place, (replace(e, where=all_of(items)), *behind))


def _equal(item: core.Expr, slot: int) -> tuple[core.Expr, core.Expr] | None:
    """A column of the row in a slot, and what it is equal to."""
    found = equality_of(item, slot)
    if found is None or not isinstance(found[0], core.Read) or not isinstance(found[0].row, core.Local):
        return None
    return None if any(isinstance(part, core.Query) for part in nodes(found[1])) else found


def _put(e: core.Expr, known: dict[core.Expr, core.Expr]) -> core.Expr:
    return known[e] if e in known else mapped(e, lambda part: _put(part, known))
