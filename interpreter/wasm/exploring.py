"""Odds inside the module: one statement carried out for many outcomes, and of each what is left to do, as bytes.

A job is a world (the match before a statement, as what differs from where it all began), what is to be carried out, the outcomes so far
and those that come next.  A record says how far one of them came: to a throw, with all that tells this way from another; or to the end.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

EVENT, BEGINNING, GOING = 0, 1, 2  # what a job carries out: an event, an agenda from its start, the statements of those under way
ENDED, BETWEEN, THROWN = 0, 1, 2  # how far it came
LOT, QUESTION, COUNTED, OWN = 0, 1, 2, 3  # throws: among so many; an answer; so many dice of so many faces; from here on those of a table
HEAD = 64  # bytes of a record before its key


def outcome(kind, one, two) -> int:
    """What a throw comes to: as the path says, else everything is left."""
    at = load64(PATH_AT)
    if at < load64(PATH_END):
        store64(PATH_AT, at + 1)
        return load64(PATH + at * 8)
    store64(UNWINDING, 1)
    store64(KIND, kind)
    store64(KIND + 8, one)
    store64(KIND + 16, two)
    return 0


def next_face(size, label) -> int:
    if size == 1:
        return 0
    return outcome(0, size, label)


def decide(seat, count) -> int:
    if seat < 0:
        give_up(1, 0)
    return outcome(1, seat, count)


def decide_plainly(seat, count, plain, kept) -> int:
    return decide(seat, count)


def still(value):
    """Something that is read once a function goes on."""
    at = load64(SHADOW_TOP)
    if at >= SHADOW_END:
        give_up(2, 0)
    store64(at, value)
    store64(SHADOW_TOP, at + 8)


def clear_slots(frame, table):
    """Slots that nobody reads any more hold nothing."""
    while load64(table + 8):
        fill(frame + load64(table), 0, load64(table + 8))
        table += 16


def follow() -> int:
    """What was left to do of a call, once it has ended, one thing after the other."""
    signal = 0
    while load64(JUMP):
        called = load64(JUMP) - 1
        size = load64(JUMP_SIZE)
        at = take_frame(size)
        copy(at, JUMP_SLOTS, size)
        store64(JUMP, 0)
        signal = numbered(at, called)
        store64(SP, at)
    return signal


# What differs, as pairs of an offset and a word.


def differing(here, base, size, first, to) -> int:
    if to + size * 2 > OUTPUT_END:
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
    if to + size * 2 > OUTPUT_END:
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
    if to + size > OUTPUT_END:
        give_up(2, 0)
    store64(to, size)
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
    copy(to, at + 8, size)
    return at + 8 + size


def take_world(at) -> int:
    """The match becomes that world; gives where what stands behind it begins."""
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
    return take_list(at + 8, STACK_BASE)


def past_world(at) -> int:
    at += 8 + load64(at)
    n = 0
    while n < 5:
        if n == 4:
            at += 8
        at += 8 + load64(at)
        n += 1
    return at


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


def fresh_run():
    """Nothing is under way."""
    reset_run()
    store64(STEPS, 0)
    store64(GIVEN, 0)
    store64(HAS_GIVEN, 0)
    store64(SPENT, 0)
    store64(JUMP, 0)


def attempt(mode, number, frame, size, to) -> int:
    """Goes as far as the path leads, and writes down how far that is."""
    settle()
    fresh_run()
    store64(UNWINDING, 0)
    store64(SHADOW_TOP, SHADOW)
    fill(STORED_CELLS, 0, CELLS_SIZE)
    fill(TOLD_BEFORE, 0, 8)
    fill(TOLD_MERGED, 0, 8)
    fill(TOLD_PART, 0, 8)
    signal = 0
    steps = 0
    moved = 0
    done = mode
    if mode == 0:
        prepare()
        at = take_frame(size)
        copy(at, frame, size)
        signal = numbered(at, number)
        if load64(UNWINDING) == 0 and load64(JUMP):
            signal = follow()
    if mode == 1:
        prepare()
        copy(TEMP, frame, size)
        begin(number, TEMP)
    while mode:
        if load64(UNWINDING) or load64(OVER) or load64(STACK_LAST) == 0 or steps >= 500:
            break
        if mode == 1 or steps:
            keep_block()
            moved = 1
            done = 2
            store64(PATH_AT, 0)
            store64(PATH_END, 0)
        fresh_run()
        statement()
        steps += 1
    head = to
    what = 0
    to += 64
    if load64(UNWINDING):
        what = 2
        to = put_key(put_going(done, to))
    else:
        if load64(JUMP) or load64(PATH_AT) < load64(PATH_END):
            give_up(1, 0)
        if mode and load64(OVER) == 0 and load64(STACK_LAST):
            what = 1
        n = load64(GIVEN_SLOTS)
        while n > 0:  # what an event hands over
            store64(to, load64(FRAMES + load64(GIVEN_SLOTS + n * 8)))
            to += 8
            n -= 1
        store64(to, signal)
        to = put_key(to + 8)
    store64(head + 8, what)
    copy(head + 16, KIND, 24)
    store64(head + 40, to - head - 64)
    store64(head + 48, moved)
    store64(head + 56, signal)
    if what < 2:
        to = put_world(STATE, to)
    else:
        if moved:
            to = put_world(STARTED, to)
    store64(head, to - head)
    return to


def explore(jobs) -> int:
    """Carries out jobs as long as there is room for what they come to; gives how many were done."""
    at = INPUT
    to = OUTPUT
    done = 0
    while done < jobs and to < OUTPUT_HALF:
        world = at
        job = past_world(at)
        size = load64(job + 16)
        frame = job + 24
        path = frame + size + 8
        length = load64(path - 8)
        first = path + length * 8 + 8
        values = load64(first - 8)
        n = 0
        while n < values or (n == 0 and values == 0):
            take_world(world)
            copy(PATH, path, length * 8)
            if values:
                store64(PATH + length * 8, load64(first + n * 8))
            store64(PATH_AT, 0)
            store64(PATH_END, length + (values > 0))
            to = attempt(load64(job), load64(job + 8), frame, size, to)
            n += 1
        at = first + values * 8
        done += 1
    store64(WRITTEN, to)
    return done


def base_of() -> int:
    """All begins with the match as it is; gives where that world, as it differs from itself, is written."""
    copy(BASE, STATE, FLAT_SIZE)
    copy(BASE + PUBLISHED - STATE, PUBLISHED, PUBLISHED_ALL)
    store64(WRITTEN, put_world(STATE, OUTPUT))
    return OUTPUT


def world_of() -> int:
    """The match as it is, as a world."""
    store64(WRITTEN, put_world(STATE, OUTPUT))
    return OUTPUT


def become(at):
    """The match becomes a world that stands somewhere."""
    take_world(at)
    settle()


ROUTINES: list[Any] = [
    outcome, next_face, decide, decide_plainly, still, clear_slots, follow, differing, present, plainly, used, put_world, take_list,
    take_world, past_world, keep_block, relative, put_key, put_going, put_together, fresh_run, attempt, explore, base_of, world_of, become,
]  # fmt: skip
EXPORTS = ("explore", "base_of", "world_of", "become")
