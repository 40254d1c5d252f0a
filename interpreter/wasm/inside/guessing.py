"""Greedy seats that do not know everything: worlds in which all is as the seat knows it, as :mod:`arbitre.interpreter.play.imagining`
draws them.

What is hidden from the seat is drawn afresh until every law holds, orders of others are gone, and the statement is done again up to
the
question (:mod:`arbitre.interpreter.wasm.inside.reaching`).  A world is the match before that statement, and on the tape the answers that
lead to the question.  What the seat sees is found out once for a statement (``know``).

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

# ------------------------------------------------------------------------------------ what a seat knows


def know():
    """What the seat that is asked may know of the match, and where it can only guess."""
    seat = load64(ASKED_SEAT)
    if load64(LOOKED) != seat + 1:
        turn_into(BOUNDARY)
        reset_run()
        prepare()
        carry(KNOWN, STATE)
        if PUBLISHED_SIZE:
            carry(KNOWN_NOW, STATE)
        store64(UNSEEN, 0)
        look_around(seat)
        store64(LOOKED, seat + 1)
        store64(ALL_SEEN, sees_all(seat))
    whole = load64(ALL_SEEN)
    at = load64(BEGUN)
    while at < load64(TAPE_END):
        if (load64(ASKED_IN + at * 8) | load64(ASKED_PART)) >> 33:
            give_up(7, 0)
        if not is_said(at):
            whole = 0
        at += 1
    at = 0
    while at < load64(ASKED_ROLLS) - load64(BEGUN_ROLLS):
        seen = load64(DICE_SEEN + at * 8)
        if seen == NOT_SURE or at >= DICE_MOST:
            give_up(7, 0)
        if not (seen >> seat) & 1:
            whole = 0
        at += 1
    store64(WHOLE, whole)


def turn_into(source):
    """The match as it stands elsewhere, which may be another: kept values stand but those of columns that differ."""
    field = 0
    while field < FIELD_COUNT:
        size = column(field, 1)
        first = column(field, 0)
        at = first
        end = at + size * column(field, 6)
        while at < end:
            if load64(at) != load64(source + at - STATE):
                row = (at - first) // size
                last = lesser((at - first + 7) // size, column(field, 6) - 1)
                while row <= last:
                    row_changed(field, row)
                    row += 1
            at += 8
        field += 1
    carry(STATE, source)
    store64(LISTS_END, 0)
    nothing_at_work()
    store64(BOUNDARY_CLOCK, load64(CLOCK))


def sees_all(seat) -> int:
    if load64(UNSEEN):
        return 0
    i = 0
    while i < load64(TOLD):
        to = load64(TOLD + 8 + i * 16) >> 48
        if to != 0 and to != seat + 2:
            return 0
        i += 1
    return are_cells(KNOWN, BOUNDARY)


def are_cells(one, two) -> int:
    at = CELLS - STATE
    while at < CELLS_END - STATE:
        if load64(one + at) != load64(two + at):
            return 0
        at += 8
    return 1


def is_known_die(at) -> int:
    """Has the seat seen that die of its statement fall, and is it thrown for the same again?"""
    return (load64(DICE_SEEN + at * 8) >> load64(ASKED_SEAT)) & 1 and load64(DICE_FOR + at * 8) == load64(DIE_FOR)


def is_said(at) -> int:
    """Does the seat know that answer of its statement: one of its own, or an open one that was given before its question?"""
    where = load64(ASKED_IN + at * 8)
    if (load64(TAPE + at * 8) >> 48) == load64(ASKED_SEAT):
        return 1
    part = where & 0xFFFFFFFF
    return PUBLIC_EVENTS and (where >> 32) == 0 and (part == 0 or part == (load64(ASKED_PART) & 0xFFFFFFFF))


def unseen_cell(seat, field, row, recognised, drawn):
    """A cell the seat does not see: as it was told, or to be drawn."""
    if recognised:
        to = seat
        if knows_fact(seat, field, row) == 0:
            to = -2
        if knows_fact(to, field, row):
            put_known(field, row, TOLD + 16 + fact_place(fact_key(to, field, row)) * 16)
            return
    if not drawn:
        return
    count = load64(UNSEEN)
    if count >= UNSEEN_MOST:
        give_up(2, 0)
    store64(UNSEEN + 8 + count * 8, (field << 32) | row)
    store64(UNSEEN, count + 1)


def put_known(field, row, value):
    put_in(KNOWN, field, row, value)
    if PUBLISHED_SIZE:
        put_in(KNOWN_NOW, field, row, value)


def put_in(block, field, row, value):
    size = column(field, 1)
    copy(block + (column(field, 0) - STATE) + row * size, value, size)


def as_it_begins(field, row):
    """A cell of a row the seat does not recognise, that nobody is told of."""
    put_known(field, row, drawing(field, 1))


def drawing(field, part) -> int:
    """Of a field: its sort (0 a number, 1 a set, 2 a row), the address of its default, words drawn for a set, the address of what may be
    in it, its kind, the column that says which rows it may be exist (or -1), and how many there are."""
    return load64(DRAWINGS + field * 56 + part * 8)


# ------------------------------------------------------------------------------------ drawing what it does not know


def draw_world(first, weigh) -> int:
    """A world at the same question with the same options; 0, and the one before stands, if none is found."""
    store64(OLD_SEED, load64(WORLD_SEED))
    store64(OLD_END, load64(TAPE_END))
    carry(OLD_IMAGINED, IMAGINED)
    size = (load64(TAPE_END) - load64(BEGUN)) * 8
    copy(OLD_TAPE, TAPE + load64(BEGUN) * 8, size)
    copy(OLD_IN, ASKED_IN + load64(BEGUN) * 8, size)
    attempt = 0
    while attempt < DRAWS:
        store64(WORLD_SEED, lot_word() >> 2)
        found = 1
        if load64(WHOLE):
            carry(IMAGINED, BOUNDARY)
        else:
            known = KNOWN
            if PUBLISHED_SIZE:
                if attempt >= DRAWS // 2 and not are_cells(KNOWN, KNOWN_NOW):
                    known = KNOWN_NOW
            turn_into(known)
            found = fill_world()
            if found:
                clean_world()
                carry(IMAGINED, STATE)
        if found:
            if reach(first, weigh):
                return 1
        attempt += 1
    store64(WORLD_SEED, load64(OLD_SEED))
    carry(IMAGINED, OLD_IMAGINED)
    store64(TAPE_END, load64(OLD_END))
    copy(TAPE + load64(BEGUN) * 8, OLD_TAPE, size)
    copy(ASKED_IN + load64(BEGUN) * 8, OLD_IN, size)
    return 0


def fill_world() -> int:
    """Draws every hidden cell, and those again that stand against what must always hold; 0 if that does not come right."""
    count = load64(UNSEEN)
    i = 0
    while i < count:
        draw_cell(load64(UNSEEN + 8 + i * 8))
        i += 1
    if count == 0:
        return 1
    times = 0
    while times < ROUNDS:
        reset_run()
        fill(WRONG, 0, count)
        if not find_wrong():
            return 1
        i = 0
        while i < count:
            if load8u(WRONG + i):
                draw_cell(load64(UNSEEN + 8 + i * 8))
            i += 1
        times += 1
    return 0


def draw_cell(cell):
    """Any value of its type; a number, a flag or a set mostly as it begins, a row one of those that exist."""
    field = cell >> 32
    row = cell & 0xFFFFFFFF
    sort = drawing(field, 0)
    if sort == 2:
        store64(DRAWN, drawn_row(field))
        cell_put(field, row, DRAWN)
        return
    if lot_below(4):
        cell_put(field, row, drawing(field, 1))
        return
    if sort == 0:
        low = column(field, 3)
        store64(DRAWN, low + lot_below(column(field, 4) - low + 1))
    else:
        fill(DRAWN, 0, WIDE * 8)
        i = 0
        while i < drawing(field, 2):
            store64(DRAWN + i * 8, lot_word() & load64(drawing(field, 3) + i * 8))
            i += 1
    cell_put(field, row, DRAWN)


def drawn_row(field) -> int:
    alive = drawing(field, 5)
    rows = drawing(field, 6)
    none = column(field, 3) < 0
    count = rows
    row = 0
    if alive >= 0:
        count = 0
        while row < rows:
            count += load8u(column(alive, 0) + row * column(alive, 1)) != 0
            row += 1
    if count + none == 0:
        return load64(drawing(field, 1))
    taken = lot_below(count + none) - none
    if alive < 0 or taken < 0:
        return taken
    row = 0
    while 1:
        if load8u(column(alive, 0) + row * column(alive, 1)):
            if taken == 0:
                return row
            taken -= 1
        row += 1
    return -1


def note_wrong(kind, rows, words) -> int:
    """The hidden cells of the rows that a law finds fault with; how many?"""
    found = 0
    i = 0
    while i < load64(UNSEEN):
        cell = load64(UNSEEN + 8 + i * 8)
        if drawing(cell >> 32, 4) == kind:
            if member(rows, cell & 0xFFFFFFFF, words):
                store8(WRONG + i, 1)
                found += 1
        i += 1
    return found


def all_wrong():
    fill(WRONG, 1, load64(UNSEEN))


def is_unseen(field, row) -> int:
    i = 0
    while i < load64(UNSEEN):
        if load64(UNSEEN + 8 + i * 8) == (field << 32) | row:
            return 1
        i += 1
    return 0


def clean_list(list, entry, at):
    """Of what will end only what speaks of cells that are seen."""
    to = list + 8
    here = to
    end = here + load64(list) * entry
    kept = 0
    while here < end:
        if not is_unseen(load64(here + at), load64(here + at + 8)):
            if to != here:
                copy(to, here, entry)
            to += entry
            kept += 1
        here += entry
    store64(list, kept)


def clean_world():
    """Takes out what else speaks of what is hidden: what will end, what others were told, what was published."""
    clean_list(TIMERS, TIMERS_ENTRY, 16)
    clean_list(WAITING, WAITING_ENTRY, 24)
    to = 0
    i = 0
    while i < load64(TOLD):
        who = load64(TOLD + 8 + i * 16) >> 48
        if who == 0 or who == load64(ASKED_SEAT) + 2:
            copy(TOLD + 8 + to * 16, TOLD + 8 + i * 16, 16)
            to += 1
        i += 1
    store64(TOLD, to)
    if PUBLISHED_SIZE:
        if load64(PUBLISHED):
            copy(PUBLISHED_CELLS, CELLS, CELLS_SIZE)


ROUTINES: list[Any] = [
    know, turn_into, is_known_die, sees_all, are_cells, is_said, unseen_cell, put_known, put_in, as_it_begins, drawing, draw_world,
    fill_world, draw_cell, drawn_row, note_wrong, all_wrong, is_unseen, clean_list, clean_world,
]  # fmt: skip
