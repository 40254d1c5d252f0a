"""Expressions as instructions that leave a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.errors import told_there
from arbitre.interpreter.analysis.recursion import asks_for_itself
from arbitre.interpreter.plan.rewrite import WithFallback
from arbitre.interpreter.wasm.compile import scheduling as later
from arbitre.interpreter.wasm.compile.code import Code, Unsupported
from arbitre.interpreter.wasm.compile.queries import facts
from arbitre.interpreter.wasm.compile.values.tail_calls import is_a_loop
from arbitre.interpreter.wasm.layout.memory import Column
from arbitre.interpreter.wasm.layout.value_types import CHANCE, NUMBER

_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


def _const(c: Code, e: core.Const) -> None:
    c.f.const(e.value)


def read_local(c: Code, e: core.Local) -> None:
    """What a slot holds."""
    c.read_slot(e.slot)


def read_own(c: Code, e: core.Own) -> None:
    """A slot of the innermost running call of a procedure."""
    frame = c.c.memory.frames["p", e.procedure]
    words, f, held = frame.words[e.slot], c.f, c.f.local()
    f.const(0)
    f.load("64", c.c.at["CURRENT"] + 8 * e.procedure)
    f.tee(held)
    f.when(True)
    f.get(held)
    if words > 1:
        f.const(frame.offsets[e.slot])
        f.op("add")
    else:
        f.load("64", frame.offsets[e.slot])
    f.otherwise()
    f.const(c.c.memory.mask(e.default, words) if words > 1 else e.default)
    f.end()


def column_row(c: Code, row: core.Expr, column: Column) -> int:
    """Leaves the address of a row beside the column's first, and gives what is to be added to it."""
    f = c.f
    if isinstance(row, core.Const) and 0 <= row.value < column.rows:
        f.const(0)
        return column.at + row.value * column.size
    c.value(row)
    if not is_within(c, row, column.rows):
        held = f.local()
        f.tee(held)
        f.const(column.rows)
        f.op("lt_u")
        c.stop_unless(row.place)
        f.get(held)
    if column.size > 1:
        f.const(column.size)
        f.op("mul")
    return column.at


def is_within(c: Code, row: core.Expr, rows: int) -> bool:
    """Is it known to be one of so many rows?"""
    if isinstance(row, core.Local):
        return row.slot in c.sure and c.c.types.of(row, c.unit)[1] <= rows
    if isinstance(row, core.Read) and not c.c.program.fields[row.field].is_set:
        field = c.c.program.fields[row.field]
        held = field.values if field.values is not None else (field.low, field.high, field.default)
        return min(held, default=NONE) >= 0 and max(held, default=rows) < rows
    return False


def read_column(c: Code, e: core.Read) -> None:
    """A column at a row: a number, a set of one word, or the address of a longer one."""
    column = c.c.memory.columns[e.field]
    offset = column_row(c, e.row, column)
    if column.words > 1:
        c.f.const(offset)
        c.f.op("add")
    else:
        c.f.load(column.load or "64", offset)


def _one_of(c: Code, e: core.OneOf) -> None:
    held = c.f.local()
    c.f.const(NONE)
    c.f.set(held)
    with c.f.block() as out:
        for _, choice in e.choices:
            c.value(choice)
            c.f.tee(held)
            c.f.const(0)
            c.f.op("ge_s")
            c.f.br_if(out)
        c.f.const(NONE)
        c.f.set(held)
    c.f.get(held)


