"""Numbers, where conditions are asked of all rows of a kind at once: what each row makes of them."""

from __future__ import annotations

import operator
from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.graphs.board import Board
from arbitre.interpreter.plan import boards
from arbitre.interpreter.plan.bits import BIT, FLAG, INPUT, WIDEST, WORD
from arbitre.interpreter.plan.evaluator import ASKED, At, Conditions, Group, Member, asked_before
from arbitre.interpreter.plan.vectors import (
    MOST_CASES,
    Behind,
    Cases,
    Cell,
    Coded,
    Count,
    JoinedRow,
    Sum,
    TooMuch,
    Uni,
    Unset,
    Value,
    Vec,
    Wanted,
)

MOST_TESTS = 4  # that must hold for rows to be found at once
ARITH: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod, "min": min, "max": max,
}  # fmt: skip


class Numbers(Conditions):
    """One condition, for the rows of one kind: what needs no sets."""

    def differ(self, found: list[Member]) -> None:
        raise NotImplementedError

    def summed(self, e: core.Query, at: At) -> Count:
        raise NotImplementedError

    def beyond(self, e: core.Read, row: JoinedRow | Behind) -> Value:
        raise NotImplementedError

    def lone(self, e: core.Query, at: At) -> Cases:
        raise NotImplementedError

    def grouped(self, e: core.Query, at: At) -> Cases | None:
        raise NotImplementedError

    def counted_join(self, e: core.Query, at: At) -> Count | None:
        raise NotImplementedError

    def number(self, e: core.Expr, at: At) -> Cases | Count:
        """What a number is for each row."""
        self.spend(at)
        b = self.b
        if isinstance(e, core.Const):
            return [(b.every, self.all_of(e.value))]
        if isinstance(e, core.Local) and e.slot in at.env:
            held = at.env[e.slot]
            if isinstance(held, (Group, Unset)):
                raise TooMuch
            return held if isinstance(held, (list, Count)) else [(b.every, held)]  # type: ignore[list-item]
        asked = self.uniform(e, at)
        if asked is not None:
            return [(b.every, Uni(asked))]
        if ASKED in at.env and e in asked_before(at.env):
            return asked_before(at.env)[e]
        match e:
            case core.Read():
                return self.few([(held, self.read(e, row, at, held)) for held, row in self.cases(e.row, at)])
            case core.Arith():
                return self.arith(e, at)
            case core.Choice():
                (yes, then), (no, other) = self.either(e, at)
                one, two = (self.number(part, there) if there.live else [] for part, there in ((e.then, then), (e.other, other)))
                return self.chosen(yes, one, no, two)
            case core.Apply() if not isinstance(e, core.Partial):
                return self.once(self.number, e, at)
            case core.Ask():
                return self.asked(e, at)
            case core.Query(sink="count" | "sum" | "high" | "low") if (groups := self.over_dynamic(e, at)) is not None:
                return groups
            case core.Query(sink="count"):
                found = self.members(self.as_set(e), at)
                self.differ(found)
                return Count(0, tuple(held for _, held in found))
            case core.Query(sink="sum") if e.value is not None:
                return self.summed(e, at)
            case core.Query(sink="first" | "only"):
                return self.lone(e, at)
            case core.And() | core.Or() | core.Not() | core.Compare() | core.In() | core.Query(sink="any"):
                held = self.test(e, at)
                return [(held, self.all_of(1)), (b.negate(held), self.all_of(0))]
        raise TooMuch

    def over_dynamic(self, e: core.Query, at: At) -> Cases | Count | None:
        """A query over rows of a dynamic kind; None if it is over others."""
        try:
            return self.grouped(e, at)
        except TooMuch:
            found = self.counted_join(e, at) if e.sink == "count" else None
            if found is None:
                raise
            return found

    def cases(self, e: core.Expr, at: At) -> Cases:
        found = self.number(e, at)
        if isinstance(found, Count):
            raise TooMuch
        return [(held, value) for held, value in found if at.live & self.b.upper[held] and not self.b.excludes(at.path, held)]

    def few(self, cases: Cases) -> Cases:
        if len(cases) > MOST_CASES:
            raise TooMuch
        return cases

    def chosen(self, yes: int, then: Cases | Count, no: int, other: Cases | Count) -> Cases | Count:
        b = self.b
        if isinstance(then, Count) or isinstance(other, Count):
            one, two = self.as_count(then), self.as_count(other)
            parts = [*[yes] * one.more, *[no] * two.more, *(b.meet(yes, p) for p in one.parts), *(b.meet(no, p) for p in two.parts)]
            return Count(0, tuple(part for part in parts if part != b.none))
        held = b.fixed(yes)
        if held is not None and len(then) == len(other) == 1 and isinstance(then[0][1], Vec) and isinstance(other[0][1], Vec):
            pairs = zip(then[0][1].rows, other[0][1].rows, strict=True)
            return [(b.every, Vec(tuple(one if held >> n & 1 else two for n, (one, two) in enumerate(pairs))))]
        out = [(b.meet(yes, m), value) for m, value in then] + [(b.meet(no, m), value) for m, value in other]
        return self.few([one for one in out if one[0] != b.none])

    def as_count(self, found: Cases | Count) -> Count:
        """A number as so many conditions that hold."""
        if isinstance(found, Count):
            return found
        known: list[tuple[int, tuple[int, ...]]] = []
        for held, value in found:
            if not isinstance(value, Vec) or not 0 <= min(value.rows) <= max(value.rows) <= WORD:
                raise TooMuch
            known.append((held, value.rows))
        if len(known) == 1 and known[0][0] == self.b.every and len(set(known[0][1])) == 1:
            return Count(known[0][1][0], ())
        parts: list[int] = []
        for least in range(1, max((max(rows) for _, rows in known), default=0) + 1):
            reached = ((held, sum(1 << n for n, one in enumerate(rows) if one >= least)) for held, rows in known)
            parts.append(self.columns.any_of(self.b.meet(held, self.b.const(rows)) for held, rows in reached))
        return Count(0, tuple(part for part in parts if part != self.b.none), nested=True)

    def read(self, e: core.Read, row: Value, at: At, held: int) -> Value:
        column = self.program.fields[e.field]
        live, rows = at.live & self.b.upper[held], self.program.domains[column.domain].size
        if column.is_set:
            raise TooMuch
        if isinstance(row, Uni):
            asked = core.Read(e.place, e.field, row.e)
            if asked in self.given:
                return self.given[asked]
            return self.all_of(self.assumed[asked]) if asked in self.told_of else Uni(asked)
        if isinstance(row, (JoinedRow, Behind)):
            return self.beyond(e, row)
        if isinstance(row, Coded):
            if e.field not in dict(row.columns):
                raise TooMuch
            return dict(row.columns)[e.field]
        if isinstance(row, Sum):
            raise TooMuch
        if isinstance(row, Cell):
            if row.told is not None:
                if column.values is None or any(not 0 <= said < rows for _, said in row.told):
                    raise TooMuch
                return Cell(row.column, row.rows, tuple((v, column.values[said]) for v, said in row.told))
            self.must_be_row(row, at, held, e)
            if column.values is None or self.program.domains[column.domain].dynamic:
                named = core.Read(e.place, row.column, core.Local(e.place, self.columns.slot_of(self.program.fields[row.column].domain)))
                return Behind(row.column, row.rows, core.Read(e.place, e.field, named))
            told = [(v, column.values[v]) for v in self.columns.values_of(row.column) if 0 <= v < rows]
            return Cell(row.column, row.rows, tuple(told))
        if any(live >> n & 1 and not 0 <= at_row < rows for n, at_row in enumerate(row.rows)):
            raise TooMuch  # it would be a fault of the match
        if column.values is not None:
            return Vec(tuple(column.values[n] if 0 <= n < rows else 0 for n in row.rows))
        there = {n for n in row.rows if 0 <= n < rows}
        if len(there) > 1 or (rows > 1 and min(self.columns.values_of(e.field)) < 0):  # whether a cell names a row is told of all cells
            return Cell(e.field, row.rows)
        lone = core.Read(e.place, e.field, core.Const(e.place, there.pop()))
        return self.all_of(self.assumed[lone]) if lone in self.assumed else Uni(lone)

    def must_be_row(self, cell: Cell, at: At, held: int, e: core.Expr) -> None:
        """Adds a guard where a column that is asked what its row holds may name no row; ``held``: the step for which it is asked."""
        if min(self.columns.values_of(cell.column)) < 0:
            nowhere = self.columns.held(cell.column, core.Const(e.place, NONE))
            lacking = self.columns.gathered(nowhere, cell.rows, at.live & self.b.upper[held])
            if self.b.negate(lacking) not in at.path | self.b.atoms(held) and lacking != self.b.none:
                self.guard([lacking, *sorted({held, *at.path})], e)

    def guard(self, steps: list[int], e: core.Expr) -> None:
        """Adds a guard to ``alone``: that no row satisfies all of these steps, since evaluating the condition would be an error for it.

        If the guard fails in a match, the condition is evaluated as it is written, which reports the error.

        ``steps``: the step of the error first, then those of the path that leads to it; of the latter only inputs are used, so that equal
        conditions have equal guards.

        Raises:
            TooMuch: no input of the path keeps the error from happening, or there are too many guards.
        """
        found = self.b.every
        for n, step in enumerate(steps):
            if n == 0 or self.b.steps[step][0] in (INPUT, FLAG, BIT):
                found = self.b.meet(found, step)
        if found == steps[0]:
            raise TooMuch
        if found != self.b.none:
            test = core.Not(e.place, self.b.expression(e.place, found))
            if test not in self.alone:
                self.alone.append(test)
            if len(self.alone) > MOST_TESTS:
                raise TooMuch

    def arith(self, e: core.Arith, at: At) -> Cases | Count:
        left, right = self.number(e.left, at), self.number(e.right, at)
        if e.op == "+" and (isinstance(left, Count) or isinstance(right, Count) or len(left) * len(right) > 9):
            one, two = self.as_count(left), self.as_count(right)
            return Count(one.more + two.more, (*one.parts, *two.parts))
        if isinstance(left, Count) or isinstance(right, Count):
            raise TooMuch
        if any(isinstance(value, Vec) and len(set(value.rows)) > 1 for _, value in (*left, *right)):  # to which no cell can be added
            left, right = self.by_value(left, at, e), self.by_value(right, at, e)
        out: Cases = []
        for one_held, a in left:
            for two_held, other in right:
                both = self.b.meet(one_held, two_held)
                if at.live & self.b.upper[both]:
                    out.append((both, self.two(e, a, other, at.live & self.b.upper[both])))
        return self.few(self.merged(out))

    def merged(self, cases: Cases) -> Cases:
        """Cases with the same value as one."""
        held: dict[Value, int] = {}
        for step, value in cases:
            held[value] = self.b.join(held[value], step) if value in held else step
        return [(step, value) for value, step in held.items()] if len(held) < len(cases) else cases

    def by_value(self, cases: Cases, at: At, e: core.Expr) -> Cases:
        """What columns hold as one case for each of their values."""
        out: Cases = []
        for held, value in cases:
            if not isinstance(value, Cell):
                out.append((held, value))
                continue
            for one in self.columns.meanings(value):
                said = self.b.meet(held, self.columns.said(value, (one,), at.live & self.b.upper[held], e))
                if at.live & self.b.upper[said]:
                    out.append((said, self.all_of(one)))
        return self.few(out)

    def two(self, e: core.Arith, a: Value, other: Value, live: int) -> Value:
        apply = ARITH[e.op]
        if e.op in "/%" and (not isinstance(other, Vec) or any(live >> n & 1 and not v for n, v in enumerate(other.rows))):
            raise TooMuch
        match a, other:
            case Vec(), Vec():
                pairs = zip(a.rows, other.rows, strict=True)
                return Vec(tuple(apply(x, y) if live >> n & 1 else 0 for n, (x, y) in enumerate(pairs)))
            case Uni(), Uni():
                return Uni(core.Arith(e.place, e.op, a.e, other.e))
            case (Vec(), Uni()) | (Uni(), Vec()) if e.op in "+-":
                rows, one = (a.rows, other.e) if isinstance(a, Vec) else (other.rows, a.e)  # type: ignore[union-attr]
                if e.op == "-" and isinstance(a, Vec):
                    return Sum(rows, core.Arith(e.place, "-", core.Const(e.place, 0), one))
                return Sum(tuple(-row for row in rows) if e.op == "-" else rows, one)
            case (Uni() as one, _) | (_, Uni() as one):
                raise Wanted(one.e)
            case Cell(), Vec() if len({v for n, v in enumerate(other.rows) if live >> n & 1}) == 1:
                by = next(v for n, v in enumerate(other.rows) if live >> n & 1)
                told = a.told if a.told is not None else tuple((v, v) for v in self.columns.values_of(a.column))
                return Cell(a.column, a.rows, tuple((v, apply(said, by)) for v, said in told))
        raise TooMuch

    def asked(self, e: core.Ask, at: At) -> Cases:
        """What a board that stands still answers."""
        board = self.board(e)
        if e.query == "first_on_ray":
            return self.first_on_ray(e, board, at)
        given = [self.by_value(self.cases(arg, at), at, e) for arg in e.args]
        asked: list[tuple[int, tuple[Value, ...]]] = [(self.b.every, ())]
        for some in given:
            asked = [(self.b.meet(one, held), (*rows, value)) for one, rows in asked for held, value in some]
        return self.few([(held, Vec(tuple(boards.answers(board, e.query, self.known(rows))))) for held, rows in asked])

    def board(self, e: core.Ask) -> Board:
        board = self.program.domains[e.board].cells
        if e.query not in boards.ANSWERED or board.size > WIDEST:
            raise TooMuch
        return board

    def known(self, values: tuple[Value, ...]) -> list[tuple[int, ...]]:
        for value in values:
            if isinstance(value, Uni):
                raise Wanted(value.e)
            if not isinstance(value, Vec):
                raise TooMuch
        return [value.rows for value in values if isinstance(value, Vec)]

    def first_on_ray(self, e: core.Ask, board: Board, at: At) -> Cases:
        start, heading = self.known(tuple(self.lone_value(arg, at) for arg in e.args[:2]))
        out, left, cells, there = Cases(), self.b.every, start, self.b.all
        while there & at.live:
            cells = tuple(boards.answers(board, "ahead", [cells, heading]))
            there &= sum(1 << n for n, cell in enumerate(cells) if cell >= 0)
            if there & at.live:
                inner = At(at.env, there & at.live, at.path, at.depth)
                here = self.b.meet(self.b.const(there), self.contains(Vec(cells), e.args[2], inner))
                out.append((self.b.meet(left, here), Vec(cells)))
                left = self.b.meet(left, self.b.negate(here))
                if len(out) > WORD:
                    raise TooMuch
        return [*out, (left, self.all_of(NONE))]

    def lone_value(self, e: core.Expr, at: At) -> Value:
        found = self.cases(e, at)
        if len(found) != 1:
            raise TooMuch
        return found[0][1]
