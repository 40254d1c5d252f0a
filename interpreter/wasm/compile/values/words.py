"""Sets of rows as words: searches on one byte column, and the primitives that compare sixteen bytes at a time."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan import bits
from arbitre.interpreter.wasm.binary.wide import LANES, lanes_at_least, lanes_equal, lanes_in_set
from arbitre.interpreter.wasm.compile.code import Code, Compiler

# ------------------------------------------------------------------------------------ sixteen rows at a time


def is_byte_column(c: Compiler, index: int) -> bool:
    """Does each cell of a column take one byte in memory?  Fixed columns take none, and sets take words."""
    column = c.memory.columns[index]
    return column.size == 1 and not column.words and c.program.fields[index].values is None


def sixteen_each(c: Code, rows: int, column: int, chunk: Callable[[int, int], None]) -> None:
    """Leaves a mask of at most 64 rows, put together from chunks of sixteen.

    ``rows``: how many rows the byte column at the address ``column`` has.
    ``chunk(base, offset)``: leaves the bits of sixteen rows, whose bytes begin at ``offset`` plus the address in the local ``base``.
    """
    f = c.f
    base = f.local()
    f.const(0)
    f.set(base)
    for first in range(0, rows, LANES):
        chunk(base, column + first)
        if first:
            f.const(first)
            f.op("shl")
            f.op("or")
    if rows % LANES:  # the bytes behind the last row are 0, which may be what is looked for
        f.const((1 << rows) - 1)
        f.op("and")


def can_hold(c: Code, field: core.Field, wanted: core.Expr) -> int:
    """Leaves whether a column can hold a value at all; gives the local with that value."""
    f, low, high = c.f, min(field.low, field.default), max(field.high, field.default)
    value = f.local()
    c.value(wanted)
    f.tee(value)
    f.const(low)
    f.op("sub")
    f.const(high - low)
    f.op("le_u")
    return value


def rows_where(c: Code, field: core.Field, wanted: core.Expr) -> None:
    """Leaves the mask of the rows in which a byte column holds a value, which is evaluated once; 0 if the column cannot hold it."""
    f, low, high = c.f, min(field.low, field.default), max(field.high, field.default)
    rows, at = c.c.program.domains[field.domain].size, c.c.memory.columns[field.index].at
    if isinstance(wanted, core.Const):
        number = wanted.value
        if low <= number <= high:
            sixteen_each(c, rows, at, lambda base, offset: lanes_equal(f, base, [(offset, number, None, 1)]))
        else:
            f.const(0)
        return
    value = can_hold(c, field, wanted)
    f.when(True)
    sixteen_each(c, rows, at, lambda base, offset: lanes_equal(f, base, [(offset, None, value, 1)]))
    f.otherwise()
    f.const(0)
    f.end()


def wide_rows(c: Code, field: core.Field, op: str, wanted: core.Expr) -> None:
    """Leaves the address of the set of rows in which a byte column holds a value, holds another (``!=``), or so much or more (``>=``).

    ``wanted``: a number for ``>=``.
    """
    f, column, low, high = c.f, c.c.memory.columns[field.index], min(field.low, field.default), max(field.high, field.default)
    rows, signed = c.c.program.domains[field.domain].size, column.load.endswith("s")
    words = bits.words_of(rows)
    within, out = f.local(), f.local()
    value = can_hold(c, field, wanted)
    f.flagged()
    f.set(within)
    f.const(8 * words)
    f.call("raw_room")
    f.set(out)
    number = wanted.value if isinstance(wanted, core.Const) else 0

    def chunk(base: int, offset: int) -> None:
        if op == ">=":
            lanes_at_least(f, base, offset, number, signed)
        else:
            lanes_equal(f, base, [(offset, None, value, 1)])

    for n in range(words):
        first, every = bits.WORD * n, (1 << min(bits.WORD, rows - bits.WORD * n)) - 1
        f.get(out)
        f.wrap()
        if op == ">=" and not low < number <= high:
            f.const(0 if number > high else every)
        else:
            sixteen_each(c, every.bit_length(), column.at + first, chunk)
        if op != ">=":
            f.const(0)
            f.get(within)
            f.op("sub")
            f.op("and")
        if op == "!=":
            f.const(every)
            f.op("xor")
        f.store("64", 8 * n)
    f.get(out)


def rows_at_least(c: Code, field: core.Field, number: int) -> None:
    """Leaves the mask of the rows in which a byte column holds so much or more."""
    rows, column = c.c.program.domains[field.domain].size, c.c.memory.columns[field.index]
    if min(field.low, field.default) < number <= max(field.high, field.default):
        signed = column.load.endswith("s")
        sixteen_each(c, rows, column.at, lambda base, offset: lanes_at_least(c.f, base, offset, number, signed))
    else:
        c.f.const(0 if number > max(field.high, field.default) else (1 << rows) - 1)


def rows_naming(c: Code, field: core.Field, group: int) -> None:
    """Leaves the mask of the rows in which a byte column names a member of the set in the local ``group``, which is one word."""
    rows, at = c.c.program.domains[field.domain].size, c.c.memory.columns[field.index].at
    sixteen_each(c, rows, at, lambda base, offset: lanes_in_set(c.f, base, offset, group))


def existing_rows(c: Code, kind: core.Domain) -> None:
    """Leaves the mask of the rows that exist, of a kind whose rows come and go and of which a byte says whether each exists."""
    alive = c.c.memory.alive(kind)
    assert alive is not None and alive.size == 1
    at = alive.at
    sixteen_each(c, kind.size, at, lambda base, offset: lanes_equal(c.f, base, [(offset, 1, None, 1)]))


# ------------------------------------------------------------------------------------ searches on one column


def asks_one_column(c: Compiler, e: core.Query) -> bool:
    """Does a search ask nothing but whether a column of bytes holds a value, or so much or more?

    Then it takes a few steps for all rows.
    """
    test = e.where
    if e.sink != "set" or not _is_short(c, e.source, bits.WIDEST) or not isinstance(test, core.Compare):
        return False
    if test.op not in ("==", "!=") and not (test.op == ">=" and isinstance(test.right, core.Const)):
        return False
    here = core.Local(e.place, e.slot)
    if not isinstance(test.left, core.Read) or test.left.row != here or speaks_of(test.right, e.slot):
        return False
    return is_byte_column(c, test.left.field)


def held_at_once(c: Code, e: core.Query) -> bool:
    """Writes the rows in which a column of bytes holds a value, or so much or more, or the column of a row that it names.

    Returns:
        False, and no code is written, where a search is none of these.
    """
    test = e.where
    if asks_one_column(c.c, e):
        assert isinstance(test, core.Compare) and isinstance(test.left, core.Read) and isinstance(e.source, core.Rows)
        if c.c.program.domains[e.source.domain].size > bits.WORD:
            if not c.words(test.right):
                wide_rows(c, c.c.program.fields[test.left.field], test.op, test.right)
                return True
            return False
        if test.op == ">=" and isinstance(test.right, core.Const):
            rows_at_least(c, c.c.program.fields[test.left.field], test.right.value)
            return True
        if not c.words(test.right):
            rows_where(c, c.c.program.fields[test.left.field], test.right)
            if test.op == "!=":
                c.f.const((1 << c.c.program.domains[e.source.domain].size) - 1)
                c.f.op("xor")
            return True
    if e.sink == "set" and isinstance(e.source, core.Rows) and _is_short(c.c, e.source):
        if isinstance(test, core.And) and len(test.items) == 2:
            return _read_through(c, core.Local(e.place, e.slot), *test.items)
    return False


def _is_short(c: Compiler, source: core.Expr, most: int = bits.WORD) -> bool:
    """Is it all rows of a kind whose rows do not come and go, and of which there are so many at most?"""
    kind = c.program.domains[source.domain] if isinstance(source, core.Rows) else None
    return kind is not None and not kind.dynamic and kind.size <= most


def _read_through(c: Code, here: core.Local, named: core.Expr, test: core.Expr) -> bool:
    """``where piece is not none and piece.owner is X``: the mask of the pieces of X first, then of the cells that name one of them."""
    if not (isinstance(named, core.Compare) and named.op == "!=" and named.right == core.Const(named.place, NONE)):
        return False
    if not (isinstance(test, core.Compare) and test.op == "==" and isinstance(test.left, core.Read) and test.left.row == named.left):
        return False
    if not isinstance(named.left, core.Read) or named.left.row != here or speaks_of(test.right, here.slot) or c.words(test.right):
        return False
    column, beyond = (c.c.program.fields[read.field] for read in (named.left, test.left))
    if (
        not is_byte_column(c.c, column.index)
        or not is_byte_column(c.c, beyond.index)
        or c.c.program.domains[beyond.domain].size > bits.WORD
    ):
        return False
    if may_fail(test.right, set(c.sure), c.c.program):
        return False  # it is not asked where nothing is named
    owned = c.f.local()
    rows_where(c, beyond, test.right)
    c.f.set(owned)
    rows_naming(c, column, owned)
    return True
