"""Conditions on the members of a set that a row holds, asked of all rows of a kind at once.

``any lines where no line.cells where owner is not player`` looks at the cells of one line after the other.  The cells that are not the
player's are the same for all lines: they become a function of the player, and each line asks whether any of its cells is one of them.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import free_slots, mapped, nodes
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, all_of, has_slot, size_of, with_query, without_slot

LEAST, MOST_TOLD, LONG = 16, 8, 12  # rows of a kind; different questions; nodes of a condition
ENOUGH = 32  # sets that are asked
_PLAIN = (core.Const, core.Local, core.Read, core.Compare, core.Not, core.And, core.Or)


def members(r: Rewriter) -> Program:
    """The pass."""
    return r.everywhere(_Members(r).again)


class _Members:
    def __init__(self, r: Rewriter) -> None:
        self.r = r

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        """An expression with such searches in it asked at once."""
        if not isinstance(e, core.Query):
            return mapped(e, lambda part: self.again(part, slots))
        found = self.at_once(e, slots)
        if found is not None:
            return found
        inner = self.r.within(e, slots)
        written = self.written_out(e, inner) if isinstance(e.source, core.Rows) else None
        if written is not None:
            return written
        where, value = (None if part is None else self.again(part, inner) for part in (e.where, e.value))
        return with_query(e, self.again(e.source, slots), where, value)

    def written_out(self, e: core.Query, inner: Slots) -> core.Expr | None:
        """A search among many rows with the conditions written out that such searches stand in: what they share is then asked once."""
        if e.where is None or e.value is not None or self.r.program.domains[self.r.kind_of(e.source)].size < ENOUGH:
            return None
        if may_fail(e.where, {e.slot}, self.r.program):
            return None
        made = [_without_slots(self.again(item, inner), e.slot) for item in self.r.conjuncts(e.where)]
        asked = [part for item in made for part in nodes(item)]
        if not any(isinstance(part, core.Apply) and part.function >= len(self.r.program.functions) for part in asked):
            return None
        if any(has_slot(part) for part in asked):
            return None
        return replace(e, where=all_of(made))

    def at_once(self, e: core.Query, slots: Slots) -> core.Expr | None:
        """The search as the intersection of two sets; None where it is not one of the members that many rows hold."""
        program, source = self.r.program, e.source
        if e.where is None or e.value is not None or e.sink not in ("any", "count", "set") or not isinstance(source, core.Read):
            return None
        column = program.fields[source.field]
        if not column.is_set or column.target == core.NONE or program.domains[column.domain].size < ENOUGH:
            return None
        kind, told = program.domains[column.target], sorted(free_slots(e.where) - {e.slot})
        if kind.dynamic or not LEAST <= kind.size <= WORD or not free_slots(source) - set(told):
            return None
        if size_of(e.where) > LONG or any(not isinstance(part, _PLAIN) for part in nodes(e.where) if isinstance(part, core.Expr)):
            return None
        if not set(told) <= set(slots) or prod(slots[slot].many(program) for slot in told) > MOST_TOLD:
            return None
        if may_fail(e.where, {e.slot}, program):
            return None
        whole = core.Query(e.place, "set", core.Rows(e.place, kind.index), e.slot, e.where)
        found = self.r.function("members", [(core.Local(e.place, slot), slots[slot]) for slot in told], whole, kind.index, True)
        both = core.SetOp(e.place, "&", source, found)
        return both if e.sink == "set" else replace(e, source=both, where=None)


def _without_slots(e: core.Expr, slot: int) -> core.Expr:
    """The same, where searches that ask nothing of their rows have this slot, which stands already."""
    return without_slot(mapped(e, lambda part: _without_slots(part, slot)), slot)
