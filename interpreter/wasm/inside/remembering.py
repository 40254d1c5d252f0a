"""Values that are asked for again and again are kept until something they speak of changes.

A clock goes on with every change of a column that a kept value speaks of, and the column notes when it was. Values of a function belong
to a generation: when the clock has moved on since it was last looked at, ``recheck`` looks whether one of its columns has changed since,
and then begins another generation. Whoever changes cells in any other way calls ``all_changed``, or ``changed_since`` where they are put
back as they were. Values that speak of more than columns are kept for one listing of options, in which nothing changes.

Columns of which values speak that are corrected row by row (:mod:`arbitre.interpreter.wasm.compile.correcting`) keep a log of the rows
changed last, each with the time of the clock.

A value of a few rows has a place of its own; others share a table: a place of it holds one value, with its generation, the value of the
rulebook and what it was asked of, and another that falls on the same place takes it.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def listing():
    """Options are listed from here on: until they are, nothing changes."""
    store64(LISTING, load64(LISTED) + 1)
    store64(LISTED, load64(LISTED) + 1)


def listed():
    store64(LISTING, 0)


def all_changed():
    """Cells have been changed, whichever."""
    now = load64(CLOCK) + 1
    store64(CLOCK, now)
    store64(ALL_CHANGED, now)


def field_changed(field):
    now = load64(CLOCK) + 1
    store64(CLOCK, now)
    store64(CHANGED + field * 8, now)


def changed_since(then):
    """Cells are again as they were then: columns that have changed since have changed once more."""
    if load64(ALL_CHANGED) > then:
        all_changed()
        return
    now = load64(CLOCK)
    if now == then:
        return
    now += 1
    store64(CLOCK, now)
    at = CHANGED
    end = CHANGED + FIELD_COUNT * 8
    while at < end:
        if load64(at) > then:
            store64(at, now)
            changed_back((at - CHANGED) // 8, then, now)
        at += 8


def changed_back(field, then, now):
    """The rows of a column that have changed since then have changed once more; where it is not known which, all have."""
    at = LOG + field * LOG_SIZE
    count = load64(at)
    last = count
    while True:
        entry = load64(at + 8 + count)
        if (entry >> 20) <= then:
            return
        store64(at + 8 + count, (now << 20) | (entry & 0xFFFFF))
        count = (count - 8) & LOG_LAST
        if count == last:
            store64(at + 8 + count, now << 20)
            return


def row_changed(field, row):
    """The same where it is to be known of which row; -1: of whichever."""
    now = load64(CLOCK) + 1
    store64(CLOCK, now)
    store64(CHANGED + field * 8, now)
    at = LOG + field * LOG_SIZE
    count = (load64(at) + 8) & LOG_LAST
    store64(at, count)
    store64(at + 8 + count, (now << 20) | (row + 1))


def concerned(field, table, seen) -> int:
    """Whom the changes of a column since then concern, by a table with a set of one word for each of its rows; -1: everyone."""
    at = LOG + field * LOG_SIZE
    count = load64(at)
    last = count
    out = 0
    while True:
        entry = load64(at + 8 + count)
        if (entry >> 20) <= seen:
            return out
        row = entry & 0xFFFFF
        if row == 0:
            return -1
        out = out | load64(table + row * 8 - 8)
        count = (count - 8) & LOG_LAST
        if count == last:
            return -1
    return out


def concerned_wide(field, table, seen, to, words) -> int:
    """The same with longer sets, put into a place; 1: everyone."""
    at = LOG + field * LOG_SIZE
    count = load64(at)
    last = count
    while True:
        entry = load64(at + 8 + count)
        if (entry >> 20) <= seen:
            return 0
        row = entry & 0xFFFFF
        if row == 0:
            return 1
        source = table + (row - 1) * words * 8
        end = source + words * 8
        put = to
        while source < end:
            store64(put, load64(put) | load64(source))
            put += 8
            source += 8
        count = (count - 8) & LOG_LAST
        if count == last:
            return 1
    return 0


def recheck(cell):
    """Do the values of a function still stand?  Else another generation of them begins."""
    seen = load64(cell)
    last = load64(ALL_CHANGED)
    at = load64(cell + 16)
    end = at + load64(cell + 24) * 8
    while at < end and last <= seen:
        last = load64(load64(at))
        at += 8
    if last > seen:
        store64(cell + 8, load64(cell + 8) + 1)
    store64(cell, load64(CLOCK))


def memo_place(function, one, two, three, four) -> int:
    key = (function * 31 + one) * 0x9E3779B97F4A7C15
    key = (key ^ (key >> 29) ^ two) * 0xBF58476D1CE4E5B9
    key = (key ^ (key >> 32) ^ (three << 7) ^ four) * 0x94D049BB133111EB
    return MEMO + (key >> 52) * MEMO_ENTRY


def memo_holds(at, listing, function, one, two, three, four) -> int:
    if load64(at) != listing or load64(at + 8) != function or load64(at + 16) != one or load64(at + 24) != two:
        return 0
    return load64(at + 32) == three and load64(at + 40) == four


def memo_put(at, listing, function, one, two, three, four):
    store64(at, listing)
    store64(at + 8, function)
    store64(at + 16, one)
    store64(at + 24, two)
    store64(at + 32, three)
    store64(at + 40, four)


ROUTINES: list[Any] = [
    listing, listed, all_changed, field_changed, row_changed, changed_since, changed_back, concerned, concerned_wide, recheck, memo_place,
    memo_holds, memo_put,
]  # fmt: skip
