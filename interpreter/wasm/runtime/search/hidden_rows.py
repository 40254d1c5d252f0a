"""Rows that a seat does not recognise change places among themselves, as :mod:`arbitre.interpreter.play.bots.hidden_rows` lets them."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import load64, load_word, lt_u, mul, store64, store_word
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.match.columns import cell_get, cell_put
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below

KIND_SHIFT, ROW = 32, 0xFFFFFFFF  # a row that is not recognised: its number, and above that its kind
MIX = 0x100000001B3


def note_hidden_row(kind: int, row: int) -> None:
    """A row that the seat does not recognise."""
    count = areas.hidden_rows.count
    areas.hidden_rows[count] = (kind << KIND_SHIFT) | row
    areas.hidden_rows.count = count + 1


def settle_hidden_rows() -> None:
    """Which of them may stand for each other: those of which the same cells are hidden; one that can for none is left out."""
    count = areas.hidden_rows.count
    i = 0
    while i < count:
        areas.patterns[i] = pattern_of(areas.hidden_rows[i])
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
    if to and (are_dealt_in_lists() or are_dealt_in_facts()):
        give_up(StopReason.LACKING, 0)  # what will end and what was told change places in the interpreter alone


def pattern_of(hidden_row: int) -> int:
    """A number that is the same for rows of which the same cells are hidden."""
    out = 1
    i = 0
    while i < areas.unseen.count:
        cell = areas.unseen[i]
        if (cell & ROW) == (hidden_row & ROW) and areas.drawings[cell >> KIND_SHIFT].domain == (hidden_row >> KIND_SHIFT):
            out = mul(out, MIX) + (cell >> KIND_SHIFT)
        i += 1
    return out


def are_fellows(one: int, other: int) -> int:
    """May one stand in the place of the other?"""
    same = (areas.hidden_rows[one] >> KIND_SHIFT) == (areas.hidden_rows[other] >> KIND_SHIFT)
    return same and areas.patterns[one] == areas.patterns[other]


def fellows_below(number: int, end: int) -> int:
    """How many of the first hidden_rows may stand in its place?"""
    found = 0
    i = 0
    while i < end:
        found += are_fellows(number, i)
        i += 1
    return found


def fellow(number: int, nth: int) -> int:
    """The row of that one of them."""
    i = 0
    while 1:
        if are_fellows(number, i):
            if nth == 0:
                return areas.hidden_rows[i] & ROW
            nth -= 1
        i += 1


def is_dealt(kind: int) -> int:
    """Is it a kind of hidden rows?"""
    i = 0
    while i < areas.hidden_rows.count:
        if (areas.hidden_rows[i] >> KIND_SHIFT) == kind:
            return 1
        i += 1
    return 0


def speaks_of_dealt(field: int) -> int:
    """Do cells of a field stand in rows of such a kind, or name them?"""
    return is_dealt(areas.drawings[field].domain) or is_dealt(areas.drawings[field].target)


def are_dealt_in_lists() -> int:
    """Does what will end, or begins later, speak of such rows?"""
    i = 0
    while i < areas.timers.count:
        if speaks_of_dealt(areas.timers[i].field):
            return 1
        i += 1
    i = 0
    while i < areas.waiting.count:
        if speaks_of_dealt(areas.waiting[i].field):
            return 1
        i += 1
    return 0


def are_dealt_in_facts() -> int:
    """Was anything told of them?"""
    i = 0
    while i < areas.told.count:
        if speaks_of_dealt((areas.told[i].key >> 24) & 0xFFFFFF):
            return 1
        i += 1
    return 0


def arrange() -> None:
    """Hidden rows stand in the order of what is seen of them: however things really are, they then look the same."""
    count = areas.hidden_rows.count
    i = 0
    while i < count:
        least = i
        j = i + 1
        while j < count:
            if are_fellows(i, j):
                if stands_before(areas.hidden_rows[j], areas.hidden_rows[least]):
                    least = j
            j += 1
        exchange(areas.hidden_rows[i], areas.hidden_rows[least] & ROW)
        i += 1


def is_hidden(field: int, row: int) -> int:
    """Is it a cell that is drawn?"""
    i = 0
    while i < areas.unseen.count:
        if areas.unseen[i] == (field << KIND_SHIFT) | row:
            return 1
        i += 1
    return 0


def stands_before(one: int, other: int) -> int:
    """Is less seen of one than of the other, field by field?"""
    kind = one >> KIND_SHIFT
    field = 0
    while field < sizes.field_count:
        if areas.drawings[field].moves and areas.drawings[field].domain == kind and not is_hidden(field, one & ROW):
            cell_get(field, one & ROW, areas.drawn.address)
            cell_get(field, other & ROW, areas.drawn_too.address)
            if areas.columns[field].words == 0:
                if areas.drawn[0] != areas.drawn_too[0]:
                    return areas.drawn[0] < areas.drawn_too[0]
            word = areas.columns[field].words
            while word > 0:
                word -= 1
                if areas.drawn[word] != areas.drawn_too[word]:
                    return lt_u(areas.drawn[word], areas.drawn_too[word])
        field += 1
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
    field = 0
    while field < sizes.field_count:
        if areas.drawings[field].moves and areas.drawings[field].domain == kind:
            cell_get(field, one, areas.drawn.address)
            cell_get(field, other, areas.drawn_too.address)
            cell_put(field, one, areas.drawn_too.address)
            cell_put(field, other, areas.drawn.address)
        if areas.drawings[field].target == kind:
            rename(field, one, other)
        field += 1


def rename(field: int, one: int, other: int) -> None:
    """What the cells of a field name: one row in place of the other, and the other in place of it."""
    row = 0
    while row < areas.columns[field].rows:
        cell_get(field, row, areas.drawn.address)
        if areas.columns[field].words:
            first = (load_word(areas.drawn.address, one >> 6) >> (one & 63)) & 1
            second = (load_word(areas.drawn.address, other >> 6) >> (other & 63)) & 1
            if first != second:
                store_word(areas.drawn.address, one >> 6, load_word(areas.drawn.address, one >> 6) ^ (1 << (one & 63)))
                store_word(areas.drawn.address, other >> 6, load_word(areas.drawn.address, other >> 6) ^ (1 << (other & 63)))
                cell_put(field, row, areas.drawn.address)
        else:
            found = load64(areas.drawn.address)
            named = (found == one) + (found == other)
            if named:
                store64(areas.drawn.address, one + other - found)
                cell_put(field, row, areas.drawn.address)
        row += 1
