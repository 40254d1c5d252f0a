"""The values of vectorized evaluation: what an expression is for each row of a kind, and comparisons of such values.

A value is a vector of numbers that are known when the plan is made (:class:`Vec`), a scalar that is known in a match (:class:`Uni`), a cell
of a column for each row (:class:`Cell`), or one of those put together.  A comparison becomes steps over words with a bit for each row
(:mod:`arbitre.interpreter.plan.bits`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, TypeVar

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.plan.bits import WIDEST, Bits, is_of_pieces
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, where_sure

MOST_DELTAS = 20  # distances between a row and the one it is asked about
MOST_VALUES = 12  # that a column may hold where each is looked for by itself
FEW = 3  # of which each is looked for by itself even if one comparison would find all: other conditions look for them too
MOST_COMPARED = 256  # that a column may hold where it is compared with a number
MOST_CASES = 64
MOST_DECIDING = 1 << 12  # values of an atom
MOST_KNOWN = 70  # numbers of a table of rows
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def ranges_of(numbers: list[int]) -> list[tuple[int, int]]:
    """The ranges of numbers that follow each other, each by its first and its last; ``numbers`` ascend."""
    out: list[tuple[int, int]] = []
    for number in numbers:
        if out and out[-1][1] == number - 1:
            out[-1] = out[-1][0], number
        else:
            out.append((number, number))
    return out


T = TypeVar("T")


class TooMuch(Exception):
    """This cannot be said of all rows at once, or not quickly."""


class Wanted(Exception):
    """It can be said once it is known what a part that is the same for all rows comes to."""

    def __init__(self, e: core.Expr) -> None:
        self.e = e
        super().__init__()


def deciding(program: core.Program, e: core.Expr, slots: Slots) -> dict[core.Expr, list[int]]:
    """The atoms of an expression, which are slots and cells, each with the values it may have.

    Raises:
        TooMuch: it depends on a slot of which no values are known, or too many.
    """
    out: dict[core.Expr, list[int]] = {}
    open_ = [e]
    while open_:
        part = open_.pop()
        if isinstance(part, core.Local) and part.slot in slots:
            values = slots[part.slot]
            if values.many(program) > MOST_DECIDING:
                raise TooMuch
            out[part] = list(range(values.many(program))) if values.domain != NONE else list(range(values.low, values.high + 1))
        elif isinstance(part, core.Read) and (isinstance(part.row, core.Const) or is_of_piece(program, part, slots)):
            column = program.fields[part.field]
            if column.values is None:
                out[part] = list(range(min(column.low, column.default), max(column.high, column.default) + 1))
            elif isinstance(part.row, core.Local):
                out[part] = sorted(set(column.values))
        elif isinstance(part, core.Local):
            raise TooMuch
        else:
            open_ += children(part)
    return out


def case_by_case(
    e: core.Expr, atoms: dict[core.Expr, list[int]], ways: Callable[[dict[core.Expr, int]], tuple[core.Expr, list[core.Expr], int]]
) -> tuple[core.Expr, list[core.Expr], int]:
    """A search specialised for each combination of the values of its atoms, with a chain of tests that picks one of them in a match.

    ``atoms``: the slots and cells that the search depends on, each with the values it may have.
    ``ways``: the search specialised for one combination, which is given as the value of each atom: the expression, its inputs, and its cost
    in steps.

    Returns:
        The same three for all combinations: the chain of tests, all inputs with the atoms, and the cost of the most expensive combination.
    """
    whole = e
    asked: list[core.Expr] = []
    most = 0
    for n, some in enumerate(product(*atoms.values())):
        case = dict(zip(atoms, some, strict=True))
        found, inputs, cost = ways(case)
        tests = [core.Compare(e.place, "==", atom, core.Const(e.place, v)) for atom, v in case.items()]
        if n == 0 and all(isinstance(atom, core.Read) for atom in atoms):
            tests = []  # a cell holds one of these
        whole = where_sure(list(tests), found, whole)
        asked += [one for one in inputs if one not in asked]
        most = max(most, cost)
    return whole, [*asked, *atoms], most


def for_each_case(
    program: core.Program, slots: Slots, made: Callable[[dict[core.Expr, int]], T], most: int, assumed: dict[core.Expr, int] | None = None
) -> list[T]:
    """What is made once for each combination of the values of the atoms that must be known for it, ``most`` in all; one where nothing must.

    Raises:
        TooMuch: there are more combinations, or more than two atoms.
    """
    known = assumed or {}
    try:
        return [made(known)]
    except Wanted as what:
        atoms = {atom: values for atom, values in deciding(program, what.e, slots).items() if atom not in known}
    if not atoms or len(known) + len(atoms) > 2 or prod(len(values) for values in atoms.values()) > most:
        raise TooMuch
    return [
        one
        for some in product(*atoms.values())
        for one in for_each_case(program, slots, made, most, {**known, **dict(zip(atoms, some, strict=True))})
    ]


def is_of_piece(program: core.Program, e: core.Read, slots: Slots) -> bool:
    """Is it a column of a piece that is given?"""
    column, kind = program.fields[e.field], slots[e.row.slot].domain if isinstance(e.row, core.Local) and e.row.slot in slots else NONE
    return kind != NONE and is_of_pieces(program.domains[kind]) and not column.is_set


@dataclass(frozen=True, slots=True)
class Vec:
    """A number for each row."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Uni:
    """The same for all rows, known in a match."""

    e: core.Expr


