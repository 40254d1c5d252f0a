"""Changes that last for a period, and what is undone at its end.

A change is noted as in :mod:`arbitre.interpreter.compile.changes`: how (0 a store, 1 a count, 2 members gained, 3 members lost), which
field and row, and a value, which here stands in as many words as the widest set has.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def within(value, low, high) -> int:
    if value < low:
        return low
    return high if value > high else value


def lesser(one, two) -> int:
    return one if one < two else two


def free_row(at, size, rows) -> int:
    row = 0
    while row < rows:
        if load8u(at + row * size) == 0:
            return row
        row += 1
    return -1


def column(field, part) -> int:
    """Of a field: its first address, bytes of a row, words of a set, lowest and highest number, form, rows, number of its first cell."""
    return load64(COLUMNS + field * 64 + part * 8)


def read_at(at, form) -> int:
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


def cell_get(field, row, to):
    at = column(field, 0) + row * column(field, 1)
    words = column(field, 2)
    fill(to, 0, WIDE * 8)
    if words:
        copy(to, at, words * 8)
        return
    store64(to, read_at(at, column(field, 5)))


def cell_put(field, row, value):
    at = column(field, 0) + row * column(field, 1)
    words = column(field, 2)
    store64(DIRTY, -1)
    row_changed(field, row)
    store8(TOUCHED + field, load8u(TOUCHED + field) | 1)
    if words:
        copy(at, value, words * 8)
        return
    number = load64(value)
    size = column(field, 1)
    if size == 1:
        store8(at, number)
    if size == 2:
        store16(at, number)
    if size == 4:
        store32(at, number)
    if size == 8:
        store64(at, number)


def add_timer(agenda, last, field, row, how, value):
    count = load64(TIMERS)
    if count >= TIMERS_MOST:
        give_up(2, 0)
    at = TIMERS + 8 + count * TIMERS_ENTRY
    store64(at, agenda)
    store64(at + 8, last)
    store64(at + 16, field)
    store64(at + 24, row)
    store64(at + 32, how)
    copy(at + 40, value, WIDE * 8)
    store64(TIMERS, count + 1)


def held_by(field, row, how, to):
    """The members for which such an end is awaited."""
    fill(to, 0, WIDE * 8)
    at = TIMERS + 8
    end = at + load64(TIMERS) * TIMERS_ENTRY
    while at < end:
        if load64(at + 16) == field and load64(at + 24) == row and load64(at + 32) == how:
            set_join(to, at + 40, WIDE)
        at += TIMERS_ENTRY


def drop_empty(counts):
    """Ends that undo nothing any more are no longer awaited; ``counts``: of amounts, else of members."""
    at = TIMERS + 8
    to = at
    end = at + load64(TIMERS) * TIMERS_ENTRY
    kept = 0
    while at < end:
        how = load64(at + 32)
        if not ((how == 1 if counts else how >= 2) and not set_any(at + 40, WIDE)):
            if to != at:
                copy(to, at, TIMERS_ENTRY)
            to += TIMERS_ENTRY
            kept += 1
        at += TIMERS_ENTRY
    store64(TIMERS, kept)


def forget(field, row, value):
    """No end is awaited any more for these members."""
    at = TIMERS + 8
    end = at + load64(TIMERS) * TIMERS_ENTRY
    while at < end:
        if load64(at + 16) == field and load64(at + 24) == row and load64(at + 32) >= 2:
            set_leave(at + 40, value, WIDE)
        at += TIMERS_ENTRY
    drop_empty(0)


def forget_row(field, row):
    """A row is gone, and all that waits for it."""
    if load64(TOGETHER) and load64(TIMERS):
        give_up(3, 0)
    at = TIMERS + 8
    to = at
    end = at + load64(TIMERS) * TIMERS_ENTRY
    while at < end:
        if load64(at + 16) != field or load64(at + 24) != row:
            copy(to, at, TIMERS_ENTRY)
            to += TIMERS_ENTRY
        at += TIMERS_ENTRY
    store64(TIMERS, (to - TIMERS - 8) // TIMERS_ENTRY)
    at = WAITING + 8
    to = at
    end = at + load64(WAITING) * WAITING_ENTRY
    while at < end:
        if load64(at + 24) != field or load64(at + 32) != row:
            copy(to, at, WAITING_ENTRY)
            to += WAITING_ENTRY
        at += WAITING_ENTRY
    store64(WAITING, (to - WAITING - 8) // WAITING_ENTRY)


def apply_change(how, field, row, value, agenda, last):
    """Carries out a change now; ``agenda``: whose run it lasts until, -1 for good."""
    old = take_room(WIDE * 8)
    cell_get(field, row, old)
    if how == 0:
        if column(field, 2) == 0:
            if load64(value) < column(field, 3) or load64(value) > column(field, 4):
                give_up(1, 0)
        cell_put(field, row, value)
        if not set_equal(old, value, WIDE):
            note_cell(field, row)
        note_stored(field, row)
        if agenda >= 0:
            add_timer(agenda, last, field, row, 0, old)
        return
    made = take_room(WIDE * 8)
    if how == 1:
        store64(made, within(load64(old) + load64(value), column(field, 3), column(field, 4)))
        cell_put(field, row, made)
        note_amount(field, row, load64(value))
        if load64(TOGETHER):  # the amounts add up first, and the bounds cut the sum
            store64(made, load64(old) + load64(value))
        if agenda >= 0 and load64(made) != load64(old):
            store64(made, load64(made) - load64(old))
            add_timer(agenda, last, field, row, 1, made)
        return
    copy(made, old, WIDE * 8)
    if how == 2:
        set_join(made, value, WIDE)
    else:
        set_leave(made, value, WIDE)
    cell_put(field, row, made)
    if not set_equal(old, made, WIDE):
        note_cell(field, row)
    if agenda < 0:
        forget(field, row, value)
        if how == 2:
            note_for_good(field, row, value)
        return
    copy(made, value, WIDE * 8)
    held = take_room(WIDE * 8)
    held_by(field, row, how, held)
    if how == 2:
        set_leave(old, held, WIDE)
        set_leave(made, old, WIDE)
    else:
        set_join(old, held, WIDE)
        made = set_and(made, old, WIDE)
    if set_any(made, WIDE):
        add_timer(agenda, last, field, row, how, made)


def change_for(how, field, row, value, agenda, later, runs):
    """A change that lasts for so many runs of an agenda, from now or from its next run on."""
    if runs < 1:
        runs = 1
    now = load64(RUNS + agenda * 8)
    if later:
        count = load64(WAITING)
        if count >= WAITING_MOST:
            give_up(2, 0)
        at = WAITING + 8 + count * WAITING_ENTRY
        store64(at, agenda)
        store64(at + 8, now + 1)
        store64(at + 16, now + runs)
        store64(at + 24, field)
        store64(at + 32, row)
        store64(at + 40, how)
        copy(at + 48, value, WIDE * 8)
        store64(WAITING, count + 1)
        return
    if not is_running(agenda):
        now += 1
    apply_change(how, field, row, value, agenda, now + runs - 1)


def begin_period(agenda):
    """A run of an agenda begins: changes that wait for it take effect."""
    count = load64(WAITING)
    if count == 0:
        return
    now = load64(RUNS + agenda * 8)
    due = take_room(count * WAITING_ENTRY)
    found = due
    at = WAITING + 8
    to = at
    end = at + count * WAITING_ENTRY
    while at < end:
        if load64(at) == agenda and load64(at + 8) <= now:
            copy(found, at, WAITING_ENTRY)
            found += WAITING_ENTRY
        else:
            copy(to, at, WAITING_ENTRY)
            to += WAITING_ENTRY
        at += WAITING_ENTRY
    store64(WAITING, (to - WAITING - 8) // WAITING_ENTRY)
    while due < found:
        apply_change(load64(due + 40), load64(due + 24), load64(due + 32), due + 48, agenda, load64(due + 16))
        due += WAITING_ENTRY


def end_period(agenda):
    """Undoes, last first, what lasted until this run."""
    if load64(TIMERS) == 0:
        return
    now = load64(RUNS + agenda * 8)
    timer = take_room(TIMERS_ENTRY)
    position = load64(TIMERS) - 1
    while position >= 0:
        at = TIMERS + 8 + position * TIMERS_ENTRY
        if load64(at) == agenda and load64(at + 8) <= now:
            copy(timer, at, TIMERS_ENTRY)
            count = load64(TIMERS) - 1
            copy(at, at + TIMERS_ENTRY, (count - position) * TIMERS_ENTRY)
            store64(TIMERS, count)
            undo(timer, position)
        position -= 1
    drop_empty(0)


def undo(timer, position):
    """Undoes one change: beneath a later one that still stands, else in the field."""
    field = load64(timer + 16)
    row = load64(timer + 24)
    how = load64(timer + 32)
    value = timer + 40
    first = TIMERS + 8 + position * TIMERS_ENTRY
    end = TIMERS + 8 + load64(TIMERS) * TIMERS_ENTRY
    under = take_room(WIDE * 8)
    at = first
    if how < 2:
        above = 0
        while at < end:
            if above == 0 and load64(at + 16) == field and load64(at + 24) == row and load64(at + 32) == 0:
                above = at
            at += TIMERS_ENTRY
        if how == 1:
            if above:
                copy(under, above + 40, WIDE * 8)
            else:
                cell_get(field, row, under)
            store64(under, within(load64(under) - load64(value), column(field, 3), column(field, 4)))
        else:
            copy(under, value, WIDE * 8)
        if above:
            copy(above + 40, under, WIDE * 8)
        else:
            cell_put(field, row, under)
        return
    held_by(field, row, how, under)
    set_leave(value, under, WIDE)
    while at < end:
        if load64(at + 16) == field and load64(at + 24) == row and load64(at + 32) == 5 - how:
            shared = set_and(at + 40, value, WIDE)
            set_leave(at + 40, shared, WIDE)
            set_leave(value, shared, WIDE)
        at += TIMERS_ENTRY
    cell_get(field, row, under)
    if how == 2:
        set_leave(under, value, WIDE)
    else:
        set_join(under, value, WIDE)
    cell_put(field, row, under)


ROUTINES = [
    within, lesser, free_row, column, read_at, cell_get, cell_put, add_timer, held_by, drop_empty, forget, forget_row, apply_change,
    change_for, begin_period, end_period, undo,
]  # fmt: skip
