"""Conditions of all rows of a kind at once: straight-line code over words of bits, see :mod:`arbitre.interpreter.plan.bits`."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan import bits
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.wasm.binary.wide import alike, among
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported

LANES = 16


def asks_one_column(c: Compiler, e: core.Query) -> bool:
    """Does a search ask nothing but what a column of bytes holds?  Then it takes a few steps for all rows."""
    test = e.where
    if e.sink != "set" or not _is_short(c, e.source) or not isinstance(test, core.Compare) or test.op not in ("==", "!="):
        return False
    here = core.Local(e.place, e.slot)
    if not isinstance(test.left, core.Read) or test.left.row != here or speaks_of(test.right, e.slot):
        return False
    return _is_of_bytes(c, test.left.field)


def held_at_once(c: Code, e: core.Query) -> bool:
    """Writes the rows in which a column of bytes holds a value, or the column of a row that it names; False where a search is not that."""
    test = e.where
    if asks_one_column(c.c, e):
        assert isinstance(test, core.Compare) and isinstance(test.left, core.Read) and isinstance(e.source, core.Rows)
        if not c.words(test.right):
            size = c.c.program.domains[e.source.domain].size
            _held(c, test.left.field, size, test.right)
            if test.op == "!=":
                c.f.const((1 << size) - 1)
                c.f.op("xor")
            return True
    if e.sink == "set" and isinstance(e.source, core.Rows) and _is_short(c.c, e.source):
        if isinstance(test, core.And) and len(test.items) == 2:
            return _named_at_once(c, c.c.program.domains[e.source.domain], core.Local(e.place, e.slot), *test.items)
    return False


def _is_short(c: Compiler, source: core.Expr) -> bool:
    """Is it all rows of a kind whose rows do not come and go, and that a word holds?"""
    kind = c.program.domains[source.domain] if isinstance(source, core.Rows) else None
    return kind is not None and not kind.dynamic and kind.size <= bits.WORD


def _is_of_bytes(c: Compiler, index: int) -> bool:
    column = c.memory.columns[index]
    return column.size == 1 and not column.words and c.program.fields[index].values is None


def _held(c: Code, index: int, rows: int, wanted: core.Expr) -> None:
    """Leaves the rows in which a column holds a value, sixteen at a time."""
    f, value, first, out = c.f, None, c.f.local(), c.f.local()
    column, field = c.c.memory.columns[index], c.c.program.fields[index]
    low, high = min(field.low, field.default), max(field.high, field.default)
    number = wanted.value if isinstance(wanted, core.Const) else None
    if number is not None and not low <= number <= high:
        f.const(0)
        return
    if number is None:
        value = f.local()
        c.value(wanted)
        f.tee(value)
        f.const(low)
        f.op("sub")
        f.const(high - low)
        f.op("le_u")
        f.when(True)
    for at in range(0, rows, LANES):
        f.const(0)
        f.set(first)
        alike(f, first, [(column.at + at, number, value, 1)])
        if at:
            f.const(at)
            f.op("shl")
            f.get(out)
            f.op("or")
        f.set(out)
    f.get(out)
    if rows % LANES:
        f.const((1 << rows) - 1)
        f.op("and")
    if number is None:
        f.otherwise()
        f.const(0)
        f.end()


def _named_at_once(c: Code, kind: core.Domain, here: core.Local, named: core.Expr, test: core.Expr) -> bool:
    """``where piece is not none and piece.owner is X``: the pieces of X first, then the cells that name one of them."""
    f, owners = c.f, c.f.local()
    if not (isinstance(named, core.Compare) and named.op == "!=" and named.right == core.Const(named.place, NONE)):
        return False
    if not (isinstance(test, core.Compare) and test.op == "==" and isinstance(test.left, core.Read) and test.left.row == named.left):
        return False
    if not isinstance(named.left, core.Read) or named.left.row != here or speaks_of(test.right, here.slot) or c.words(test.right):
        return False
    column, beyond = named.left.field, c.c.program.domains[c.c.program.fields[test.left.field].domain]
    if not _is_of_bytes(c.c, column) or not _is_of_bytes(c.c, test.left.field) or beyond.size > bits.WORD:
        return False
    if may_fail(test.right, set(c.sure), c.c.program):
        return False  # it is not asked where nothing is named
    none = f.local()
    f.const(0)
    f.set(none)
    _held(c, test.left.field, beyond.size, test.right)
    f.set(owners)
    for first in range(0, kind.size, LANES):
        among(f, none, c.c.memory.columns[column].at + first, owners)
        if first:
            f.const(first)
            f.op("shl")
            f.op("or")
    return True


def straight(c: Code, e: Straight) -> None:
    """Leaves the word that the steps come to."""
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
    """Leaves how far a number lies behind the first, from 0 to one less than so many."""
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
