"""Of the rows of a word those for which a condition holds, found without a branch for each: columns of bytes sixteen rows at a time."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.wasm.binary.wide import alike, among
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.search import each_bit

LANES = 16


def holding(c: Code, e: core.Expr, slot: int, rows: int) -> int:
    """A local with those rows of a kind, of the word in a local, for which a condition holds that is about the row in a slot.

    What cannot be asked of many rows at once is asked of one after the other; of rows that are left out nothing is asked.
    """
    match e:
        case core.And():
            for item in e.items:
                rows = holding(c, item, slot, rows)
            return rows
        case core.Or():
            out, left = _filled(c, lambda: c.f.const(0)), rows
            for item in e.items:
                found = holding(c, item, slot, left)
                out, left = _put(c, "or", out, found), _without(c, left, found)
            return out
        case core.Not():
            return _without(c, rows, holding(c, e.item, slot, rows))
        case core.Choice():
            test = holding(c, e.test, slot, rows)
            return _put(c, "or", holding(c, e.then, slot, test), holding(c, e.other, slot, _without(c, rows, test)))
    return _where_any(c, rows, lambda: _held(c, e, slot, rows))


def _held(c: Code, e: core.Expr, slot: int, rows: int) -> None:
    """Leaves the rows for which a part holds that is no longer taken apart; there is at least one that it is asked of."""
    f = c.f
    if not speaks_of(e, slot):
        c.test(e)
        f.when(True)
        f.get(rows)
        f.otherwise()
        f.const(0)
        f.end()
        return
    if isinstance(e, core.In) and c.words(e.group) == 1 and not speaks_of(e.group, slot):
        column = _column_of(c, e.item, slot)
        if column is not None and column.target >= 0 and c.c.program.domains[column.target].size <= WORD:
            group = c.f.local()
            c.set(e.group, 1)
            f.set(group)
            _sixteen_each(c, column, lambda first, at: among(f, first, at, group), rows)
            return
    if isinstance(e, core.Compare) and e.op in ("==", "!="):
        for here, there in ((e.left, e.right), (e.right, e.left)):
            column = _column_of(c, here, slot)
            if column is not None and not speaks_of(there, slot) and not c.words(there) and not may_fail(there, c.sure, c.c.program):
                _equal(c, column, there, e.op == "!=", rows)
                return
    _one_by_one(c, e, slot, rows)


def _column_of(c: Code, e: core.Expr, slot: int) -> core.Field | None:
    """The column of the row that an expression reads, where a byte holds what it may be."""
    if not isinstance(e, core.Read) or e.row != core.Local(e.place, slot):
        return None
    column, field = c.c.memory.columns[e.field], c.c.program.fields[e.field]
    plain = column.size == 1 and not column.words and field.values is None and not field.is_set
    return field if plain and c.c.program.domains[field.domain].size <= WORD else None


def _equal(c: Code, field: core.Field, there: core.Expr, away: bool, rows: int) -> None:
    f, low, high = c.f, min(field.low, field.default), max(field.high, field.default)
    number = there.value if isinstance(there, core.Const) and low <= there.value <= high else None
    held = f.local()
    if number is None:
        c.value(there)
        f.tee(held)
        f.const(low)
        f.op("sub")
        f.const(high - low)
        f.op("le_u")
        f.when(True)
    _sixteen_each(c, field, lambda first, at: alike(f, first, [(at, number, None if number is not None else held, 1)]), rows)
    if number is None:
        f.otherwise()
        f.const(0)
        f.end()
    if away:
        f.get(rows)
        f.op("xor")


def _sixteen_each(c: Code, field: core.Field, found: Callable[[int, int], None], rows: int) -> None:
    """Leaves the rows of a word that are found; ``found(first, address)`` leaves sixteen of them, a local and a constant away from 0."""
    f, none = c.f, _filled(c, lambda: c.f.const(0))
    for at in range(0, c.c.program.domains[field.domain].size, LANES):
        found(none, c.c.memory.columns[field.index].at + at)
        if at:
            f.const(at)
            f.op("shl")
            f.op("or")
    f.get(rows)
    f.op("and")


def _one_by_one(c: Code, e: core.Expr, slot: int, rows: int) -> None:
    f, out = c.f, _filled(c, lambda: c.f.const(0))

    def row(held: int) -> None:
        with c.bound(slot, held):
            mark = c.mark()
            c.test(e)
            f.flagged()
            if mark is not None:
                kept = f.local()
                f.set(kept)
                c.release(mark)
                f.get(kept)
        f.get(held)
        f.op("shl")
        f.get(out)
        f.op("or")
        f.set(out)

    f.get(rows)
    each_bit(c, 1, row)
    f.get(out)


def _filled(c: Code, value: Callable[[], None]) -> int:
    out = c.f.local()
    value()
    c.f.set(out)
    return out


def _put(c: Code, op: str, one: int, two: int) -> int:
    def value() -> None:
        c.f.get(one)
        c.f.get(two)
        c.f.op(op)

    return _filled(c, value)


def _without(c: Code, rows: int, found: int) -> int:
    """Of rows those that are not among others, all of which are among them."""
    return _put(c, "xor", rows, found)


def _where_any(c: Code, rows: int, value: Callable[[], None]) -> int:
    """A local with what a value is where there are rows at all, else 0."""

    def asked() -> None:
        c.f.get(rows)
        c.f.when(True)
        value()
        c.f.otherwise()
        c.f.const(0)
        c.f.end()

    return _filled(c, asked)


__all__ = ["holding"]
