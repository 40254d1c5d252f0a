"""Statements that change columns: what is stored, counted, joined; rows that come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.instrumentation import noting
from arbitre.interpreter.wasm.compile.queries.matches import Holds, each_match
from arbitre.interpreter.wasm.layout.value_types import SET


def copy_set(c: Code, source: int, words: int) -> None:
    """To the address on top, from the one in a local."""
    c.f.wrap()
    c.f.get(source)
    c.f.wrap()
    c.f.const(8 * words)
    c.f.wrap()
    c.f.copy()


def check_range(c: Code, held: int, low: int, high: int, place: Place) -> None:
    """A number that does not fit is reported by the interpreter."""
    f = c.f
    f.get(held)
    f.const(low)
    f.op("sub")
    f.const(high - low)
    f.op("le_u")
    c.stop_unless(place)


def row_of(c: Code, row: core.Expr) -> int:
    """The row that is changed, in a local; whether it is one is asked once all values are known."""
    held = c.f.local()
    c.value(row)
    c.f.set(held)
    return held


def check_row(c: Code, row: int, field: int, place: Place) -> None:
    """What is changed must be of a row that there is."""
    c.f.get(row)
    c.f.const(c.c.memory.columns[field].rows)
    c.f.op("lt_u")
    c.stop_unless(place)


def address(c: Code, field: int, row: int) -> None:
    """Leaves the address of a cell, but for the column's first."""
    column = c.c.memory.columns[field]
    c.f.get(row)
    if column.size > 1:
        c.f.const(column.size)
        c.f.op("mul")


def write_cell(c: Code, field: int, row: int, value: int) -> None:
    """Puts what a local holds into a column: a number, a set of one word, or the address of a longer one."""
    f, column = c.f, c.c.memory.columns[field]
    address(c, field, row)
    if column.words > 1:
        f.const(column.at)
        f.op("add")
        copy_set(c, value, column.words)
    else:
        f.wrap()
        f.get(value)
        f.store(column.store or "64", column.at)
    changed(c, field, row)


def changed(c: Code, field: int, row: int | None = None) -> None:
    """Notes that the laws which read a column are to be checked again, and that memoised values which read it are stale.

    ``row``: the local with the row that was changed, where it was one.
    """
    if c.c.at_once:
        c.f.const(c.c.at["TOUCHED"] + field)
        c.f.wrap()
        c.f.const(0)
        c.f.load("8u", c.c.at["TOUCHED"] + field)
        c.f.const(1)
        c.f.op("or")
        c.f.store("8")
    if field in c.c.logged_columns:
        c.f.const(field)
        if row is None:
            c.f.const(-1)
        else:
            c.f.get(row)
        c.f.call("row_changed")
    elif field in c.c.memoised_columns:
        c.f.const(field)
        c.f.call("field_changed")
    laws = c.c.watchers.get(field, 0)
    if laws:
        c.load_name("DIRTY")
        c.f.const(laws)
        c.f.op("or")
        c.store_name("DIRTY")


def put(c: Code, field: int, row: int, value: int, type_: tuple[int, int], place: Place) -> None:
    """Stores a value that fits its column; one that does not is reported by the interpreter."""
    column = c.c.program.fields[field]
    if not column.is_set:
        check_range(c, value, column.low, column.high, place)
    elif type_[1] > column.high.bit_length() and type_[0] == SET:
        last = c.c.memory.columns[field].words - 1
        c.f.get(value)
        if last:
            c.f.load("64", 8 * last)
        c.f.const(~(column.high >> 64 * last))
        c.f.op("and")
        c.f.isnt()
        c.stop_unless(place)
    write_cell(c, field, row, value)
    note(c, "note_stored", field, row)


def note(c: Code, routine: str, field: int, row: int, amount: int | None = None) -> None:
    """Where things may be done together it is noted what is stored, and what is counted."""
    if c.c.at_once:
        c.f.const(field)
        c.f.get(row)
        if amount is not None:
            c.f.get(amount)
        c.f.call(routine)


def _store(c: Code, s: core.Store) -> None:
    if s.lasting is not None:
        c.c.lasting(c, s, s.lasting)
        return
    words, value = c.c.memory.columns[s.field].words, c.f.local()
    row = row_of(c, s.row)
    c.any(s.value, words)
    c.f.set(value)
    check_row(c, row, s.field, s.place)
    with noting(c, s.field, row):
        put(c, s.field, row, value, c.c.types.of(s.value, c.unit), s.place)


