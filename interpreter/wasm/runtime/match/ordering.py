"""Elements put in their order, ties settled by lot or by dice."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.routines.machine import call_indirect, copy, load_word, store64, store_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import next_face
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room

MOST_THROWS = 50  # for one order


def sort_rows(at: int, count: int, keys: int) -> None:
    """Records of a row and its keys (the row first), lowest keys first; those that are equal stay in their order."""
    size = (keys + 1) * WORD
    held = take_room(size)
    i = 1
    while i < count:
        copy(held, at + i * size, size)
        j = i
        while j > 0 and before_in(held, at + (j - 1) * size, keys):
            copy(at + j * size, at + (j - 1) * size, size)
            j -= 1
        copy(at + j * size, held, size)
        i += 1


def sort_numbers(at: int, count: int) -> None:
    """Numbers in a row, the lowest first."""
    i = 1
    while i < count:
        held = load_word(at, i)
        j = i
        while j > 0 and load_word(at, j - 1) > held:
            store_word(at, j, load_word(at, j - 1))
            j -= 1
        store_word(at, j, held)
        i += 1


def before_in(one: int, two: int, keys: int) -> int:
    """Does one record come before the other by its keys?"""
    k = 1
    while k <= keys:
        a = load_word(one, k)
        b = load_word(two, k)
        if a != b:
            return a < b
        k += 1
    return 0


def equal_keys(one: int, two: int, keys: int) -> int:
    """Have two records the same keys?"""
    return not before_in(one, two, keys) and not before_in(two, one, keys)


def draw_ties(at: int, count: int, keys: int, occasion: int) -> None:
    """Those with the same keys are put in an order by lot."""
    size = (keys + 1) * WORD
    held = take_room(size)
    first = 0
    while first < count:
        last = first + 1
        while last < count and equal_keys(at + first * size, at + last * size, keys):
            last += 1
        while last - first > 1:
            taken = next_face(last - first, sizes.order_label, occasion)
            taken += first
            copy(held, at + taken * size, size)
            while taken > first:
                copy(at + taken * size, at + (taken - 1) * size, size)
                taken -= 1
            copy(at + first * size, held, size)
            first += 1
        first = last


def throw_ties(at: int, count: int, keys: int, frame: int, thrower: int, highest: int) -> None:
    """Those with the same keys throw for their order, one such group after the other."""
    size = (keys + 1) * WORD
    first = 0
    while first < count:
        last = first + 1
        while last < count and equal_keys(at + first * size, at + last * size, keys):
            last += 1
        if last - first > 1:
            throw_group(at + first * size, last - first, size, frame, thrower, highest)
        first = last


def throw_group(at: int, count: int, size: int, frame: int, thrower: int, highest: int) -> None:
    """All of a group throw, those still tied throw again, at most fifty times."""
    starts = take_room((count + 1) * WORD)
    thrown = take_room((count + 1) * WORD)
    held = take_room(size)
    store64(starts, 1)
    store_word(starts, count, 1)
    times = 0
    while times < MOST_THROWS:
        done = 1
        first = 0
        while first < count:
            last = first + 1
            while not load_word(starts, last):
                last += 1
            if last - first > 1:
                i = first
                while i < last:
                    value = call_indirect(frame, thrower)
                    copy(held, at + i * size, size)
                    j = i
                    while j > first and (load_word(thrown, j - 1) < value if highest else load_word(thrown, j - 1) > value):
                        copy(at + j * size, at + (j - 1) * size, size)
                        store_word(thrown, j, load_word(thrown, j - 1))
                        j -= 1
                    copy(at + j * size, held, size)
                    store_word(thrown, j, value)
                    i += 1
                i = first + 1
                while i < last:
                    if load_word(thrown, i) == load_word(thrown, i - 1):
                        done = 0
                    else:
                        store_word(starts, i, 1)
                    i += 1
            first = last
        if done:
            return
        times += 1