def _arith(c: Code, e: core.Arith) -> None:
    f = c.f
    if e.op in "/%" and isinstance(e.right, core.Const) and e.right.value > 0 and not e.right.value & (e.right.value - 1):
        c.value(e.left)
        f.const(e.right.value.bit_length() - 1 if e.op == "/" else e.right.value - 1)
        f.op("shr_s" if e.op == "/" else "and")
        return
    if e.op in "/%":
        c.value(e.right)  # a division by 0 is reported before the other side is evaluated
        by = f.local()
        f.tee(by)
        f.const(0)
        f.op("ne")
        c.stop_unless(e.place)
        c.value(e.left)
        f.get(by)
        f.call("floor_div" if e.op == "/" else "floor_mod")
        return
    c.value(e.left)
    if e.op in ("min", "max"):
        one, two = f.local(), f.local()
        f.set(one)
        c.value(e.right)
        f.set(two)
        f.get(one)
        f.get(two)
        f.get(one)
        f.get(two)
        f.op("le_s" if e.op == "min" else "ge_s")
        f.select()
        return
    c.value(e.right)
    if e.op == "*":
        f.call("product")
    else:
        f.op({"+": "add", "-": "sub"}[e.op])


def _compare(c: Code, e: core.Compare) -> None:
    f = c.f
    words = max(c.words(e.left), c.words(e.right))
    if not words:
        c.value(e.left)
        c.value(e.right)
        f.op(_COMPARE[e.op])
        return
    if e.op not in ("==", "!="):
        _compare_sets(c, e, words)
        return
    c.set(e.left, words)
    c.set(e.right, words)
    if words == 1:
        f.op(_COMPARE[e.op])
        return
    f.const(words)
    f.call("set_equal")
    if e.op == "!=":
        f.isnt()


def _compare_sets(c: Code, e: core.Compare, words: int) -> None:
    """Which of two sets comes first as a number, or which of two chances is the better one."""
    f, chances = c.f, CHANCE in (c.c.types.of(e.left, c.unit)[0], c.c.types.of(e.right, c.unit)[0])
    sides = (e.left, e.right) if e.op in ("<", ">=") else (e.right, e.left)
    held = [f.local(), f.local()]
    for side, local in zip((e.left, e.right), held, strict=True):
        c.set(side, words)
        if words == 1:
            f.call("boxed")
        f.set(local)
    for side in sides:
        f.get(held[side is e.right])
    if chances:
        f.call("chance_less")
    else:
        f.const(words)
        f.call("set_less")
    if e.op in (">=", "<="):
        f.isnt()


def _and(c: Code, e: core.And) -> None:
    _chain(c, e.items, True)


def _or(c: Code, e: core.Or) -> None:
    _chain(c, e.items, False)


def _chain(c: Code, items: tuple[core.Expr, ...], needed: bool) -> None:
    """One after the other, until it is decided."""
    f = c.f
    c.test(items[0])
    if len(items) == 1:
        f.flagged()
        return
    f.when(True)
    if needed:
        with known(c, items[0]):
            _chain(c, items[1:], needed)
        f.otherwise()
        f.const(0)
    else:
        f.const(1)
        f.otherwise()
        _chain(c, items[1:], needed)
    f.end()


@contextmanager
def known(c: Code, test: core.Expr) -> Iterator[None]:
    """Within it a condition holds."""
    before = c.sure
    c.sure = before | told_there(test)
    yield
    c.sure = before


def _not(c: Code, e: core.Not) -> None:
    c.test(e.item)
    c.f.isnt()


def choice(c: Code, e: core.Choice) -> None:
    """One of two, by a condition; a number or a set."""
    words = c.words(e)
    c.test(e.test)
    c.f.when(True)
    with known(c, e.test):
        c.any(e.then, words)
    c.f.otherwise()
    c.any(e.other, words)
    c.f.end()


def settled(c: Code, e: core.Settled) -> None:
    """What one line replaces a value by; two that differ are reported by the interpreter."""
    f, words = c.f, c.words(e)
    held, found, now = f.local(), f.local(), f.local()
    f.const(0)
    f.set(found)
    for test, value in zip(e.tests, e.values, strict=True):
        c.test(test)
        f.when()
        c.any(value, words)
        f.set(now)
        f.get(found)
        f.when()
        f.get(now)
        f.get(held)
        if words > 1:
            f.const(words)
            f.call("set_equal")
        else:
            f.op("eq")
        c.stop_unless(value.place)
        f.otherwise()
        f.get(now)
        f.set(held)
        f.const(1)
        f.set(found)
        f.end()
        f.end()
    f.get(found)
    f.isnt()
    f.when()
    c.any(e.base, words)
    f.set(held)
    f.end()
    f.get(held)