def _change(c: Code, s: core.Change) -> None:
    if s.lasting is not None:
        c.c.lasting(c, s, s.lasting)
        return
    f, field, value = c.f, c.c.program.fields[s.field], c.f.local()
    column = c.c.memory.columns[s.field]
    row = row_of(c, s.row)
    c.value(s.delta)
    f.set(value)
    check_row(c, row, s.field, s.place)
    note(c, "note_amount", s.field, row, value)
    address(c, s.field, row)
    f.load(column.load, column.at)
    f.get(value)
    f.op("add")
    f.const(field.low)
    f.const(field.high)
    f.call("within")
    f.set(value)
    with noting(c, s.field, row):
        write_cell(c, s.field, row, value)


def _join(c: Code, s: core.Join) -> None:
    if s.lasting is not None or s.field in c.c.lasting_sets:
        c.c.lasting(c, s, s.lasting)
        return
    f, column, value = c.f, c.c.memory.columns[s.field], c.f.local()
    row = row_of(c, s.row)
    c.set(s.mask, column.words)
    f.set(value)
    check_row(c, row, s.field, s.place)
    if column.words > 1:
        with noting(c, s.field, row):
            address(c, s.field, row)
            f.const(column.at)
            f.op("add")
            f.get(value)
            f.call(wide(c.c.module, "join" if s.add else "leave", column.words))
        changed(c, s.field, row)
        return
    address(c, s.field, row)
    f.load("64", column.at)
    f.get(value)
    if not s.add:
        f.const(-1)
        f.op("xor")
    f.op("or" if s.add else "and")
    f.set(value)
    with noting(c, s.field, row):
        write_cell(c, s.field, row, value)


def _create(c: Code, s: core.Create) -> None:
    f, domain, row = c.f, c.c.program.domains[s.domain], c.f.local()
    alive = c.c.memory.alive(domain)
    assert alive is not None
    if c.c.at_once:
        f.const(s.domain)
    f.const(alive.at)
    f.const(alive.size)
    f.const(domain.size)
    f.call("new_row" if c.c.at_once else "free_row")
    f.tee(row)
    f.const(0)
    f.op("ge_s")
    c.stop_unless(s.place)
    given = []
    for index, value in s.values:
        held = f.local()
        c.any(value, c.c.memory.columns[index].words)
        f.set(held)
        given.append((index, held, c.c.types.of(value, c.unit)))
    blank_row(c, s.domain, row)
    for index, held, type_ in given:
        put(c, index, row, held, type_, s.place)
    f.get(row)
    c.write_slot(s.slot)


def blank_row(c: Code, domain: int, row: int) -> None:
    """A row that is there, with nothing of one that stood in its place before."""
    f, kind = c.f, c.c.program.domains[domain]
    for field in c.c.program.fields:
        if field.domain == domain and field.values is None:
            value = f.local()
            column = c.c.memory.columns[field.index]
            f.const(c.c.memory.mask(field.default, column.words) if column.words > 1 else 1 if field.index == kind.alive else field.default)
            f.set(value)
            write_cell(c, field.index, row, value)


def _discard(c: Code, s: core.Discard) -> None:
    f, kind = c.f, c.c.program.domains[s.domain]
    row, nothing = row_of(c, s.row), f.local()
    f.get(row)
    f.const(kind.size)
    f.op("lt_u")
    c.stop_unless(s.place)
    f.const(0)
    f.set(nothing)
    write_cell(c, kind.alive, row, nothing)
    for field in c.c.program.fields:
        if field.domain == s.domain and field.index in c.c.lasting_fields:
            f.const(field.index)
            f.get(row)
            f.call("forget_row")
    table = c.c.program.orders
    if table is not None and s.domain in table.actors:
        orders, held = c.c.program.domains[table.domain], f.local()
        f.const(3)
        f.set(held)
        waiting = (Holds(orders.alive, 1), Holds(table.actors[s.domain], local=row), Holds(table.state, 0))
        each_match(c, orders.size, waiting, lambda given: write_cell(c, table.state, given, held))


COLUMNS: dict[type, Callable[[Code, Any], None]] = {
    core.Store: _store, core.Change: _change, core.Join: _join, core.Create: _create, core.Discard: _discard,
}  # fmt: skip
