"""Scans for rows whose columns hold certain numbers, sixteen rows at a time where columns are of one byte or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbitre.interpreter.wasm.binary.wide import LANES, lanes_equal

if TYPE_CHECKING:
    from arbitre.interpreter.wasm.compile.code import Code


@dataclass(frozen=True, slots=True)
class Holds:
    """A column holds this number: a constant, or what a local has."""

    field: int
    number: int = 0
    local: int | None = None

    def put(self, c: Code) -> None:
        c.f.const(self.number) if self.local is None else c.f.get(self.local)


def each_match(c: Code, rows: int, wanted: tuple[Holds, ...], body: Callable[[int], None]) -> None:
    """Does something for each of the rows in which all columns hold what is wanted; the body may change what it was found by."""
    if are_short(c, wanted):
        _each_chunk(c, rows, wanted, lambda first, mask: _each_of(c, first, mask, body))
        return
    with _counting(c, rows, 1) as row:
        for one in wanted:
            column = c.c.memory.columns[one.field]
            c.f.get(row)
            c.f.const(column.size)
            c.f.op("mul")
            c.f.load(column.load, column.at)
            one.put(c)
            c.f.op("eq")
            c.f.when()
        body(row)
        for _ in wanted:
            c.f.end()


def count_matches(c: Code, rows: int, wanted: tuple[Holds, ...], found: int) -> None:
    """Adds to a local how many rows there are in which all columns hold what is wanted."""

    def more(by: Callable[[], None]) -> None:
        c.f.get(found)
        by()
        c.f.op("add")
        c.f.set(found)

    if not are_short(c, wanted):
        each_match(c, rows, wanted, lambda _: more(lambda: c.f.const(1)))
        return

    def counted(mask: int) -> None:
        c.f.get(mask)
        c.f.op("popcnt")

    _each_chunk(c, rows, wanted, lambda _, mask: more(lambda: counted(mask)))


def are_short(c: Code, wanted: tuple[Holds, ...]) -> bool:
    """Does a byte hold each number of the first column, and at most two each of the others?"""
    sizes = [c.c.memory.columns[one.field].size for one in wanted]
    return sizes[0] == 1 and max(sizes) <= 2


@contextmanager
def _counting(c: Code, most: int, step: int) -> Iterator[int]:
    f, number = c.f, c.f.local()
    f.const(0)
    f.set(number)
    with f.loop() as again:
        yield number
        f.get(number)
        f.const(step)
        f.op("add")
        f.tee(number)
        f.const(most)
        f.op("lt_s")
        f.br_if(again)


def _each_chunk(c: Code, rows: int, wanted: tuple[Holds, ...], body: Callable[[int, int], None]) -> None:
    """Calls ``body`` for every sixteen rows: with a local of the first of them, and one with the matching rows as bits.

    Columns are padded with 0 behind their last row, so the first column must want something else.
    """
    assert wanted[0].local is None and wanted[0].number
    mask = c.f.local()
    with _counting(c, rows, LANES) as first:
        columns = c.c.memory.columns
        lanes_equal(
            c.f, first, [(columns[w.field].at, w.number if w.local is None else None, w.local, columns[w.field].size) for w in wanted]
        )
        c.f.set(mask)
        body(first, mask)


def _each_of(c: Code, first: int, mask: int, body: Callable[[int], None]) -> None:
    f, row = c.f, c.f.local()
    with f.block() as out, f.loop() as again:
        f.get(mask)
        f.isnt()
        f.br_if(out)
        f.get(mask)
        f.op("ctz")
        f.get(first)
        f.op("add")
        f.set(row)
        f.get(mask)
        f.get(mask)
        f.const(1)
        f.op("sub")
        f.op("and")
        f.set(mask)
        body(row)
        f.br(again)


def each_bit(c: Code, words: int, body: Callable[[int], None]) -> None:
    """Does something with each row of the set on top."""
    f, row, left = c.f, c.f.local(), c.f.local()
    if words == 1:
        f.set(left)
        _word(c, left, row, None, body)
        return
    at, end, first = f.local(), f.local(), f.local()
    f.tee(at)
    f.const(words * 8)
    f.op("add")
    f.set(end)
    f.const(0)
    f.set(first)
    with f.loop() as again:
        f.get(at)
        f.load("64")
        f.set(left)
        _word(c, left, row, first, body)
        f.get(first)
        f.const(64)
        f.op("add")
        f.set(first)
        f.get(at)
        f.const(8)
        f.op("add")
        f.tee(at)
        f.get(end)
        f.op("lt_s")
        f.br_if(again)


def _word(c: Code, left: int, row: int, first: int | None, body: Callable[[int], None]) -> None:
    f = c.f
    with f.block() as out, f.loop() as again:
        f.get(left)
        f.op("i64.eqz")
        f.br_if(out)
        f.get(left)
        f.op("ctz")
        if first is not None:
            f.get(first)
            f.op("add")
        f.set(row)
        f.get(left)
        f.get(left)
        f.const(1)
        f.op("sub")
        f.op("and")
        f.set(left)
        body(row)
        f.br(again)
