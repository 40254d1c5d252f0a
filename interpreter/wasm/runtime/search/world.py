"""A world sampled: what the seat does not see is drawn until every law holds, as :mod:`determinisation` does."""

from __future__ import annotations

from arbitre.interpreter.state.trials import ROUNDS
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, state
from arbitre.interpreter.wasm.layout.records import TIMER_FIELD, WAITING_FIELD, Fact, ListHead
from arbitre.interpreter.wasm.routines.machine import copy, fill, load8u, load_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import check_sampled
from arbitre.interpreter.wasm.runtime.match.columns import cell_put
from arbitre.interpreter.wasm.runtime.match.play import reset_run
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below, lot_word
from arbitre.interpreter.wasm.runtime.primitives.sets import member
from arbitre.interpreter.wasm.runtime.search.hidden_rows import KIND_SHIFT, ROW, deal, deal_again

FIELD_SHIFT = 32  # in a cell that is not seen, of its field: its row is below
NUMBER_TYPE, SET_TYPE, ROW_TYPE = range(3)


def fill_world() -> int:
    """Draws every hidden cell, and deals rows that are not recognised; again what stands against what must always hold.

    0 if that does not come right.
    """
    count = areas.unseen.count
    i = 0
    while i < count:
        draw_cell(areas.unseen[i])
        i += 1
    deal()
    count += areas.hidden_rows.count
    if count == 0:
        return 1
    times = 0
    while times < ROUNDS:
        reset_run()
        fill(areas.wrong.address, 0, count)
        if not check_sampled():
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


def draw_cell(cell: int) -> None:
    """Any value of its type: what its dice may show; other numbers, flags and sets mostly as they begin; rows that exist."""
    field = cell >> FIELD_SHIFT
    row = cell & ROW
    value_type = areas.drawings[field].value_type
    if value_type == ROW_TYPE:
        areas.drawn[0] = drawn_row(field)
        cell_put(field, row, areas.drawn.address)
        return
    if value_type == NUMBER_TYPE and areas.drawings[field].words:
        areas.drawn[0] = load_word(areas.drawings[field].high, lot_below(areas.drawings[field].words))
        cell_put(field, row, areas.drawn.address)
        return
    if lot_below(4):
        cell_put(field, row, areas.drawings[field].default)
        return
    if value_type == NUMBER_TYPE:
        low = areas.columns[field].low
        areas.drawn[0] = low + lot_below(areas.columns[field].high - low + 1)
    else:
        fill(areas.drawn.address, 0, sizes.wide * WORD)
        i = 0
        while i < areas.drawings[field].words:
            areas.drawn[i] = lot_word() & load_word(areas.drawings[field].high, i)
            i += 1
    cell_put(field, row, areas.drawn.address)


def redraw_cell(cell: int) -> None:
    """Another value where a law was broken.  A row that may be none is so half the time: of many rows few are what a law allows."""
    field = cell >> FIELD_SHIFT
    if areas.drawings[field].value_type == ROW_TYPE and areas.columns[field].low < 0 and lot_below(2) == 0:
        cell_put(field, cell & ROW, areas.drawings[field].default)
        return
    draw_cell(cell)


def exists(alive: int, row: int) -> int:
    """Does a row exist, by the column that says so?"""
    return load8u(areas.columns[alive].address + row * areas.columns[alive].size)


def drawn_row(field: int) -> int:
    """A row that exists, or none where that may be."""
    alive = areas.drawings[field].alive
    rows = areas.drawings[field].rows
    none = areas.columns[field].low < 0
    count = rows
    row = 0
    if alive >= 0:
        count = 0
        while row < rows:
            count += exists(alive, row) != 0
            row += 1
    if count + none == 0:
        return load_word(areas.drawings[field].default, 0)
    taken = lot_below(count + none) - none
    if alive < 0 or taken < 0:
        return taken
    row = 0
    while 1:
        if exists(alive, row):
            if taken == 0:
                return row
            taken -= 1
        row += 1


def note_wrong(kind: int, rows: int, words: int) -> int:
    """The hidden cells of the rows that a law finds fault with, and those of them that are not recognised; how many?"""
    found = 0
    i = 0
    while i < areas.unseen.count:
        cell = areas.unseen[i]
        if areas.drawings[cell >> FIELD_SHIFT].domain == kind:
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


def all_wrong() -> None:
    """Any hidden cell may be to blame, and any row that is not recognised."""
    fill(areas.wrong.address, 1, areas.unseen.count + areas.hidden_rows.count)


def is_unseen(field: int, row: int) -> int:
    """Is it a cell that the seat does not see?"""
    i = 0
    while i < areas.unseen.count:
        if areas.unseen[i] == (field << FIELD_SHIFT) | row:
            return 1
        i += 1
    return 0


def clean_list(list_: ListHead, entry: int, at: int) -> None:
    """Of what will end only what speaks of cells that are seen."""
    to = list_.first
    here = to
    end = here + list_.count * entry
    kept = 0
    while here < end:
        if not is_unseen(load_word(here + at, 0), load_word(here + at, 1)):
            if to != here:
                copy(to, here, entry)
            to += entry
            kept += 1
        here += entry
    list_.count = kept


def clean_world() -> None:
    """Takes out what else speaks of what is hidden: what will end, what others were told, what was published."""
    clean_list(ListHead(areas.timers.address), sizes.timers_entry, TIMER_FIELD)
    clean_list(ListHead(areas.waiting.address), sizes.waiting_entry, WAITING_FIELD)
    to = 0
    i = 0
    while i < areas.told.count:
        who = areas.told[i].key >> 48
        if who == 0 or who == bots.asked_seat + 2:
            copy(areas.told[to], areas.told[i], Fact.SIZE)
            to += 1
        i += 1
    areas.told.count = to
    if sizes.published_size:
        if state.published:
            copy(areas.published_cells.address, areas.cells.address, sizes.cells_size)
