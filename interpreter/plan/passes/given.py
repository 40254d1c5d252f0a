"""Searches about one row that is given, found from words for all rows that might be.

``ray(cell, heading) where closes(player, it)`` is about one cell of 64: for each it is another set.  Said of all cells at once it is a few
words: which have the cell one step ahead in their set, which the one two steps ahead; of these the cell that is given is looked up.  A row
that comes and goes, a man, is given by the cell on which it stands and what else is asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots, mapped, nodes
from arbitre.interpreter.analysis.errors import is_there
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.evaluator import At
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.rewrite import Rewriter, Slots
from arbitre.interpreter.plan.vectors import TooMuch, Vec, Wanted, case_by_case, deciding

MOST_WAYS, COLUMN = 8, 8  # combinations of what must be known; what it costs to look at a column


def is_look_through(e: core.Expr) -> bool:
    """Does it look through rows that come and go, or through those that cells name, and is told nothing?"""
    if not isinstance(e, core.Query) or not isinstance(e.source, core.Rows) or free_slots(e):
        return False
    return e.sink == "union" or (e.sink == "set" and isinstance(e.where, core.And))


def shared(r: Rewriter, e: core.Expr) -> core.Expr:
    """The same with such looks as questions to functions: each is done once."""
    if is_look_through(e):
        return r.function("standing", [], e, NONE, True)
    return mapped(e, partial(shared, r))


class Given:
    """The searches of one program."""

    def __init__(self, r: Rewriter) -> None:
        self.r = r
        self.spent = 0
        self.alone: list[core.Expr] = []  # what must hold for searches for one row to find no more than that

    def rows_given(self, e: core.Expr, kind: int, slots: Slots) -> Iterable[core.Expr]:
        """What names a row of this kind: a slot, or a column of a row that comes and goes."""
        reads = self.r.facts.effects.of(e).reads
        for slot in sorted(free_slots(e) & set(slots)):
            domain = slots[slot].domain
            if domain == kind:
                yield core.Local(e.place, slot)
            elif domain != NONE and self.r.program.domains[domain].dynamic:
                for column in self.r.program.fields:
                    plain = column.values is None and not column.is_set
                    if column.domain == domain and column.target == kind and plain and column.index in reads:
                        yield core.Read(e.place, column.index, core.Local(e.place, slot))

    def ways(
        self, e: core.Query, row: core.Expr, kind: int, slots: Slots, assumed: dict[core.Expr, int], room: int = MOST_WAYS
    ) -> tuple[core.Expr, list[core.Expr], int]:
        """What the search comes to, what is asked for that, and what it costs; once for each of what must be known beforehand."""
        try:
            return self.way(e, row, kind, slots, assumed)
        except Wanted as what:
            atoms = {atom: values for atom, values in deciding(self.r.program, what.e, slots).items() if atom not in assumed}
        many = prod(len(values) for values in atoms.values())
        if not atoms or row in atoms or many > room:
            raise TooMuch
        return case_by_case(
            e if e.sink == "any" else Evaluator.as_set(e),
            atoms,
            lambda case: self.ways(e, row, kind, slots, {**assumed, **case}, room // many),
        )

    def way(
        self, e: core.Query, row: core.Expr, kind: int, slots: Slots, assumed: dict[core.Expr, int]
    ) -> tuple[core.Expr, list[core.Expr], int]:
        asked = Evaluator(self.r, kind, assumed, row if isinstance(row, core.Read) else None)
        b, every = asked.b, Vec(tuple(range(asked.size)))
        env: dict[int, object] = {atom.slot: asked.all_of(value) for atom, value in assumed.items() if isinstance(atom, core.Local)}
        if isinstance(row, core.Local):
            env[row.slot] = every
        at = At(env, b.all, frozenset())
        try:
            if e.sink == "any":
                whole = self.among(e, row, kind, slots, b.expression(e.place, asked.test(e, at)))
                self.alone += [one for one in asked.alone if one not in self.alone]
                return whole
            found = asked.members(asked.as_set(e), at)
            self.alone += [one for one in asked.alone if one not in self.alone]
            apart: dict[int, int] = {}  # by how far a member lies from the row, the rows that have it
            for member, held in found:
                keep: dict[int, int] = {}
                for n, one in enumerate(member.rows):
                    if one >= 0 and b.upper[held] >> n & 1:
                        keep[one - n] = keep.get(one - n, 0) | 1 << n
                for by, rows in keep.items():
                    apart[by] = b.join(apart.get(by, b.none), b.meet(held, b.const(rows)))
        finally:
            self.spent += asked.spent
        one, out = b.bit(row), b.none
        for by, step in apart.items():
            out = b.join(out, b.shift(b.meet(step, one), -by, b.all))
        made = b.expression(e.place, out)
        return made, list(made.inputs), len(made.steps) + COLUMN * len(made.inputs)

    def among(self, e: core.Query, row: core.Expr, kind: int, slots: Slots, some: Straight) -> tuple[core.Expr, list[core.Expr], int]:
        """Whether a row is among those for which a search finds anything: a set that is the same for all that are asked about."""
        own = {part.slot for part in nodes(row) if isinstance(part, core.Local)}
        for part in nodes(some.inputs):
            if isinstance(part, core.Read) and part.row in [core.Local(e.place, slot) for slot in own]:
                raise Wanted(part)  # what else is asked of who stands there
        if own & free_slots(some):
            raise TooMuch
        told = [(core.Local(e.place, slot), slots[slot]) for slot in sorted(free_slots(some))]
        rows = self.r.function("word", list(told), shared(self.r, some), kind, True)
        return core.In(e.place, row, rows), list(some.inputs), len(some.steps) + COLUMN * len(some.inputs)

    def found(self, e: core.Query, row: core.Expr, kind: int, slots: Slots) -> tuple[list[core.Expr], core.Expr, int]:
        """What must hold for the search to be found from words, the search so, and what it costs."""
        self.alone.clear()
        found, inputs, cost = self.ways(e, row, kind, slots, {})
        tests = self.r.all_guards([row, *inputs, *self.alone], set(), e.slot)
        if tests is None or not inputs or any(e.slot in free_slots(one) for one in inputs):
            raise TooMuch
        there = [] if is_there(row, set(), self.r.program) else [core.Compare(e.place, "!=", row, core.Const(e.place, NONE))]
        found = shared(self.r, found)
        whole = found if e.sink in ("set", "any") else replace(e, source=found, where=None)
        return [*tests, *there, *(shared(self.r, one) for one in self.alone)], whole, cost