def apply(c: Code, e: core.Apply) -> None:
    """A value of the rulebook asked: a function of the module."""
    f, function = c.f, c.c.program.functions[e.function]
    unit = c.c.unit(("f", e.function))
    for param, arg in zip(function.params, e.args, strict=True):
        c.any(arg, c.c.types.width(unit.types[param.slot]))
    if asks_for_itself(e.function, c.c.facts) and not is_a_loop(c.c, e.function):
        cell, held = c.c.at["ASKING"] + 8 * e.function, f.local()
        f.const(0)
        f.load("64", cell)
        f.tee(held)
        f.const(function.depth)  # from there on the interpreter is to tell; so it is where the stack is too small
        f.op("lt_s")
        c.stop_unless(e.place)
        f.const(0)
        f.wrap()
        f.get(held)
        f.const(1)
        f.op("add")
        f.store("64", cell)
        f.call(c.c.value_of(e.function))
        f.const(0)
        f.wrap()
        f.get(held)
        f.store("64", cell)
        return
    f.call(c.c.value_of(e.function))


def is_small(c: Code, e: core.Expr) -> bool:
    """Is its number a row that fits into one word, or none?"""
    type_ = c.c.types.of(e, c.unit)
    return type_[0] == NUMBER and type_[1] <= 64


def joined(c: Code, e: core.Expr) -> None:
    """The set of one word on top with one more member; none is left out."""
    f = c.f
    c.value(e)
    if not is_small(c, e):
        f.call("joined_bit")
        return
    held = f.local()
    f.tee(held)
    f.const(0)
    f.op("ge_s")
    f.get(held)
    f.op("shl")
    f.op("or")


def contains(c: Code, e: core.In) -> None:
    """Is a row in a set?"""
    f, held = c.f, c.f.local()
    group = e.group
    if isinstance(group, core.Rows) and not c.c.program.domains[group.domain].dynamic:
        c.value(e.item)
        f.const(c.c.program.domains[group.domain].size)
        f.op("lt_u")
        return
    c.value(e.item)
    f.tee(held)
    f.const(0)
    f.op("ge_s")
    f.when(True)
    words = max(1, c.words(group))
    mark = c.mark() if words > 1 else None
    c.set(group, words)
    f.get(held)
    if words == 1 and is_small(c, e.item):
        f.op("shr_u")
        f.const(1)
        f.op("and")
    elif words == 1:
        f.call("bit")
    else:
        f.const(words)
        f.call("member")
    c.release(mark)
    f.otherwise()
    f.const(0)
    f.end()


def _built(c: Code, e: core.Built) -> None:
    f = c.f
    if e.name == "turn" and isinstance(e.args[0], core.Const):
        f.const(0)
        f.load("64", c.c.at["RUNS"] + 8 * e.args[0].value)
    elif e.name == "match_over":
        c.load_name("OVER")
    elif e.name == "percent":
        c.c.percent(c, e)
    elif e.name in facts.BUILT or e.name in later.BUILT:
        {**facts.BUILT, **later.BUILT}[e.name](c, e)
    else:
        raise Unsupported(f"built-in {e.name}")


VALUES: dict[type, Callable[[Code, Any], None]] = {
    core.Const: _const, core.Local: read_local, core.Own: read_own, core.Read: read_column, core.OneOf: _one_of, core.Arith: _arith,
    core.Compare: _compare, core.And: _and, core.Or: _or, core.Not: _not, core.Choice: choice, WithFallback: choice, core.Settled: settled,
    core.Apply: apply, core.In: contains, core.Built: _built,
}  # fmt: skip
