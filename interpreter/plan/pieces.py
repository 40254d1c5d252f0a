"""Pieces by the cells on which they stand, in conditions evaluated for all rows of a board at once.

A query over pieces asks for each distance between a piece's cell and the row: ``discs where cell.x - place.x is 0 to 3``.  Where a
condition names the cells (``prey.square in ways(man)``), it asks for these alone.
"""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan.evaluator import At, Conditions, Member
from arbitre.interpreter.plan.joins import EquiJoin, rest_of, said_of
from arbitre.interpreter.plan.vectors import Coded, Uni, Value, Vec


class Pieces(Conditions):
    """One condition, for the rows of one kind: where the pieces stand that it finds."""

    def on_cells(self, e: core.Query, at: At) -> tuple[list[int], EquiJoin] | None:
        """A query over pieces, as one over the cells on which they stand: ``discs where owner is player and cell.x - place.x is 0 to 3``.

        Returns:
            The steps that say which rows a piece is found for, one for each distance between its cell and the row, and the join that says
            where pieces stand.  None where the query is about more of a piece than its cell and what is the same for all rows.
        """
        found = self.pieces(e, at)
        return ([held for _, held in found[0]], found[1]) if found is not None and found[2] else None

    def pieces(self, e: core.Query, at: At) -> tuple[list[tuple[Coded, int]], EquiJoin, bool] | None:
        """The pieces that a query finds, by the cells on which they stand, one for each distance between its cell and the row.

        Returns:
            Pieces as what their columns hold, each with the step that says for which rows it is found; the join that says where pieces
            stand; and whether anything is asked that is not the same for all rows.
        """
        found = self.asked_of(e, at)
        if found is None:
            return None
        kind, asked = found
        slot, tests, rest = self.columns.slot_of(kind.index), list[core.Expr](), list[tuple[core.Expr, int, At]]()
        same: dict[int, Value] = {}
        for where, bound, there in asked:
            row = At({**there.env, bound: Uni(core.Local(e.place, slot))}, *rest_of(there))
            for item in self.r.conjuncts(where):
                test = self.uniform(item, row)
                if test is None:
                    rest.append((item, bound, there))
                elif rest and may_fail(test, {slot}, self.program):
                    return None  # it is not asked of all pieces
                else:
                    tests.append(test)
                    if not rest:
                        same.update(said_of(test, slot))
        cell = self.cell_of(kind, slot, tests)
        if cell is None:
            return None
        join = EquiJoin(kind.index, slot, tuple(tests), (cell,), (), (0,), e.place)
        more = bool(rest)
        standing, out = self.b.given(self.places(join, None)), list[tuple[Coded, int]]()
        for member, held in self.cells_named(rest, cell) or self.rows(self.program.fields[cell.field].target):
            piece = Coded((*same.items(), (cell.field, member)))
            for item, bound, there in rest:
                live = at.live & self.b.upper[held]
                if live:
                    held = self.b.meet(held, self.test(item, At({**there.env, bound: piece}, live, at.path, there.depth)))
            if at.live & self.b.upper[held]:
                held = self.b.meet(held, self.columns.gathered(standing, member.rows, at.live & self.b.upper[held]))
                if held != self.b.none:
                    out.append((piece, held))
        return out, join, more

    def cells_named(self, rest: list[tuple[core.Expr, int, At]], cell: core.Read) -> list[Member] | None:
        """The cells on which pieces are asked for, where a condition names them: ``prey.square in ways(man)``.

        It is taken out of ``rest``.  None where no condition names any, or where one before it may fail.
        """
        for n, (item, bound, there) in enumerate(rest):
            its_cell = core.Read(item.place, cell.field, core.Local(item.place, bound))
            if isinstance(item, core.In) and item.item == its_cell and not speaks_of(item.group, bound):
                found = self.members(item.group, there)
                if all(isinstance(row, Vec) for row, _ in found) and len(found) < self.size:
                    del rest[n]
                    return self.different(found)
            if may_fail(item, {bound}, self.program):
                return None
        return None

    def cell_of(self, kind: core.Domain, slot: int, tests: list[core.Expr]) -> core.Read | None:
        """The column that says on which row each piece stands, if there is one and each stands on one."""
        for column in self.program.fields if self.kind != NONE else ():
            if column.domain == kind.index and column.values is None and not column.is_set and column.target == self.kind:
                place = tests[0].place if tests else NOWHERE
                cell = core.Read(place, column.index, core.Local(place, slot))
                there = core.Compare(place, "!=", cell, core.Const(place, NONE))
                if min(self.columns.values_of(column.index)) >= 0 or there in tests:
                    return cell
        return None
