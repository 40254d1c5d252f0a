"""What a seat that is asked may know of the match, and where it can only decide_by_sampling."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, sampling
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import copy, load64, load_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import find_unseen_cells, give_up
from arbitre.interpreter.wasm.runtime.match.facts import EVERYBODY, fact_key, fact_place, knows_fact
from arbitre.interpreter.wasm.runtime.match.memo import row_changed
from arbitre.interpreter.wasm.runtime.match.play import nothing_at_work, reset_run
from arbitre.interpreter.wasm.runtime.match.stack import prepare
from arbitre.interpreter.wasm.runtime.primitives.numbers import lesser
from arbitre.interpreter.wasm.runtime.search.hidden_rows import arrange, settle_hidden_rows
from arbitre.interpreter.wasm.runtime.search.snapshots import carry


def know() -> None:
    """What the seat that is asked may know of the match, and where it can only decide_by_sampling."""
    seat = bots.asked_seat
    if sampling.looked != seat + 1:
        turn_into(areas.boundary.address)
        reset_run()
        prepare()
        carry(areas.known.address, areas.match_block.address)
        if sizes.published_size:
            carry(areas.known_now.address, areas.match_block.address)
        areas.unseen.count = 0
        areas.hidden_rows.count = 0
        find_unseen_cells(seat)
        settle_hidden_rows()
        sampling.looked = seat + 1
        sampling.all_seen = sees_all(seat)
        if areas.hidden_rows.count:
            turn_into(areas.known.address)
            arrange()
            carry(areas.known.address, areas.match_block.address)
            if sizes.published_size:
                turn_into(areas.known_now.address)
                arrange()
                carry(areas.known_now.address, areas.match_block.address)
    whole = sampling.all_seen
    at = bots.begun
    while at < control.tape_end:
        if (areas.asked_in[at] | bots.asked_part) >> 33:
            give_up(StopReason.LACKING, 0)
        if not is_said(at):
            whole = 0
        at += 1
    at = 0
    while at < bots.asked_rolls - bots.begun_rolls:
        seen = areas.dice_seen[at]
        if seen == sizes.not_sure or at >= sizes.dice_most:
            give_up(StopReason.LACKING, 0)
        if not (seen >> seat) & 1:
            whole = 0
        at += 1
    sampling.whole = whole


def turn_into(source: int) -> None:
    """The match as it stands elsewhere, which may be another: kept values stand but those of columns that differ."""
    field = 0
    while field < sizes.field_count:
        size = areas.columns[field].size
        first = areas.columns[field].address
        at = first
        end = at + size * areas.columns[field].rows
        while at < end:
            if load64(at) != load64(source + at - areas.match_block.address):
                row = (at - first) // size
                last = lesser((at - first + 7) // size, areas.columns[field].rows - 1)
                while row <= last:
                    row_changed(field, row)
                    row += 1
            at += WORD
        field += 1
    carry(areas.match_block.address, source)
    bots.lists_end = 0
    nothing_at_work()
    bots.boundary_clock = control.clock


def sees_all(seat: int) -> int:
    """Does a seat see every cell as it is?"""
    if areas.unseen.count or areas.hidden_rows.count:
        return 0
    i = 0
    while i < areas.told.count:
        to = areas.told[i].key >> 48
        if to != 0 and to != seat + 2:
            return 0
        i += 1
    return are_cells(areas.known.address, areas.boundary.address)


def are_cells(one: int, two: int) -> int:
    """Are the cells of two blocks the same?"""
    at = areas.cells.address - areas.match_block.address
    while at < areas.cells_end.address - areas.match_block.address:
        if load64(one + at) != load64(two + at):
            return 0
        at += WORD
    return 1


def is_known_die(at: int) -> int:
    """Has the seat seen that die of its statement fall, and is it thrown for the same again?"""
    return (areas.dice_seen[at] >> bots.asked_seat) & 1 and areas.dice_for[at] == sampling.die_for


def is_said(at: int) -> int:
    """Does the seat know that answer of its statement: one of its own, or an open one that was given before its question?"""
    where = areas.asked_in[at]
    if (areas.tape[at] >> 48) == bots.asked_seat:
        return 1
    part = where & 0xFFFFFFFF
    return sizes.public_events and (where >> 32) == 0 and (part == 0 or part == (bots.asked_part & 0xFFFFFFFF))


def unseen_cell(seat: int, field: int, row: int, recognised: int, drawn: int) -> None:
    """A cell the seat does not see: as it was told, or to be drawn."""
    if recognised:
        to = seat
        if knows_fact(seat, field, row) == 0:
            to = EVERYBODY
        if knows_fact(to, field, row):
            put_known(field, row, areas.told[fact_place(fact_key(to, field, row))].end - WORD)
            return
    if not drawn:
        return
    count = areas.unseen.count
    if count >= sizes.unseen_most:
        give_up(StopReason.FULL, 0)
    areas.unseen[count] = (field << 32) | row
    areas.unseen.count = count + 1


def put_known(field: int, row: int, value: int) -> None:
    """What a seat knows of a cell."""
    put_in(areas.known.address, field, row, value)
    if sizes.published_size:
        put_in(areas.known_now.address, field, row, value)


def put_in(block: int, field: int, row: int, value: int) -> None:
    """A cell of a block."""
    size = areas.columns[field].size
    copy(block + (areas.columns[field].address - areas.match_block.address) + row * size, value, size)


def as_it_begins(field: int, row: int) -> None:
    """A cell of a row the seat does not recognise, that nobody is told of."""
    put_known(field, row, areas.drawings[field].default)


def drawing(field: int, part: int) -> int:
    """Of a field: its type (0 a number, 1 a set, 2 a row), the address of its default, words drawn for a set, the address of what may be
    in it, its kind, the column that says which rows it may be exist (or -1), and how many there are."""
    return load_word(areas.drawings[field], part)
