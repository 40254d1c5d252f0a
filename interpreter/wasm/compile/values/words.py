"""Sets of at most 64 rows as one word: searches on one byte column, the primitives that compare sixteen bytes at a time, and
straight-line code over words (:mod:`arbitre.interpreter.plan.bits`)."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan import bits
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.wasm.binary.wide import LANES, lanes_at_least, lanes_equal, lanes_in_set
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported

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
    value = f.local()
    c.value(wanted)
    f.tee(value)
    f.const(low)
    f.op("sub")
    f.const(high - low)
    f.op("le_u")
    f.when(True)
    sixteen_each(c, rows, at, lambda base, offset: lanes_equal(f, base, [(offset, None, value, 1)]))
    f.otherwise()
    f.const(0)
    f.end()


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
    if e.sink != "set" or not _is_short(c, e.source) or not isinstance(test, core.Compare):
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


def _is_short(c: Compiler, source: core.Expr) -> bool:
    """Is it all rows of a kind whose rows do not come and go, and that a word holds?"""
    kind = c.program.domains[source.domain] if isinstance(source, core.Rows) else None
    return kind is not None and not kind.dynamic and kind.size <= bits.WORD


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


# ------------------------------------------------------------------------------------ straight-line code


def straight(c: Code, e: Straight) -> None:
    """Leaves the word that the last of the steps computes."""
    f, every = c.f, (1 << e.size) - 1
    given: list[int] = []
    kinds = {one: kind for kind, one, _, _ in e.steps if kind in (bits.INPUT, bits.FLAG, bits.BIT, bits.PICK)}
    for number, part in enumerate(e.inputs):
        held = f.local()
        if kinds[number] == bits.INPUT:
            if c.words(part) > 1:
                raise Unsupported("a long set among words")
            c.set(part, 1)
        elif kinds[number] == bits.FLAG:
            c.test(part)
            f.flagged()
        else:
            c.value(part)
        f.set(held)
        given.append(held)
    made: list[int | None] = []

    def put(step: int) -> None:
        local = made[step]
        if local is None:
            f.const(e.steps[step][1])
        else:
            f.get(local)

    for kind, one, two, three in e.steps:
        if kind == bits.CONST:
            made.append(None)
            continue
        if kind == bits.INPUT:
            made.append(given[one])
            continue
        if kind == bits.FLAG:
            f.const(0)
            f.get(given[one])
            f.op("sub")
            f.const(every)
            f.op("and")
        elif kind == bits.BIT:
            f.const(1)
            f.get(given[one])
            f.op("shl")
            f.const(0)
            f.get(given[one])
            f.const(bits.WORD)
            f.op("lt_u")
            f.select()
        elif kind == bits.PICK:
            table = e.tables[two]
            clamped(c, given[one], three, len(table))
            f.const(8)
            f.op("mul")
            f.load("64", c.c.memory.masks(list(table), 1))
        elif kind == bits.NOT:
            put(one)
            f.const(every)
            f.op("xor")
        elif kind == bits.SHIFT:
            put(one)
            f.const(abs(two))
            f.op("shr_u" if two > 0 else "shl")
            f.const(three)
            f.op("and")
        elif kind == bits.SPREAD:
            f.const(0)
            put(one)
            f.const(two)
            f.op("shr_u")
            f.const(1)
            f.op("and")
            f.op("sub")
            f.const(every)
            f.op("and")
        else:
            put(one)
            put(two)
            f.op(kind)
        local = f.local()
        f.set(local)
        made.append(local)
    put(len(e.steps) - 1)


def clamped(c: Code, number: int, first: int, count: int) -> None:
    """Leaves the index of the number in a local in a table of ``count`` entries that begins with ``first``, clamped to the table."""
    f, at = c.f, c.f.local()
    f.get(number)
    if first:
        f.const(first)
        f.op("sub")
    f.tee(at)
    f.const(count - 1)
    f.get(at)
    f.const(count - 1)
    f.op("lt_s")
    f.select()
    f.tee(at)
    f.const(0)
    f.get(at)
    f.const(0)
    f.op("gt_s")
    f.select()
