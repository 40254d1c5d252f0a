"""Changes that last for a period, and what is undone at its end.

A change is noted as in :mod:`arbitre.interpreter.reference.changes`: how (0 a store, 1 a count, 2 members gained, 3 members lost), which
field and row, and a value in as many words as the widest set has.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import A_COUNT, A_JOIN, A_LEAVE, A_STORE, Timer, Waiting
from arbitre.interpreter.wasm.routines.machine import copy, fill, load64, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up, note_cell
from arbitre.interpreter.wasm.runtime.match.columns import cell_get, cell_put, note_amount, note_for_good, note_stored
from arbitre.interpreter.wasm.runtime.match.stack import is_running
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room
from arbitre.interpreter.wasm.runtime.primitives.numbers import within
from arbitre.interpreter.wasm.runtime.primitives.sets import set_and, set_any, set_equal, set_join, set_leave


def add_timer(agenda: int, last: int, field: int, row: int, how: int, value: int) -> None:
    """A change ends with a run of an agenda."""
    count = areas.timers.count
    if count >= sizes.timers_most:
        give_up(StopReason.FULL, 0)
    at = areas.timers[count]
    at.agenda = agenda
    at.last = last
    at.field = field
    at.row = row
    at.how = how
    copy(at.value, value, sizes.wide * WORD)
    areas.timers.count = count + 1


def held_by(field: int, row: int, how: int, to: int) -> None:
    """The members for which such an end is awaited."""
    fill(to, 0, sizes.wide * WORD)
    at = areas.timers.first
    end = at + areas.timers.count * sizes.timers_entry
    while at < end:
        if at.field == field and at.row == row and at.how == how:
            set_join(to, at.value, sizes.wide)
        at = at.plus(sizes.timers_entry)


def drop_empty(counts: int) -> None:
    """Ends that undo nothing any more are no longer awaited; ``counts``: of amounts, else of members."""
    at = areas.timers.first
    to = at
    end = at + areas.timers.count * sizes.timers_entry
    kept = 0
    while at < end:
        how = at.how
        if not ((how == A_COUNT if counts else how >= A_JOIN) and not set_any(at.value, sizes.wide)):
            if to != at:
                copy(to, at, sizes.timers_entry)
            to = to.plus(sizes.timers_entry)
            kept += 1
        at = at.plus(sizes.timers_entry)
    areas.timers.count = kept


def forget(field: int, row: int, value: int) -> None:
    """No end is awaited any more for these members."""
    at = areas.timers.first
    end = at + areas.timers.count * sizes.timers_entry
    while at < end:
        if at.field == field and at.row == row and at.how >= A_JOIN:
            set_leave(at.value, value, sizes.wide)
        at = at.plus(sizes.timers_entry)
    drop_empty(0)


def forget_row(field: int, row: int) -> None:
    """A row is gone, and all that waits for it."""
    if control.together and areas.timers.count:
        give_up(StopReason.TOO_LARGE, 0)
    at = areas.timers.first
    to = at
    end = at + areas.timers.count * sizes.timers_entry
    while at < end:
        if at.field != field or at.row != row:
            copy(to, at, sizes.timers_entry)
            to = to.plus(sizes.timers_entry)
        at = at.plus(sizes.timers_entry)
    areas.timers.count = (to - areas.timers.first) // sizes.timers_entry
    one = areas.waiting.first
    kept = one
    end = one + areas.waiting.count * sizes.waiting_entry
    while one < end:
        if one.field != field or one.row != row:
            copy(kept, one, sizes.waiting_entry)
            kept = kept.plus(sizes.waiting_entry)
        one = one.plus(sizes.waiting_entry)
    areas.waiting.count = (kept - areas.waiting.first) // sizes.waiting_entry


def apply_change(how: int, field: int, row: int, value: int, agenda: int, last: int) -> None:
    """Carries out a change now; ``agenda``: whose run it lasts until, -1 for good."""
    old = take_room(sizes.wide * WORD)
    cell_get(field, row, old)
    if how == A_STORE:
        if areas.columns[field].words == 0:
            if load64(value) < areas.columns[field].low or load64(value) > areas.columns[field].high:
                give_up(StopReason.FAILED, 0)
        cell_put(field, row, value)
        if not set_equal(old, value, sizes.wide):
            note_cell(field, row)
        note_stored(field, row)
        if agenda >= 0:
            add_timer(agenda, last, field, row, A_STORE, old)
        return
    made = take_room(sizes.wide * WORD)
    if how == A_COUNT:
        store64(made, within(load64(old) + load64(value), areas.columns[field].low, areas.columns[field].high))
        cell_put(field, row, made)
        note_amount(field, row, load64(value))
        if control.together:  # the amounts add up first, and the bounds cut the sum
            store64(made, load64(old) + load64(value))
        if agenda >= 0 and load64(made) != load64(old):
            store64(made, load64(made) - load64(old))
            add_timer(agenda, last, field, row, A_COUNT, made)
        return
    copy(made, old, sizes.wide * WORD)
    if how == A_JOIN:
        set_join(made, value, sizes.wide)
    else:
        set_leave(made, value, sizes.wide)
    cell_put(field, row, made)
    if not set_equal(old, made, sizes.wide):
        note_cell(field, row)
    if agenda < 0:
        forget(field, row, value)
        if how == A_JOIN:
            note_for_good(field, row, value)
        return
    copy(made, value, sizes.wide * WORD)
    held = take_room(sizes.wide * WORD)
    held_by(field, row, how, held)
    if how == A_JOIN:
        set_leave(old, held, sizes.wide)
        set_leave(made, old, sizes.wide)
    else:
        set_join(old, held, sizes.wide)
        made = set_and(made, old, sizes.wide)
    if set_any(made, sizes.wide):
        add_timer(agenda, last, field, row, how, made)


def change_for(how: int, field: int, row: int, value: int, agenda: int, later: int, runs: int) -> None:
    """A change that lasts for so many runs of an agenda, from now or from its next run on."""
    if runs < 1:
        runs = 1
    now = areas.runs[agenda]
    if later:
        count = areas.waiting.count
        if count >= sizes.waiting_most:
            give_up(StopReason.FULL, 0)
        at = areas.waiting[count]
        at.agenda = agenda
        at.first = now + 1
        at.last = now + runs
        at.field = field
        at.row = row
        at.how = how
        copy(at.value, value, sizes.wide * WORD)
        areas.waiting.count = count + 1
        return
    if not is_running(agenda):
        now += 1
    apply_change(how, field, row, value, agenda, now + runs - 1)


def begin_period(agenda: int) -> None:
    """A run of an agenda begins: changes that wait for it take effect."""
    count = areas.waiting.count
    if count == 0:
        return
    now = areas.runs[agenda]
    due = Waiting(take_room(count * sizes.waiting_entry))
    found = due
    at = areas.waiting.first
    to = at
    end = at + count * sizes.waiting_entry
    while at < end:
        if at.agenda == agenda and at.first <= now:
            copy(found, at, sizes.waiting_entry)
            found = found.plus(sizes.waiting_entry)
        else:
            copy(to, at, sizes.waiting_entry)
            to = to.plus(sizes.waiting_entry)
        at = at.plus(sizes.waiting_entry)
    areas.waiting.count = (to - areas.waiting.first) // sizes.waiting_entry
    while due < found:
        apply_change(due.how, due.field, due.row, due.value, agenda, due.last)
        due = due.plus(sizes.waiting_entry)


def end_period(agenda: int) -> None:
    """Undoes, last first, what lasted until this run."""
    if areas.timers.count == 0:
        return
    now = areas.runs[agenda]
    timer = Timer(take_room(sizes.timers_entry))
    position = areas.timers.count - 1
    while position >= 0:
        at = areas.timers[position]
        if at.agenda == agenda and at.last <= now:
            copy(timer, at, sizes.timers_entry)
            count = areas.timers.count - 1
            copy(at, at + sizes.timers_entry, (count - position) * sizes.timers_entry)
            areas.timers.count = count
            undo(timer, position)
        position -= 1
    drop_empty(0)


def undo(timer: Timer, position: int) -> None:
    """Undoes one change: beneath a later one that still stands, else in the field."""
    field = timer.field
    row = timer.row
    how = timer.how
    value = timer.value
    first = areas.timers[position]
    end = areas.timers[areas.timers.count]
    under = take_room(sizes.wide * WORD)
    at = first
    if how < A_JOIN:
        above = Timer(0)
        while at < end:
            if above == 0 and at.field == field and at.row == row and at.how == A_STORE:
                above = at
            at = at.plus(sizes.timers_entry)
        if how == A_COUNT:
            if above:
                copy(under, above.value, sizes.wide * WORD)
            else:
                cell_get(field, row, under)
            store64(under, within(load64(under) - load64(value), areas.columns[field].low, areas.columns[field].high))
        else:
            copy(under, value, sizes.wide * WORD)
        if above:
            copy(above.value, under, sizes.wide * WORD)
        else:
            cell_put(field, row, under)
        return
    held_by(field, row, how, under)
    set_leave(value, under, sizes.wide)
    while at < end:
        if at.field == field and at.row == row and at.how == A_JOIN + A_LEAVE - how:
            shared = set_and(at.value, value, sizes.wide)
            set_leave(at.value, shared, sizes.wide)
            set_leave(value, shared, sizes.wide)
        at = at.plus(sizes.timers_entry)
    cell_get(field, row, under)
    if how == A_JOIN:
        set_leave(under, value, sizes.wide)
    else:
        set_join(under, value, sizes.wide)
    cell_put(field, row, under)