@dataclass(frozen=True, slots=True)
class Cell:
    """What a column holds at another row for each; ``told``: what is meant by each value of it, where not itself."""

    column: int
    rows: tuple[int, ...]
    told: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """A number for each row and one that is the same for all, added."""

    rows: tuple[int, ...]
    e: core.Expr


@dataclass(frozen=True, slots=True)
class Behind:
    """What is asked of the row that a column names at another row for each; the row there stands in a slot."""

    column: int
    rows: tuple[int, ...]
    what: core.Expr


@dataclass(frozen=True, slots=True)
class JoinedRow:
    """A value read from the one row of a dynamic kind that is joined to each row (:mod:`arbitre.interpreter.plan.joins`)."""

    join: Any
    what: core.Expr


@dataclass(frozen=True, slots=True)
class Coded:
    """A row for each combination of numbers that tell rows apart: what its columns hold (:mod:`arbitre.interpreter.plan.implicit`)."""

    columns: tuple[tuple[int, Value], ...]


@dataclass(frozen=True, slots=True)
class Unset:
    """Of a slot nobody knows what it holds."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many of these steps hold a row, and so many more.  ``nested``: each holds only rows that the one before it holds."""

    more: int
    parts: tuple[int, ...]
    nested: bool = False


Value = Vec | Uni | Cell | Sum | Behind | JoinedRow | Coded
Cases = list[tuple[int, Value]]  # steps of which one holds each row, and what is there then


