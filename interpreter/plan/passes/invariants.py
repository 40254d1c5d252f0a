"""Searches over many rows, where a part of the condition is the same for all of them: it is evaluated once.

``any lines where it is full_of player`` calls a value for each line, which asks which cells the player's discs lie on.  Once the value is
inlined these cells are a function of the player, and code generation evaluates what does not depend on the row before the loop.
"""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import children, free_slots, mapped, nodes, speaks_of
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.plan.rewrite import (
    DEEP,
    Rewriter,
    Slots,
    Values,
    WithFallback,
    all_of,
    conjuncts_of,
    has_slot,
    where_sure,
    with_query,
    without_slot,
)  # fmt: skip

FEW = 6  # rows of a kind, for which something is evaluated once


def invariants(r: Rewriter) -> Program:
    """The pass."""
    return r.everywhere(_Invariants(r).again)


class _Invariants:
    def __init__(self, r: Rewriter) -> None:
        self.r = r
        self.both_ways: dict[int, bool] = {}  # by board, see is_wide

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        """An expression with such searches in it rewritten."""
        if not isinstance(e, core.Query):
            return mapped(e, lambda part: self.again(part, slots))
        inner = self.r.within(e, slots)
        if isinstance(e.source, core.Rows):
            if e.where is not None and self.is_wide(e.source.domain):
                beside = self.by_adjacency(self.in_place(e.where, e.slot), e.slot, inner)
                e = e if any(has_slot(part) for part in nodes(beside)) else replace(e, where=beside)
            if (made := self.by_images(e, inner) or self.inlined(e, inner)) is not None:
                return made
        where, value = (None if part is None else self.again(self.exposed(part, e.slot), inner) for part in (e.where, e.value))
        return with_query(e, self.again(e.source, slots), where, value)

    def exposed(self, e: core.Expr, slot: int) -> core.Expr:
        """A part of a search with short functions of its row inlined, where something in them is the same for all rows."""
        functions = self.r.program.functions
        if isinstance(e, core.Apply) and speaks_of(e, slot) and e.function < len(functions) and not isinstance(e, core.Partial):
            if all(isinstance(arg, (core.Local, core.Const)) for arg in e.args) and self.r.is_short(e.function):
                given = {p.slot: arg for p, arg in zip(functions[e.function].params, e.args, strict=True)}
                made = put_in(functions[e.function].body, given)
                if any(isinstance(part, core.Apply) and not speaks_of(part, slot) for part in nodes(made)):
                    return made
        return mapped(e, lambda part: self.exposed(part, slot))

    def is_wide(self, kind: int) -> bool:
        """Is a kind a board that stands still, of more cells than a word has bits, whose cells are neighbours of their neighbours?"""
        domain = self.r.program.domains[kind]
        if domain.board is None or domain.joined != core.NONE or domain.size <= WORD:
            return False
        if kind not in self.both_ways:
            around = [set(domain.cells.neighbours(cell)) for cell in range(domain.size)]
            self.both_ways[kind] = all(cell in around[other] for cell in range(domain.size) for other in around[cell])
        return self.both_ways[kind]

    def by_adjacency(self, e: core.Expr, slot: int, slots: Slots) -> core.Expr:
        """A condition on the cell in a slot, where ``any neighbours where reached`` asks whether the cell is among the neighbours of those
        that are: these are found once for all cells."""
        if isinstance(e, core.Query) and e.sink == "any" and isinstance(e.source, core.Ask) and e.source.query == "neighbours":
            (cell,) = e.source.args
            if isinstance(cell, core.Local) and cell.slot == slot and (beside := self.beside(e, e.source, slot)) is not None:
                found = self.in_a_function(beside, e.source.board, slots) if has_slot(beside) else beside
                return core.In(e.place, cell, found) if found is not None else e
        return mapped(e, lambda part: self.by_adjacency(part, slot, slots)) if isinstance(e, (core.And, core.Or, core.Not)) else e

    def beside(self, e: core.Query, around: core.Ask, slot: int) -> core.Query | None:
        """The neighbours of all cells on which the condition of a search holds; None where it is about the cell in the slot as well, or may
        fail on a cell that is no neighbour."""
        if e.where is None or speaks_of(e.where, slot):
            return None
        row = core.Local(e.place, e.slot)
        if isinstance(e.where, core.In) and e.where.item == row and not speaks_of(e.where.group, e.slot):
            source: core.Expr = e.where.group
        elif may_fail(e.where, {e.slot}, self.r.program):
            return None
        else:
            source = core.Query(e.place, "set", core.Rows(e.place, around.board), e.slot, e.where)
        return replace(e, sink="union", source=source, where=None, value=replace(around, args=(row,)), value_is_set=True)

    def by_images(self, e: core.Query, slots: Slots) -> core.Expr | None:
        """A search for rows equal to a value: ``squares where any heading in directions where it is ahead(origin, heading)``, which asks
        each square for each direction, as the set of these values.  None where that is not what it asks."""
        kind = self.r.kind_of(e.source)
        items = conjuncts_of(e.where) if self.r.program.domains[kind].size >= FEW else []
        for n, item in enumerate(items):
            if not isinstance(item, (core.Query, core.Apply, WithFallback)):  # written in place it is no search either
                continue
            image = self.image(self.in_place(item, e.slot), e.slot, kind)
            if image is None or (guards := self.not_to_fail(e, image, items, n)) is None:
                continue
            found = self.in_a_function(image, kind, slots) if has_slot(image) else image
            if found is not None:
                where = all_of([*items[:n], *items[n + 1 :]])
                if self.r.program.domains[kind].dynamic:
                    found = core.SetOp(e.place, "&", e.source, found)
                return where_sure(guards, found if e.sink == "set" and where is None else replace(e, source=found, where=where), e)
        return None

    def image(self, e: core.Expr, slot: int, kind: int) -> core.Query | None:
        """The values that ``any`` compares with the row in a slot, as a set; None where a condition is no such question."""
        if not isinstance(e, core.Query) or e.sink != "any" or speaks_of(e.source, slot):
            return None
        items = conjuncts_of(e.where)
        about = [item for item in items if speaks_of(item, slot)]
        sides = equality_of(about[0], slot) if len(about) == 1 else None
        if sides is None or not isinstance(sides[0], core.Local) or self.r.kind_of_row(sides[1]) != kind:
            return None
        return replace(e, sink="union", where=all_of([item for item in items if item is not about[0]]), value=sides[1])

    def not_to_fail(self, e: core.Query, image: core.Query, items: list[core.Expr], at: int) -> list[core.Expr] | None:
        """What must hold for a set of values to fail only where the search for rows equal to them fails; None where that cannot be said.
        A search through more rows than there are values evaluates each value, for not every row can be equal to an earlier one."""
        if any(may_fail(item, {e.slot}, self.r.program) for item in items[:at]):  # it is asked of fewer rows now
            return None
        others, rows, domains = self.r.kind_of(image.source), self.r.kind_of(e.source), self.r.program.domains
        if (
            e.sink in ("set", "count") and at == 0 and image.where is None and isinstance(image.source, core.Rows)
            and not (domains[others].dynamic or domains[rows].dynamic) and domains[others].size < domains[rows].size
        ):  # fmt: skip
            return []
        return self.r.all_guards([image], set(), e.slot)

    def inlined(self, e: core.Query, inner: Slots) -> core.Expr | None:
        """A search among many rows with the functions inlined that its condition calls, if something in them is the same for all rows: that
        is evaluated once then.  None where there is no such part, or where a rule had no slot for what is inlined."""
        if e.where is None or e.value is not None or self.r.program.domains[self.r.kind_of(e.source)].size < FEW:
            return None
        if not any(isinstance(part, core.Apply) for part in nodes(e.where)):
            return None
        where = self.in_place(e.where, e.slot)
        if not any(isinstance(part, (core.Apply, core.Query)) and not speaks_of(part, e.slot) for part in nodes(where)):
            return None
        if where == e.where or (guards := self.r.all_guards([where], set(), e.slot)) is None:
            return None
        made = self.apart(where, e.slot, inner)
        if any(has_slot(part) for part in nodes(made)):
            return None
        if not any(isinstance(part, core.Apply) and not speaks_of(part, e.slot) for part in nodes(made)):
            return None
        return where_sure(guards, replace(e, where=made), e)

    def in_place(self, e: core.Expr, slot: int, depth: int = 0) -> core.Expr:
        """A condition on the row in a slot with the functions inlined that are told of this row."""
        functions = self.r.program.functions
        if isinstance(e, core.Apply) and not isinstance(e, core.Partial) and depth < DEEP and speaks_of(e, slot):
            if e.function < len(functions) and self.r.is_plain(e.function):
                body = functions[e.function].body
                given = {p.slot: arg for p, arg in zip(functions[e.function].params, e.args, strict=True)}
                dropped = [arg for param, arg in given.items() if not speaks_of(body, param)]
                if not any(may_fail(arg, {slot}, self.r.program) for arg in dropped):  # it is evaluated, and the match stops
                    return self.in_place(put_in(self.r.fresh(body), given), slot, depth + 1)
        if isinstance(e, WithFallback) and _asks_if_there(e.test, slot):
            return self.in_place(e.then, slot, depth)  # a row that is gone through is there
        return without_slot(mapped(e, lambda part: self.in_place(part, slot, depth)), slot)

    def apart(self, e: core.Expr, slot: int, slots: Slots) -> core.Expr:
        """The same with searches that are not about the row as functions of their own."""
        if isinstance(e, core.Query) and e.where is not None and not speaks_of(e, slot):
            if (found := self.in_a_function(e, self.kind_of(e), slots)) is not None:
                return found
        return mapped(e, lambda part: self.apart(part, slot, slots))

    def in_a_function(self, e: core.Query, kind: int, slots: Slots) -> core.Expr | None:
        """A search as a call of a function of its own; None where it is not known what the function would be told.  ``kind``: of the rows
        that it gives."""
        told = [(atom, values) for atom in _atoms(e) if (values := self.values_of(atom, slots)) is not None]
        if len(told) < len(_atoms(e)):
            return None
        is_set = e.sink in ("set", "union", "best", "worst")
        return self.r.function("same", told, e, kind if is_set or e.sink in ("first", "only") else core.NONE, is_set)

    def kind_of(self, e: core.Query) -> int:
        """The kind of the rows that a search gives."""
        if e.sink != "union" or e.value is None:
            return self.r.kind_of(e.source)
        return self.r.kind_of(e.value) if e.value_is_set else self.r.kind_of_row(e.value)

    def values_of(self, atom: core.Expr, slots: Slots) -> Values | None:
        """What a local name, or a column of a row, may hold; None where that is not known."""
        if isinstance(atom, core.Local):
            return slots.get(atom.slot)
        assert isinstance(atom, core.Read)
        field = self.r.program.fields[atom.field]
        return None if field.is_set else Values(field.target, field.low, field.high)


def _atoms(e: core.Expr) -> list[core.Expr]:
    """What a search asks of outside: columns of rows that local names hold, and these names where they stand by themselves."""
    free, out = free_slots(e), list[core.Expr]()

    def look(part: core.Expr) -> None:
        row = part.row if isinstance(part, core.Read) else part
        if isinstance(row, core.Local) and row.slot in free:
            out.append(part)
        else:
            for child in children(part):
                look(child)

    look(e)
    return list(dict.fromkeys(out))


def _asks_if_there(e: core.Expr, slot: int) -> bool:
    """Is it the question whether the row in a slot is none?"""
    return (
        isinstance(e, core.Compare) and e.op == "!=" and isinstance(e.left, core.Local) and e.left.slot == slot
        and isinstance(e.right, core.Const) and e.right.value == core.NONE
    )  # fmt: skip
