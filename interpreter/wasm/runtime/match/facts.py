"""What seats were told for good, and what all of them see of the state: facts in their order, each once for every value told.

A fact is two numbers: who knows it (-2: everybody), of which field and row, in one; and its value.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import Fact, ListHead
from arbitre.interpreter.wasm.routines.machine import copy, ctz, load64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up

EVERYBODY = -2


def fact_key(seat: int, field: int, row: int) -> int:
    """Who knows of which cell, in one number."""
    return ((seat + 2) << 48) | (field << 24) | row


def fact_place(key: int) -> int:
    """The number of the first fact that does not come before this one."""
    low = 0
    high = areas.told.count
    while low < high:
        middle = (low + high) >> 1
        if areas.told[middle].key < key:
            low = middle + 1
        else:
            high = middle
    return low


def put_fact(key: int, value: int, only: int) -> None:
    """Adds a fact; ``only``: whatever else was told of the same is forgotten."""
    count = areas.told.count
    first = fact_place(key)
    end = first
    while end < count and areas.told[end].key == key:
        end += 1
    if not only:
        while first < end and areas.told[first].value < value:
            first += 1
        if first < end and areas.told[first].value == value:
            return
        end = first
    if count + 1 + first - end > sizes.told_most:
        give_up(StopReason.FULL, 0)
    at = areas.told[first]
    copy(at.end, areas.told[end], (count - end) * Fact.SIZE)
    at.key = key
    at.value = value
    areas.told.count = count + 1 + first - end


def drop_fact(key: int, value: int) -> None:
    """Takes a fact away."""
    count = areas.told.count
    first = fact_place(key)
    while first < count and areas.told[first].key == key:
        at = areas.told[first]
        if at.value == value:
            copy(at, at.end, (count - first - 1) * Fact.SIZE)
            areas.told.count = count - 1
            return
        first += 1


def tell_fact(seats: int, public: int, field: int, row: int, value: int) -> None:
    """These seats (or everybody) know from now on what a field of a row is."""
    if public:
        put_fact(fact_key(EVERYBODY, field, row), value, 1)
        return
    while seats:
        put_fact(fact_key(ctz(seats), field, row), value, 1)
        seats = seats & (seats - 1)


def knows_fact(seat: int, field: int, row: int) -> int:
    """Was a seat told?"""
    key = fact_key(seat, field, row)
    at = fact_place(key)
    return at < areas.told.count and areas.told[at].key == key


def is_told(seats: int, field: int, row: int) -> int:
    """Were all of these seats told?"""
    if knows_fact(EVERYBODY, field, row):
        return 1
    if seats == 0:
        return 0
    while seats:
        if knows_fact(ctz(seats), field, row) == 0:
            return 0
        seats = seats & (seats - 1)
    return 1


def holds_fact(facts: ListHead, key: int, value: int) -> int:
    """Is a fact in a list?"""
    i = 0
    while i < facts.count:
        one = Fact(facts.first).nth(i)
        if one.key == key and one.value == value:
            return 1
        i += 1
    return 0


def keep_facts(facts: ListHead) -> None:
    """Copies the facts to a list."""
    copy(facts, areas.told.address, areas.told.bytes)


def put_facts(facts: ListHead) -> None:
    """The facts are those of a list."""
    copy(areas.told.address, facts, WORD + facts.count * Fact.SIZE)


def told_as(facts: ListHead) -> int:
    """Are the facts those of a list?"""
    end = areas.told.bytes
    at = 0
    while at < end:
        if load64(areas.told.address + at) != load64(facts + at):
            return 0
        at += WORD
    return 1


def merge_facts(before: ListHead, merged: ListHead, part: ListHead) -> None:
    """What a part has told joins what the parts before it have told: all three are lists as the facts themselves are."""
    if told_as(before):
        put_facts(merged)
        return
    keep_facts(part)
    put_facts(merged)
    i = 0
    while i < before.count:
        one = Fact(before.first).nth(i)
        if not holds_fact(part, one.key, one.value):
            drop_fact(one.key, one.value)
        i += 1
    i = 0
    while i < part.count:
        one = Fact(part.first).nth(i)
        if not holds_fact(before, one.key, one.value):
            put_fact(one.key, one.value, 0)
        i += 1
    keep_facts(merged)


def publish() -> None:
    """Sides see the state as it is now."""
    state.published = 1
    copy(areas.published_cells.address, areas.cells.address, sizes.cells_size)
