"""Queries: the rows of a set for which a condition holds, and what is made of them (the sink)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core.walk import children, speaks_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Fn, Machine, Run
from arbitre.interpreter.reference.values.functions import worth_keeping
from arbitre.interpreter.state.masks import rows_of

Head = Callable[[Run, list[int], int], int]  # those of the rows in a bit mask for which a condition holds
FEW = 16  # rows that are looked at one by one where a column could be searched


def _query(e: core.Query, m: Machine) -> Fn:
    source, where = _filtered(e, m)
    found = _SINKS[e.sink](e, source, e.slot, where, m.maybe(e.value))
    return _remembering(found) if any(_asks_again(part, m) for part in (e.where, e.value) if part is not None) else found


def _asks_again(e: core.Expr, m: Machine) -> bool:
    """Is a value asked for that is worth keeping from one row to the next?"""
    if isinstance(e, core.Apply) and worth_keeping(e.function, m):
        return True
    return any(_asks_again(child, m) for child in children(e))


def _remembering(ask: Fn) -> Fn:
    """The same query, whose rows share what values come to: nothing changes while it is evaluated."""

    def asked(x: Run, f: list[int]) -> int:
        if x.memo is not None:
            return ask(x, f)
        x.memo = {}
        try:
            return ask(x, f)
        finally:
            x.memo = None

    return asked


def _filtered(e: core.Query, m: Machine) -> tuple[Fn, Fn | None]:
    """The rows that the conditions at a query's head leave, and the condition that is then evaluated row by row.

    The head ends at the first condition that needs its row for more than `_head` knows.  Each is evaluated once for all rows, and only
    where rows are left, so that its faults are raised exactly where evaluating it row by row would raise them.
    """
    rows, where = m.expr(e.source), _conjuncts(e.where)
    for i, condition in enumerate(where):
        head = _head(condition, e.slot, m)
        if head is None:
            rest = where[i:]
            return rows, m.expr(rest[0] if len(rest) == 1 else core.And(e.place, rest))
        rows = _narrowed(rows, head)
    return rows, None


def _conjuncts(where: core.Expr | None) -> tuple[core.Expr, ...]:
    return () if where is None else where.items if isinstance(where, core.And) else (where,)


def _narrowed(rows: Fn, head: Head) -> Fn:
    return lambda x, f: head(x, f, mask) if (mask := rows(x, f)) else 0


def _head(e: core.Expr, slot: int, m: Machine) -> Head | None:
    """A condition on the row in a slot where one evaluation decides it for all rows.

    So it does where the condition does not depend on the row, asks whether the row is in a set, or compares one of its columns with a
    value.
    """
    if not speaks_of(e, slot):
        holds = m.expr(e)
        return lambda x, f, mask: mask if holds(x, f) else 0
    if isinstance(e, core.In) and e.item == core.Local(e.item.place, slot) and not speaks_of(e.group, slot):
        group = m.expr(e.group)
        return lambda x, f, mask: mask & group(x, f)
    if isinstance(e, core.Compare) and e.op in ("==", "!="):
        for read, value in ((e.left, e.right), (e.right, e.left)):
            if isinstance(read, core.Read) and read.row == core.Local(read.row.place, slot) and not speaks_of(value, slot):
                return _column_scan(read.field, m.expr(value), e.op == "==", m)
    return None


def _column_scan(field: int, value: Fn, equal: bool, m: Machine) -> Head:
    """Those rows whose column equals a value, or those where it does not."""
    fixed, start = m.layout.constant[field], m.layout.base[field]
    end = start + m.program.domains[m.program.fields[field].domain].size
    if fixed is not None:
        having: dict[int, int] = {}  # the rows that hold a value
        for row, held in enumerate(fixed):
            having[held] = having.get(held, 0) | 1 << row
        if equal:
            return lambda x, f, mask: mask & having.get(value(x, f), 0)
        return lambda x, f, mask: mask & ~having.get(value(x, f), 0)

    def scan(x: Run, f: list[int], mask: int) -> int:
        wanted, found, cells = value(x, f), 0, x.cells
        if mask.bit_count() <= FEW:
            for row in rows_of(mask):
                if (cells[start + row] == wanted) is equal:
                    found |= 1 << row
            return found
        at = start
        try:
            while True:
                at = cells.index(wanted, at, end) + 1
                found |= 1 << at - 1 - start
        except ValueError:  # no further row
            return mask & (found if equal else ~found)

    return scan


def _sink_any(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    if where is None:
        return lambda x, f: 1 if source(x, f) else 0
    place = e.place

    def exists(x: Run, f: list[int]) -> int:
        mask = source(x, f)
        x.looked(mask.bit_count(), place)
        for row in rows_of(mask):
            f[slot] = row
            if where(x, f):
                return 1
        return 0

    return exists


def _sink_set(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    return _kept(source, e.slot, where, e.place)


def _kept(source: Fn, slot: int, where: Fn | None, place: Place) -> Fn:
    """Those of the rows for which a condition holds."""
    if where is None:
        return source

    def kept(x: Run, f: list[int]) -> int:
        mask, rows = 0, source(x, f)
        x.looked(rows.bit_count(), place)
        for row in rows_of(rows):
            f[slot] = row
            if where(x, f):
                mask |= 1 << row
        return mask

    return kept


def _sink_count(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept = _kept(source, slot, where, e.place)
    return lambda x, f: kept(x, f).bit_count()


def _sink_first(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept = _kept(source, slot, where, e.place)

    def first(x: Run, f: list[int]) -> int:
        mask = kept(x, f)
        return (mask & -mask).bit_length() - 1

    return first


def _sink_only(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept, place = _kept(source, slot, where, e.place), e.place

    def only(x: Run, f: list[int]) -> int:
        mask = kept(x, f)
        if mask & (mask - 1):
            raise x.error(phrase("‘the ... where’ matches {0} things, but at most one is expected", mask.bit_count()), place)
        return mask.bit_length() - 1

    return only


def _folded(pick: Callable[[list[int]], int]) -> Callable[..., Fn]:
    def make(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
        kept, empty = _kept(source, slot, where, e.place), e.empty
        assert value is not None

        def fold(x: Run, f: list[int]) -> int:
            found = []
            rows = kept(x, f)
            x.looked(rows.bit_count(), e.place)
            for row in rows_of(rows):
                f[slot] = row
                found.append(value(x, f))
            return pick(found) if found else empty

        return fold

    return make


def _sink_union(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept, is_set = _kept(source, slot, where, e.place), e.value_is_set
    assert value is not None

    def union(x: Run, f: list[int]) -> int:
        mask = 0
        rows = kept(x, f)
        x.looked(rows.bit_count(), e.place)
        for row in rows_of(rows):
            f[slot] = row
            found = value(x, f)
            if is_set:
                mask |= found
            elif found >= 0:
                mask |= 1 << found
        return mask

    return union


def _extreme(pick: Callable[[list[int]], int]) -> Callable[..., Fn]:
    def make(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
        kept = _kept(source, slot, where, e.place)
        assert value is not None

        def extreme(x: Run, f: list[int]) -> int:
            found: list[tuple[int, int]] = []
            rows = kept(x, f)
            x.looked(rows.bit_count(), e.place)
            for row in rows_of(rows):
                f[slot] = row
                found.append((value(x, f), row))
            if not found:
                return 0
            wanted = pick([v for v, _ in found])
            return sum(1 << row for v, row in found if v == wanted)

        return extreme

    return make


_SINKS: dict[str, Callable[..., Fn]] = {
    "any": _sink_any, "set": _sink_set, "count": _sink_count, "first": _sink_first, "only": _sink_only,
    "sum": _folded(sum), "high": _folded(max), "low": _folded(min), "union": _sink_union,
    "best": _extreme(max), "worst": _extreme(min),
}  # fmt: skip


QUERIES: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Query: _query,
}
