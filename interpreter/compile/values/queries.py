"""Queries over rows: what becomes of those that pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Fn, Machine, Run
from arbitre.interpreter.compile.values.functions import remembered_query
from arbitre.interpreter.compile.values.indexes import narrowed
from arbitre.interpreter.state.masks import rows_of


def _query(e: core.Query, m: Machine) -> Fn:
    source, where = narrowed(e, m)
    value = m.expr(e.value) if e.value is not None else None
    return remembered_query(e, _SINKS[e.sink](e, source, e.slot, where, value), m)


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
