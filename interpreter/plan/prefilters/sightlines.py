"""What is seen first in a direction, asked only where it can be what is looked for.

``any heading in straight where any first_on_ray(place, heading, standing) where it in owned and piece.straight`` follows each ray to the
first cell on which anything stands.  Which cells it may find, those of the owner's pieces, does not depend on the ray: they are asked for
once, as a function of the side.  Where none of them lies on any of the rays there is nothing to follow, nor along a ray on which none lies.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import free_slots, mapped, nodes, speaks_of
from arbitre.interpreter.analysis.constants import function_is_fixed
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.bits import WIDEST
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, all_of, where_sure

MOST_TOLD = 8  # different questions which cells may be found


def sightlines(r: Rewriter) -> Program:
    """The pass."""
    return r.everywhere(_Sightlines(r).again)


class _Sightlines:
    def __init__(self, r: Rewriter) -> None:
        self.r = r

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        """An expression with such searches in it asked only where they may find something."""
        found = self.seen(e, slots) if isinstance(e, core.Query) else None
        return mapped(e, lambda part: self.again(part, slots)) if found is None else found

    def seen(self, e: core.Query, slots: Slots) -> core.Expr | None:
        """A search for a direction in which something is seen; None where it is none, or its cells depend on more than a few rows."""
        inner = e.where
        if e.sink != "any" or not isinstance(inner, core.Query) or inner.sink != "any" or inner.where is None:
            return None
        lone = isinstance(inner.source, core.SetOf) and len(inner.source.items) == 1
        ray = self.r.written_out(inner.source.items[0]) if isinstance(inner.source, core.SetOf) and lone else None
        if not isinstance(ray, core.Ask) or ray.query != "first_on_ray" or not self.is_fixed(e.source):
            return None
        origin, heading, stop = ray.args
        if heading != core.Local(e.place, e.slot) or speaks_of(origin, e.slot) or speaks_of(stop, e.slot):
            return None
        split = self.split(inner, ray.board, slots)
        if split is None or self.r.program.domains[ray.board].size > WIDEST:
            return None
        cells, others = split
        tests = self.r.all_guards([origin, stop, *others], set(), inner.slot)
        if tests is None or any(speaks_of(test, e.slot) for test in tests):
            return None
        where = all_of([core.In(e.place, core.Local(e.place, inner.slot), cells), *others])
        along = core.Ask(e.place, ray.board, "ray", (origin, heading))
        rays = core.Query(e.place, "union", e.source, e.slot, None, along, value_is_set=True)
        everywhere = self.r.function("rays", [(origin, Values(ray.board))], rays, ray.board, True)

        def lies(group: core.Expr) -> core.Expr:
            return core.Query(e.place, "any", core.SetOp(e.place, "&", cells, group), inner.slot)

        each = replace(e, where=core.And(e.place, (lies(along), replace(inner, where=where))))
        return where_sure(tests, core.And(e.place, (lies(everywhere), each)), e)

    def split(self, inner: core.Query, board: int, slots: Slots) -> tuple[core.Expr, list[core.Expr]] | None:
        """The cells that conditions on what is seen allow, as a question, and the conditions that depend on more than a few rows."""
        program, slot = self.r.program, inner.slot
        own: list[core.Expr] = []
        others: list[core.Expr] = []
        for item in self.r.conjuncts(inner.where):
            known = free_slots(item) - {slot} <= set(slots) and speaks_of(item, slot)
            few = known and prod(slots[one].many(program) for one in free_slots(item) - {slot}) <= MOST_TOLD
            (own if few else others).append(item)
        told = sorted({one for item in own for one in free_slots(item)} - {slot})
        conditions = [one for item in own for one in self.written(item, slot, board)]
        whole = all_of(conditions)
        if whole is None or prod(slots[one].many(program) for one in told) > MOST_TOLD or may_fail(whole, {slot}, program):
            return None
        atoms: list[tuple[core.Expr, Values]] = [(core.Local(whole.place, one), slots[one]) for one in told]
        body = core.Query(whole.place, "set", core.Rows(whole.place, board), slot, whole)
        return self.r.function("seen", atoms, body, board, True), others

    def written(self, item: core.Expr, slot: int, board: int) -> list[core.Expr]:
        """A condition that a cell is in a set that a value searches for, as what that search asks; any other as it is."""
        group = item.group if isinstance(item, core.In) and item.item == core.Local(item.place, slot) else None
        if not isinstance(group, core.Apply) or isinstance(group, core.Partial) or group.function >= len(self.r.program.functions):
            return [item]
        function = self.r.program.functions[group.function]
        given = {p.slot: self.r.written_out(arg) for p, arg in zip(function.params, group.args, strict=True)}
        body = put_in(self.r.fresh(function.body), given)
        if not isinstance(body, core.Query) or body.sink != "set" or body.source != core.Rows(item.place, board) or body.where is None:
            return [item]
        return self.r.conjuncts(put_in(body.where, {body.slot: core.Local(item.place, slot)}))

    def is_fixed(self, headings: core.Expr) -> bool:
        """Are the directions always the same ones?"""
        program = self.r.program
        if isinstance(headings, core.Apply) and headings.function < len(program.functions) and not headings.args:
            return function_is_fixed(headings.function, self.r.facts)
        if isinstance(headings, core.Rows):
            return headings.domain != NONE and not program.domains[headings.domain].dynamic
        return all(isinstance(part, (core.SetOf, core.Arith, core.Const)) for part in nodes(headings) if isinstance(part, core.Expr))
