"""Memoised values, which stand until a column they depend on changes.

A clock counts changes of columns that memoised values read, and each column notes when it was changed. Values of a function belong to a
generation: when the clock has moved on since it was last looked at, ``recheck`` looks whether one of its columns has changed since, and
then begins another generation. Whoever changes cells in any other way calls ``all_changed``, or ``changed_since`` where they are put back
as they were. Values that depend on more than columns stand for one listing of options, in which nothing changes.

Columns that incrementally maintained queries read (:mod:`incremental`) keep a log of the rows changed
last, each with the time of the clock.

A value of a few rows has a place of its own; others share a table: an entry holds one value, with its generation, the function and its
arguments, and another that falls on the same entry takes it.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.records import MemoEntry, MemoFunction
from arbitre.interpreter.wasm.routines.machine import load64, load_word, mul, shl, shr_u, store64
from arbitre.interpreter.wasm.routines.records import WORD

ROW_BITS, ROW_MASK = 20, 0xFFFFF  # an entry of a log: the row and one, and above that the time


def listing() -> None:
    """Options are listed from here on: until they are, nothing changes."""
    control.listing = control.listed + 1
    control.listed += 1


def listed() -> None:
    """No options are listed any more."""
    control.listing = 0


def all_changed() -> None:
    """Cells have been changed, whichever."""
    now = control.clock + 1
    control.clock = now
    control.all_changed = now


def field_changed(field: int) -> None:
    """A column has changed, whichever row."""
    now = control.clock + 1
    control.clock = now
    areas.changed[field] = now


def changed_since(then: int) -> None:
    """Cells are again as they were then: columns that have changed since have changed once more."""
    if control.all_changed > then:
        all_changed()
        return
    now = control.clock
    if now == then:
        return
    now += 1
    control.clock = now
    at = areas.changed.address
    end = areas.changed.at(sizes.field_count)
    while at < end:
        if load64(at) > then:
            store64(at, now)
            changed_back((at - areas.changed.address) // 8, then, now)
        at += WORD


def changed_back(field: int, then: int, now: int) -> None:
    """The rows of a column that have changed since then have changed once more; where it is not known which, all have."""
    at = areas.log[field]
    count = at.last
    last = count
    while True:
        entry = load64(at.first + count)
        if (entry >> ROW_BITS) <= then:
            return
        store64(at.first + count, (now << ROW_BITS) | (entry & ROW_MASK))
        count = (count - WORD) & sizes.log_last
        if count == last:
            store64(at.first + count, now << ROW_BITS)
            return


def row_changed(field: int, row: int) -> None:
    """The same where it is to be known of which row; -1: of whichever."""
    now = control.clock + 1
    control.clock = now
    areas.changed[field] = now
    at = areas.log[field]
    count = (at.last + WORD) & sizes.log_last
    at.last = count
    store64(at.first + count, (now << ROW_BITS) | (row + 1))


def concerned(field: int, table: int, seen: int) -> int:
    """Whom the changes of a column since then concern, by a table with a set of one word for each of its rows; -1: everyone."""
    at = areas.log[field]
    count = at.last
    last = count
    out = 0
    while True:
        entry = load64(at.first + count)
        if (entry >> ROW_BITS) <= seen:
            return out
        row = entry & ROW_MASK
        if row == 0:
            return -1
        out = out | load_word(table, row - 1)
        count = (count - WORD) & sizes.log_last
        if count == last:
            return -1


def concerned_wide(field: int, table: int, seen: int, to: int, words: int) -> int:
    """The same with longer sets, put into a place; 1: everyone."""
    at = areas.log[field]
    count = at.last
    last = count
    while True:
        entry = load64(at.first + count)
        if (entry >> ROW_BITS) <= seen:
            return 0
        row = entry & ROW_MASK
        if row == 0:
            return 1
        source = table + (row - 1) * words * WORD
        end = source + words * WORD
        put = to
        while source < end:
            store64(put, load64(put) | load64(source))
            put += WORD
            source += WORD
        count = (count - WORD) & sizes.log_last
        if count == last:
            return 1


def recheck(cell: MemoFunction) -> None:
    """Do the values of a function still stand?  Else another generation of them begins."""
    seen = cell.seen
    last = control.all_changed
    at = cell.columns
    end = at + cell.count * WORD
    while at < end and last <= seen:
        last = load64(load64(at))
        at += WORD
    if last > seen:
        cell.generation += 1
    cell.seen = control.clock


def memo_place(function: int, one: int, two: int, three: int, four: int) -> MemoEntry:
    """Where a value belongs in the table."""
    key = mul(function * 31 + one, 0x9E3779B97F4A7C15)
    key = mul(key ^ shr_u(key, 29) ^ two, 0xBF58476D1CE4E5B9)
    key = mul(key ^ shr_u(key, 32) ^ shl(three, 7) ^ four, 0x94D049BB133111EB)
    return areas.memo[shr_u(key, 52)]


def memo_holds(at: MemoEntry, listing: int, function: int, one: int, two: int, three: int, four: int) -> int:
    """Does that entry hold the value?"""
    if at.generation != listing or at.function != function or at.one != one or at.two != two:
        return 0
    return at.three == three and at.four == four


def memo_put(at: MemoEntry, listing: int, function: int, one: int, two: int, three: int, four: int) -> None:
    """That entry is for the value from now on."""
    at.generation = listing
    at.function = function
    at.one = one
    at.two = two
    at.three = three
    at.four = four
