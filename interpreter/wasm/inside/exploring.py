"""Odds inside the module: a statement is carried out for many outcomes, and equal ways are one.

A record is a way things can go: how far it came (to a throw, or to the end), all that tells it from another, the world before the statement
(the match, as what differs from where it all began), what was carried out, and the outcomes so far.  Each outcome that comes next leads to
a record that is there already, or to a new one.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

from arbitre.interpreter.wasm.inside import telling

EVENT, BEGINNING, GOING = 0, 1, 2  # what a job carries out: an event, an agenda from its start, the statements of those under way
ENDED, BETWEEN, THROWN = 0, 1, 2  # how far it came
LOT, QUESTION, COUNTED, GROUPED, OWN = range(5)  # throws: among so many; an answer; so many dice of so many faces; a test, of which only
# the result counts, in so many groups of outcomes; from here on those of a table
HEAD = 120  # bytes of a record before its key: see :func:`attempt`


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


def known_ahead() -> int:
    """Does the path say what the next throw comes to?"""
    return load64(PATH_AT) < load64(PATH_END)


def group(count, number, weight, result) -> int:
    """Counts an outcome of a test among those with the same result, of which there were so many; gives how many there are now."""
    i = 0
    while i < count and load64(GROUPS + 2 * GROUPS_SIZE + i * 8) != result:
        i += 1
    if i == count:
        store64(GROUPS + i * 8, number)
        store64(GROUPS + GROUPS_SIZE + i * 8, 0)
        store64(GROUPS + 2 * GROUPS_SIZE + i * 8, result)
        count += 1
    store64(GROUPS + GROUPS_SIZE + i * 8, load64(GROUPS + GROUPS_SIZE + i * 8) + weight)
    return count


def decide(seat, count) -> int:
    """The answer of the path; else what appeals most to the seat, where that is how seats answer and something is said of it."""
    if seat < 0:
        give_up(1, 0)
    weighed = load64(WEIGHED)
    store64(WEIGHED, 0)
    if load64(PATH_AT) < load64(PATH_END) or not weighed:
        found = outcome(1, seat, count)
        if not load64(UNWINDING):
            store64(ANSWERED, load64(ANSWERED) + 1)
        return found
    store64(ANSWERED, load64(ANSWERED) + 1)
    best = 0
    i = 1
    while i < count:
        if load64(LIKES + i * 8) > load64(LIKES + best * 8):
            best = i
        i += 1
    at = load64(PATH_END)
    if at >= PATH_MOST:
        give_up(2, 0)
    store64(PATH + at * 8, best)
    store64(PATH_END, at + 1)
    store64(PATH_AT, at + 1)
    return best


def weighs(seat) -> int:
    """Is it wanted what a bot thinks of the options of the question that comes now?"""
    return load64(BOTS_ANSWER) and load64(PATH_AT) >= load64(PATH_END) and seat >= 0


def weighing(count, liked):
    """Begins to note what a bot thinks of so many options."""
    if count > OPTIONS_MOST:
        give_up(2, 0)
    fill(LIKES, 0, count * 8)
    store64(WEIGHED, liked)


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


def fresh_run():
    """Nothing is under way."""
    reset_run()
    store64(STEPS, 0)
    store64(GIVEN, 0)
    store64(HAS_GIVEN, 0)
    store64(SPENT, 0)
    store64(JUMP, 0)
    store64(WEIGHED, 0)
    store64(ANSWERED, 0)


def hashed(at, size) -> int:
    value = size
    end = at + size
    while at < end:
        value = (value ^ load64(at)) * 0x9E3779B97F4A7C15
        value = value ^ (value >> 29)
        at += 8
    return value


def known(head) -> int:
    """The record with the same key, or 0: then this one is known from now on."""
    length = load64(head + 40)
    value = hashed(head + 120, length)
    store64(head + 96, value)
    place = (value >> 40) & (PLACES - 1)
    born = load64(BORN) << 32
    while 1:
        found = load64(PLACED + place * 8)
        if (found >> 32) << 32 != born:
            store64(PLACED + place * 8, born | head)
            return 0
        found = found & 0xFFFFFFFF
        if load64(found + 96) == value and load64(found + 40) == length:
            i = 0
            while i < length and load64(found + 120 + i) == load64(head + 120 + i):
                i += 8
            if i >= length:
                return found
        place = (place + 1) & (PLACES - 1)


def put_asked(to) -> int:
    """The columns that are asked of an end: nothing else tells it from another."""
    n = load64(ASKED_PARTS)
    at = ASKED_PARTS + 8
    while n > 0:
        copy(to, STATE + load64(at), load64(at + 8))
        to += load64(at + 8)
        at += 16
        n -= 1
    return to


def attempt(world, deed, tag, before, by) -> int:
    """Goes as far as the path leads; gives the number of the record that tells how far that is.

    A record: its bytes; how far; the throw (three numbers); the bytes of its key; was there a statement before this one? how many answers
    were given in this one, or at its end the signal it was left with; where its world stands, what was carried out, the length of the
    path; its number; its key hashed; from which record it was come to first, and by which of its outcomes.  Behind that the key, the
    path, the groups of outcomes with their weights where there are such, and the world if it is a new one.
    """
    mode = load64(deed)
    size = load64(deed + 16)
    settle()
    fresh_run()
    store64(UNWINDING, 0)
    store64(SHADOW_TOP, SHADOW)
    if AT_ONCE:  # in an attempt before
        fill(STORED_CELLS, 0, CELLS_SIZE)
    store64(TOLD_BEFORE, 0)
    store64(TOLD_MERGED, 0)
    store64(TOLD_PART, 0)
    signal = 0
    steps = 0
    moved = 0
    done = mode
    if mode == 0:
        prepare()
        at = take_frame(size)
        copy(at, deed + 24, size)
        signal = numbered(at, load64(deed + 8))
        if load64(UNWINDING) == 0 and load64(JUMP):
            signal = follow()
    if mode == 1:
        prepare()
        copy(TEMP, deed + 24, size)
        begin(load64(deed + 8), TEMP)
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
    head = load64(WRITTEN)
    what = 0
    to = head + 120
    if to > RECORDS_END - 65536 or load64(COUNT) > PLACES // 2:
        give_up(2, 0)
    store64(to, tag)
    to += 16
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
        if what == 0 and load64(ASKED_PARTS) >= 0:
            to = put_asked(to + 8)
        else:
            to = put_key(to + 8)
    store64(head + 128, what)
    store64(head + 40, to - head - 120)
    found = known(head)
    if found:
        return load64(found + 88)
    store64(head + 8, what)
    copy(head + 16, KIND, 24)
    store64(head + 48, moved)
    store64(head + 56, load64(ANSWERED) if what == 2 else signal)
    store64(head + 72, load64(GOING_DEED) if moved or what == 1 else deed)
    length = load64(PATH_END)
    store64(head + 80, length)
    copy(to, PATH, length * 8)
    to += length * 8
    if what == 2 and load64(KIND) == 3:
        copy(to, GROUPS, load64(KIND + 8) * 8)
        to += load64(KIND + 8) * 8
        copy(to, GROUPS + GROUPS_SIZE, load64(KIND + 8) * 8)
        to += load64(KIND + 8) * 8
    store64(head + 64, world)
    if what < 2 or moved:
        store64(head + 64, to)
        to = put_world(STARTED if what == 2 else STATE, to)
    number = load64(COUNT)
    store64(head + 88, number)
    store64(head + 104, before)
    store64(head + 112, by)
    store64(ADDRESSES + number * 8, head)
    store64(COUNT, number + 1)
    store64(head, to - head)
    store64(WRITTEN, to)
    return number


def explore(first, most) -> int:
    """Looks at records in turn from one on, about so many outcomes; writes down where each leads.

    Gives the number of the next; whoever asked must say what it comes to, if the module does not know.
    """
    done = 0
    while first < load64(COUNT) and done < most:
        record = load64(ADDRESSES + first * 8)
        what = load64(record + 8)
        if what == 0:
            first += 1
            continue
        length = load64(record + 80)
        key = record + 120
        path = key + load64(record + 40)
        kind = 0 - 1
        count = 1
        values = 0
        if what == 2:
            kind = load64(record + 16)
            count = load64(record + 24) if kind == 0 or kind == 3 else 0
            if kind == 3:
                values = path + length * 8
            if kind >= 4 and kind < 4 + THROWS_MOST:
                count = load64(THROW_COUNTS + (kind - 4) * 8)
            if count == 0:
                if load64(SAID_OF) != first:
                    return first
                values = load64(SAID)
                count = load64(SAID_COUNT)
            if length + 1 >= PATH_MOST:
                give_up(2, 0)
        at = load64(LED_AT)
        if at + 24 + count * 16 > LED_END:
            return first
        store64(at, first)
        store64(at + 8, kind)
        store64(at + 16, count)
        at += 24
        n = 0
        while n < count:
            take_world(load64(record + 64))
            copy(PATH, path, length * 8)
            store64(PATH + length * 8, load64(values + n * 8) if values else n)
            store64(PATH_AT, 0)
            store64(PATH_END, length + (what == 2))
            store64(at, attempt(load64(record + 64), load64(record + 72), load64(key), first, n))
            at += 8
            n += 1
        if kind == 3:
            copy(at, values + count * 8, count * 8)
            at += count * 8
        store64(LED_AT, at)
        done += count
        first += 1
    return first


def forget_records():
    """What was met before is met no more."""
    store64(BORN, (load64(BORN) + 1) & 0x7FFFFFFF)
    store64(COUNT, 0)
    store64(WRITTEN, RECORDS)


def base_of() -> int:
    """All begins with the match as it is; gives where that world, as it differs from itself, is written."""
    copy(BASE, STATE, FLAT_SIZE)
    copy(BASE + PUBLISHED - STATE, PUBLISHED, PUBLISHED_ALL)
    store64(WRITTEN, put_world(STATE, RECORDS))
    return RECORDS


def world_of() -> int:
    """The match as it is, as a world."""
    store64(WRITTEN, put_world(STATE, RECORDS))
    return RECORDS


def become(at):
    """The match becomes a world that stands somewhere."""
    take_world(at)
    settle()


ROUTINES: list[Any] = [
    outcome, next_face, known_ahead, group, decide, decide_plainly, weighs, weighing, still, clear_slots, follow, *telling.ROUTINES,
    fresh_run, hashed, known, put_asked, attempt, explore, forget_records, base_of, world_of, become,
]  # fmt: skip
EXPORTS = ("explore", "forget_records", "base_of", "world_of", "become")
