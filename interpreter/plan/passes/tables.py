"""What is the same in every match, looked up instead of worked out.

``squares where y is next_row(man) and x is man.square.x - 1 or more`` asks every square each time, though its answer is decided by a
square and a side.  The conditions that read nothing but constants, once some *atoms* are given (a parameter, a column that holds one of few
values), become a function of these: its values are kept for good (see :mod:`arbitre.interpreter.wasm.compile.queries.memoisation`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.core.effects import AS_IT_STANDS
from arbitre.dsl.core.walk import children, free_slots, mapped, speaks_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.plan.rewrite import (
    Rewriter,
    Slots,
    Values,
    WithFallback,
    all_of,
    conjuncts_of,
    renumbered,
    searches,
    where_sure,
    with_query,
)

MOST_VALUES = 1 << 14  # combinations of the atoms
MOST_NUMBERS = 64  # that an atom may be
MOST_INTERSECTED = 128  # rows of a kind whose sets are intersected with tables
WORTH = 8  # rows that are looked through
ENOUGH = 4  # times as many rows are looked through otherwise
SAMPLES, SPREAD, ROWS = 4, 7919, 48  # combinations of the atoms that are tried, and rows, at most
_FIXED = (
    core.Const, core.Arith, core.Compare, core.And, core.Or, core.Not, core.Choice, WithFallback, core.SetOf, core.SetOp, core.In,
    core.Ask,
)  # fmt: skip
Atoms = dict[core.Expr, Values]


@dataclass(frozen=True, slots=True)
class Parted:
    """The conditions on a row that are decided by atoms, the others as they are written where nothing of them is, the atoms, and all parts
    in the order in which they are asked."""

    fixed: list[core.Expr]
    left: list[core.Expr]
    atoms: Atoms
    parts: list[core.Expr]


def asked_before(parts: list[core.Expr], fixed: list[core.Expr], slot: int) -> tuple[list[core.Expr], list[core.Expr]]:
    """The heads, which are asked first and not of the row, so that they hold of all rows or of none; and what else is asked of a row before
    it is known that it is not in the table: what may fail later is asked of rows in the table alone."""
    last = max(n for n, part in enumerate(parts) if any(part is one for one in fixed))
    first = next((n for n, part in enumerate(parts) if speaks_of(part, slot) or searches(part)), 0)
    return parts[:first], parts[first : last + 1]


def none_of(place: Place) -> core.Expr:
    """No rows."""
    return core.SetOf(place, ())


def _one_of(values: Values, program: Program, lot: int) -> int:
    """One of the values that an atom may have."""
    return values.low + lot % values.many(program) if values.domain == NONE else lot % values.many(program)


def tables(r: Rewriter) -> Program:
    """The pass."""
    return _Tables(r).program()


def is_looked_up(r: Rewriter, e: core.Query, slots: Slots) -> bool:
    """Are the rows of a search few that are known beforehand, once it is known what decides them?"""
    tables = _Tables(r)
    kind = tables.all_rows(e.source)
    if kind == NONE:
        return False
    parted = tables.parted(conjuncts_of(e.where), slots, e.slot, kind)
    named = any(speaks_of(item, e.slot) for item in parted.fixed)
    return named and tables.are_few(parted.fixed, parted.atoms, e.slot, kind)


def atoms_of(r: Rewriter, e: core.Expr, slots: Slots, slot: int) -> Atoms | None:
    """What decides a part about the row in a slot, beside constants and the row; None where that is not known, or too much."""
    out = Atoms()
    return out if _Tables(r).atoms(e, slots, {slot}, out) else None


class _Tables:
    def __init__(self, r: Rewriter) -> None:
        self.r = r

    def program(self) -> Program:
        actions = [self.action(action) for action in self.r.program.actions]
        return replace(self.r.rewritten(self.again), actions=actions)

    # ------------------------------------------------------------------------------------ actions

    def action(self, action: core.Action) -> core.Action:
        """The action with those values of its parameters looked up for which its fixed conditions hold."""
        p = self.r.program.procedures[action.procedure]
        if action.ways or not p.params:
            return action
        values, when, known = list(action.values), list(action.when), [p.params[action.actor]]
        for position, param in enumerate(p.params):
            if position == action.actor:
                continue
            before, kind = list(known), self.all_rows(values[position])
            known.append(param)
            if kind == NONE:
                continue
            slots = {one.slot: Values(one.domain, one.low, one.high) for one in before if not one.is_set}
            usable = [test for test, _ in when if free_slots(test) <= {*slots, param.slot} and speaks_of(test, param.slot)]
            parted = {id(test): self.parted([test], slots, param.slot, kind) for test in usable}
            fixed = [item for one in parted.values() for item in one.fixed]
            atoms = {atom: values for one in parted.values() for atom, values in one.atoms.items()}
            if self.many(atoms) > MOST_VALUES:
                continue
            sure = {one.slot for one in before if one.domain != NONE}
            if not any(speaks_of(item, slot) for item in fixed for slot in slots) or not self.are_few(fixed, atoms, param.slot, kind):
                continue  # what is about the parameter alone is found once for all anyway
            heads, asked = asked_before([part for one in parted.values() for part in one.parts], fixed, param.slot)
            tests = self.guards(heads, asked, sure, param.slot)
            if tests is None:
                continue
            table = core.Query(p.place, "set", core.Rows(p.place, kind), param.slot, all_of(fixed))
            found = self.r.function("table", list(atoms.items()), table, kind, True)
            able = where_sure(tests, where_sure(heads, found, none_of(p.place)), core.Rows(p.place, kind))
            values[position] = found if able is found else self.r.of_action(p, able, kind)
            if not tests:
                again = [(self.rest_of(test, parted.get(id(test))), at) for test, at in when]
                when = [(test, at) for test, at in again if test is not None]
        return replace(action, values=values, when=when)

    @staticmethod
    def rest_of(test: core.Expr, parted: Parted | None) -> core.Expr | None:
        """What is left to ask of a condition; all of it where what is left searches, in slots that an action has not."""
        return test if parted is None or not parted.fixed or any(map(searches, parted.left)) else all_of(parted.left)

    def guards(self, heads: list[core.Expr], asked: list[core.Expr], sure: set[int], slot: int) -> list[core.Expr] | None:
        """What must hold beside the heads for none of what is asked to fail; None where that cannot be said."""
        out: list[core.Expr] = []
        for n, head in enumerate(heads):
            before = self.r.all_guards([head], sure, slot)
            if before is None:
                return None
            out += [test for test in before if test not in out and test not in heads[:n]]
        after = self.r.all_guards(asked, sure, slot)
        return None if after is None else [*out, *(test for test in after if test not in out and test not in heads)]

    def all_rows(self, source: core.Expr | None) -> int:
        """The kind of which a source is all rows, if these do not come and go and are many; else NONE."""
        kind = self.r.program.domains[source.domain] if isinstance(source, core.Rows) else None
        return NONE if kind is None or kind.dynamic or kind.size < WORTH else kind.index

    # ------------------------------------------------------------------------------------ searches

    def again(self, e: core.Expr, slots: Slots, frame: int) -> core.Expr:
        if not isinstance(e, core.Query):
            return mapped(e, lambda part: self.again(part, slots, frame))
        found = self.looked_up(e, slots, frame) or self.intersected(e, slots, frame)
        if found is not None:
            return found
        inner = self.r.within(e, slots)
        where, value = (None if part is None else self.again(part, inner, frame) for part in (e.where, e.value))
        return with_query(e, self.again(e.source, slots, frame), where, value)

    def looked_up(self, e: core.Query, slots: Slots, frame: int) -> core.Expr | None:
        """The search with its fixed conditions looked up, if it has any that are worth it."""
        kind = self.all_rows(e.source)
        if kind == NONE or e.where is None:
            return None
        items = conjuncts_of(e.where)
        parted = self.parted(items, slots, e.slot, kind)
        fixed, left, atoms = parted.fixed, parted.left, parted.atoms
        if not fixed or not any(speaks_of(item, e.slot) for item in fixed) or not self.are_few(fixed, atoms, e.slot, kind):
            return None
        heads, asked = asked_before(parted.parts, fixed, e.slot)
        tests = self.guards(heads, asked, set(), e.slot)
        if tests is None:
            return None
        left = [item for item in left if not any(item is head for head in heads)]
        table = core.Query(e.place, "set", e.source, e.slot, all_of(fixed))
        if not left and not heads and e.sink in ("first", "only", "any", "count"):
            whole = replace(e, where=all_of(fixed))
            domain = kind if e.sink in ("first", "only") else NONE
            return where_sure(tests, self.r.function("table", list(atoms.items()), whole, domain, False), e)
        source = where_sure(heads, self.r.function("table", list(atoms.items()), table, kind, True), none_of(e.place))
        if not left and e.sink == "set":
            return where_sure(tests, source, e)
        within = self.r.within(e, slots)
        where, value = (None if part is None else self.again(part, within, frame) for part in (all_of(left), e.value))
        return where_sure(tests, replace(e, source=source, where=where, value=value), e)

    def intersected(self, e: core.Query, slots: Slots, frame: int) -> core.Expr | None:
        """A search of a set whose conditions are all fixed, as the intersection of that set and a table, or as membership of the one row
        that they name; None if it is another search."""
        if isinstance(e.source, core.Query) and e.where is None and e.source.sink == "set" and e.sink in ("any", "count"):
            e = replace(e.source, sink=e.sink)  # ``count(S where ...)``
        if isinstance(e.source, core.Rows) or e.where is None or e.sink not in ("any", "set", "count"):
            return None
        kind = self.all_rows(core.Rows(e.place, self.r.kind_of(e.source))) if self.r.kind_of(e.source) != NONE else NONE
        if kind == NONE:
            return None
        parted = self.parted(conjuncts_of(e.where), slots, e.slot, kind)
        if parted.left or not parted.fixed or not all(speaks_of(part, e.slot) for part in parted.fixed):
            return None
        tests = self.guards([], parted.parts, set(), e.slot)
        if tests is None:
            return None
        table = core.Query(e.place, "set", core.Rows(e.place, kind), e.slot, all_of(parted.fixed))
        sure = self.r.all_guards([e.source], set(), e.slot) if e.sink != "set" and self.names_one(parted.fixed, e.slot, kind) else None
        if sure is not None:  # the set is not looked at where the numbers name no row
            tests += [test for test in sure if test not in tests]
            row = self.r.function("table", list(parted.atoms.items()), replace(table, sink="first"), kind, False)
            there = core.Compare(e.place, "!=", row, core.Const(e.place, NONE))
            return where_sure(tests, core.And(e.place, (there, core.In(e.place, row, self.again(e.source, slots, frame)))), e)
        if self.r.program.domains[kind].size > MOST_INTERSECTED:
            return None
        known = self.r.function("table", list(parted.atoms.items()), table, kind, True)
        both = core.SetOp(e.place, "&", self.again(e.source, slots, frame), known)
        return where_sure(tests, both if e.sink == "set" else replace(e, source=both, where=None), e)

    def names_one(self, fixed: list[core.Expr], slot: int, kind: int) -> bool:
        """Do conditions say what columns hold that together are different for each row?"""
        columns: list[list[int]] = []
        for item in fixed:
            sides = equality_of(item, slot)
            if sides is None or not isinstance(sides[0], core.Read) or sides[0].row != core.Local(item.place, slot):
                return False
            columns.append(self.r.program.fields[sides[0].field].values or [])
        rows = self.r.program.domains[kind].size
        return all(len(column) == rows for column in columns) and len(set(zip(*columns, strict=True))) == rows

    def parted(self, items: list[core.Expr], slots: Slots, slot: int, kind: int) -> Parted:
        """Conditions on a row, taken apart."""
        inner, atoms = {**slots, slot: Values(kind)}, Atoms()
        fixed: list[core.Expr] = []
        left: list[core.Expr] = []
        parts: list[core.Expr] = []
        for item in items:
            found, others = [], []
            for part in self.r.conjuncts(item):
                parts.append(part)
                mine = Atoms()
                if self.atoms(part, inner, {slot}, mine) and self.many({**atoms, **mine}) <= MOST_VALUES:
                    found.append(part)
                    atoms |= mine
                else:
                    others.append(part)
            fixed += found
            left += others if found else [item]
        return Parted(fixed, left, atoms, parts)

    def are_few(self, fixed: list[core.Expr], atoms: Atoms, slot: int, kind: int) -> bool:
        """Do the conditions hold of few rows, as far as that can be told?"""
        rows, program, given = self.r.program.domains[kind].size, self.r.program, list(atoms)
        test = renumbered(core.And(fixed[0].place, tuple(fixed)), given, len(given))
        for sample in range(SAMPLES):
            known = {n: _one_of(atoms[atom], program, sample * SPREAD + n) for n, atom in enumerate(given)}
            held = 0
            tried = range(sample, rows, max(1, rows // ROWS))
            for row in tried:
                found = fold(test, program.fields, program.functions, {**known, slot + len(given): row})
                if found is None:
                    return True
                held += found
            if ENOUGH * held > len(tried):
                return False
        return True

    def many(self, atoms: Atoms) -> int:
        return prod(values.many(self.r.program) for values in atoms.values())

    def atoms(self, e: core.Expr, slots: Slots, bound: set[int], out: Atoms) -> bool:
        """Finds what decides a part beside constants; False where that is not known, or too much."""
        match e:
            case core.Local():
                if e.slot in bound:
                    return True
                return e.slot in slots and self.tell(e, slots[e.slot], out)
            case core.Read():
                column = self.r.program.fields[e.field]
                if column.values is not None:
                    return not column.is_set and self.atoms(e.row, slots, bound, out)
                if column.is_set or any(speaks_of(e, slot) for slot in bound):
                    return False
                held = Values(column.target, min(column.low, column.default), max(column.high, column.default))
                return self.tell(e, held, out)
            case core.Rows():
                return not self.r.program.domains[e.domain].dynamic
            case core.Query() if e.sink != "only":
                kind = self.r.kind_of(e.source)
                inner = {**slots, e.slot: Values(kind)}
                asked = (part for part in (e.where, e.value) if part is not None)
                return (
                    e.slot not in bound
                    and self.atoms(e.source, slots, bound, out)
                    and all(self.atoms(part, inner, bound | {e.slot}, out) for part in asked)
                )
            case core.Ask() if e.query in AS_IT_STANDS:
                return False
        return type(e) in _FIXED and all(self.atoms(child, slots, bound, out) for child in children(e))

    def tell(self, e: core.Expr, values: Values, out: Atoms) -> bool:
        if values.domain == NONE and not 0 <= values.high - values.low < MOST_NUMBERS:
            return False
        out[e] = values
        return True
