"""A world sampled: what the seat does not see is drawn until every law holds, and its question is come to again."""

from __future__ import annotations

from arbitre.interpreter.state.trials import DRAWS, ROUNDS
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.sampling_rooms import FIELD_SHIFT, KIND_SHIFT, NUMBERS, ROW, ROWS
from arbitre.interpreter.wasm.routines.machine import load_word
from arbitre.interpreter.wasm.runtime.interfaces import (
    begin_world,
    come_to_question,
    is_law_kept,
    knows_all,
    mark_faulty_rows,
    put_as_begun,
    put_number,
    put_word,
)
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below, lot_word
from arbitre.interpreter.wasm.runtime.primitives.sets import member
from arbitre.interpreter.wasm.runtime.sampling.hidden_rows import arrange, deal, deal_again
from arbitre.interpreter.wasm.runtime.sampling.sight import is_there


def draw_world() -> int:
    """A world in which all is as the seat knows it, at the same question with the same options, with other dice to come; 0 where none is.

    Where the seat knows things as they were published, half of the worlds begin with them as they are now.
    """
    attempt = 0
    while attempt < DRAWS:
        begin_world(lot_word() >> 2, attempt >= DRAWS // 2)
        if knows_all() or fill_world():
            if come_to_question():
                return 1
        attempt += 1
    return 0


def fill_world() -> int:
    """Draws every hidden cell, and deals rows that are not recognised; again what stands against what must always hold.

    0 if that does not come right.
    """
    arrange()
    i = 0
    while i < areas.unseen.count:
        draw_cell(areas.unseen[i])
        i += 1
    deal()
    count = areas.unseen.count + areas.hidden_rows.count
    if count == 0:
        return 1
    times = 0
    while times < ROUNDS:
        if not find_wrong(count):
            return 1
        i = 0
        while i < count:
            if areas.wrong[i]:
                if i < areas.unseen.count:
                    redraw_cell(areas.unseen[i])
                else:
                    deal_again(i - areas.unseen.count)
            i += 1
        times += 1
    return 0


def find_wrong(count: int) -> int:
    """Does any law not hold?  Then what is to be drawn again is marked: what is hidden of the rows that the law finds fault with, or all of
    it where it does not say which."""
    i = 0
    while i < count:
        areas.wrong[i] = 0
        i += 1
    found = 0
    law = 0
    while law < sizes.law_count:
        if not is_law_kept(law):
            found = 1
            if not mark_faulty_rows(law):
                i = 0
                while i < count:
                    areas.wrong[i] = 1
                    i += 1
        law += 1
    return found


def note_wrong(kind: int, rows: int, words: int) -> int:
    """The hidden cells of the rows that a law finds fault with, and those of them that are not recognised; how many?"""
    found = 0
    i = 0
    while i < areas.unseen.count:
        cell = areas.unseen[i]
        if areas.drawings[cell >> FIELD_SHIFT].kind == kind:
            if member(rows, cell & ROW, words):
                areas.wrong[i] = 1
                found += 1
        i += 1
    i = 0
    while i < areas.hidden_rows.count:
        if (areas.hidden_rows[i] >> KIND_SHIFT) == kind:
            if member(rows, areas.hidden_rows[i] & ROW, words):
                areas.wrong[areas.unseen.count + i] = 1
                found += 1
        i += 1
    return found


def draw_cell(cell: int) -> None:
    """Any value of its type: what its dice may show; other numbers, flags and sets mostly as they begin; rows that exist."""
    field = cell >> FIELD_SHIFT
    row = cell & ROW
    how = areas.drawings[field].holds
    if how == ROWS:
        draw_row(field, row)
    elif how == NUMBERS and areas.drawings[field].words:
        put_number(field, row, load_word(areas.drawings[field].choices, lot_below(areas.drawings[field].words)))
    elif lot_below(4):
        put_as_begun(field, row)
    elif how == NUMBERS:
        put_number(field, row, areas.drawings[field].low + lot_below(areas.drawings[field].high - areas.drawings[field].low + 1))
    else:
        put_number(field, row, 0)
        i = 0
        while i < areas.drawings[field].words:
            put_word(field, row, i, lot_word() & load_word(areas.drawings[field].choices, i))
            i += 1


def redraw_cell(cell: int) -> None:
    """Another value where a law was broken.  A row that may be none is so half the time: of many rows few are what a law allows."""
    field = cell >> FIELD_SHIFT
    if areas.drawings[field].holds == ROWS and areas.drawings[field].low < 0 and lot_below(2) == 0:
        put_as_begun(field, cell & ROW)
    else:
        draw_cell(cell)


def draw_row(field: int, row: int) -> None:
    """A row that exists, or none where that may be."""
    kind = areas.drawings[field].target
    none = areas.drawings[field].low < 0
    found = areas.kinds[kind].size
    if areas.kinds[kind].alive >= 0:
        found = count_there(kind)
    if found + none == 0:
        put_as_begun(field, row)
        return
    taken = lot_below(found + none) - none
    if areas.kinds[kind].alive >= 0:
        taken = nth_there(kind, taken)
    put_number(field, row, taken)


def count_there(kind: int) -> int:
    """How many rows of a kind exist?"""
    found = 0
    row = 0
    while row < areas.kinds[kind].size:
        found += is_there(kind, row) != 0
        row += 1
    return found


def nth_there(kind: int, nth: int) -> int:
    """That one of the rows which exist; none if it is below 0."""
    row = 0
    while nth >= 0:
        nth -= is_there(kind, row) != 0
        row += 1
    return row - 1
