"""Cells of fields, read and written by field and row; rows that are made."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import (
    copy,
    fill,
    load8s,
    load8u,
    load16s,
    load16u,
    load32s,
    load32u,
    load64,
    load_word,
    store8,
    store16,
    store32,
    store64,
)
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.match.memo import row_changed
from arbitre.interpreter.wasm.runtime.primitives.numbers import lesser


def free_row(at: int, size: int, rows: int) -> int:
    """The first row that does not exist; -1 where all do."""
    row = 0
    while row < rows:
        if load8u(at + row * size) == 0:
            return row
        row += 1
    return -1


def read_at(at: int, form: int) -> int:
    """A number of a form."""
    if form == 1:
        return load8u(at)
    if form == -1:
        return load8s(at)
    if form == 2:
        return load16u(at)
    if form == -2:
        return load16s(at)
    if form == 4:
        return load32u(at)
    if form == -4:
        return load32s(at)
    return load64(at)


def cell_get(field: int, row: int, to: int) -> None:
    """What a cell holds, as a set or as one number, put into a place."""
    at = areas.columns[field].address + row * areas.columns[field].size
    words = areas.columns[field].words
    fill(to, 0, sizes.wide * 8)
    if words:
        copy(to, at, words * 8)
        return
    store64(to, read_at(at, areas.columns[field].form))


def cell_put(field: int, row: int, value: int) -> None:
    """A cell holds what stands in a place."""
    at = areas.columns[field].address + row * areas.columns[field].size
    words = areas.columns[field].words
    control.dirty = -1
    row_changed(field, row)
    areas.touched[field] |= 1
    if words:
        copy(at, value, words * 8)
        return
    number = load64(value)
    size = areas.columns[field].size
    if size == 1:
        store8(at, number)
    if size == 2:
        store16(at, number)
    if size == 4:
        store32(at, number)
    if size == 8:
        store64(at, number)


def column(field: int, part: int) -> int:
    """Of a field: its first address, bytes of a row, words of a set, lowest and highest number, form, rows, number of its first cell."""
    return load_word(areas.columns[field], part)


def note_stored(field: int, row: int) -> None:
    """A part of what is done at once has stored a cell."""
    if control.together:
        areas.stored_now[areas.columns[field].cell + row] = 1
        areas.touched[field] = 3


def note_amount(field: int, row: int, amount: int) -> None:
    """A part of what is done at once has counted a cell up or down."""
    if control.together:
        cell = areas.columns[field].cell + row
        areas.amounts[cell] += amount
        areas.counted[areas.columns[field].cell + row] = 1
        areas.touched[field] = 3


def note_for_good(field: int, row: int, value: int) -> None:
    """No part gives members that are gained for good an end."""
    if control.together:
        count = areas.for_good.count
        if count >= sizes.for_good_most:
            give_up(StopReason.FULL, 0)
        at = areas.for_good[count]
        at.field = field
        at.row = row
        copy(at.value, value, sizes.wide * 8)
        areas.for_good.count = count + 1


def new_row(domain: int, at: int, size: int, rows: int) -> int:
    """The first free row, that no other part of what is done together has taken."""
    if control.together == 0:
        return free_row(at, size, rows)
    taken = areas.made.address + areas.made_first[domain]
    row = 0
    while row < rows:
        if load8u(at + row * size) == 0 and load8u(taken + row) == 0:
            store8(taken + row, 1)
            return row
        row += 1
    return -1


def order_row(alive: int, alive_size: int, state: int, state_size: int, rows: int, share: int, seat: int, domain: int) -> int:
    """A row for an order of a seat: of its own rows first, then the last that is free, then one whose order is done with."""
    own = seat * share
    end = lesser(rows, own + share)
    if end < own:
        end = own
    taken = areas.made.address + areas.made_first[domain]
    many = control.together
    again = 0
    while again < 2:
        number = 0
        while number < rows:
            row = own + number
            if row >= end:
                row = rows - 1 - (number - (end - own))
                if row < end:
                    row -= end - own
            if again == 0 and load8u(alive + row * alive_size) == 0 and not (many and load8u(taken + row)):
                if many:
                    store8(taken + row, 1)
                return row
            if again and load8u(state + row * state_size) != 0:
                return row
            number += 1
        if many:
            return -1
        again += 1
    return -1
