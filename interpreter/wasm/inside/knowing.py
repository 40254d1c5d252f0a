"""What seats were told for good, and what all of them see of the state: facts in their order, each once for every value told.

A fact is two numbers: who knows it (-2: everybody), of which field and row, in one; and its value.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def fact_key(seat, field, row) -> int:
    return ((seat + 2) << 48) | (field << 24) | row


def fact_place(key) -> int:
    """The number of the first fact that does not come before this one."""
    low = 0
    high = load64(TOLD)
    while low < high:
        middle = (low + high) >> 1
        if load64(TOLD + 8 + middle * 16) < key:
            low = middle + 1
        else:
            high = middle
    return low


def put_fact(key, value, only):
    """Adds a fact; ``only``: whatever else was told of the same is forgotten."""
    count = load64(TOLD)
    first = fact_place(key)
    end = first
    while end < count and load64(TOLD + 8 + end * 16) == key:
        end += 1
    if not only:
        while first < end and load64(TOLD + 16 + first * 16) < value:
            first += 1
        if first < end and load64(TOLD + 16 + first * 16) == value:
            return
        end = first
    if count + 1 + first - end > TOLD_MOST:
        give_up(2, 0)
    at = TOLD + 8 + first * 16
    copy(at + 16, TOLD + 8 + end * 16, (count - end) * 16)
    store64(at, key)
    store64(at + 8, value)
    store64(TOLD, count + 1 + first - end)


def drop_fact(key, value):
    count = load64(TOLD)
    first = fact_place(key)
    while first < count and load64(TOLD + 8 + first * 16) == key:
        at = TOLD + 8 + first * 16
        if load64(at + 8) == value:
            copy(at, at + 16, (count - first - 1) * 16)
            store64(TOLD, count - 1)
            return
        first += 1


def tell_fact(seats, public, field, row, value):
    """These seats (or everybody) know from now on what a field of a row is."""
    if public:
        put_fact(fact_key(-2, field, row), value, 1)
        return
    while seats:
        put_fact(fact_key(ctz(seats), field, row), value, 1)
        seats = seats & (seats - 1)


def knows_fact(seat, field, row) -> int:
    key = fact_key(seat, field, row)
    at = fact_place(key)
    return at < load64(TOLD) and load64(TOLD + 8 + at * 16) == key


def is_told(seats, field, row) -> int:
    """Were all of these seats told?"""
    if knows_fact(-2, field, row):
        return 1
    if seats == 0:
        return 0
    while seats:
        if knows_fact(ctz(seats), field, row) == 0:
            return 0
        seats = seats & (seats - 1)
    return 1


def holds_fact(list, key, value) -> int:
    i = 0
    while i < load64(list):
        if load64(list + 8 + i * 16) == key and load64(list + 16 + i * 16) == value:
            return 1
        i += 1
    return 0


def keep_facts(list):
    copy(list, TOLD, 8 + load64(TOLD) * 16)


def put_facts(list):
    copy(TOLD, list, 8 + load64(list) * 16)


def told_as(list) -> int:
    """Are the facts those of a list?"""
    end = 8 + load64(TOLD) * 16
    at = 0
    while at < end:
        if load64(TOLD + at) != load64(list + at):
            return 0
        at += 8
    return 1


def merge_facts(before, merged, part):
    """What a part has told joins what the parts before it have told: all three are lists as the facts themselves are."""
    if told_as(before):
        put_facts(merged)
        return
    keep_facts(part)
    put_facts(merged)
    i = 0
    while i < load64(before):
        if not holds_fact(part, load64(before + 8 + i * 16), load64(before + 16 + i * 16)):
            drop_fact(load64(before + 8 + i * 16), load64(before + 16 + i * 16))
        i += 1
    i = 0
    while i < load64(part):
        if not holds_fact(before, load64(part + 8 + i * 16), load64(part + 16 + i * 16)):
            put_fact(load64(part + 8 + i * 16), load64(part + 16 + i * 16), 0)
        i += 1
    keep_facts(merged)


def publish():
    """Sides see the state as it is now."""
    store64(PUBLISHED, 1)
    copy(PUBLISHED_CELLS, CELLS, CELLS_SIZE)


ROUTINES: list[Any] = [
    fact_key, fact_place, put_fact, drop_fact, tell_fact, knows_fact, is_told, holds_fact, keep_facts, put_facts, told_as, merge_facts,
    publish,
]  # fmt: skip
