"""Things done at once: every part from one snapshot, their changes merged, as in :mod:`arbitre.interpreter.compile.simultaneous`.

While a part is done it is noted which cells it stores and by how much it counts others up or down; cells have numbers, by field and row.
Whoever has read such a note takes it back, so that none is left when all is done.
Of a field it is noted (``TOUCHED``) whether it was written to (1), and whether its cells say how (2).  Cells that parts have stored or
counted are listed (``JOINED``).

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def note_stored(field, row):
    if load64(TOGETHER):
        store8(STORED_NOW + column(field, 7) + row, 1)
        store8(TOUCHED + field, 3)


def note_amount(field, row, amount):
    if load64(TOGETHER):
        at = AMOUNTS + (column(field, 7) + row) * 8
        store64(at, load64(at) + amount)
        store8(COUNTED + column(field, 7) + row, 1)
        store8(TOUCHED + field, 3)


def note_for_good(field, row, value):
    """No part gives members that are gained for good an end."""
    if load64(TOGETHER):
        count = load64(FOR_GOOD)
        if count >= FOR_GOOD_MOST:
            give_up(2, 0)
        at = FOR_GOOD + 8 + count * (16 + WIDE * 8)
        store64(at, field)
        store64(at + 8, row)
        copy(at + 16, value, WIDE * 8)
        store64(FOR_GOOD, count + 1)


def new_row(domain, at, size, rows) -> int:
    """The first free row, that no other part of what is done together has taken."""
    if load64(TOGETHER) == 0:
        return free_row(at, size, rows)
    taken = MADE + load64(MADE_FIRST + domain * 8)
    row = 0
    while row < rows:
        if load8u(at + row * size) == 0 and load8u(taken + row) == 0:
            store8(taken + row, 1)
            return row
        row += 1
    return -1


def order_row(alive, alive_size, state, state_size, rows, share, seat, domain) -> int:
    """A row for an order of a seat: of its own rows first, then the last that is free, then one whose order is done with."""
    own = seat * share
    end = lesser(rows, own + share)
    if end < own:
        end = own
    taken = MADE + load64(MADE_FIRST + domain * 8)
    many = load64(TOGETHER)
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


def clear_notes():
    """Nothing is noted of any cell, as it is between two things done together."""
    fill(NOTES, 0, NOTES_SIZE)


def begin_together():
    """Everything is as it stands now for each part; what was noted of those around it is put aside."""
    deep = load64(TOGETHER)
    if deep >= PARTS_DEEP:
        give_up(3, 0)
    if deep:
        copy(PARTS + (deep - 1) * PARTS_SIZE, BEFORE, PARTS_SIZE)
    store64(TOGETHER, deep + 1)
    store64(PART_CLOCKS + deep * 16, load64(CLOCK))
    store64(PART_CLOCKS + deep * 16 + 8, load64(CLOCK))
    copy(BEFORE, CELLS, CELLS_SIZE)
    copy(MERGED, CELLS, CELLS_SIZE)
    if EXPLORES:
        clear_notes()
    if deep:
        clear_notes()
    wipe(TOUCHED, TOUCHED_SIZE)
    if TOLD_MOST:
        keep_facts(TOLD_BEFORE)
        keep_facts(TOLD_MERGED)
    if deep:
        return
    wipe(MADE, MADE_SIZE)
    store64(FOR_GOOD, 0)
    count = 0
    at = TIMERS + 8
    end = at + load64(TIMERS) * TIMERS_ENTRY
    while at < end:
        count += load64(at + 32) == 1
        at += TIMERS_ENTRY
    store64(TIMERS_BEFORE, count)


def begin_part():
    copy(CELLS, BEFORE, CELLS_SIZE)
    clock = PART_CLOCKS + load64(TOGETHER) * 16 - 8
    changed_since(load64(clock))
    store64(clock, load64(CLOCK))
    if TOLD_MOST:
        put_facts(TOLD_BEFORE)


def same(one, two, size) -> int:
    if size == 1:
        return load8u(one) == load8u(two)
    if size == 2:
        return load16u(one) == load16u(two)
    if size == 4:
        return load32u(one) == load32u(two)
    i = 0
    while i < size:
        if load64(one + i) != load64(two + i):
            return 0
        i += 8
    return 1


def as_before(at, size) -> int:
    """Do so many bytes of a column hold what they held before the part?  Behind its last row nothing else stands in a word."""
    end = at + size
    while at < end:
        if load64(at) != load64(BEFORE + at - CELLS):
            return 0
        at += 8
    return 1


def end_part():
    """What a part has changed joins what the parts before it have changed."""
    field = 0
    while field < FIELD_COUNT:
        noted = load8u(TOUCHED + field)
        if noted == 0:
            field += 1
            while field < FIELD_COUNT and field & 7 == 0 and load64(TOUCHED + field) == 0:
                field += 8
            continue
        store8(TOUCHED + field, 0)
        store8(TOUCHED_EVER + field, 1)
        if column(field, 1) == 1:
            join_bytes(field)
        else:
            join_cells(field, noted)
        field += 1
    if TOLD_MOST:
        merge_facts(TOLD_BEFORE, TOLD_MERGED, TOLD_PART)


def join_bytes(field):
    """What a part has changed of a column whose cells are bytes: eight of them at a time."""
    rows = column(field, 6)
    first = column(field, 7)
    here = column(field, 0)
    row = 0
    while row < rows:
        found = (
            (load64(here + row) ^ load64(BEFORE - CELLS + here + row)) | load64(STORED_NOW + first + row) | load64(COUNTED + first + row)
        )
        if rows - row < 8:  # behind the last row there are cells of others
            found = found & ((1 << ((rows - row) * 8)) - 1)
        while found:
            one = row + (ctz(found) >> 3)
            found = found & ~(255 << ((one - row) * 8))
            merge_cell(field, first + one, here + one, one)
        row += 8


def join_cells(field, noted):
    size = column(field, 1)
    rows = column(field, 6)
    cell = column(field, 7)
    here = column(field, 0)
    if noted == 1:
        if as_before(here, size * rows):
            return
    row = 0
    while row < rows:
        if load8u(STORED_NOW + cell) or load8u(COUNTED + cell) or not same(here, BEFORE + here - CELLS, size):
            merge_cell(field, cell, here, row)
        here += size
        cell += 1
        row += 1


def merge_cell(field, cell, here, row):
    stored = load8u(STORED_NOW + cell)
    counted = load8u(COUNTED + cell)
    amount = load64(AMOUNTS + cell * 8)
    store8(STORED_NOW + cell, 0)
    store8(COUNTED + cell, 0)
    store64(AMOUNTS + cell * 8, 0)
    size = column(field, 1)
    words = column(field, 2)
    old = BEFORE + here - CELLS
    if words and not stored and not counted:
        to = MERGED + here - CELLS
        i = 0
        while i < size:
            was = load64(old + i)
            now = load64(here + i)
            store64(to + i, (load64(to + i) | (now & ~was)) & ~(was & ~now))
            i += 8
        return
    if load8u(STORED_ANY + cell) == 0 and load8u(SUMMED + cell) == 0:
        count = load64(JOINED) + 1
        store64(JOINED, count)
        store32(JOINED + count * 8, field)
        store32(JOINED + count * 8 + 4, row)
    if stored:
        kept = STORED_CELLS + here - CELLS
        if load8u(STORED_ANY + cell) and not same(kept, here, size):
            give_up(1, 0)
        store8(STORED_ANY + cell, 1)
        copy(kept, here, size)
        return
    if not counted:
        amount = read_at(here, column(field, 5)) - read_at(old, column(field, 5))
    store8(SUMMED + cell, 1)
    store64(SUMS + cell * 8, load64(SUMS + cell * 8) + amount)


def end_together():
    """The parts are done: amounts are cut by the bounds, and a store must be the only change there is."""
    copy(CELLS, MERGED, CELLS_SIZE)
    deep = load64(TOGETHER) - 1
    store64(TOGETHER, deep)
    outer = PARTS + (deep - 1) * PARTS_SIZE - BEFORE
    dirty = load64(DIRTY)  # the parts have told which laws are to be looked at
    held = take_room(WIDE * 8)
    if deep:
        field = 0
        while field < FIELD_COUNT:
            if load8u(TOUCHED_EVER + field):
                store8(outer + TOUCHED + field, 3)
            field += 1
    at = JOINED
    end = at + load64(JOINED) * 8
    while at < end:
        at += 8
        settle_cell(load32u(at), load32u(at + 4), held)
        if deep:
            tell_outer(outer, column(load32u(at), 7) + load32u(at + 4))
    store64(DIRTY, dirty)
    all_changed()
    if deep:
        copy(BEFORE, outer + BEFORE, PARTS_SIZE)
        return
    at = FOR_GOOD + 8
    end = at + load64(FOR_GOOD) * (16 + WIDE * 8)
    while at < end:
        forget(load64(at), load64(at + 8), at + 16)
        at += 16 + WIDE * 8
    if load64(TIMERS):
        cut_timers()
    forget_joined()


def settle_cell(field, row, held):
    """What all parts have changed of a cell."""
    size = column(field, 1)
    cell = column(field, 7) + row
    here = column(field, 0) + row * size
    was = BEFORE + here - CELLS
    if load8u(SUMMED + cell):
        amount = load64(SUMS + cell * 8)
        store64(held, within(read_at(was, column(field, 5)) + amount, column(field, 3), column(field, 4)))
        cell_put(field, row, held)
    if load8u(STORED_ANY + cell):
        kept = STORED_CELLS + here - CELLS
        if not same(here, was, size) and not same(here, kept, size):
            give_up(1, 0)
        if load64(SUMS + cell * 8) != 0 and not same(here, kept, size):
            give_up(1, 0)
        copy(here, kept, size)


def tell_outer(outer, cell):
    """To what is done together around it, the parts have stored and counted."""
    if load8u(STORED_ANY + cell):
        store8(outer + STORED_NOW + cell, 1)
    if load8u(SUMMED + cell):
        at = outer + AMOUNTS + cell * 8
        store64(at, load64(at) + load64(SUMS + cell * 8))
        store8(outer + COUNTED + cell, 1)


def forget_joined():
    """Nothing is noted any more of any cell."""
    at = JOINED
    end = at + load64(JOINED) * 8
    while at < end:
        at += 8
        cell = column(load32u(at), 7) + load32u(at + 4)
        store8(SUMMED + cell, 0)
        store8(STORED_ANY + cell, 0)
        store64(SUMS + cell * 8, 0)
    store64(JOINED, 0)
    wipe(TOUCHED_EVER, TOUCHED_SIZE)


def cut_timers():
    """What lasts for a time takes back no more than was really counted."""
    before = load64(TIMERS_BEFORE)
    count = load64(TIMERS)
    n = count - 1
    left = 0
    at = TIMERS + 8
    i = 0
    while i < count:
        left += load64(at + i * TIMERS_ENTRY + 32) == 1
        i += 1
    while n >= 0:
        timer = at + n * TIMERS_ENTRY
        if load64(timer + 32) == 1:
            if left > before:
                field = load64(timer + 16)
                row = load64(timer + 24)
                cell = column(field, 7) + row
                here = column(field, 0) + row * column(field, 1)
                form = column(field, 5)
                excess = read_at(BEFORE + here - CELLS, form) + load64(SUMS + cell * 8) - read_at(here, form)
                mine = load64(timer + 40)
                if excess > 0 and mine > 0:
                    taken = lesser(mine, excess)
                    store64(timer + 40, mine - taken)
                    store64(SUMS + cell * 8, load64(SUMS + cell * 8) - taken)
                if excess < 0 and mine < 0:
                    taken = mine if mine > excess else excess
                    store64(timer + 40, mine - taken)
                    store64(SUMS + cell * 8, load64(SUMS + cell * 8) - taken)
            left -= 1
        n -= 1
    drop_empty(1)


ROUTINES = [
    note_stored, note_amount, note_for_good, new_row, order_row,
    clear_notes, begin_together, begin_part, same, as_before, end_part, join_bytes, join_cells, merge_cell, end_together,
    settle_cell, tell_outer, forget_joined, cut_timers,
]  # fmt: skip
