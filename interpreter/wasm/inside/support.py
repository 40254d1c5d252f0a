"""Routines that every module has: sets of many words, division, and giving up.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def give_up(code, where):
    """Stops the module; whoever runs it reads why."""
    store64(ERROR, code)
    store64(WHERE, where)
    stop()


def floor_div(one, by) -> int:
    found = one // by
    if (one < 0) != (by < 0) and found * by != one:
        return found - 1
    return found


def floor_mod(one, by) -> int:
    return one - floor_div(one, by) * by


def product(one, two) -> int:
    """Numbers so large that a product might not fit are left to the closures."""
    if one > 16777216 or one < -16777216 or two > 16777216 or two < -16777216:
        give_up(3, 0)
    return one * two


def bit(mask, row) -> int:
    return (mask >> row) & 1 if row < 64 else 0


def joined_bit(mask, row) -> int:
    if row < 0:
        return mask
    if row >= 64:
        give_up(3, 0)
    return mask | (1 << row)


def member(at, row, words) -> int:
    if row >= words * 64:
        return 0
    return (load64(at + (row >> 6) * 8) >> (row & 63)) & 1


def put_member(at, row, words):
    if row >= 0:
        if row >= words * 64:
            give_up(3, 0)
        at = at + (row >> 6) * 8
        store64(at, load64(at) | (1 << (row & 63)))


def one_more(at):
    """A count of what happens."""
    store32(at, load32u(at) + 1)


def wipe(at, size):
    """So many bytes become 0, with whatever is left of their last eight; few take less time so than a call does."""
    if size > 256:
        fill(at, 0, size)
        return
    end = at + size
    while at < end:
        store64(at, 0)
        at += 8


def take_room(size) -> int:
    """An empty place for a set."""
    at = load64(TP)
    if at + size > TEMP_END:
        give_up(2, 0)
    store64(TP, at + size)
    wipe(at, size)
    return at


def raw_room(size) -> int:
    """A place for a set, with whatever stood there."""
    at = load64(TP)
    if at + size > TEMP_END:
        give_up(2, 0)
    store64(TP, at + size)
    return at


def boxed(mask) -> int:
    at = take_room(8)
    store64(at, mask)
    return at


def widened(at, have, words) -> int:
    made = take_room(words * 8)
    copy(made, at, have * 8)
    return made


def narrowed(at, have, words) -> int:
    i = words
    while i < have:
        if load64(at + i * 8) != 0:
            give_up(3, 0)
        i += 1
    return at


def narrowed_to_one(at, have) -> int:
    return load64(narrowed(at, have, 1))


def set_any(at, words) -> int:
    i = 0
    while i < words:
        if load64(at + i * 8) != 0:
            return 1
        i += 1
    return 0


def set_equal(one, two, words) -> int:
    i = 0
    while i < words:
        if load64(one + i * 8) != load64(two + i * 8):
            return 0
        i += 1
    return 1


def set_less(one, two, words) -> int:
    """Does the first come before the second, both read as one large number?"""
    i = words
    while i > 0:
        i -= 1
        a = load64(one + i * 8)
        b = load64(two + i * 8)
        if a != b:
            return lt_u(a, b)
    return 0


def keep_lone(at, row, words):
    """A set keeps one member, if it is one, and no other."""
    kept = member(at, row, words)
    wipe(at, words * 8)
    if kept:
        put_member(at, row, words)


def set_or(one, two, words) -> int:
    at = take_room(words * 8)
    i = 0
    while i < words * 8:
        store64(at + i, load64(one + i) | load64(two + i))
        i += 8
    return at


def set_and(one, two, words) -> int:
    at = take_room(words * 8)
    i = 0
    while i < words * 8:
        store64(at + i, load64(one + i) & load64(two + i))
        i += 8
    return at


def set_without(one, two, words) -> int:
    at = take_room(words * 8)
    i = 0
    while i < words * 8:
        store64(at + i, load64(one + i) & ~load64(two + i))
        i += 8
    return at


def set_join(at, other, words):
    """All members of one set into another, in its place."""
    i = 0
    while i < words * 8:
        store64(at + i, load64(at + i) | load64(other + i))
        i += 8


def set_leave(at, other, words):
    i = 0
    while i < words * 8:
        store64(at + i, load64(at + i) & ~load64(other + i))
        i += 8


def set_count(at, words) -> int:
    found = 0
    i = 0
    while i < words:
        found += popcnt(load64(at + i * 8))
        i += 1
    return found


def nth_bit(mask, number) -> int:
    """The member with that number, counted from 0."""
    while number > 0:
        mask = mask & (mask - 1)
        number -= 1
    return ctz(mask)


def nth_member(at, number, words) -> int:
    i = 0
    while i < words:
        mask = load64(at + i * 8)
        here = popcnt(mask)
        if number < here:
            return i * 64 + nth_bit(mask, number)
        number -= here
        i += 1
    return -1


def living(at, size, rows) -> int:
    """The rows that exist, as one word."""
    mask = 0
    row = 0
    while row < rows:
        if load8u(at + row * size):
            mask = mask | (1 << row)
        row += 1
    return mask


def living_wide(at, size, rows, words) -> int:
    made = take_room(words * 8)
    row = 0
    while row < rows:
        if load8u(at + row * size):
            put_member(made, row, words)
        row += 1
    return made


def first_in(ray, at, words, size) -> int:
    """The first cell of a list, which ends with none, that is in a set."""
    while 1:
        cell = load8s(ray)
        if size == 2:
            cell = load16s(ray)
        if size == 4:
            cell = load32s(ray)
        if cell < 0:
            return -1
        if member(at, cell, words):
            return cell
        ray += size


def spend(where):
    left = load64(BUDGET) - 1
    store64(BUDGET, left)
    if left < 0:
        give_up(4, where)


def take_frame(size) -> int:
    """Slots for a call, all 0; given back by whoever takes them."""
    at = load64(SP)
    if at + size > FRAMES_END:
        give_up(2, 0)
    store64(SP, at + size)
    wipe(at, size)
    return at


def decide(seat, count) -> int:
    """The answer to a question with so many options."""
    if seat < 0:
        give_up(1, 0)
    at = load64(TAPE_AT)
    if at < load64(TAPE_END):
        found = load64(TAPE + at * 8) & 0xFFFFFF
        if found >= count:
            give_up(1, 0)
        store64(TAPE + at * 8, found | (count << 24) | (seat << 48))  # whoever reads the tape sees who was asked
        store64(TAPE_AT, at + 1)
        return found
    return answered(seat, count, lot_for(seat, count))


def lot_for(seat, count) -> int:
    if not (load64(SEATS_BY_LOT) >> seat) & 1:
        store64(NEEDED, count)
        store64(NEEDED_BY, seat)
        give_up(5, 0)
    return lot_below(count)


def answered(seat, count, found) -> int:
    """Writes an answer down, with who gave it and among how many."""
    at = load64(TAPE_AT)
    if at >= TAPE_ROOM:
        give_up(2, 0)
    asked = load64(ASKED)
    if asked >= load64(ASKED_MOST):
        give_up(6, 0)
    store64(ASKED, asked + 1)
    store64(TAPE + at * 8, found | (count << 24) | (seat << 48))
    if load64(KEEPS_TAPE):
        store64(TAPE_AT, at + 1)
        store64(TAPE_END, at + 1)
    return found


def decide_plainly(seat, count, plain, kept) -> int:
    """The same where bots take only some: ``plain`` of the options, whose positions stand in a list."""
    at = load64(TAPE_AT)
    if plain == 0 or plain >= count or at < load64(TAPE_END) or seat < 0 or not (load64(SEATS_BY_LOT) >> seat) & 1:
        return decide(seat, count)
    return answered(seat, count, load64(kept + lot_for(seat, plain) * 8))


def next_face(size, label) -> int:
    """One die that is thrown for something: what the script says, else by chance."""
    given = load64(SCRIPTED)
    if HIDES:
        store64(DIE_FOR, label)
    if given == 0:
        return random_faces(size)
    number = load64(ROLLS)
    if number >= given - 1:
        store64(NEEDED, size)
        store64(NEEDED_BY, label)
        give_up(8, 0)
    store64(ROLLS, number + 1)
    face = load64(SCRIPT + number * 8)
    wanted = face >> 32
    if (face & 0xFFFFFFFF) >= size or (wanted and wanted != label):
        give_up(1, 0)
    return face & 0xFFFFFFFF


def random_faces(size) -> int:
    """One die thrown: a number from 0 to ``size`` - 1."""
    number = load64(ROLLS)
    store64(ROLLS, number + 1)
    other_dice(number)
    return die_below(size, number)


def other_dice(number):
    """A match played out has other dice from one on."""
    if number + 1 == load64(OTHERS_FROM):
        at = load64(OTHERS_AT)
        seed_dice(load64(at + 8))
        store64(OTHERS_AT, at + 16)
        store64(OTHERS_FROM, load64(at + 16))


def enter_rule(where):
    """A rule begins: rules that call each other without end are given up."""
    depth = load64(DEPTH) + 1
    store64(DEPTH, depth)
    if depth > 150:
        give_up(4, where)
    spend(where)


def leave_rule():
    store64(DEPTH, load64(DEPTH) - 1)


ROUTINES = [
    give_up, one_more, floor_div, floor_mod, product, bit, joined_bit, member, put_member, wipe, take_room, raw_room, boxed, widened,
    narrowed, narrowed_to_one, set_any, set_equal, set_less,
    keep_lone, set_or, set_and, set_without, set_join, set_leave, set_count, nth_bit, nth_member, living, living_wide,
    first_in, spend, take_frame, decide, lot_for, answered, decide_plainly, next_face, random_faces, other_dice, enter_rule, leave_rule,
]  # fmt: skip
