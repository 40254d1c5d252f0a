"""Elements put in their order, ties settled by lot or by dice.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def sort_rows(at, count, keys):
    """Records of a row and its keys (the row first), lowest keys first; those that are equal stay in their order."""
    size = (keys + 1) * 8
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


def sort_numbers(at, count):
    """Numbers in a row, the lowest first."""
    i = 1
    while i < count:
        held = load64(at + i * 8)
        j = i
        while j > 0 and load64(at + j * 8 - 8) > held:
            store64(at + j * 8, load64(at + j * 8 - 8))
            j -= 1
        store64(at + j * 8, held)
        i += 1


def before_in(one, two, keys) -> int:
    k = 1
    while k <= keys:
        a = load64(one + k * 8)
        b = load64(two + k * 8)
        if a != b:
            return a < b
        k += 1
    return 0


def alike(one, two, keys) -> int:
    return not before_in(one, two, keys) and not before_in(two, one, keys)


def draw_ties(at, count, keys):
    """Those with the same keys are put in an order by lot."""
    size = (keys + 1) * 8
    held = take_room(size)
    first = 0
    while first < count:
        last = first + 1
        while last < count and alike(at + first * size, at + last * size, keys):
            last += 1
        while last - first > 1:
            taken = next_face(last - first, ORDER_LABEL)
            taken += first
            copy(held, at + taken * size, size)
            while taken > first:
                copy(at + taken * size, at + (taken - 1) * size, size)
                taken -= 1
            copy(at + first * size, held, size)
            first += 1
        first = last


def throw_ties(at, count, keys, frame, thrower, highest):
    """Those with the same keys throw for their order, one such group after the other."""
    size = (keys + 1) * 8
    first = 0
    while first < count:
        last = first + 1
        while last < count and alike(at + first * size, at + last * size, keys):
            last += 1
        if last - first > 1:
            throw_group(at + first * size, last - first, size, frame, thrower, highest)
        first = last


def throw_group(at, count, size, frame, thrower, highest):
    """All of a group throw, those still tied throw again, at most fifty times."""
    starts = take_room(count * 8 + 8)
    thrown = take_room(count * 8 + 8)
    held = take_room(size)
    store64(starts, 1)
    store64(starts + count * 8, 1)
    times = 0
    while times < 50:
        done = 1
        first = 0
        while first < count:
            last = first + 1
            while not load64(starts + last * 8):
                last += 1
            if last - first > 1:
                i = first
                while i < last:
                    value = numbered(frame, thrower)
                    copy(held, at + i * size, size)
                    j = i
                    while j > first and (load64(thrown + j * 8 - 8) < value if highest else load64(thrown + j * 8 - 8) > value):
                        copy(at + j * size, at + (j - 1) * size, size)
                        store64(thrown + j * 8, load64(thrown + j * 8 - 8))
                        j -= 1
                    copy(at + j * size, held, size)
                    store64(thrown + j * 8, value)
                    i += 1
                i = first + 1
                while i < last:
                    if load64(thrown + i * 8) == load64(thrown + i * 8 - 8):
                        done = 0
                    else:
                        store64(starts + i * 8, 1)
                    i += 1
            first = last
        if done:
            return
        times += 1


ROUTINES = [sort_rows, sort_numbers, before_in, alike, draw_ties, throw_ties, throw_group]
