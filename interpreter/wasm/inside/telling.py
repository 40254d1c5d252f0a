"""A match, and a statement in its midst, told as bytes: what differs from where it all began, and what is left to do.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def differing(here, base, size, first, to) -> int:
    if to + size * 2 > RECORDS_END:
        give_up(2, 0)
    i = 0
    while i < size:
        value = load64(here + i)
        if value != load64(base + i):
            store64(to, first + i)
            store64(to + 8, value)
            to += 16
        i += 8
    return to


def present(here, size, to) -> int:
    if to + size * 2 > RECORDS_END:
        give_up(2, 0)
    store64(to, size)
    to += 8
    i = 0
    while i < size:
        value = load64(here + i)
        if value:
            store64(to, i)
            store64(to + 8, value)
            to += 16
        i += 8
    return to


def plainly(here, size, to) -> int:
    if to + size > RECORDS_END:
        give_up(2, 0)
    store64(to, size)
    if size == 8:  # an empty list, as most are
        store64(to + 8, load64(here))
        return to + 16
    copy(to + 8, here, size)
    return to + 8 + size


def used(at, entry) -> int:
    return 8 + load64(at) * entry


def put_world(block, to) -> int:
    """The match in a block, as what differs from where it all began."""
    at = to
    to = differing(block, BASE, FLAT_SIZE, 0, to + 8)
    to = differing(block + PUBLISHED - STATE, BASE + PUBLISHED - STATE, PUBLISHED_ALL, PUBLISHED - STATE, to)
    store64(at, to - at - 8)
    at = block - STATE
    to = plainly(at + TIMERS, used(at + TIMERS, TIMERS_ENTRY), to)
    to = plainly(at + WAITING, used(at + WAITING, WAITING_ENTRY), to)
    to = plainly(at + SCHEDULED, used(at + SCHEDULED, SCHEDULED_ENTRY), to)
    to = plainly(at + TOLD, used(at + TOLD, 16), to)
    store64(to, load64(at + STACK_LAST))
    return plainly(at + STACK_BASE, load64(at + STACK_TOP) - STACK_BASE, to + 8)


def take_list(at, to) -> int:
    size = load64(at)
    if size == 8:
        store64(to, load64(at + 8))
        return at + 16
    copy(to, at + 8, size)
    return at + 8 + size


def take_world(at):
    """The match becomes that world."""
    copy(STATE, BASE, FLAT_SIZE)
    copy(PUBLISHED, BASE + PUBLISHED - STATE, PUBLISHED_ALL)
    end = at + 8 + load64(at)
    at += 8
    while at < end:
        store64(STATE + load64(at), load64(at + 8))
        at += 16
    at = take_list(at, TIMERS)
    at = take_list(at, WAITING)
    at = take_list(at, SCHEDULED)
    at = take_list(at, TOLD)
    store64(STACK_LAST, load64(at))
    store64(STACK_TOP, STACK_BASE + load64(at + 8))
    take_list(at + 8, STACK_BASE)


def keep_block():
    """The match as it is before a statement."""
    away = STARTED - STATE
    copy(STARTED, STATE, FLAT_SIZE)
    copy(PUBLISHED + away, PUBLISHED, PUBLISHED_ALL)
    copy(TIMERS + away, TIMERS, used(TIMERS, TIMERS_ENTRY))
    copy(WAITING + away, WAITING, used(WAITING, WAITING_ENTRY))
    copy(SCHEDULED + away, SCHEDULED, used(SCHEDULED, SCHEDULED_ENTRY))
    copy(TOLD + away, TOLD, used(TOLD, 16))
    store64(STACK_LAST + away, load64(STACK_LAST))
    store64(STACK_TOP + away, load64(STACK_TOP))
    copy(STACK_BASE + away, STACK_BASE, load64(STACK_TOP) - STACK_BASE)


def relative(list_, entry, numbers, to) -> int:
    """A list whose entries speak of runs of an agenda: how far off they are."""
    at = to + 16
    to = plainly(list_, used(list_, entry), to)
    while at < to:
        now = load64(RUNS + load64(at) * 8)
        store64(at + 8, load64(at + 8) - now)
        if numbers > 1:
            store64(at + 16, load64(at + 16) - now)
        at += entry
    return to


def put_key(to) -> int:
    """The match, as far as it tells how it goes on: how often an agenda has begun counts only where a rule asks for it."""
    to = differing(STATE + 16, BASE + 16, RUNS - STATE - 16, 16, to)
    store64(to, -1)
    to += 8
    n = load64(RUNS_ASKED)
    while n > 0:
        store64(to, load64(RUNS + load64(RUNS_ASKED + n * 8) * 8))
        to += 8
        n -= 1
    to = differing(CELLS, BASE + CELLS - STATE, CELLS_SIZE, CELLS - STATE, to)
    to = differing(PUBLISHED, BASE + PUBLISHED - STATE, PUBLISHED_ALL, PUBLISHED - STATE, to)
    store64(to, -1)
    to = relative(TIMERS, TIMERS_ENTRY, 1, to + 8)
    to = relative(WAITING, WAITING_ENTRY, 2, to)
    to = relative(SCHEDULED, SCHEDULED_ENTRY, 1, to)
    to = plainly(TOLD, used(TOLD, 16), to)
    return plainly(STACK_BASE, load64(STACK_TOP) - STACK_BASE, to)


def put_going(mode, to) -> int:
    """What is left to do of a statement: the throw that is wanted, the slots and sets of what is under way, and how far it has come."""
    store64(to, mode)
    copy(to + 8, KIND, 24)
    store64(to + 32, load64(SP))
    store64(to + 40, load64(TP))
    store64(to + 48, load64(GIVEN) if load64(HAS_GIVEN) else 0)
    store64(to + 56, load64(HAS_GIVEN))
    store64(to + 64, load64(SPENT))
    store64(to + 72, load64(TOGETHER))
    store64(to + 80, load64(TAKEN_AT))
    to = present(FRAMES, load64(SP) - FRAMES, to + 88)
    to = present(TEMP + TEMP_KEPT, load64(TP) - TEMP - TEMP_KEPT, to)
    to = plainly(SHADOW, load64(SHADOW_TOP) - SHADOW, to)
    if load64(TOGETHER):
        to = put_together(to)
    return to


def put_together(to) -> int:
    """What is noted of things done at once."""
    to = differing(BEFORE, BASE + CELLS - STATE, CELLS_SIZE, 0, to)
    store64(to, -1)
    to = differing(MERGED, BASE + CELLS - STATE, CELLS_SIZE, 0, to + 8)
    store64(to, -1)
    to = present(STORED_CELLS, CELLS_SIZE, to + 8)
    to = present(STORED_NOW, CELL_COUNT, to)
    to = present(COUNTED, CELL_COUNT, to)
    to = present(SUMMED, CELL_COUNT, to)
    to = present(STORED_ANY, CELL_COUNT, to)
    to = present(AMOUNTS, CELL_COUNT * 8, to)
    to = present(SUMS, CELL_COUNT * 8, to)
    to = present(TOUCHED, TOUCHED_SIZE, to)
    to = present(TOUCHED_EVER, TOUCHED_SIZE, to)
    to = present(PARTS, PARTS_SIZE * (load64(TOGETHER) - 1), to)
    to = present(MADE, MADE_SIZE, to)
    to = plainly(FOR_GOOD, used(FOR_GOOD, 16 + WIDE * 8), to)
    to = plainly(TOLD_BEFORE, used(TOLD_BEFORE, 16), to)
    to = plainly(TOLD_MERGED, used(TOLD_MERGED, 16), to)
    to = plainly(TOLD_PART, used(TOLD_PART, 16), to)
    store64(to, load64(TIMERS_BEFORE))
    return to + 8


ROUTINES: list[Any] = [
    differing, present, plainly, used, put_world, take_list, take_world, keep_block, relative, put_key, put_going, put_together,
]  # fmt: skip
