"""Comprehensions: loops over the rows of a set with early exit, no mask built unless a mask is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl import core
from dsl.core import NONE
from interpreter.errors import RulebookError

if TYPE_CHECKING:
    from interpreter.engine import Engine
    from interpreter.expressions import Eval

RowsOf = Callable[[list[int], list[int]], tuple[int, ...]]

_rows: dict[int, tuple[int, ...]] = {}
_alive: dict[bytes, tuple[int, tuple[int, ...]]] = {}
_REMEMBERED = 50_000


def rows_of(mask: int) -> tuple[int, ...]:
    """The rows of a set, in order."""
    found = _rows.get(mask)
    if found is None:
        if len(_rows) >= _REMEMBERED:
            _rows.clear()
        bits, out = mask, []
        while bits:
            low = bits & -bits
            out.append(low.bit_length() - 1)
            bits ^= low
        found = _rows[mask] = tuple(out)
    return found


def alive_rows(column: list[int]) -> tuple[int, tuple[int, ...]]:
    """The rows whose flag is set, as a mask and as a tuple."""
    key = bytes(column)
    found = _alive.get(key)
    if found is None:
        if len(_alive) >= _REMEMBERED:
            _alive.clear()
        rows = tuple(row for row, flag in enumerate(column) if flag)
        found = _alive[key] = (sum(1 << row for row in rows), rows)
    return found


def compile_rows(engine: Engine, node: core.Rows) -> Eval:
    domain = engine.program.domains[node.domain]
    if not domain.dynamic or domain.alive == NONE:
        everything = (1 << domain.size) - 1
        return lambda cells, slots: everything
    first = engine.layout.offset[domain.alive]
    last = first + domain.size
    return lambda cells, slots: alive_rows(cells[first:last])[0]


def compile_source(engine: Engine, node: core.Expr) -> RowsOf:
    """The rows of a set, in order, without the mask where there is a shorter way."""
    from interpreter.expressions import compile_expr

    if isinstance(node, core.Rows):
        domain = engine.program.domains[node.domain]
        if not domain.dynamic or domain.alive == NONE:
            everything = tuple(range(domain.size))
            return lambda cells, slots: everything
        first = engine.layout.offset[domain.alive]
        last = first + domain.size
        return lambda cells, slots: alive_rows(cells[first:last])[1]
    mask = compile_expr(engine, node)
    return lambda cells, slots: rows_of(mask(cells, slots))


def compile_query(engine: Engine, node: core.Query) -> Eval:
    from interpreter.expressions import compile_expr

    where = compile_expr(engine, node.where) if node.where is not None else None
    if where is None and node.sink in ("any", "count", "set", "first"):
        return _unfiltered(node.sink, compile_expr(engine, node.source))
    source = compile_source(engine, node.source)
    value = compile_expr(engine, node.value) if node.value is not None else None
    made = _SINKS.get(node.sink)
    if made is None:
        raise RulebookError(f"the interpreter knows no query ‘{node.sink}’", node.place)
    return made(engine, node, source, where or _always, value or _always)


def _always(cells: list[int], slots: list[int]) -> int:
    return 1


def _unfiltered(sink: str, mask: Eval) -> Eval:
    if sink == "any":
        return lambda cells, slots: mask(cells, slots) != 0
    if sink == "count":
        return lambda cells, slots: mask(cells, slots).bit_count()
    if sink == "set":
        return mask

    def first(cells: list[int], slots: list[int]) -> int:
        bits = mask(cells, slots)
        return (bits & -bits).bit_length() - 1

    return first


Sink = Callable[["Engine", core.Query, RowsOf, "Eval", "Eval"], "Eval"]


def _any(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, fuel = node.slot, engine.fuel

    def run(cells: list[int], slots: list[int]) -> int:
        for row in source(cells, slots):
            slots[slot] = row
            fuel[0] -= 1
            if where(cells, slots):
                return 1
        return 0

    return run


def _first(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, fuel = node.slot, engine.fuel

    def run(cells: list[int], slots: list[int]) -> int:
        for row in source(cells, slots):
            slots[slot] = row
            fuel[0] -= 1
            if where(cells, slots):
                return row
        return NONE

    return run


def _only(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, place = node.slot, node.place

    def run(cells: list[int], slots: list[int]) -> int:
        found = NONE
        for row in source(cells, slots):
            slots[slot] = row
            if where(cells, slots):
                if found != NONE:
                    raise RulebookError("‘the ... where’ fits at most one, and here it fits two", place)
                found = row
        return found

    return run


def _count(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, fuel = node.slot, engine.fuel

    def run(cells: list[int], slots: list[int]) -> int:
        total = 0
        rows = source(cells, slots)
        fuel[0] -= len(rows)
        for row in rows:
            slots[slot] = row
            if where(cells, slots):
                total += 1
        return total

    return run


def _set(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, fuel = node.slot, engine.fuel

    def run(cells: list[int], slots: list[int]) -> int:
        mask = 0
        rows = source(cells, slots)
        fuel[0] -= len(rows)
        for row in rows:
            slots[slot] = row
            if where(cells, slots):
                mask |= 1 << row
        return mask

    return run


def _sum(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, fuel = node.slot, engine.fuel

    def run(cells: list[int], slots: list[int]) -> int:
        total = 0
        rows = source(cells, slots)
        fuel[0] -= len(rows)
        for row in rows:
            slots[slot] = row
            if where(cells, slots):
                total += value(cells, slots)
        return total

    return run


def _extreme(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, empty, pick = node.slot, node.empty, max if node.sink == "high" else min

    def run(cells: list[int], slots: list[int]) -> int:
        values = []
        for row in source(cells, slots):
            slots[slot] = row
            if where(cells, slots):
                values.append(value(cells, slots))
        return pick(values) if values else empty

    return run


def _ranked(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, sign = node.slot, 1 if node.sink == "best" else -1

    def run(cells: list[int], slots: list[int]) -> int:
        mask, best = 0, 0
        for row in source(cells, slots):
            slots[slot] = row
            if where(cells, slots):
                worth = sign * value(cells, slots)
                if not mask or worth > best:
                    mask, best = 1 << row, worth
                elif worth == best:
                    mask |= 1 << row
        return mask

    return run


def _union(engine: Engine, node: core.Query, source: RowsOf, where: Eval, value: Eval) -> Eval:
    slot, of_sets = node.slot, node.value_is_set

    def run(cells: list[int], slots: list[int]) -> int:
        mask = 0
        for row in source(cells, slots):
            slots[slot] = row
            if where(cells, slots):
                found = value(cells, slots)
                if of_sets:
                    mask |= found
                elif found >= 0:
                    mask |= 1 << found
        return mask

    return run


_SINKS: dict[str, Sink] = {
    "any": _any, "first": _first, "only": _only, "count": _count, "set": _set, "sum": _sum,
    "high": _extreme, "low": _extreme, "best": _ranked, "worst": _ranked, "union": _union,
}  # fmt: skip
