"""Of the rows of a word those for which a condition holds, found without a branch for each: columns of bytes sixteen rows at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children, mapped, speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import asks_for_itself, put_in
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.plan.rewrite import searches, size_of
from arbitre.interpreter.plan.vectors import COMPARE, FLIPPED, MOST_KNOWN
from arbitre.interpreter.wasm.binary.wide import alike, among
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.queries.abreast import items_of
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.values.words import clamped
from arbitre.interpreter.wasm.layout.sorts import Unit

LANES = 16
FEWEST, SHORT = 12, 60  # rows for several of them to be looked at together; nodes of a value that is written out


def asked_at_once(
    c: Code, slot: int, items: list[core.Expr], source: core.Expr, then: Callable[[], None], other: Callable[[], None]
) -> bool:
    """Goes on with the rows of a source for which conditions hold, left as a word, where that can be asked of many rows at once.

    False where it cannot.  ``other``: what is done instead where it would be an error to ask it of some row, which is told in its turn.
    """
    if not FEWEST <= c.c.sorts.of(source, c.unit)[1] <= WORD or c.words(source) != 1 or not _may_be_many(c.c, source):
        return False
    written = [_written_out(c, item, slot) for item in items]
    if not all(_is_plain(c, item, slot) for item in written):
        return False

    def found(rows: int) -> None:
        for item in written:
            rows = holding(c, item, slot, rows)
        c.f.get(rows)
        then()

    rows, needed = _filled(c, lambda: c.set(source, 1)), [field for item in written for field in _needed(c, item, slot)]
    if not needed:
        found(rows)
        return True
    c.f.const(0)
    for field in dict.fromkeys(field.index for field in needed):
        _equal(c, c.c.program.fields[field], core.Const(source.place, NONE), False, rows)
        c.f.op("or")
    c.f.when()
    other()
    c.f.otherwise()
    found(rows)
    c.f.end()
    return True


def sixteens_of(c: Compiler, e: core.Query, unit: Unit) -> int:
    """How many times sixteen rows are looked at for a search, where it asks no more than what bytes hold and what is fixed; else 0."""
    size = c.sorts.of(e.source, unit)[1]
    if e.sink not in ("any", "count", "set") or not FEWEST <= size <= WORD or e.where is None or not _may_be_many(c, e.source):
        return 0
    for item in items_of(e.where):
        sides = (item.left, item.right) if isinstance(item, core.Compare) else ()
        asked = [side for side in sides if speaks_of(side, e.slot)]
        if len(asked) != 1 or not _is_short(c, asked[0], e.slot):
            return 0
    return (size + LANES - 1) // LANES


def _may_be_many(c: Compiler, source: core.Expr) -> bool:
    """Are rows of a kind looked for there, and not named?"""
    match source:
        case core.Rows():
            return True
        case core.Query(sink="set") | core.Query(sink="best") | core.Query(sink="worst"):
            return _may_be_many(c, source.source)
        case core.SetOp(op="-"):
            return _may_be_many(c, source.left)
        case core.Apply() if not isinstance(source, core.Partial) and not asks_for_itself(source.function, c.facts):
            return _may_be_many(c, c.program.functions[source.function].body)
    return False


def _is_short(c: Compiler, e: core.Expr, slot: int) -> bool:
    """Is it a column of bytes of the row, or what is fixed of the cell that one names?"""
    if not isinstance(e, core.Read):
        return False
    if c.program.fields[e.field].values is not None and isinstance(e.row, core.Read):
        e = e.row
    column = c.memory.columns[e.field]
    return e.row == core.Local(e.place, slot) and column.size == 1 and not column.words and c.program.fields[e.field].values is None


def all_rows(c: Code, kind: core.Domain) -> int:
    """A local with all rows of a kind that are there, of 64 at most."""

    def rows() -> None:
        alive = c.c.memory.alive(kind)
        if alive is None:
            c.f.const((1 << kind.size) - 1)
        else:
            _sixteen_each(c, kind.size, alive.at, lambda first, at: alike(c.f, first, [(at, 1, None, 1)]))

    return _filled(c, rows)


def _written_out(c: Code, e: core.Expr, slot: int, depth: int = 0) -> core.Expr:
    """The same with short values, as far as they do not search, in the place of questions to them, and choices around what they are of."""
    if isinstance(e, core.Apply) and not isinstance(e, core.Partial) and depth < 4:
        function = c.c.program.functions[e.function]
        if size_of(function.body) <= SHORT and not searches(function.body) and not asks_for_itself(e.function, c.c.facts):
            given = {p.slot: arg for p, arg in zip(function.params, e.args, strict=True)}
            return _written_out(c, put_in(function.body, given), slot, depth + 1)
    if isinstance(e, (core.And, core.Or, core.Not, core.Choice)):
        return mapped(e, lambda part: _written_out(c, part, slot, depth))
    if isinstance(e, core.Compare):
        for here, chosen, op in ((e.left, e.right, e.op), (e.right, e.left, FLIPPED[e.op])):
            if isinstance(chosen, core.Choice) and speaks_of(chosen.test, slot) and speaks_of(here, slot):
                one, two = (core.Compare(e.place, op, here, part) for part in (chosen.then, chosen.other))
                return _written_out(c, core.Choice(e.place, chosen.test, one, two), slot, depth)
    return e


def _is_plain(c: Code, e: core.Expr, slot: int) -> bool:
    """Can a condition be asked of many rows at once, but for what is asked where something else does not hold?"""
    match e:
        case core.And() | core.Or():
            return all(_is_plain(c, item, slot) for item in e.items)
        case core.Not():
            return _is_plain(c, e.item, slot)
        case core.Choice():
            return _is_plain(c, e.test, slot) and _is_plain(c, e.then, slot)  # the other is asked of few, one after the other
        case core.Compare(op="!=", left=core.Local(), right=core.Const(value=-1)) if e.left == core.Local(e.place, slot):
            return True
    if not speaks_of(e, slot):
        return not may_fail(e, c.sure, c.c.program)
    return any(known(c, e, slot) is not None for known in (_group_of, _equals, _beyond))


def _needed(c: Code, e: core.Expr, slot: int) -> list[core.Field]:
    """Columns of the row that must name something for a condition not to be an error."""
    if isinstance(e, (core.And, core.Or, core.Not, core.Choice)):
        return [field for part in children(e) for field in _needed(c, part, slot)]
    beyond = _beyond(c, e, slot)
    return [beyond[0]] if beyond is not None and min(beyond[0].low, beyond[0].default) < 0 else []


def holding(c: Code, e: core.Expr, slot: int, rows: int) -> int:
    """A local with those rows of a kind, of the word in a local, for which a condition holds that is about the row in a slot.

    What cannot be asked of many rows at once is asked of one after the other; of rows that are left out nothing is asked.
    """
    match e:
        case core.Apply() if (written := _written_out(c, e, slot)) is not e:
            return holding(c, written, slot, rows)
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
        case core.Compare(op="!=", left=core.Local(), right=core.Const(value=-1)) if e.left == core.Local(e.place, slot):
            return rows  # each is a row
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
    field = _group_of(c, e, slot)
    if field is not None and isinstance(e, core.In):
        group = _filled(c, lambda: c.set(e.group, 1))
        _rows_of(c, field, lambda first, at: among(f, first, at, group), rows)
        return
    pair = _equals(c, e, slot)
    if pair is not None and isinstance(e, core.Compare):
        _equal(c, *pair, e.op == "!=", rows)
        return
    beyond = _beyond(c, e, slot)
    if beyond is not None:
        field, named = beyond
        group = _filled(c, named)
        _rows_of(c, field, lambda first, at: among(f, first, at, group), rows)
        if min(field.low, field.default) < 0:  # it is an error to ask it of rows that name none
            _equal(c, field, core.Const(e.place, NONE), False, rows)
            f.when()
            c.stop(e.place)
            f.end()
        return
    _one_by_one(c, e, slot, rows)


def _group_of(c: Code, e: core.Expr, slot: int) -> core.Field | None:
    """The column of the row that must be in a set, where that is one word."""
    if isinstance(e, core.In) and c.words(e.group) == 1 and not speaks_of(e.group, slot) and not may_fail(e.group, c.sure, c.c.program):
        field = _column_of(c, e.item, slot)
        if field is not None and field.target >= 0 and c.c.program.domains[field.target].size <= WORD:
            return field
    return None


def _equals(c: Code, e: core.Expr, slot: int) -> tuple[core.Field, core.Expr] | None:
    """The column of the row that is compared, and with what."""
    for here, there in ((e.left, e.right), (e.right, e.left)) if isinstance(e, core.Compare) and e.op in ("==", "!=") else ():
        field = _column_of(c, here, slot)
        if field is not None and not speaks_of(there, slot) and not c.words(there) and not may_fail(there, c.sure, c.c.program):
            return field, there
    return None


def _beyond(c: Code, e: core.Expr, slot: int) -> tuple[core.Field, Callable[[], None]] | None:
    """The column of the row by whose fixed number a comparison goes (``square.y is 8``), and what leaves the rows there that fit."""
    if not isinstance(e, core.Compare):
        return None
    for here, there, op in ((e.left, e.right, e.op), (e.right, e.left, FLIPPED[e.op])):
        if not isinstance(here, core.Read) or speaks_of(there, slot) or c.words(there) or may_fail(there, c.sure, c.c.program):
            continue
        field, fixed = _column_of(c, here.row, slot), c.c.program.fields[here.field].values
        if field is not None and fixed is not None and field.target >= 0 and len(fixed) <= WORD:
            known = [there.value] if isinstance(there, core.Const) else range(min(fixed) - 1, max(fixed) + 2)  # beyond, all are alike
            if len(known) <= MOST_KNOWN:
                fitting = [sum(1 << n for n, value in enumerate(fixed) if COMPARE[op](value, number)) for number in known]
                return field, partial(_picked, c, there, known[0], fitting)
    return None


def _picked(c: Code, number: core.Expr, first: int, words: list[int]) -> None:
    """Leaves the word that stands in a list for a number, the first or the last where that lies beyond."""
    f = c.f
    if len(words) == 1:
        f.const(words[0])
        return
    clamped(c, _filled(c, lambda: c.value(number)), first, len(words))
    f.const(8)
    f.op("mul")
    f.load("64", c.c.memory.masks(words, 1))


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
    _rows_of(c, field, lambda first, at: alike(f, first, [(at, number, None if number is not None else held, 1)]), rows)
    if number is None:
        f.otherwise()
        f.const(0)
        f.end()
    if away:
        f.get(rows)
        f.op("xor")


def _rows_of(c: Code, field: core.Field, found: Callable[[int, int], None], rows: int) -> None:
    """Leaves the rows of a word that are found by what a column holds."""
    _sixteen_each(c, c.c.program.domains[field.domain].size, c.c.memory.columns[field.index].at, found)
    c.f.get(rows)
    c.f.op("and")


def _sixteen_each(c: Code, size: int, column: int, found: Callable[[int, int], None]) -> None:
    """Leaves rows, sixteen after sixteen: ``found(first, address)`` leaves those that stand so far behind an address as a local says."""
    f, none = c.f, _filled(c, lambda: c.f.const(0))
    for at in range(0, size, LANES):
        found(none, column + at)
        if at:
            f.const(at)
            f.op("shl")
            f.op("or")
    if size % LANES:
        f.const((1 << size) - 1)
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


__all__ = ["all_rows", "asked_at_once", "holding"]
