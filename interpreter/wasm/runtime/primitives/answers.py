"""Answers of seats: from the tape, or by lot."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import load_word, throw
from arbitre.interpreter.wasm.runtime.interfaces import decide, give_up
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below

CHOICE = 0xFFFFFF  # of an answer on the tape: what was chosen


def written(seat: int, count: int, found: int) -> int:
    """An answer as it stands on the tape: what was chosen, among how many options, by whom."""
    return found | (count << 24) | (seat << 48)


def decide_from_tape(seat: int, count: int) -> int:
    """The answer to a question with so many options."""
    if seat < 0:
        give_up(StopReason.FAILED, 0)
    at = control.tape_at
    if at < control.tape_end:
        found = areas.tape[at] & CHOICE
        if found >= count:
            give_up(StopReason.FAILED, 0)
        areas.tape[at] = written(seat, count, found)  # whoever reads the tape sees who was asked
        control.tape_at = at + 1
        return found
    return answered(seat, count, lot_for(seat, count))


def lot_for(seat: int, count: int) -> int:
    """The answer of a seat that answers by lot; it is needed from elsewhere where the seat does not."""
    if not (control.seats_by_lot >> seat) & 1:
        control.needed = count
        control.needed_by = seat
        if sizes.counts_lines:
            if control.waits:
                throw()
        give_up(StopReason.NEED, 0)
    return lot_below(count)


def answered(seat: int, count: int, found: int) -> int:
    """Writes an answer down, with who gave it and among how many."""
    at = control.tape_at
    if at >= sizes.tape_room:
        give_up(StopReason.FULL, 0)
    asked = control.asked
    if asked >= control.asked_most:
        give_up(StopReason.LIMIT, 0)
    control.asked = asked + 1
    areas.tape[at] = written(seat, count, found)
    if control.keeps_tape:
        control.tape_at = at + 1
        control.tape_end = at + 1
    return found


def decide_plainly_from_tape(seat: int, count: int, plain: int, kept: int) -> int:
    """The same where bots take only some: ``plain`` of the options, whose positions stand in a list."""
    at = control.tape_at
    if plain == 0 or plain >= count or at < control.tape_end or seat < 0 or not (control.seats_by_lot >> seat) & 1:
        return decide(seat, count)
    return answered(seat, count, load_word(kept, lot_for(seat, plain)))
