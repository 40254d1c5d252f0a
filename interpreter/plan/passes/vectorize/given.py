"""Searches that depend on one given row, vectorized over all values that the row may have.

The result of ``ray(cell, heading) where closes(player, it)`` depends on one of 64 cells.  For all cells at once it is a few words, one for
each offset: bit n of the word for offset d says whether cell n + d belongs to the result for cell n.  The result for the given cell is
read off these words.  A row of a kind whose rows come and go, such as a man, is represented by the cell that one of its columns names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots, mapped, nodes
from arbitre.interpreter.analysis.errors import is_there
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.evaluator import MOST_PARTS, At
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.passes.vectorize.positions import Position, positions
from arbitre.interpreter.plan.rewrite import Rewriter, Slots
from arbitre.interpreter.plan.vectors import TooMuch, Vec, Wanted, case_by_case, deciding

MOST_WAYS = 8  # combinations of the values of atoms


def is_look_through(e: core.Expr) -> bool:
    """Is it a search without free slots that joins cells with other rows, those that stand on cells or are named by them?"""
    if not isinstance(e, core.Query) or not isinstance(e.source, core.Rows) or free_slots(e):
        return False
    return e.sink == "union" or (e.sink == "set" and isinstance(e.where, core.And))


def shared(r: Rewriter, e: core.Expr) -> core.Expr:
    """The same with such searches as calls of functions, so that equal ones are evaluated once."""
    if is_look_through(e):
        return r.function("standing", [], e, NONE, True)
    return mapped(e, partial(shared, r))


class Given:
    """Vectorizes the searches of one program.

    ``cost_of_input``: what it costs, in steps, to evaluate an input.  ``inner``: vectorizes the searches among the inputs of an expression.
    ``spent``: how many parts of expressions were looked at, of ``most`` for one search.
    """

    def __init__(self, r: Rewriter, cost_of_input: Callable[[core.Expr], int], inner: Callable[[core.Expr, Slots], core.Expr]) -> None:
        self.r, self.cost_of_input, self.inner = r, cost_of_input, inner
        self.spent, self.most = 0, MOST_PARTS
        self.alone: list[core.Expr] = []  # guards: without them a search for one row could find several, or evaluation be an error

    def ways(
        self, e: core.Query, where: Position, slots: Slots, assumed: dict[core.Expr, int], room: int = MOST_WAYS
    ) -> tuple[core.Expr, list[core.Expr], int]:
        """The search vectorized over where a row stands, its inputs, and its cost in steps; specialised for the values of atoms if need be.

        ``assumed``: the values of atoms that are known already.  ``room``: how many combinations of further values are allowed.

        Raises:
            TooMuch: it cannot be vectorized, or not with so few combinations.
        """
        try:
            return self.way(e, where, slots, assumed)
        except Wanted as what:
            wanted = what.e
        for part in (wanted, self.r.written_out(wanted)):  # ``heading_of(man)`` hangs on his side alone
            atoms = {atom: values for atom, values in deciding(self.r.program, part, slots).items() if atom not in assumed}
            many = prod(len(values) for values in atoms.values())
            if atoms and many <= room and not any(told in atoms for told in (where.number, *dict(where.known))):
                break
        else:
            raise TooMuch
        return case_by_case(
            e if e.sink == "any" else Evaluator.as_set(e),
            atoms,
            lambda case: self.ways(e, where, slots, {**assumed, **case}, room // many),
        )

    def way(self, e: core.Query, where: Position, slots: Slots, assumed: dict[core.Expr, int]) -> tuple[core.Expr, list[core.Expr], int]:
        """The same for one combination of values.

        Raises:
            TooMuch: it cannot be vectorized.
            Wanted: it can be once the value of a further part is known.
        """
        row = where.number
        asked = Evaluator(self.r, where.kind, assumed, dict(where.known), where.size)
        asked.most = self.most - self.spent
        b, every = asked.b, Vec(tuple(range(asked.size)))
        env: dict[int, object] = {atom.slot: asked.all_of(value) for atom, value in assumed.items() if isinstance(atom, core.Local)}
        if isinstance(row, core.Local):
            env[row.slot] = every
        at = At(env, b.all, frozenset())
        try:
            if e.sink == "any":
                whole = self.among(e, where, slots, b.expression(e.place, asked.test(e, at)))
                self.alone += [one for one in asked.alone if one not in self.alone]
                return whole
            found = asked.members(asked.as_set(e), at)
            self.alone += [one for one in asked.alone if one not in self.alone]
            apart: dict[int, int] = {}  # by offset of a member from the row, the step of the rows that have such a member
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
        return made, list(made.inputs), len(made.steps) + sum(map(self.cost_of_input, made.inputs))

    def among(self, e: core.Query, where: Position, slots: Slots, some: Straight) -> tuple[core.Expr, list[core.Expr], int]:
        """Membership of a given row in the set ``some`` of places for which a search finds anything; the set does not depend on the row."""
        row = where.number
        own = {part.slot for part in nodes(row) if isinstance(part, core.Local)}
        for part in nodes(some.inputs):
            if isinstance(part, core.Read) and part.row in [core.Local(e.place, slot) for slot in own]:
                raise Wanted(part)  # another column of the row that the cell stands for
        if own & free_slots(some):
            raise TooMuch
        told = [(core.Local(e.place, slot), slots[slot]) for slot in sorted(free_slots(some))]
        rows = self.r.function("word", list(told), shared(self.r, self.inner(some, slots)), where.kind, True)
        return core.In(e.place, row, rows), list(some.inputs), len(some.steps) + sum(map(self.cost_of_input, some.inputs))

    def found(self, e: core.Query, where: Position, slots: Slots) -> tuple[list[core.Expr], core.Expr, int]:
        """The guards of the vectorized search, the search, and its cost in steps.

        Raises:
            TooMuch: it cannot be vectorized.
        """
        self.alone.clear()
        row = where.number
        found, inputs, cost = self.ways(e, where, slots, {})
        tests = self.r.all_guards([row, *inputs, *self.alone], set(), e.slot)
        if tests is None or not inputs or any(e.slot in free_slots(one) for one in inputs):
            raise TooMuch
        there = (
            []
            if not where.is_cell or is_there(row, set(), self.r.program)
            else [core.Compare(e.place, "!=", row, core.Const(e.place, NONE))]
        )
        found = shared(self.r, self.inner(found, slots))
        whole = found if e.sink in ("set", "any") else replace(e, source=found, where=None)
        return [*tests, *there, *(shared(self.r, one) for one in self.alone)], whole, cost

    def within(self, e: core.Query, kinds: Iterable[int], slots: Slots, most: int) -> tuple[list[core.Expr], core.Expr] | None:
        """A vectorized search that costs at most ``most`` steps, with its guards; None if there is none.

        ``kinds``: the kinds of the given rows over which it may be vectorized, tried in this order.
        """
        best: tuple[list[core.Expr], core.Expr] | None = None
        for where in positions(self.r, e, kinds, slots):
            try:
                guards, found, cost = self.found(e, where, slots)
            except TooMuch:
                continue
            if cost <= most:
                best, most = (guards, found), cost - 1
                if where.is_cell:
                    break
        return best
