"""Queries over rows of a dynamic kind whose columns equal given values: a scan of the columns, sixteen rows at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children, speaks_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.errors import is_there, may_fail, told_there
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.matches import Holds, are_short, count_matches, each_match

ENOUGH_ROWS = 12  # from which on a scan of sixteen at a time pays


@dataclass(frozen=True, slots=True)
class Equality:
    """A condition that a column of the row equals a value; ``rows``: what must not be none for the value to have no error."""

    field: core.Field
    value: core.Expr
    rows: tuple[core.Expr, ...]


def conjuncts_of(where: core.Expr | None) -> list[core.Expr]:
    """The conjuncts of a condition."""
    if where is None:
        return []
    return list(where.items) if isinstance(where, core.And) else [where]


def equalities_of(c: Code, slot: int, items: list[core.Expr], source: core.Expr) -> list[Equality]:
    """The leading conjuncts that are such equalities, where the rows are of a dynamic kind and there are enough of them."""
    domain = c.c.program.domains[source.domain] if isinstance(source, core.Rows) else None
    if domain is None or not domain.dynamic or domain.size < ENOUGH_ROWS:
        return []
    out: list[Equality] = []
    for item in items:
        found = _equality_of(c, slot, item)
        if found is None or not are_short(c, (Holds(domain.alive, 1), Holds(found.field.index))):
            break
        out.append(found)
    return out


def tested(c: Code, slot: int, row: int, items: list[core.Expr], body: Callable[[int], None]) -> None:
    """Goes on with a row, which the slot stands for meanwhile, if the conditions hold."""
    with c.bound(slot, row):
        for item in items:
            mark = c.mark()
            c.test(item)
            if mark is not None:
                kept = c.f.local()
                c.f.set(kept)
                c.release(mark)
                c.f.get(kept)
            c.f.when()
        body(row)
        for _ in items:
            c.f.end()


def count_by_scan(c: Code, e: core.Query, found: int) -> bool:
    """Adds the number of rows of a dynamic kind to a local, counted sixteen at a time; False where there are further conditions."""
    domain = c.c.program.domains[e.source.domain] if isinstance(e.source, core.Rows) else None
    if domain is None or not domain.dynamic or domain.size < ENOUGH_ROWS or conjuncts_of(e.where) or domain.alive == NONE:
        return False
    wanted = (Holds(domain.alive, 1),)
    if not are_short(c, wanted):
        return False
    count_matches(c, domain.size, wanted, found)
    return True


def _equality_of(c: Code, slot: int, item: core.Expr) -> Equality | None:
    """The equality that a condition is; None if it is none."""
    for here, there in ((item.left, item.right), (item.right, item.left)) if isinstance(item, core.Compare) and item.op == "==" else ():
        field = c.c.program.fields[here.field] if isinstance(here, core.Read) and here.row == core.Local(here.place, slot) else None
        if field is not None and field.values is None and not field.is_set and not speaks_of(there, slot) and not c.words(there):
            rows = _rows_needed(c, there)
            if rows is not None:
                return Equality(field, there, rows)
    return None


def _rows_needed(c: Code, e: core.Expr) -> tuple[core.Expr, ...] | None:
    """What must not be none for a value not to fail, each asked once those before it are not; None where that is not all."""
    if not may_fail(e, c.sure, c.c.program):
        return ()
    by_zero = isinstance(e, core.Arith) and e.op in "/%" and not (isinstance(e.right, core.Const) and e.right.value)
    if not isinstance(e, (core.Read, core.Ask, core.Arith)) or by_zero:  # those ask all of their parts
        return None
    out: list[core.Expr] = []
    for child in children(e):
        found = _rows_needed(c, child)
        if found is None:
            return None
        out += [row for row in found if row not in out]
    if isinstance(e, core.Read) and e.row not in out and not is_there(e.row, c.sure, c.c.program):
        out.append(e.row)
    return tuple(out)


def each_equal(c: Code, e: core.Query, kind: int, equalities: list[Equality], items: list[core.Expr], body: Callable[[int], None]) -> None:
    """``where its square is X``: scans sixteen rows at a time, once it is known that X is in the range of the column."""
    f, domain, sure = c.f, c.c.program.domains[kind], c.sure
    wanted = [Holds(domain.alive, 1)]
    for one in equalities:
        if one.rows:
            tests = tuple(core.Compare(row.place, "!=", row, core.Const(row.place, NONE)) for row in one.rows)
            there = tests[0] if len(tests) == 1 else core.And(e.place, tests)
            c.test(there)
            f.isnt()
            f.when()
            _stop_at_any(c, domain.size, tuple(wanted), one.value.place)
            f.otherwise()
            c.sure = c.sure | told_there(there)
        held = f.local()
        c.value(one.value)
        f.tee(held)
        low = min(one.field.low, one.field.default)
        f.const(low)
        f.op("sub")
        f.const(max(one.field.high, one.field.default) - low)
        f.op("le_u")
        f.when()
        wanted.append(Holds(one.field.index, local=held))

    each_match(c, domain.size, tuple(wanted), lambda row: tested(c, e.slot, row, items, body))
    c.sure = sure
    for one in equalities:
        for _ in range(2 if one.rows else 1):
            f.end()


def _stop_at_any(c: Code, rows: int, wanted: tuple[Holds, ...], place: Place) -> None:
    """Reports the error of evaluating a value that fails, if there is any row for which it would be evaluated."""
    each_match(c, rows, wanted, lambda _: c.stop(place))
