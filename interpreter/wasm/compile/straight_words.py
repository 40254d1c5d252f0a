"""Conditions asked of all rows of a kind at once: straight code over words, see :mod:`arbitre.interpreter.plan.bits`."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.plan import bits
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.wasm.binary.wide import alike
from arbitre.interpreter.wasm.compile.code import Code, Unsupported

LANES = 16


def held_at_once(c: Code, e: core.Query) -> bool:
    """Writes the rows in which a column of bytes holds a value, sixteen at a time; False where a search is not that."""
    test = e.where
    if e.sink != "set" or not isinstance(e.source, core.Rows) or not isinstance(test, core.Compare) or test.op != "==":
        return False
    kind, read = c.c.program.domains[e.source.domain], test.left
    if kind.dynamic or kind.size > bits.WORD or not isinstance(read, core.Read) or read.row != core.Local(read.place, e.slot):
        return False
    column, field = c.c.memory.columns[read.field], c.c.program.fields[read.field]
    if column.size != 1 or column.words or field.values is not None or speaks_of(test.right, e.slot) or c.words(test.right):
        return False
    f, value, first, out = c.f, None, c.f.local(), c.f.local()
    low, high = min(field.low, field.default), max(field.high, field.default)
    number = test.right.value if isinstance(test.right, core.Const) else None
    if number is not None and not low <= number <= high:
        f.const(0)
        return True
    if number is None:
        value = f.local()
        c.value(test.right)
        f.tee(value)
        f.const(low)
        f.op("sub")
        f.const(high - low)
        f.op("le_u")
        f.when(True)
    for at in range(0, kind.size, LANES):
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
    if kind.size % LANES:
        f.const((1 << kind.size) - 1)
        f.op("and")
    if number is None:
        f.otherwise()
        f.const(0)
        f.end()
    return True


def straight(c: Code, e: Straight) -> None:
    """Leaves the word that the steps come to."""
    f, every = c.f, (1 << e.size) - 1
    given: list[int] = []
    kinds = {one: kind for kind, one, _, _ in e.steps if kind in (bits.INPUT, bits.FLAG, bits.BIT)}
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
