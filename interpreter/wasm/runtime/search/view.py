"""What a seat that is asked may know of the match, and where it can only decide_by_sampling."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, sampling
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import load64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.match.memo import row_changed
from arbitre.interpreter.wasm.runtime.match.play import nothing_at_work, reset_run
from arbitre.interpreter.wasm.runtime.match.stack import prepare
from arbitre.interpreter.wasm.runtime.primitives.numbers import lesser
from arbitre.interpreter.wasm.runtime.sampling.sight import is_among, sees_all
from arbitre.interpreter.wasm.runtime.sampling.statement import is_die_known, is_said
from arbitre.interpreter.wasm.runtime.sampling.unseen import look
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
        look(seat)
        if areas.hidden_rows.count and are_dealt_elsewhere():
            give_up(StopReason.LACKING, 0)
        sampling.looked = seat + 1
        sampling.all_seen = sees_all(seat)
    whole = sampling.all_seen
    at = bots.begun
    while at < control.tape_end:
        if (areas.asked_in[at] | bots.asked_part) >> 33:
            give_up(StopReason.LACKING, 0)
        if not is_said_at(at):
            whole = 0
        at += 1
    at = 0
    while at < bots.asked_rolls - bots.begun_rolls:
        seen = areas.dice_seen[at]
        if seen == sizes.not_sure or at >= sizes.dice_most:
            give_up(StopReason.LACKING, 0)
        if not is_among(seen, seat):
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
    return is_die_known(areas.dice_seen[at], bots.asked_seat, areas.dice_for[at] == sampling.die_for)


def is_said_at(at: int) -> int:
    """Does the seat know that answer of its statement?"""
    part = areas.asked_in[at] & 0xFFFFFFFF
    before = part == 0 or part == (bots.asked_part & 0xFFFFFFFF)
    return is_said((areas.tape[at] >> 48) == bots.asked_seat, (areas.asked_in[at] >> 32) != 0, before)


def speaks_of_dealt(field: int) -> int:
    """Do cells of a field stand in rows that are dealt, or name them?"""
    target = areas.drawings[field].target
    if areas.kinds[areas.drawings[field].kind].is_dealt:
        return 1
    return target >= 0 and areas.kinds[target].is_dealt


def are_dealt_elsewhere() -> int:
    """Does what will end, what begins later or what was told speak of such rows?"""
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
    i = 0
    while i < areas.told.count:
        if speaks_of_dealt((areas.told[i].key >> 24) & 0xFFFFFF):
            return 1
        i += 1
    return 0
