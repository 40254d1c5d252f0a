"""Can two conditions hold at once?  A small prover that only says no where that is certain.

Conditions are taken apart into cases of plain comparisons; a case is impossible when what it says of one thing cannot be true together:
two members for a field that holds one, numbers without a common value, a thing and its opposite.  Of anything else both may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from arbitre.dsl import core
from arbitre.dsl.core.walk import deciding_names_of, mapped, whole
from arbitre.dsl.diagnostics.position import NOWHERE

CASES = 64  # more cases than this are not gone through
DEEP = 6  # conditions of the rulebook are looked into so many calls deep
FIRST = 10_000  # slots of elements, told apart from those of a call
FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
Case = tuple[tuple[core.Expr, bool], ...]
Names = dict[int, core.Expr]  # what stands in a slot


class Prover:
    """Proves for one program that conditions cannot hold together; what it cannot prove counts as possible."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self._asking_itself: dict[int, bool] = {}  # by the number of a function

    def deeper(self, function: int, deep: int) -> int:
        """How many calls deep to look within the body of this function; once only into one that asks for itself, by whatever way."""
        if function not in self._asking_itself:
            within = whole(self.program.functions[function].body, self.program)
            self._asking_itself[function] = any(isinstance(part, core.Apply) and part.function == function for part in within)
        return min(deep - 1, 1) if self._asking_itself[function] else deep - 1

    def apart(self, conditions: Iterable[core.Expr]) -> bool:
        """Is it certain that these conditions, said of the same slots, never hold all at once?"""
        ways = [self.cases(condition, True, DEEP) for condition in conditions]
        count = 1
        for way in ways:
            count *= len(way)
        if count > CASES * CASES:
            return False
        return all(self.impossible([literal for case in cases for literal in case]) for cases in product(*ways))

    # ------------------------------------------------------------------------------------ taking conditions apart

    def cases(self, expr: core.Expr, wanted: bool, deep: int) -> list[Case]:
        """The ways in which a condition holds (or, not ``wanted``, does not), each a list of literals."""
        found = self.split(expr, wanted, deep)
        return found if found is not None and len(found) <= CASES else [((expr, wanted),)]

    def split(self, expr: core.Expr, wanted: bool, deep: int) -> list[Case] | None:
        match expr:
            case core.Const():
                return [()] if bool(expr.value) is wanted else []
            case core.Not():
                return self.cases(expr.item, not wanted, deep)
            case core.And() | core.Or():
                each = [self.cases(item, wanted, deep) for item in expr.items]
                return joined(each) if isinstance(expr, core.And) is wanted else [case for cases in each for case in cases]
            case core.Choice():
                yes = joined([self.cases(expr.test, True, deep), self.cases(expr.then, wanted, deep)])
                no = joined([self.cases(expr.test, False, deep), self.cases(expr.other, wanted, deep)])
                return None if yes is None or no is None else yes + no
            case core.Apply() if deep:
                function = self.program.functions[expr.function]
                return self.cases(self.renamed(function.body, dict(enumerate(expr.args))), wanted, self.deeper(expr.function, deep))
            case core.In(group=core.Apply() as group) if deep:
                body = self.renamed(self.program.functions[group.function].body, dict(enumerate(group.args)))
                return self.cases(core.In(expr.place, expr.item, body), wanted, self.deeper(group.function, deep))
            case core.In():
                inside = self.inside(expr)
                return None if inside is None else self.cases(inside, wanted, deep)
        return None

    def inside(self, expr: core.In) -> core.Expr | None:
        """What membership in a set means for the item, where the set says so."""
        match expr.group:
            case core.SetOf():
                return core.Or(expr.place, tuple(core.Compare(expr.place, "==", expr.item, item) for item in expr.group.items))
            case core.SetOp():
                left, right = (core.In(expr.place, expr.item, side) for side in (expr.group.left, expr.group.right))
                if expr.group.op == "|":
                    return core.Or(expr.place, (left, right))
                return core.And(expr.place, (left, right if expr.group.op == "&" else core.Not(expr.place, right)))
            case core.Query() if expr.group.sink == "set" and expr.group.where is not None:
                test = self.renamed(expr.group.where, {expr.group.slot: expr.item})
                return core.And(expr.place, (core.In(expr.place, expr.item, expr.group.source), test))
        return None

    def renamed(self, expr: core.Expr, names: Names, deep: int = 0) -> core.Expr:
        """The expression with what stands in its slots; the elements that queries go over are numbered by how deep they stand."""
        if isinstance(expr, core.Local):
            return names.get(expr.slot, expr)
        if not isinstance(expr, core.Query):
            return mapped(expr, lambda part: self.renamed(part, names, deep))
        inner = {**names, expr.slot: core.Local(NOWHERE, FIRST + deep)}
        where, value = (None if part is None else self.renamed(part, inner, deep + 1) for part in (expr.where, expr.value))
        return replace(expr, source=self.renamed(expr.source, names, deep), slot=FIRST + deep, where=where, value=value)

    # ------------------------------------------------------------------------------------ one case

    def impossible(self, literals: list[tuple[core.Expr, bool]]) -> bool:
        """Does a case say of something what cannot be true together?"""
        said: dict[core.Expr, bool] = {}
        known: list[tuple[core.Expr, Values]] = []
        for expr, wanted in literals:
            if said.setdefault(expr, wanted) is not wanted:
                return True
            for term, op, value in constraints(expr, wanted):
                values = next((values for other, values in known if other == term), None)
                if values is None:
                    values = Values(*self.bounds(term))
                    known.append((term, values))
                values.restrict(op, value)
                if values.empty():
                    return True
        return False

    def bounds(self, term: core.Expr) -> tuple[int, int]:
        """Between which numbers a thing lies, as far as that is known."""
        if isinstance(term, core.Read):
            column = self.program.fields[term.field]
            return column.low, column.high
        return -(1 << 40), 1 << 40


