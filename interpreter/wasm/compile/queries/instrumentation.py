"""Code that counts what of the rules is used: see :mod:`arbitre.interpreter.wasm.layout.counts`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.layout.counts import Counting


def count(c: Code, name: Name, by: int = 1) -> None:
    """It has happened once more, if such things are counted."""
    if c.c.counting is None:
        return
    f, at = c.f, c.c.counting.address(name)
    f.const(0)
    f.wrap()
    f.const(0)
    f.load("32u", at)
    f.const(by)
    f.op("add")
    f.store("32", at)


def count_choice(c: Code, decision: str, kind: int, row: int, asked: int, most: int) -> None:
    """A row, in a local, was chosen; where there were more than ``most`` options, ``asked`` says how many, it was a choice."""
    counting = c.c.counting
    if counting is None or kind == NONE or decision not in counting.decisions:
        return
    f, domain = c.f, c.c.program.domains[kind]
    if domain.seen:
        return
    table = c.c.memory.numbers([counting.address(("choice", decision, key)) for key in domain.rows])
    f.get(asked)
    f.const(most)
    f.op("gt_s")
    f.get(row)
    f.const(0)
    f.op("ge_s")
    f.op("and")
    f.when()
    f.get(row)
    f.const(4)
    f.op("mul")
    f.load("32u", table)
    f.call("one_more")
    f.end()


def bears(c: Code, counting: Counting, column: int, value: int) -> None:
    """What a local holds, the address of a set of many words or else the value, was stored in a column."""
    f, words = c.f, c.c.memory.columns[column].words
    at, wide = counting.masks[counting.bearing[column].target]
    if words == 1:
        f.const(0)
        f.wrap()
        f.const(0)
        f.load("64", counting.at + at)
        f.get(value)
        f.op("or")
        f.store("64", counting.at + at)
    else:
        f.const(counting.at + at)
        f.get(value)
        f.const(wide)
        f.call("set_join" if words else "put_member")


def write_counts(counting: Counting, every: Code, one: Code) -> None:
    """The functions that look who bears what: after a statement, and after a lasting change of one cell."""
    for column in counting.bearing.values():
        every.load_name("DIRTY")
        every.f.const(counting.bits[column.index])
        every.f.op("and")
        every.f.when()
        _each_row(every, counting, column)
        every.f.end()
        one.f.get(0)
        one.f.const(column.index)
        one.f.op("eq")
        one.f.when()
        _held(one, counting, column, 1)
        one.f.end()


def _each_row(c: Code, counting: Counting, column: core.Field) -> None:
    f, row, kind = c.f, c.f.local(), c.c.program.domains[column.domain]
    alive = c.c.memory.alive(kind)
    f.const(0)
    f.set(row)
    with f.loop() as again:
        if alive is not None:
            f.get(row)
            f.const(alive.size)
            f.op("mul")
            f.load(alive.load, alive.at)
            f.when()
        _held(c, counting, column, row)
        if alive is not None:
            f.end()
        f.get(row)
        f.const(1)
        f.op("add")
        f.tee(row)
        f.const(kind.size)
        f.op("lt_s")
        f.br_if(again)


def _held(c: Code, counting: Counting, column: core.Field, row: int) -> None:
    """What a cell holds is borne."""
    bears(c, counting, column.index, _cell(c, column.index, row))


def _cell(c: Code, column: int, row: int) -> int:
    """A local with what a cell holds, or the address of a set of many words."""
    f, held, value = c.f, c.c.memory.columns[column], c.f.local()
    f.get(row)
    f.const(held.size)
    f.op("mul")
    if held.words > 1:
        f.const(held.at)
        f.op("add")
    else:
        f.load(held.load or "64", held.at)
    f.set(value)
    return value


@contextmanager
def noting(c: Code, column: int, row: int) -> Iterator[None]:
    """Around what is written into a cell: if that changes it, it is noted who bears what."""
    counting, words, f = c.c.counting, c.c.memory.columns[column].words, c.f
    if counting is None or column not in counting.bearing:
        yield
        return
    before = _cell(c, column, row)
    if words > 1:
        f.get(before)
        f.const(words)
        f.const(words)
        f.call("widened")  # a copy
        f.set(before)
    yield
    now = _cell(c, column, row)
    f.get(before)
    f.get(now)
    if words > 1:
        f.const(words)
        f.call("set_equal")
        f.isnt()
    else:
        f.op("ne")
    f.when()
    bears(c, counting, column, now)
    f.end()
