"""The match in the memory of a module, as worlds are sampled of it: what the routines of
:mod:`arbitre.interpreter.wasm.runtime.sampling` ask of it and change."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, sampling, state
from arbitre.interpreter.wasm.layout.records import TIMER_FIELD, WAITING_FIELD, Fact, ListHead
from arbitre.interpreter.wasm.routines.machine import call_indirect, copy, fill, load8u, load64, load_word, lt_u, store64, store_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.match.columns import cell_get, cell_put, read_at
from arbitre.interpreter.wasm.runtime.match.facts import fact_key, fact_place, knows_fact
from arbitre.interpreter.wasm.runtime.match.play import reset_run
from arbitre.interpreter.wasm.runtime.sampling.sight import is_unseen, knows_what_was_told
from arbitre.interpreter.wasm.runtime.search.replay import replay_to_question
from arbitre.interpreter.wasm.runtime.search.snapshots import carry
from arbitre.interpreter.wasm.runtime.search.view import are_cells, turn_into

# ------------------------------------------------------------------------------------ the match as it is


def number_in_memory(field: int, row: int) -> int:
    """The number, or the row, that a cell holds."""
    return read_at(areas.columns[field].address + row * areas.columns[field].size, areas.columns[field].form)


def audience_of_cell_by_index(field: int, row: int) -> int:
    """Who sees a field of a row."""
    return call_indirect(row, areas.drawings[field].audience)


def audience_of_row_by_index(kind: int, row: int) -> int:
    """Who sees which row of its kind it is."""
    return call_indirect(row, areas.kinds[kind].audience)


def is_marked_in_memory(field: int, row: int) -> int:
    """Does a row have a mark?"""
    return load8u(areas.columns[field].address + row * areas.columns[field].size)


# ------------------------------------------------------------------------------------ as the seat knows it


def know_as_told_in_memory(to: int, field: int, row: int) -> int:
    """A cell as somebody was told of it; was anything told?"""
    if not knows_fact(to, field, row):
        return 0
    put_known(field, row, areas.told[fact_place(fact_key(to, field, row))].end - WORD)
    return 1


def know_as_begun_in_memory(field: int, row: int) -> None:
    """A cell as it begins."""
    put_known(field, row, areas.drawings[field].default)


def know_no_row_in_memory(alive: int, row: int) -> None:
    """A row that does not exist."""
    fill(areas.drawn.address, 0, sizes.wide * WORD)
    put_known(alive, row, areas.drawn.address)


def know_as_published_in_memory(field: int) -> None:
    """The cells of a field as they were published."""
    if sizes.published_size:
        if state.published:
            at = areas.columns[field].address
            size = areas.columns[field].size * areas.columns[field].rows
            copy(areas.known.address + (at - areas.match_block.address), areas.published_cells.address + (at - areas.cells.address), size)


def put_known(field: int, row: int, value: int) -> None:
    """What a seat knows of a cell, in the block that is as it was published and in the one that is as it is now."""
    put_in(areas.known.address, field, row, value)
    if sizes.published_size:
        put_in(areas.known_now.address, field, row, value)


def put_in(block: int, field: int, row: int, value: int) -> None:
    """A cell of a block."""
    size = areas.columns[field].size
    copy(block + (areas.columns[field].address - areas.match_block.address) + row * size, value, size)


def were_others_told_in_memory(seat: int) -> int:
    """Was anybody told what a seat does not know?"""
    i = 0
    while i < areas.told.count:
        if not knows_what_was_told((areas.told[i].key >> 48) - 2, seat):
            return 1
        i += 1
    return 0


def is_block_as_known() -> int:
    """Are the cells of the match what the seat knows?"""
    return are_cells(areas.known.address, areas.boundary.address)


def knows_all_of_statement() -> int:
    """Is nothing hidden from the seat, nor what the statement that waits has done?"""
    return sampling.whole


# ------------------------------------------------------------------------------------ a world


def begin_world_in_memory(seed: int, now: int) -> None:
    """A world as the seat knows the match."""
    bots.world_seed = seed
    if sampling.whole:
        carry(areas.sampled_world.address, areas.boundary.address)
        return
    known = areas.known.address
    if sizes.published_size:
        if now and not are_cells(areas.known.address, areas.known_now.address):
            known = areas.known_now.address
    turn_into(known)


def come_to_question_in_memory() -> int:
    """The statement that waits, done again in the world."""
    if not sampling.whole:
        clean_world()
        carry(areas.sampled_world.address, areas.match_block.address)
    return replay_to_question(sampling.in_setup, sampling.wants_heuristics)


def put_number_in_memory(field: int, row: int, value: int) -> None:
    """A cell holds a number or a row, or nothing."""
    fill(areas.drawn.address, 0, sizes.wide * WORD)
    areas.drawn[0] = value
    cell_put(field, row, areas.drawn.address)


def put_word_in_memory(field: int, row: int, number: int, word: int) -> None:
    """A word of the set that a cell holds."""
    cell_get(field, row, areas.drawn.address)
    areas.drawn[number] = word
    cell_put(field, row, areas.drawn.address)


def put_as_begun_in_memory(field: int, row: int) -> None:
    """A cell as it begins."""
    cell_put(field, row, areas.drawings[field].default)


def compare_cells_in_memory(field: int, one: int, other: int) -> int:
    """Below 0 where a field is less of one row than of another, above 0 where it is more."""
    cell_get(field, one, areas.drawn.address)
    cell_get(field, other, areas.drawn_too.address)
    if areas.columns[field].words == 0:
        return (areas.drawn[0] > areas.drawn_too[0]) - (areas.drawn[0] < areas.drawn_too[0])
    word = areas.columns[field].words
    while word > 0:
        word -= 1
        if areas.drawn[word] != areas.drawn_too[word]:
            return 1 - 2 * lt_u(areas.drawn[word], areas.drawn_too[word])
    return 0


def exchange_cells_in_memory(field: int, one: int, other: int) -> None:
    """A field of one row holds what it held of another, and the other way round."""
    cell_get(field, one, areas.drawn.address)
    cell_get(field, other, areas.drawn_too.address)
    cell_put(field, one, areas.drawn_too.address)
    cell_put(field, other, areas.drawn.address)


def exchange_names_in_memory(field: int, one: int, other: int) -> None:
    """Every cell of a field that names one row names another in place of it, and the other way round."""
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


def exchange_nowhere_else(kind: int, one: int, other: int) -> None:
    """Nothing else speaks of rows that change places: see :func:`are_dealt_elsewhere`."""


def is_law_kept_by_index(law: int) -> int:
    """Does a law hold in the world?"""
    reset_run()
    return call_indirect(areas.laws[law].holds)


def mark_faulty_rows_by_index(law: int) -> int:
    """Marks what is hidden of the rows for which a law does not hold."""
    if areas.laws[law].faults < 0:
        return 0
    return call_indirect(areas.laws[law].faults)


# ------------------------------------------------------------------------------------ what else speaks of what is hidden


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
        if knows_what_was_told((areas.told[i].key >> 48) - 2, bots.asked_seat):
            copy(areas.told[to], areas.told[i], Fact.SIZE)
            to += 1
        i += 1
    areas.told.count = to
    if sizes.published_size:
        if state.published:
            copy(areas.published_cells.address, areas.cells.address, sizes.cells_size)
