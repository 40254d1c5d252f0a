"""Rows that a seat does not recognise, such as the cards of others: in a sampled world they change places among themselves."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.sampling_rooms import KIND_SHIFT, ROW
from arbitre.interpreter.wasm.runtime.interfaces import compare_cells, exchange_cells, exchange_elsewhere, exchange_names
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below
from arbitre.interpreter.wasm.runtime.sampling.sight import is_there, is_unseen, recognises


def find_hidden_rows(seat: int) -> None:
    """The rows of kinds that are dealt which a seat does not recognise, but for those that can stand for no other."""
    areas.hidden_rows.count = 0
    kind = 0
    while kind < sizes.kind_count:
        if areas.kinds[kind].is_dealt:
            row = 0
            while row < areas.kinds[kind].size:
                if is_there(kind, row) and not recognises(seat, kind, row):
                    areas.hidden_rows[areas.hidden_rows.count] = (kind << KIND_SHIFT) | row
                    areas.hidden_rows.count += 1
                row += 1
        kind += 1
    settle_hidden_rows()


def settle_hidden_rows() -> None:
    """Which of them may stand for each other: those of which the same cells are hidden; one that can for none is left out."""
    count = areas.hidden_rows.count
    i = 0
    while i < count:
        areas.patterns[i] = first_alike(i)
        i += 1
    i = 0
    while i < count:
        areas.fellows[i] = fellows_below(i, count) > 1
        i += 1
    to = 0
    i = 0
    while i < count:
        if areas.fellows[i]:
            areas.hidden_rows[to] = areas.hidden_rows[i]
            areas.patterns[to] = areas.patterns[i]
            to += 1
        i += 1
    areas.hidden_rows.count = to


def first_alike(number: int) -> int:
    """The first of them of which the same cells are hidden."""
    i = 0
    while i < number:
        if areas.patterns[i] == i and is_hidden_alike(areas.hidden_rows[number], areas.hidden_rows[i]):
            return i
        i += 1
    return number


def is_hidden_alike(one: int, other: int) -> int:
    """Are the same cells of two rows hidden?"""
    if (one >> KIND_SHIFT) != (other >> KIND_SHIFT):
        return 0
    field = areas.kinds[one >> KIND_SHIFT].moving
    while field >= 0:
        if is_unseen(field, one & ROW) != is_unseen(field, other & ROW):
            return 0
        field = areas.drawings[field].next_moving
    return 1


def fellows_below(number: int, end: int) -> int:
    """How many of the first hidden rows may stand in its place?"""
    found = 0
    i = 0
    while i < end:
        found += areas.patterns[i] == areas.patterns[number]
        i += 1
    return found


def fellow(number: int, nth: int) -> int:
    """The row of that one of them."""
    i = 0
    while 1:
        if areas.patterns[i] == areas.patterns[number]:
            if nth == 0:
                return areas.hidden_rows[i] & ROW
            nth -= 1
        i += 1


def arrange() -> None:
    """Hidden rows stand in the order of what is seen of them: however things really are, they then look the same."""
    count = areas.hidden_rows.count
    i = 0
    while i < count:
        least = i
        j = i + 1
        while j < count:
            if areas.patterns[j] == areas.patterns[i]:
                if stands_before(areas.hidden_rows[j], areas.hidden_rows[least] & ROW):
                    least = j
            j += 1
        exchange(areas.hidden_rows[i], areas.hidden_rows[least] & ROW)
        i += 1


def stands_before(hidden_row: int, other: int) -> int:
    """Is less seen of one than of another of its fellows, field by field?"""
    field = areas.kinds[hidden_row >> KIND_SHIFT].moving
    while field >= 0:
        if not is_unseen(field, hidden_row & ROW):
            differs = compare_cells(field, hidden_row & ROW, other)
            if differs:
                return differs < 0
        field = areas.drawings[field].next_moving
    return 0


def deal() -> None:
    """Every hidden row changes places with one before it, or stays."""
    i = 0
    while i < areas.hidden_rows.count:
        exchange(areas.hidden_rows[i], fellow(i, lot_below(fellows_below(i, i + 1))))
        i += 1


def deal_again(number: int) -> None:
    """One changes places with any."""
    exchange(areas.hidden_rows[number], fellow(number, lot_below(fellows_below(number, areas.hidden_rows.count))))


def exchange(hidden_row: int, other: int) -> None:
    """Two rows change places: each is in the end what the other was, and whatever names one names the other."""
    one = hidden_row & ROW
    kind = hidden_row >> KIND_SHIFT
    if one == other:
        return
    field = areas.kinds[kind].moving
    while field >= 0:
        exchange_cells(field, one, other)
        field = areas.drawings[field].next_moving
    field = areas.kinds[kind].naming
    while field >= 0:
        exchange_names(field, one, other)
        field = areas.drawings[field].next_naming
    exchange_elsewhere(kind, one, other)
