"""Things done at once: every part from one snapshot, their changes merged, as in :mod:`arbitre.interpreter.reference.simultaneous`.

While a part is done it is noted which cells it stores and by how much it counts others up or down; cells have numbers, by field and row.
Whoever has read such a note takes it back, so that none is left when all is done.  Of a field it is noted (``touched``) whether it was
written to (1), and whether its cells say how (2).  Cells that parts have stored or counted are listed (``joined``).
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, merging
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import A_COUNT, Changed, ListHead
from arbitre.interpreter.wasm.routines.machine import (
    copy,
    ctz,
    fill,
    load8u,
    load16u,
    load32u,
    load64,
    load_word,
    store8,
    store64,
    store_word,
)
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.match.columns import cell_put, read_at
from arbitre.interpreter.wasm.runtime.match.facts import keep_facts, merge_facts, put_facts
from arbitre.interpreter.wasm.runtime.match.memo import all_changed, changed_since
from arbitre.interpreter.wasm.runtime.match.timed import drop_empty, forget
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room, wipe
from arbitre.interpreter.wasm.runtime.primitives.numbers import lesser, within


def clear_notes() -> None:
    """Nothing is noted of any cell, as it is between two things done together."""
    fill(areas.notes.address, 0, sizes.notes_size)


def begin_together() -> None:
    """Everything is as it stands now for each part; what was noted of those around it is put aside."""
    deep = control.together
    if deep >= sizes.parts_deep:
        give_up(StopReason.TOO_LARGE, 0)
    if deep:
        copy(areas.parts.address + (deep - 1) * sizes.parts_size, areas.before.address, sizes.parts_size)
    control.together = deep + 1
    clocks = areas.part_clocks[deep]
    clocks.begun = control.clock
    clocks.put_back = control.clock
    copy(areas.before.address, areas.cells.address, sizes.cells_size)
    copy(areas.merged.address, areas.cells.address, sizes.cells_size)
    if sizes.explores:
        clear_notes()
    if deep:
        clear_notes()
    wipe(areas.touched.address, sizes.touched_size)
    if sizes.told_most:
        keep_facts(ListHead(areas.told_before.address))
        keep_facts(ListHead(areas.told_merged.address))
    if deep:
        return
    wipe(areas.made.address, sizes.made_size)
    areas.for_good.count = 0
    count = 0
    at = areas.timers.first
    end = at + areas.timers.count * sizes.timers_entry
    while at < end:
        count += at.how == A_COUNT
        at = at.plus(sizes.timers_entry)
    merging.timers_before = count


def begin_part() -> None:
    """A part begins: everything is as it was before all of them."""
    copy(areas.cells.address, areas.before.address, sizes.cells_size)
    clocks = areas.part_clocks[control.together - 1]
    changed_since(clocks.put_back)
    clocks.put_back = control.clock
    if sizes.told_most:
        put_facts(ListHead(areas.told_before.address))


def same(one: int, two: int, size: int) -> int:
    """Do so many bytes hold the same in two places?"""
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
        i += WORD
    return 1


def as_before(at: int, size: int) -> int:
    """Do so many bytes of a column hold what they held before the part?  Behind its last row nothing else stands in a word."""
    end = at + size
    while at < end:
        if load64(at) != load64(areas.before.address + at - areas.cells.address):
            return 0
        at += WORD
    return 1


def end_part() -> None:
    """What a part has changed joins what the parts before it have changed."""
    field = 0
    while field < sizes.field_count:
        noted = areas.touched[field]
        if noted == 0:
            field += 1
            while field < sizes.field_count and field & 7 == 0 and load64(areas.touched.address + field) == 0:
                field += 8
            continue
        areas.touched[field] = 0
        areas.touched_ever[field] = 1
        if areas.columns[field].size == 1:
            join_bytes(field)
        else:
            join_cells(field, noted)
        field += 1
    if sizes.told_most:
        merge_facts(ListHead(areas.told_before.address), ListHead(areas.told_merged.address), ListHead(areas.told_part.address))


def join_bytes(field: int) -> None:
    """What a part has changed of a column whose cells are bytes: eight of them at a time."""
    rows = areas.columns[field].rows
    first = areas.columns[field].cell
    here = areas.columns[field].address
    row = 0
    while row < rows:
        found = (
            (load64(here + row) ^ load64(areas.before.address - areas.cells.address + here + row))
            | load64(areas.stored_now.address + first + row)
            | load64(areas.counted.address + first + row)
        )
        if rows - row < 8:  # behind the last row there are cells of others
            found = found & ((1 << ((rows - row) * 8)) - 1)
        while found:
            one = row + (ctz(found) >> 3)
            found = found & ~(255 << ((one - row) * 8))
            merge_cell(field, first + one, here + one, one)
        row += 8


def join_cells(field: int, noted: int) -> None:
    """The same of a column whose cells are longer."""
    size = areas.columns[field].size
    rows = areas.columns[field].rows
    cell = areas.columns[field].cell
    here = areas.columns[field].address
    if noted == 1:
        if as_before(here, size * rows):
            return
    row = 0
    while row < rows:
        if areas.stored_now[cell] or areas.counted[cell] or not same(here, areas.before.address + here - areas.cells.address, size):
            merge_cell(field, cell, here, row)
        here += size
        cell += 1
        row += 1


def merge_cell(field: int, cell: int, here: int, row: int) -> None:
    """What a part has changed of a cell joins what the parts before it have changed."""
    stored = areas.stored_now[cell]
    counted = areas.counted[cell]
    amount = areas.amounts[cell]
    areas.stored_now[cell] = 0
    areas.counted[cell] = 0
    areas.amounts[cell] = 0
    size = areas.columns[field].size
    words = areas.columns[field].words
    old = areas.before.address + here - areas.cells.address
    if words and not stored and not counted:
        to = areas.merged.address + here - areas.cells.address
        i = 0
        while i < size:
            was = load64(old + i)
            now = load64(here + i)
            store64(to + i, (load64(to + i) | (now & ~was)) & ~(was & ~now))
            i += WORD
        return
    if areas.stored_any[cell] == 0 and areas.summed[cell] == 0:
        one = areas.joined[areas.joined.count]
        areas.joined.count += 1
        one.field = field
        one.row = row
    if stored:
        kept = areas.stored_cells.address + here - areas.cells.address
        if areas.stored_any[cell] and not same(kept, here, size):
            give_up(StopReason.FAILED, 0)
        areas.stored_any[cell] = 1
        copy(kept, here, size)
        return
    if not counted:
        amount = read_at(here, areas.columns[field].form) - read_at(old, areas.columns[field].form)
    areas.summed[cell] = 1
    areas.sums[cell] += amount


def end_together() -> None:
    """The parts are done: amounts are cut by the bounds, and a store must be the only change there is."""
    copy(areas.cells.address, areas.merged.address, sizes.cells_size)
    deep = control.together - 1
    control.together = deep
    outer = areas.parts.address + (deep - 1) * sizes.parts_size - areas.before.address
    dirty = control.dirty  # the parts have marked which laws are to be checked
    held = take_room(sizes.wide * 8)
    if deep:
        field = 0
        while field < sizes.field_count:
            if areas.touched_ever[field]:
                store8(outer + areas.touched.address + field, 3)
            field += 1
    at = areas.joined.first
    end = at + areas.joined.count * Changed.SIZE
    while at < end:
        settle_cell(at.field, at.row, held)
        if deep:
            tell_outer(outer, areas.columns[at.field].cell + at.row)
        at = at.nth(1)
    control.dirty = dirty
    all_changed()
    if deep:
        copy(areas.before.address, outer + areas.before.address, sizes.parts_size)
        return
    kept = areas.for_good.first
    end = kept + areas.for_good.count * sizes.for_good_entry
    while kept < end:
        forget(kept.field, kept.row, kept.value)
        kept = kept.plus(sizes.for_good_entry)
    if areas.timers.count:
        cut_timers()
    forget_joined()


def settle_cell(field: int, row: int, held: int) -> None:
    """What all parts have changed of a cell."""
    size = areas.columns[field].size
    cell = areas.columns[field].cell + row
    here = areas.columns[field].address + row * size
    was = areas.before.address + here - areas.cells.address
    if areas.summed[cell]:
        amount = areas.sums[cell]
        store64(held, within(read_at(was, areas.columns[field].form) + amount, areas.columns[field].low, areas.columns[field].high))
        cell_put(field, row, held)
    if areas.stored_any[cell]:
        kept = areas.stored_cells.address + here - areas.cells.address
        if not same(here, was, size) and not same(here, kept, size):
            give_up(StopReason.FAILED, 0)
        if areas.sums[cell] != 0 and not same(here, kept, size):
            give_up(StopReason.FAILED, 0)
        copy(here, kept, size)


def tell_outer(outer: int, cell: int) -> None:
    """To what is done together around it, the parts have stored and counted."""
    if areas.stored_any[cell]:
        store8(outer + areas.stored_now.address + cell, 1)
    if areas.summed[cell]:
        at = outer + areas.amounts.address
        store_word(at, cell, load_word(at, cell) + areas.sums[cell])
        store8(outer + areas.counted.address + cell, 1)


def forget_joined() -> None:
    """Nothing is noted any more of any cell."""
    at = areas.joined.first
    end = at + areas.joined.count * Changed.SIZE
    while at < end:
        cell = areas.columns[at.field].cell + at.row
        at = at.nth(1)
        areas.summed[cell] = 0
        areas.stored_any[cell] = 0
        areas.sums[cell] = 0
    areas.joined.count = 0
    wipe(areas.touched_ever.address, sizes.touched_size)


def cut_timers() -> None:
    """What lasts for a time takes back no more than was really counted."""
    before = merging.timers_before
    count = areas.timers.count
    n = count - 1
    left = 0
    i = 0
    while i < count:
        left += areas.timers[i].how == A_COUNT
        i += 1
    while n >= 0:
        timer = areas.timers[n]
        if timer.how == A_COUNT:
            if left > before:
                field = timer.field
                row = timer.row
                cell = areas.columns[field].cell + row
                here = areas.columns[field].address + row * areas.columns[field].size
                form = areas.columns[field].form
                excess = read_at(areas.before.address + here - areas.cells.address, form) + areas.sums[cell] - read_at(here, form)
                mine = load64(timer.value)
                if excess > 0 and mine > 0:
                    taken = lesser(mine, excess)
                    store64(timer.value, mine - taken)
                    areas.sums[cell] -= taken
                if excess < 0 and mine < 0:
                    taken = mine if mine > excess else excess
                    store64(timer.value, mine - taken)
                    areas.sums[cell] -= taken
            left -= 1
        n -= 1
    drop_empty(1)