@dataclass(slots=True)
class Columns:
    """Steps about what columns hold."""

    r: Rewriter
    b: Bits
    slots: dict[int, int] = field(default_factory=dict)  # by kind, the slot of searches for what a column holds

    def values_of(self, column: int) -> range:
        held = self.r.program.fields[column]
        return range(min(held.low, held.default), max(held.high, held.default) + 1)

    def slot_of(self, kind: int) -> int:
        """The slot of searches over a kind."""
        if kind not in self.slots:
            self.slots[kind] = self.r.fresh_slot()
        return self.slots[kind]

    def held(self, column: int, value: core.Expr, op: str = "==") -> int:
        """The rows of its own kind in which a column holds a value; with ``>=``, so much or more."""
        program = self.r.program
        kind = program.domains[program.fields[column].domain]
        if kind.size > WIDEST or program.fields[column].is_set:
            raise TooMuch
        if op == "==" and isinstance(value, core.Const) and value.value not in self.values_of(column):
            return self.b.none
        place, slot = value.place, self.slot_of(kind.index)
        test = core.Compare(place, op, core.Read(place, column, core.Local(place, slot)), value)
        return self.b.given(core.Query(place, "set", core.Rows(place, kind.index), slot, test), kind.size)

    def gathered(self, step: int, rows: tuple[int, ...], live: int) -> int:
        """The rows for which the row that each has is among those of a step."""
        groups: dict[int, int] = {}
        names: dict[int, int] = {}
        counted = {other - row for row, other in enumerate(rows) if other >= 0 and live >> row & 1}
        for row, other in enumerate(rows):
            if other >= 0 and other - row in counted:  # those rows too that do not count: so equal questions are equal steps
                groups[other - row] = groups.get(other - row, 0) | 1 << row
                names[other] = names.get(other, 0) | 1 << row
        if len(names) == 1:
            ((other, keep),) = names.items()
            return self.b.meet(self.b.spread(step, other), self.b.const(keep))
        if len(groups) > MOST_DELTAS:
            raise TooMuch
        return self.any_of(self.b.shift(step, by, keep) for by, keep in groups.items())

    def any_of(self, steps: Iterable[int]) -> int:
        out = self.b.none
        for step in dict.fromkeys(steps):
            out = self.b.join(out, step)
        return out

    def said(self, cell: Cell, values: Iterable[int], live: int, place: core.Expr) -> int:
        """The rows whose cell says one of these."""
        wanted, means = set(values), dict(cell.told) if cell.told is not None else None
        column = list(self.values_of(cell.column))
        raw = [v for v in column if (v if means is None else means.get(v)) in wanted]
        fewer = len(raw) * 2 > len(column)
        looked = [v for v in column if v not in raw] if fewer else raw
        runs = [(v, v) for v in looked] if len(column) <= MOST_VALUES and len(looked) <= FEW else ranges_of(looked)
        if len(column) > MOST_VALUES and len(runs) > 1:
            raise TooMuch
        found = self.any_of(self.between(cell, one, last, live, place.place) for one, last in runs)
        return self.b.negate(found) if fewer else found

    def between(self, cell: Cell, first: int, last: int, live: int, place: Place) -> int:
        """The rows whose cell holds one of these numbers, which its column may hold."""
        if first == last:
            return self.gathered(self.held(cell.column, core.Const(place, first)), cell.rows, live)
        column, out = self.values_of(cell.column), self.b.every
        if first > column.start:
            out = self.gathered(self.held(cell.column, core.Const(place, first), ">="), cell.rows, live)
        if last + 1 < column.stop:
            more = self.gathered(self.held(cell.column, core.Const(place, last + 1), ">="), cell.rows, live)
            out = self.b.meet(out, self.b.negate(more))
        return out

    def meanings(self, cell: Cell, most: int = MOST_VALUES) -> list[int]:
        """The numbers that a cell may say, of a column that may hold so many at most."""
        column = self.values_of(cell.column)
        if len(column) > most:
            raise TooMuch
        return sorted({dict(cell.told)[v] for v in column if v in dict(cell.told)}) if cell.told is not None else list(column)

    def compared(self, op: str, a: Value, b: Value, live: int, e: core.Expr) -> int:
        """The rows, of those that count, for which a comparison holds."""
        bits = self.b
        match a, b:
            case Vec(), Vec():
                held = COMPARE[op]
                return bits.const(sum(1 << n for n, (x, y) in enumerate(zip(a.rows, b.rows, strict=True)) if live >> n & 1 and held(x, y)))
            case (Vec(), _) | (Uni(), Cell() | Sum()):
                return self.compared(FLIPPED[op], b, a, live, e)
            case Uni(), Uni():
                return bits.flag(core.Compare(e.place, op, a.e, b.e))
            case Sum(), Vec():
                return self.compared(op, Uni(a.e), Vec(tuple(y - x for x, y in zip(a.rows, b.rows, strict=True))), live, e)
            case Sum(), Uni():
                return self.with_one(op, Uni(core.Arith(e.place, "-", a.e, b.e)), Vec(tuple(-x for x in a.rows)), live, e)
            case Uni(), Vec():
                return self.with_one(op, a, b, live, e)
            case Cell(), Vec():
                groups: dict[int, int] = {}
                for n, y in enumerate(b.rows):
                    if live >> n & 1:
                        groups[y] = groups.get(y, 0) | 1 << n
                if len(groups) > MOST_VALUES:
                    raise TooMuch
                return self.any_of(
                    bits.meet(bits.const(keep), self.equal(op, a, y, keep, e)) for y, keep in groups.items()
                )  # fmt: skip
            case Cell(), Uni():
                if op in ("==", "!=") and a.told is None:
                    found = self.gathered(self.held(a.column, b.e), a.rows, live)
                    return found if op == "==" else bits.negate(found)
                return self.any_of(
                    bits.meet(self.said(a, (v,), live, e), bits.flag(core.Compare(e.place, op, core.Const(e.place, v), b.e)))
                    for v in self.meanings(a)
                )
            case Cell(), Cell():
                pairs = [(x, y) for x in self.meanings(a) for y in self.meanings(b) if COMPARE["==" if op == "!=" else op](x, y)]
                found = self.any_of(bits.meet(self.said(a, (x,), live, e), self.said(b, (y,), live, e)) for x, y in pairs)
                return bits.negate(found) if op == "!=" else found
        raise TooMuch

    def equal(self, op: str, cell: Cell, value: int, live: int, e: core.Expr) -> int:
        if op in ("==", "!=") and cell.told is None:
            found = self.gathered(self.held(cell.column, core.Const(e.place, value)), cell.rows, live)
            return found if op == "==" else self.b.negate(found)
        return self.said(cell, [v for v in self.meanings(cell, MOST_COMPARED) if COMPARE[op](v, value)], live, e)

    def with_one(self, op: str, one: Uni, many: Vec, live: int, e: core.Expr) -> int:
        """``it is X``: the row X alone; else the rows are looked up by what X is."""
        here = {y for n, y in enumerate(many.rows) if live >> n & 1}
        if len(here) == 1:
            return self.b.flag(core.Compare(e.place, op, one.e, core.Const(e.place, here.pop())))
        if op not in ("==", "!=") or max(here) >= WIDEST or min(here) < NONE or len({y - n for n, y in enumerate(many.rows) if y >= 0}) > 1:
            return self.looked_up(op, one, many, live)
        found = self.gathered(self.b.bit(one.e), many.rows, live)
        if min(here) < 0:
            lost = sum(1 << n for n, y in enumerate(many.rows) if y < 0)
            nothing = self.b.flag(core.Compare(e.place, "==", one.e, core.Const(e.place, NONE)))
            found = self.b.join(found, self.b.meet(nothing, self.b.const(lost)))
        return found if op == "==" else self.b.negate(found)

    def looked_up(self, op: str, one: Uni, many: Vec, live: int) -> int:
        """The rows whose number compares so with one that is the same for all, from a table of what that may be."""
        here = {y for n, y in enumerate(many.rows) if live >> n & 1}
        known = range(min(here) - 1, max(here) + 2)
        if len(known) > MOST_KNOWN:
            raise Wanted(one.e)
        held = COMPARE[op]
        table = tuple(sum(1 << n for n, y in enumerate(many.rows) if live >> n & 1 and held(v, y)) for v in known)
        return self.b.pick(one.e, table, known.start)
