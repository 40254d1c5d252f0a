"""What a seat sees and knows of cells and rows."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.sampling_rooms import EVERYBODY, FIELD_SHIFT
from arbitre.interpreter.wasm.runtime.interfaces import audience_of_cell, audience_of_row, is_as_known, is_marked, were_others_told


def is_there(kind: int, row: int) -> int:
    """Does a row exist?"""
    alive = areas.kinds[kind].alive
    if alive < 0:
        return 1
    return is_marked(alive, row)


def is_among(audience: int, seat: int) -> int:
    """Does a seat belong to an audience: a mask of seats, or -1 for everybody?"""
    return (audience >> seat) & 1


def sees_cell(seat: int, field: int, row: int) -> int:
    """Does a seat see a field of a row, whether or not it knows which row that is?"""
    if not areas.drawings[field].has_audience:
        return 1
    return is_among(audience_of_cell(field, row), seat)


def recognises(seat: int, kind: int, row: int) -> int:
    """Does a seat see which row it is?"""
    if not areas.kinds[kind].has_audience:
        return 1
    return is_among(audience_of_row(kind, row), seat)


def is_unseen(field: int, row: int) -> int:
    """Is it a cell that is drawn?"""
    i = 0
    while i < areas.unseen.count:
        if areas.unseen[i] == (field << FIELD_SHIFT) | row:
            return 1
        i += 1
    return 0


def knows_what_was_told(to: int, seat: int) -> int:
    """Does a seat know of what somebody was told?"""
    if to == EVERYBODY:
        return 1
    return to == seat


def sees_all(seat: int) -> int:
    """Is all of the match known to a seat, but for what the statement that waits has done?"""
    return areas.unseen.count == 0 and areas.hidden_rows.count == 0 and not were_others_told(seat) and is_as_known()
