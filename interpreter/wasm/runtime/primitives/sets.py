"""Sets of rows: masks of one word, and addresses of longer ones."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import (
    copy,
    ctz,
    load8s,
    load8u,
    load16s,
    load32s,
    load64,
    load_word,
    lt_u,
    popcnt,
    store64,
    store_word,
)
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room, wipe

BITS = 64
FEW = 10  # members that are counted one by one


def bit(mask: int, row: int) -> int:
    """Is a row in a mask?"""
    return (mask >> row) & 1 if row < BITS else 0


def joined_bit(mask: int, row: int) -> int:
    """A mask with a row, or with none."""
    if row < 0:
        return mask
    if row >= BITS:
        give_up(StopReason.TOO_LARGE, 0)
    return mask | (1 << row)


def member(at: int, row: int, words: int) -> int:
    """Is a row in a set?"""
    if row >= words * BITS:
        return 0
    return (load_word(at, row >> 6) >> (row & 63)) & 1


def put_member(at: int, row: int, words: int) -> None:
    """A row joins a set; none joins nothing."""
    if row >= 0:
        if row >= words * BITS:
            give_up(StopReason.TOO_LARGE, 0)
        store_word(at, row >> 6, load_word(at, row >> 6) | (1 << (row & 63)))


def remove_member(at: int, row: int) -> None:
    """A row leaves a set."""
    store_word(at, row >> 6, load_word(at, row >> 6) & ~(1 << (row & 63)))


def boxed(mask: int) -> int:
    """A mask as a set of one word."""
    at = take_room(WORD)
    store64(at, mask)
    return at


def widened(at: int, have: int, words: int) -> int:
    """A set as one of more words."""
    made = take_room(words * WORD)
    copy(made, at, have * WORD)
    return made


def narrowed(at: int, have: int, words: int) -> int:
    """A set as one of fewer words, if it fits."""
    i = words
    while i < have:
        if load_word(at, i) != 0:
            give_up(StopReason.TOO_LARGE, 0)
        i += 1
    return at


def narrowed_to_one(at: int, have: int) -> int:
    """The same as a mask."""
    return load64(narrowed(at, have, 1))


def set_any(at: int, words: int) -> int:
    """Has a set any members?"""
    i = 0
    while i < words:
        if load_word(at, i) != 0:
            return 1
        i += 1
    return 0


def set_equal(one: int, two: int, words: int) -> int:
    """Are two sets the same?"""
    i = 0
    while i < words:
        if load_word(one, i) != load_word(two, i):
            return 0
        i += 1
    return 1


def set_less(one: int, two: int, words: int) -> int:
    """Does the first come before the second, both read as one large number?"""
    i = words
    while i > 0:
        i -= 1
        a = load_word(one, i)
        b = load_word(two, i)
        if a != b:
            return lt_u(a, b)
    return 0


def keep_lone(at: int, row: int, words: int) -> None:
    """A set keeps one member, if it is one, and no other."""
    kept = member(at, row, words)
    wipe(at, words * WORD)
    if kept:
        put_member(at, row, words)


def set_or(one: int, two: int, words: int) -> int:
    """What is in either set."""
    at = take_room(words * WORD)
    i = 0
    while i < words * WORD:
        store64(at + i, load64(one + i) | load64(two + i))
        i += WORD
    return at


def set_and(one: int, two: int, words: int) -> int:
    """What is in both sets."""
    at = take_room(words * WORD)
    i = 0
    while i < words * WORD:
        store64(at + i, load64(one + i) & load64(two + i))
        i += WORD
    return at


def set_without(one: int, two: int, words: int) -> int:
    """What is in one set and not in the other."""
    at = take_room(words * WORD)
    i = 0
    while i < words * WORD:
        store64(at + i, load64(one + i) & ~load64(two + i))
        i += WORD
    return at


def set_join(at: int, other: int, words: int) -> None:
    """All members of one set into another, in its place."""
    i = 0
    while i < words * WORD:
        store64(at + i, load64(at + i) | load64(other + i))
        i += WORD


def set_leave(at: int, other: int, words: int) -> None:
    """All members of one set leave another."""
    i = 0
    while i < words * WORD:
        store64(at + i, load64(at + i) & ~load64(other + i))
        i += WORD


def set_count(at: int, words: int) -> int:
    """How many members a set has."""
    found = 0
    i = 0
    while i < words:
        found += popcnt(load_word(at, i))
        i += 1
    return found


def nth_bit(mask: int, number: int) -> int:
    """The member with that number, counted from 0: of many, halves that lie before it are left out, without a branch."""
    skipped = 0
    if number >= FEW:
        here = popcnt(mask & 0xFFFFFFFF)
        beyond = number >= here
        number -= here * beyond
        skipped = beyond << 5
        here = popcnt((mask >> skipped) & 0xFFFF)
        beyond = number >= here
        number -= here * beyond
        skipped += beyond << 4
        here = popcnt((mask >> skipped) & 0xFF)
        beyond = number >= here
        number -= here * beyond
        skipped += beyond << 3
    mask = mask >> skipped
    while number > 0:
        mask = mask & (mask - 1)
        number -= 1
    return skipped + ctz(mask)


def nth_member(at: int, number: int, words: int) -> int:
    """The member with that number, counted from 0; none if there are fewer."""
    i = 0
    while i < words:
        mask = load_word(at, i)
        here = popcnt(mask)
        if number < here:
            return i * BITS + nth_bit(mask, number)
        number -= here
        i += 1
    return -1


def living(at: int, size: int, rows: int) -> int:
    """The rows that exist, as one word."""
    mask = 0
    row = 0
    while row < rows:
        if load8u(at + row * size):
            mask = mask | (1 << row)
        row += 1
    return mask


def living_wide(at: int, size: int, rows: int, words: int) -> int:
    """The same as a set.  Where a row has a byte, eight of them are looked at in one."""
    made = take_room(words * WORD)
    row = 0
    while row < rows:
        if size == 1:
            while row < rows and load64(at + row) == 0:
                row += 8
        if row < rows:
            if load8u(at + row * size):
                put_member(made, row, words)
        row += 1
    return made


def first_in(ray: int, at: int, words: int, size: int) -> int:
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
