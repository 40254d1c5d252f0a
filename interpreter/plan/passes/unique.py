"""``the cells where x is file and y is rank``: searches for the one row there is, of which it is proved that there cannot be two.

It is an error if such a search finds several rows, so each has to look through all of them, and nothing may be evaluated before it.  Where
the row is told by columns that never change, and no two rows hold the same there, the first row is the only one.

``any cells where it is goal(man) and owner is none`` names its row: the condition is asked of that one, if it is there.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.core.walk import mapped, nodes, speaks_of
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.passes.tables import Atoms, atoms_of
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, all_of, conjuncts_of, renumbered, with_part

MOST_ASKED = 4  # times that a condition may speak of a row that it names
MOST_FOLDED = 1 << 10  # rows and values of atoms for which the keys of one search are evaluated


def unique(r: Rewriter) -> Program:
    """The pass."""
    return _Unique(r).program()


class _Unique:
    def __init__(self, r: Rewriter) -> None:
        self.r = r

    def program(self) -> Program:
        actions = [self.action(action) for action in self.r.program.actions]
        return replace(self.r.everywhere(self.again), actions=actions)

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        """An expression with such searches in it as searches for the first row."""
        if not isinstance(e, core.Query):
            return mapped(e, lambda part: self.again(part, slots))
        if (named := self.named(e)) is not None:
            return self.again(named, slots)
        inner = self.r.within(e, slots)
        where, value = (None if part is None else self.again(part, inner) for part in (e.where, e.value))
        sink = "first" if e.sink == "only" and self.is_unique(e, slots) else e.sink
        source = self.again(e.source, slots)
        same = source is e.source and where is e.where and value is e.value and sink == e.sink
        return e if same else replace(e, source=source, where=where, value=value, sink=sink)

    def action(self, action: core.Action) -> core.Action:
        """The action with such searches in its conditions, and in what its parameters may be."""
        params = self.r.program.procedures[action.procedure].params
        slots = {p.slot: Values(p.domain, p.low, p.high) for p in params if not p.is_set}
        values = [None if value is None else self.again(value, slots) for value in action.values]
        tests = [self.again(test, slots) for test, _ in action.when]
        if all(a is b for a, (b, _) in zip(tests, action.when, strict=True)):
            when = action.when
        else:
            when = [(test, place) for test, (_, place) in zip(tests, action.when, strict=True)]
        made: core.Action = with_part(with_part(action, "values", values), "when", when)
        return made

    def named(self, e: core.Query) -> core.Expr | None:
        """Whether a search finds anything, asked of the row that its first condition names; None where none is named."""
        items, kind = conjuncts_of(e.where), self.r.kind_of(e.source)
        if e.sink != "any" or not isinstance(e.source, core.Rows) or not items or self.r.program.domains[kind].dynamic:
            return None
        match items[0]:
            case core.Compare(op="==", left=core.Local(slot=e.slot), right=row) if not speaks_of(row, e.slot):
                pass
            case core.Compare(op="==", left=row, right=core.Local(slot=e.slot)) if not speaks_of(row, e.slot):
                pass
            case _:
                return None
        if sum(isinstance(part, core.Local) and part.slot == e.slot for item in items[1:] for part in nodes(item)) > MOST_ASKED:
            return None
        there = core.Compare(e.place, "!=", row, core.Const(e.place, NONE))
        return all_of([there, *(put_in(item, {e.slot: row}) for item in items[1:])])

    def is_unique(self, e: core.Query, slots: Slots) -> bool:
        """Can two rows never pass the conditions of a search, and does it fail wherever it would if all rows were looked at?"""
        kind, items = self.r.kind_of(e.source), self.r.conjuncts(e.where)
        if kind == NONE or self.r.program.domains[kind].dynamic or may_fail(e.source, set(), self.r.program):
            return False
        keys, atoms = list[core.Expr](), Atoms()
        for item in items:
            if not speaks_of(item, e.slot):
                continue
            sides = equality_of(item, e.slot)
            key = None if sides is None else sides[0]
            if may_fail(key or item, {e.slot}, self.r.program):
                return False  # a row behind the one that is found may be an error
            found = atoms_of(self.r, key, {**slots, e.slot: Values(kind)}, e.slot) if key is not None else None
            if key is not None and found is not None:
                keys.append(key)
                atoms |= found
        return bool(keys) and self.are_different(keys, atoms, e.slot, kind)

    def are_different(self, keys: list[core.Expr], atoms: Atoms, slot: int, kind: int) -> bool:
        """Are the keys of any two rows different, whatever the values of the atoms are?"""
        program, given, rows = self.r.program, list(atoms), self.r.program.domains[kind].size
        if any(isinstance(atom, core.Local) and values.domain == NONE for atom, values in atoms.items()):
            return False  # a parameter may be given a number beyond its range
        if prod(values.many(program) for values in atoms.values()) * rows * len(keys) > MOST_FOLDED:
            return False
        asked = [renumbered(key, given, len(given)) for key in keys]
        for some in product(*(values_in(values, program) for values in atoms.values())):
            known = dict(enumerate(some))
            seen = set[tuple[int, ...]]()
            for row in range(rows):
                found = tuple(fold(key, program.fields, program.functions, {**known, slot + len(given): row}) for key in asked)
                if None in found or found in seen:
                    return False
                seen.add(found)  # type: ignore[arg-type]
        return True


def values_in(values: Values, program: Program) -> range:
    """What a slot or an atom may hold."""
    return range(values.low, values.high + 1) if values.domain == NONE else range(values.many(program))
