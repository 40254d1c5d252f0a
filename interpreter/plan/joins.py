"""Equijoins with rows of a dynamic kind, in conditions evaluated for all rows of a board at once.

``any man in men where man.square is it and man.player is black`` is a semijoin: it holds for the squares that black men stand on, and one
scan of the men finds them all.  A man that is found by his square is a joined row, of which columns are read; so is a piece that a cell
names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.analysis.errors import is_there
from arbitre.interpreter.plan.bits import WIDEST, is_of_pieces
from arbitre.interpreter.plan.evaluator import At, Conditions, Group
from arbitre.interpreter.plan.rewrite import all_of
from arbitre.interpreter.plan.vectors import COMPARE, FLIPPED, Behind, Cases, Count, JoinedRow, Sum, TooMuch, Uni, Value, Vec, Wanted

MOST_ROWS = 128  # of a dynamic kind, scanned each time
MOST_JOINS = 3  # columns of a key


@dataclass(frozen=True, slots=True)
class EquiJoin:
    """Rows of a kind, in a slot: those that pass the tests and whose keys equal the values ``said`` for each cell.

    ``keys``: columns of the row, and columns that do not change of a row that it always names (``pawn.lane.number``).
    """

    kind: int
    slot: int
    tests: tuple[core.Expr, ...]
    keys: tuple[core.Read, ...]
    said: tuple[tuple[tuple[int, Vec], ...], ...]  # by key, the values that it is compared with, by case
    order: tuple[int, ...]  # in which the keys are combined into one code
    place: Place = field(compare=False)


class Joins(Conditions):
    """One condition, for the rows of one kind: its joins with rows of dynamic kinds."""

    def join_of(self, e: core.Query, at: At) -> EquiJoin | None:
        """The join that a query is, if it is over rows of a dynamic kind."""
        found = self.asked_of(e, at)
        if found is None:
            return None
        kind, asked = found
        slot = self.columns.slot_of(kind.index)
        tests: list[core.Expr] = []
        joined: dict[core.Read, Cases] = {}
        for where, bound, there in asked:
            self.told_apart(where, At({**there.env, bound: Uni(core.Local(e.place, slot))}, *rest_of(there)), slot, tests, joined)
        if not joined:
            raise TooMuch
        said = tuple(tuple((held, value) for held, value in cases if isinstance(value, Vec)) for cases in joined.values())
        if not all(said):
            raise TooMuch  # it is asked of nothing
        ranges = [self.named_by(key) for key in joined]
        order = min(permutations(range(len(ranges))), key=lambda one: self.apart(list(product(*said)), ranges, one, at.live))
        return EquiJoin(kind.index, slot, tuple(tests), tuple(joined), said, order, e.place)

    def told_apart(self, e: core.Expr, at: At, slot: int, tests: list[core.Expr], joined: dict[core.Read, Cases]) -> None:
        """What is asked of such a row alone, and what its keys must be for each cell."""
        self.spend(at)
        asked = self.uniform(e, at)
        if asked is not None:
            tests.append(asked)
            return
        if (always := self.always(e, at)) is not None:
            if not always:
                tests.append(core.Const(e.place, 0))
            return
        match e:
            case core.And():
                for item in e.items:
                    self.told_apart(item, at, slot, tests, joined)
                return
            case core.Apply() if not isinstance(e, core.Partial):
                self.told_apart(self.program.functions[e.function].body, self.inside(e, at), slot, tests, joined)
                return
            case core.Compare(op="=="):
                for here, there in ((e.left, e.right), (e.right, e.left)):
                    key = self.uniform(here, at)
                    if not isinstance(key, core.Read) or not self.is_key(key, slot) or key in joined:
                        continue
                    cases = self.number(there, at)
                    if isinstance(cases, Count):
                        continue
                    if len(cases) == 1 and cases[0][0] == self.b.every and isinstance(cases[0][1], Uni):
                        tests.append(core.Compare(e.place, "==", key, cases[0][1].e))
                        return
                    for _, value in cases:
                        if isinstance(value, Sum):
                            raise Wanted(value.e)
                    if all(isinstance(value, Vec) for _, value in cases) and len(joined) < MOST_JOINS:
                        joined[key] = cases
                        return
        raise TooMuch

    def asked_of(self, e: core.Query, at: At) -> tuple[core.Domain, list[tuple[core.Expr, int, At]]] | None:
        """The dynamic kind that a query is over, and its conditions with those of the sets among which it searches, in the order in which
        they are asked: each with the slot of the row, and where it is asked.  None if it is over rows of another kind.

        Raises:
            TooMuch: there are too many rows to be scanned.
        """
        asked, source, here = [(e.where, e.slot, at)], e.source, at
        while not isinstance(source, core.Rows):
            self.spend(here)
            match source:
                case core.Query(sink="set"):
                    asked.append((source.where, source.slot, here))
                    source = source.source
                case core.Apply() if not isinstance(source, core.Partial):
                    here = self.inside(source, here)
                    source = self.program.functions[source.function].body
                case core.Local() if isinstance(group := here.env.get(source.slot), Group):
                    source, here = group.e, At(group.env, here.live, here.path, here.depth + 1)
                case _:
                    return None
        kind = self.program.domains[source.domain]
        if not kind.dynamic and not self.moves_about(kind, e):
            return None
        if kind.size > MOST_ROWS:
            raise TooMuch
        return kind, [(where, bound, there) for where, bound, there in reversed(asked) if where is not None]

    def moves_about(self, kind: core.Domain, e: core.Query) -> bool:
        """Are rows that are always there like pieces: are there many, and does the query ask for a number of theirs that changes?"""
        if not is_of_pieces(kind):
            return False
        columns = [self.program.fields[column] for column in self.r.facts.effects.of(e).reads]
        return any(column.domain == kind.index and not column.is_set and column.high - column.low > 1 for column in columns)

    def is_key(self, e: core.Read, slot: int) -> bool:
        """Is it a column of the row in a slot that changes, or a fixed one of a row that such a column always names?"""
        column = self.program.fields[e.field]
        if column.is_set:
            return False
        if isinstance(e.row, core.Read) and column.values is not None:
            return self.is_key(e.row, slot) and min(self.columns.values_of(e.row.field)) >= 0 and len(set(column.values)) > 1
        return column.values is None and e.row == core.Local(e.place, slot)

    def semijoin(self, join: EquiJoin, more: core.Expr | None, at: At) -> int:
        """The step that says which rows have a joined row, one for which ``more`` holds if that is given."""
        ranges = [self.named_by(key) for key in join.keys]
        if prod(map(len, ranges)) > WIDEST:
            raise TooMuch
        some = list(product(*join.said))
        step = self.b.given(self.places(join, more))
        out = self.b.none
        for cases in some:
            held = self.b.every
            for one, _ in cases:
                held = self.b.meet(held, one)
            live = at.live & self.b.upper[held]
            if live:
                rows = self.coded([value for _, value in cases], ranges, join.order)
                out = self.b.join(out, self.b.meet(held, self.columns.gathered(step, rows, live)))
        return out

    def values_of(self, key: core.Read) -> range:
        """The numbers that a key may be."""
        fixed = self.program.fields[key.field].values
        return self.columns.values_of(key.field) if fixed is None else range(min(fixed), max(fixed) + 1)

    def named_by(self, key: core.Read) -> range:
        """The numbers by which a key tells a place."""
        values = self.values_of(key)
        return range(max(0, values.start), values.stop) if self.program.fields[key.field].target != NONE else values

    def coded(self, values: list[Vec], ranges: list[range], order: tuple[int, ...]) -> tuple[int, ...]:
        """One number for what several columns hold together; -1 where one of them never does."""
        out = []
        for row in range(self.size):
            code = 0
            for n in order:
                at, held = values[n].rows[row], ranges[n]
                code = -1 if code < 0 or at not in held else code * len(held) + at - held.start
            out.append(code)
        return tuple(out)

    def apart(self, some: list[tuple[tuple[int, Vec], ...]], ranges: list[range], order: tuple[int, ...], live: int) -> int:
        """How many distances there are between rows and what they are coded as."""
        found = self.coded([value for _, value in some[0]], ranges, order)
        return len({code - row for row, code in enumerate(found) if code >= 0 and live >> row & 1})

    def places(self, join: EquiJoin, more: core.Expr | None) -> core.Expr:
        """The set of codes of those rows: one look through all of them."""
        place = join.place
        ranges, tests = [self.named_by(key) for key in join.keys], list(join.tests)
        for n in join.order:
            if self.values_of(join.keys[n]).start < ranges[n].start:
                tests.append(core.Compare(place, ">=", join.keys[n], core.Const(place, ranges[n].start)))
        code = code_of(place, [join.keys[n] for n in join.order], [ranges[n] for n in join.order])
        if isinstance(code, core.Arith):  # so that it is known how many there may be
            code = core.Arith(place, "%", code, core.Const(place, prod(map(len, ranges))))
        where = all_of(tests if more is None else [*tests, more])
        return core.Query(place, "union", core.Rows(place, join.kind), join.slot, where, code)

    def is_unique(self, join: EquiJoin) -> core.Expr:
        """The guard that no two joined rows have the same key."""
        place, tests = join.place, list(join.tests)
        for key in join.keys:
            least = self.named_by(key).start
            if self.values_of(key).start < least:
                tests.append(core.Compare(place, ">=", key, core.Const(place, least)))
        many = core.Query(place, "count", core.Rows(place, join.kind), join.slot, all_of(tests))
        found = core.Query(place, "count", self.places(join, None), self.columns.slot_of(self.kind), None)
        return core.Compare(place, "==", many, found)

    def some(self, e: core.Query, at: At) -> int | None:
        """The step that says for which rows a query finds anything; None if it is over rows of a kind that is not dynamic."""
        try:
            join = self.join_of(e, at)
            return None if join is None else self.semijoin(join, None, at)
        except TooMuch:
            found = self.on_cells(e, at)
            if found is not None:
                return self.columns.any_of(found[0])
            if self.is_over_static(e):
                return None
            raise

    def is_over_static(self, e: core.Query) -> bool:
        """Is a query over rows that are always there, so that each can be asked by itself?"""
        kind = self.r.kind_of(e.source)
        return kind != NONE and not self.program.domains[kind].dynamic

    # ------------------------------------------------------------------------------------ what is asked of them

    def joined_row(self, e: core.Query, at: At) -> Cases | None:
        """The one row that a query finds, if it is of a dynamic kind."""
        try:
            join = self.join_of(e, at)
            if join is None:
                return None
            held, test = self.semijoin(join, None, at), self.is_unique(join)
        except TooMuch:
            if self.is_over_static(e):
                return None
            raise
        if test not in self.alone:
            self.alone.append(test)
        return [(held, JoinedRow(join, core.Local(e.place, join.slot))), (self.b.negate(held), self.all_of(NONE))]

    def counted_join(self, e: core.Query, at: At) -> Count | None:
        """How many rows a query finds, if no two of them are joined to the same row, which becomes a guard."""
        try:
            join = self.join_of(e, at)
            if join is None:
                return None
            steps = [self.semijoin(join, None, at)]
        except TooMuch:
            found = self.on_cells(e, at)
            if found is None:
                raise
            steps, join = found
        test = self.is_unique(join)
        if test not in self.alone:
            self.alone.append(test)
        return Count(0, tuple(steps))

    def faced(self, op: str, a: Value, other: Value, live: int, e: core.Expr) -> int:
        """A comparison with what such rows say."""
        if not isinstance(a, (JoinedRow, Behind)):
            return self.faced(FLIPPED[op], other, a, live, e)
        if isinstance(other, Vec):
            groups: dict[int, int] = {}
            for n, value in enumerate(other.rows):
                if live >> n & 1:
                    groups[value] = groups.get(value, 0) | 1 << n
            if len(groups) > 4:
                raise TooMuch
            return self.columns.any_of(
                self.b.meet(self.b.const(rows), self.one_faced(op, a, core.Const(e.place, value), rows)) for value, rows in groups.items()
            )
        if isinstance(other, Uni):
            return self.one_faced(op, a, other.e, live)
        raise TooMuch

    def one_faced(self, op: str, a: JoinedRow | Behind, other: core.Expr, live: int) -> int:
        here = a.what
        if isinstance(a, JoinedRow):
            if isinstance(here, core.Local) and isinstance(other, core.Const) and other.value < 0:
                return self.b.every if COMPARE[op](0, other.value) else self.b.none
            return self.semijoin(a.join, core.Compare(other.place, op, here, other), At({}, live, frozenset()))
        kind = self.program.fields[a.column].domain
        if op == "!=":  # one look at all of them does for both
            lacking = self.columns.gathered(self.columns.held(a.column, core.Const(other.place, NONE)), a.rows, live)
            return self.b.meet(self.b.negate(lacking), self.b.negate(self.one_faced("==", a, other, live)))
        tests: list[core.Expr] = [core.Compare(other.place, op, here, other)]
        if min(self.columns.values_of(a.column)) < 0:
            named = core.Read(other.place, a.column, core.Local(other.place, self.columns.slot_of(kind)))
            tests.insert(0, core.Compare(other.place, "!=", named, core.Const(other.place, NONE)))
        found = core.Query(other.place, "set", core.Rows(other.place, kind), self.columns.slot_of(kind), all_of(tests))
        return self.columns.gathered(self.b.given(found), a.rows, live)

    def beyond(self, e: core.Read, row: JoinedRow | Behind) -> Value:
        """A column of such a row."""
        slot = row.join.slot if isinstance(row, JoinedRow) else self.columns.slot_of(self.program.fields[row.column].domain)
        if isinstance(row, JoinedRow):
            if is_there(row.what, {slot}, self.program):
                return JoinedRow(row.join, core.Read(e.place, e.field, row.what))
        elif is_there(row.what, {slot}, self.program):
            return Behind(row.column, row.rows, core.Read(e.place, e.field, row.what))
        raise TooMuch


def code_of(place: Place, values: Sequence[core.Expr], ranges: Sequence[range]) -> core.Expr:
    """One number for what several numbers are together, each within its range."""
    code: core.Expr | None = None
    for value, held in zip(values, ranges, strict=True):
        part = core.Arith(place, "-", value, core.Const(place, held.start)) if held.start else value
        code = part if code is None else core.Arith(place, "+", core.Arith(place, "*", code, core.Const(place, len(held))), part)
    assert code is not None
    return code


def said_of(e: core.Expr, slot: int) -> dict[int, Value]:
    """What an equality says that a column of the row in a slot holds, if it is the same for all rows."""
    sides = equality_of(e, slot)
    if sides is None or not isinstance(sides[0], core.Read) or sides[0].row != core.Local(e.place, slot):
        return {}
    return {sides[0].field: Uni(sides[1])}


def rest_of(at: At) -> tuple[int, frozenset[int], int]:
    """Where something is asked, but for what slots hold."""
    return at.live, at.path, at.depth
