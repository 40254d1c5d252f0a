"""A match, and a statement in its midst, as bytes: what differs from where it all began, and what is left to do."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, merging, odds, state
from arbitre.interpreter.wasm.layout.odds_records import Difference, Going
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import Entry, Fact, ListHead, StackCells, Waiting
from arbitre.interpreter.wasm.routines.machine import copy, load64, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up

BREAK = -1  # between two parts of a key


def put_word(to: int, value: int) -> int:
    """Writes a number; gives the address behind it."""
    store64(to, value)
    return to + WORD


def put_difference(to: int, offset: int, value: int) -> int:
    """Writes a number that differs; gives the address behind it."""
    one = Difference(to)
    one.offset = offset
    one.value = value
    return one.end


def differing(here: int, base: int, size: int, first: int, to: int) -> int:
    """The numbers that differ between two places, each with where it stands, counted from ``first``."""
    if to + size * 2 > sizes.records_end:
        give_up(StopReason.FULL, 0)
    i = 0
    while i < size:
        value = load64(here + i)
        if value != load64(base + i):
            to = put_difference(to, first + i, value)
        i += WORD
    return to


def present(here: int, size: int, to: int) -> int:
    """The numbers that are not 0, each with where it stands."""
    if to + size * 2 > sizes.records_end:
        give_up(StopReason.FULL, 0)
    to = put_word(to, size)
    i = 0
    while i < size:
        value = load64(here + i)
        if value:
            to = put_difference(to, i, value)
        i += WORD
    return to


def plainly(here: int, size: int, to: int) -> int:
    """Bytes as they are, behind how many they are."""
    if to + size > sizes.records_end:
        give_up(StopReason.FULL, 0)
    to = put_word(to, size)
    if size == WORD:  # an empty list, as most are
        return put_word(to, load64(here))
    copy(to, here, size)
    return to + size


def used(at: int, entry: int) -> int:
    """How long a list is."""
    return WORD + ListHead(at).count * entry


def put_world(block: int, to: int) -> int:
    """The match in a block, as what differs from where it all began."""
    at = to
    to = differing(block, areas.base.address, sizes.flat_size, 0, to + WORD)
    to = differing(
        block + areas.published_cell.address - areas.match_block.address,
        areas.base.address + areas.published_cell.address - areas.match_block.address,
        sizes.published_all,
        areas.published_cell.address - areas.match_block.address,
        to,
    )
    store64(at, to - at - WORD)
    at = block - areas.match_block.address
    to = plainly(at + areas.timers.address, used(at + areas.timers.address, sizes.timers_entry), to)
    to = plainly(at + areas.waiting.address, used(at + areas.waiting.address, sizes.waiting_entry), to)
    to = plainly(at + areas.scheduled.address, used(at + areas.scheduled.address, sizes.scheduled_entry), to)
    to = plainly(at + areas.told.address, used(at + areas.told.address, Fact.SIZE), to)
    cells = StackCells(at + areas.stack_cells.address)
    to = put_word(to, cells.last)
    return plainly(at + areas.stack_base.address, cells.top - areas.stack_base.address, to)


def take_list(at: int, to: int) -> int:
    """Bytes that were written plainly; gives the address behind them."""
    size = load64(at)
    at += WORD
    if size == WORD:
        store64(to, load64(at))
    else:
        copy(to, at, size)
    return at + size


def take_world(at: int) -> None:
    """The match becomes that world."""
    copy(areas.match_block.address, areas.base.address, sizes.flat_size)
    copy(areas.published_cell.address, areas.base.address + areas.published_cell.address - areas.match_block.address, sizes.published_all)
    one = Difference(at + WORD)
    end = one + load64(at)
    while one < end:
        store64(areas.match_block.address + one.offset, one.value)
        one = one.nth(1)
    at = one
    at = take_list(at, areas.timers.address)
    at = take_list(at, areas.waiting.address)
    at = take_list(at, areas.scheduled.address)
    at = take_list(at, areas.told.address)
    state.stack_last = Entry(load64(at))
    at += WORD
    state.stack_top = areas.stack_base.address + load64(at)
    take_list(at, areas.stack_base.address)


def keep_block() -> None:
    """The match as it is before a statement."""
    away = areas.started.address - areas.match_block.address
    copy(areas.started.address, areas.match_block.address, sizes.flat_size)
    copy(areas.published_cell.address + away, areas.published_cell.address, sizes.published_all)
    copy(areas.timers.address + away, areas.timers.address, used(areas.timers.address, sizes.timers_entry))
    copy(areas.waiting.address + away, areas.waiting.address, used(areas.waiting.address, sizes.waiting_entry))
    copy(areas.scheduled.address + away, areas.scheduled.address, used(areas.scheduled.address, sizes.scheduled_entry))
    copy(areas.told.address + away, areas.told.address, used(areas.told.address, Fact.SIZE))
    cells = StackCells(areas.stack_cells.address + away)
    cells.last = state.stack_last
    cells.top = state.stack_top
    copy(areas.stack_base.address + away, areas.stack_base.address, state.stack_top - areas.stack_base.address)


def relative(list_: int, entry: int, numbers: int, to: int) -> int:
    """A list whose entries speak of runs of an agenda: how far off they are."""
    one = Waiting(to + 2 * WORD)
    to = plainly(list_, used(list_, entry), to)
    while one < to:
        now = areas.runs[one.agenda]
        one.first -= now  # timers and rules that are put off have one number, the last run, in its place
        if numbers > 1:
            one.last -= now
        one = one.plus(entry)
    return to


def put_key(to: int) -> int:
    """The match, as far as it tells how it goes on: how often an agenda has begun counts only where a rule asks for it."""
    away = areas.over_cell.address - areas.match_block.address  # how many dice were thrown tells nothing
    to = differing(
        areas.match_block.address + away, areas.base.address + away, areas.runs.address - areas.match_block.address - away, away, to
    )
    to = put_word(to, BREAK)
    n = areas.runs_asked.count
    while n > 0:
        to = put_word(to, areas.runs[areas.runs_asked[n - 1]])
        n -= 1
    to = differing(
        areas.cells.address,
        areas.base.address + areas.cells.address - areas.match_block.address,
        sizes.cells_size,
        areas.cells.address - areas.match_block.address,
        to,
    )
    to = differing(
        areas.published_cell.address,
        areas.base.address + areas.published_cell.address - areas.match_block.address,
        sizes.published_all,
        areas.published_cell.address - areas.match_block.address,
        to,
    )
    to = put_word(to, BREAK)
    to = relative(areas.timers.address, sizes.timers_entry, 1, to)
    to = relative(areas.waiting.address, sizes.waiting_entry, 2, to)
    to = relative(areas.scheduled.address, sizes.scheduled_entry, 1, to)
    to = plainly(areas.told.address, used(areas.told.address, Fact.SIZE), to)
    return plainly(areas.stack_base.address, state.stack_top - areas.stack_base.address, to)


def put_going(mode: int, to: int) -> int:
    """What is left to do of a statement: the throw that is wanted, the slots and sets of what is under way, and how far it has come."""
    going = Going(to)
    thrown = areas.thrown[0]
    going.mode = mode
    going.kind = thrown.kind
    going.one = thrown.one
    going.two = thrown.two
    going.sp = control.sp
    going.tp = control.tp
    going.given = control.given if control.has_given else 0
    going.has_given = control.has_given
    going.spent = control.spent
    going.together = control.together
    going.taken_at = control.taken_at
    to = present(areas.frames.address, control.sp - areas.frames.address, going.end)
    to = present(areas.temp.address + sizes.temp_kept, control.tp - areas.temp.address - sizes.temp_kept, to)
    to = plainly(areas.shadow.address, odds.shadow_top - areas.shadow.address, to)
    if control.together:
        to = put_together(to)
    return to


def put_together(to: int) -> int:
    """What is noted of things done at once."""
    to = differing(areas.before.address, areas.base.address + areas.cells.address - areas.match_block.address, sizes.cells_size, 0, to)
    to = put_word(to, BREAK)
    to = differing(areas.merged.address, areas.base.address + areas.cells.address - areas.match_block.address, sizes.cells_size, 0, to)
    to = put_word(to, BREAK)
    to = present(areas.stored_cells.address, sizes.cells_size, to)
    to = present(areas.stored_now.address, sizes.cell_count, to)
    to = present(areas.counted.address, sizes.cell_count, to)
    to = present(areas.summed.address, sizes.cell_count, to)
    to = present(areas.stored_any.address, sizes.cell_count, to)
    to = present(areas.amounts.address, sizes.cell_count * WORD, to)
    to = present(areas.sums.address, sizes.cell_count * WORD, to)
    to = present(areas.touched.address, sizes.touched_size, to)
    to = present(areas.touched_ever.address, sizes.touched_size, to)
    to = present(areas.parts.address, sizes.parts_size * (control.together - 1), to)
    to = present(areas.made.address, sizes.made_size, to)
    to = plainly(areas.for_good.address, used(areas.for_good.address, sizes.for_good_entry), to)
    to = plainly(areas.told_before.address, used(areas.told_before.address, Fact.SIZE), to)
    to = plainly(areas.told_merged.address, used(areas.told_merged.address, Fact.SIZE), to)
    to = plainly(areas.told_part.address, used(areas.told_part.address, Fact.SIZE), to)
    return put_word(to, merging.timers_before)


def put_asked(to: int) -> int:
    """The columns that are asked of an end: nothing else tells it from another."""
    n = areas.asked_parts.count
    at = areas.asked_parts.first
    while n > 0:
        copy(to, areas.match_block.address + at.offset, at.size)
        to += at.size
        at = at.nth(1)
        n -= 1
    return to
