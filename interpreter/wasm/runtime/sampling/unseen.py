"""What a seat does not see of a match, and what it knows in place of what is there."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.sampling_rooms import AS_PUBLISHED, BY_AUDIENCE, EVERYBODY, FIELD_SHIFT, OF_ORDERS
from arbitre.interpreter.wasm.runtime.interfaces import know_as_begun, know_as_published, know_as_told, know_no_row, number_in
from arbitre.interpreter.wasm.runtime.sampling.hidden_rows import find_hidden_rows
from arbitre.interpreter.wasm.runtime.sampling.sight import is_there, recognises, sees_cell


def look(seat: int) -> None:
    """Finds out which cells are hidden from a seat, and which rows it does not recognise; what it knows of others is noted."""
    areas.unseen.count = 0
    field = 0
    while field < sizes.field_count:
        how = areas.drawings[field].look
        if how == BY_AUDIENCE:
            look_at_cells(seat, field)
        elif how == AS_PUBLISHED:
            know_as_published(field)
        elif how == OF_ORDERS:
            look_at_orders(seat, field)
        field += 1
    find_hidden_rows(seat)


def look_at_cells(seat: int, field: int) -> None:
    """The cells of a field whose audience is its own, or that of its kind."""
    kind = areas.drawings[field].kind
    row = 0
    while row < areas.kinds[kind].size:
        if is_there(kind, row):
            if not sees_cell(seat, field, row):
                unseen_cell(seat, field, row)
            elif areas.drawings[field].inner and not recognises(seat, kind, row):
                know_as_begun(field, row)
        row += 1


def unseen_cell(seat: int, field: int, row: int) -> None:
    """A cell the seat does not see: as it was told, if it recognises the row; else to be drawn, unless it belongs to an order."""
    kind = areas.drawings[field].kind
    if recognises(seat, kind, row):
        if know_as_told(seat, field, row) or know_as_told(EVERYBODY, field, row):
            return
    if kind == sizes.order_kind:
        return
    count = areas.unseen.count
    areas.unseen[count] = (field << FIELD_SHIFT) | row
    areas.unseen.count = count + 1


def look_at_orders(seat: int, alive: int) -> None:
    """Orders of others that the seat may not see are not there.  ``alive``: the column that says which orders there are."""
    kind = areas.drawings[alive].kind
    row = 0
    while row < areas.kinds[kind].size:
        if is_there(kind, row) and number_in(sizes.order_giver, row) != seat:
            if not areas.kinds[kind].has_audience or not recognises(seat, kind, row):
                know_no_row(alive, row)
        row += 1