class Values:
    """The numbers something may still be: from ``low`` to ``high`` without some."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.without: set[int] = set()

    def restrict(self, op: str, value: int) -> None:
        if op == "!=":
            self.without.add(value)
        if op in ("==", ">", ">="):
            self.low = max(self.low, value + (op == ">"))
        if op in ("==", "<", "<="):
            self.high = min(self.high, value - (op == "<"))

    def empty(self) -> bool:
        if self.high - self.low > len(self.without):
            return False
        return all(value in self.without for value in range(self.low, self.high + 1))


def joined(each: list[list[Case]]) -> list[Case] | None:
    """Every way in which all of them hold; None if these are too many."""
    count = 1
    for cases in each:
        count *= len(cases)
    if count > CASES:
        return None
    return [tuple(literal for case in cases for literal in case) for cases in product(*each)]


def constraints(expr: core.Expr, wanted: bool) -> Iterator[tuple[core.Expr, str, int]]:
    """What a literal says of a thing: that it is, is above, is below a number; of two things, of their difference."""
    if not isinstance(expr, core.Compare):
        yield expr, "!=" if wanted else "==", 0
        return
    left, right = expr.left, expr.right
    op = expr.op if wanted else OPPOSITE[expr.op]
    if isinstance(right, core.Const):
        yield left, op, right.value
    elif isinstance(left, core.Const):
        yield right, FLIPPED[op], left.value
    elif repr_of(left) <= repr_of(right):
        yield core.Arith(NOWHERE, "-", left, right), op, 0
    else:
        yield core.Arith(NOWHERE, "-", right, left), FLIPPED[op], 0


def repr_of(expr: core.Expr) -> str:
    """An expression without its places, for an order that does not depend on how it was written."""
    parts = [repr_of(held) if isinstance(held, core.Expr) else str(held) if not isinstance(held, tuple) else
             ",".join(repr_of(item) if isinstance(item, core.Expr) else str(item) for item in held)
             for held in (getattr(expr, name) for name in deciding_names_of(type(expr)))]  # fmt: skip
    return f"{type(expr).__name__}({','.join(parts)})"
