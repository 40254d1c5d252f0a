"""Rows along a ray as far as the first one that ends the run.

``those far in ray(cell, heading) where far.stone is black and (no line(cell, far) where stone is not black)`` asks each cell of the ray
what lies before it.  All that matters is the first cell of the ray whose stone is not black: no cell beyond it passes.  So the search is
over the ray without what lies beyond that cell.
"""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import mapped, speaks_of
from arbitre.graphs.board import Board
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.bits import WIDEST
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, all_of, conjuncts_of, where_sure


def prefixes(r: Rewriter) -> Program:
    """The pass."""
    return r.everywhere(_Prefixes(r).again)


class _Prefixes:
    def __init__(self, r: Rewriter) -> None:
        self.r = r
        self.straight: dict[int, bool] = {}  # by board

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        made = mapped(e, lambda part: self.again(part, slots))
        return self.ended(made) if isinstance(made, core.Query) and isinstance(made.source, core.Ask) else made

    def ended(self, e: core.Query) -> core.Expr:
        """A search along a ray that ends where no cell beyond passes."""
        ray, items = e.source, conjuncts_of(e.where)
        if not isinstance(ray, core.Ask) or ray.query != "ray" or not self.is_straight(ray.board):
            return e
        for n, item in enumerate(items):
            before = self.before(item, e.slot, ray)
            tests = None if before is None else self.r.all_guards([before], set(), e.slot)
            if before is None or tests is None:
                continue
            ends = core.Query(e.place, "set", core.Rows(e.place, ray.board), self.r.fresh_slot(), None)
            where = put_in(self.r.fresh(before), {e.slot: core.Local(e.place, ends.slot)})
            first = core.Ask(e.place, ray.board, "first_on_ray", (*ray.args, replace(ends, where=where)))
            beyond = replace(ray, args=(first, ray.args[1]))
            made = replace(e, source=core.SetOp(e.place, "-", ray, beyond), where=all_of(items[:n] + items[n + 1 :]))
            return where_sure(tests, made, e)
        return e

    @staticmethod
    def before(item: core.Expr, slot: int, ray: core.Ask) -> core.Expr | None:
        """What no cell before that in the slot may be, as a condition on the cell in the slot; None if an item says something else."""
        if not isinstance(item, core.Not) or not isinstance(item.item, core.Query) or item.item.sink != "any":
            return None
        inner = item.item
        here = core.Local(item.place, slot)
        if not isinstance(inner.source, core.Ask) or inner.source.query != "line" or inner.source.board != ray.board:
            return None
        if inner.source.args not in ((ray.args[0], here), (here, ray.args[0])) or inner.where is None or speaks_of(inner.where, slot):
            return None
        return put_in(inner.where, {inner.slot: here})

    def is_straight(self, board: int) -> bool:
        """Is the line between a cell and each cell of its rays what lies before it on the ray, and what lies beyond the rest of the ray?"""
        if board not in self.straight:
            cells = self.r.program.domains[board].cells
            self.straight[board] = cells.size <= WIDEST and _is_straight(cells)
        return self.straight[board]


def _is_straight(cells: Board) -> bool:
    for cell in range(cells.size):
        for heading in range(cells.directions):
            ray = list(cells.ray(cell, heading))
            for n, there in enumerate(ray):
                if set(cells.line(cell, there)) != set(ray[:n]) or list(cells.ray(there, heading)) != ray[n + 1 :]:
                    return False
    return True
