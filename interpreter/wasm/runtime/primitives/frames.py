"""Room for the slots of calls and for sets, and what a statement may cost."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import fill, load64, stop, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up

LONG = 256  # bytes from which on one instruction for all of them takes less time
DEEPEST_RULES = 150


def wipe(at: int, size: int) -> None:
    """So many bytes become 0, with whatever is left of their last eight; few take less time so than a call does."""
    if size > LONG:
        fill(at, 0, size)
        return
    end = at + size
    while at < end:
        store64(at, 0)
        at += WORD


def take_room(size: int) -> int:
    """An empty place for a set."""
    at = control.tp
    if at + size > sizes.temp_end:
        give_up(StopReason.FULL, 0)
    control.tp = at + size
    wipe(at, size)
    return at


def raw_room(size: int) -> int:
    """A place for a set, with whatever stood there."""
    at = control.tp
    if at + size > sizes.temp_end:
        give_up(StopReason.FULL, 0)
    control.tp = at + size
    return at


def take_frame(size: int) -> int:
    """Slots for a call, all 0; given back by whoever takes them."""
    at = control.sp
    if at + size > sizes.frames_end:
        give_up(StopReason.FULL, 0)
    control.sp = at + size
    wipe(at, size)
    return at


def put_slots(to: int, source: int, size: int) -> None:
    """So many bytes of slots from elsewhere: there are few."""
    end = to + size
    while to < end:
        store64(to, load64(source))
        to += WORD
        source += WORD


def spend(where: int) -> None:
    """One rule more of those that a statement may begin."""
    left = control.budget - 1
    control.budget = left
    if left < 0:
        give_up(StopReason.ENDLESS, where)


def enter_rule(where: int) -> None:
    """A rule begins: rules that call each other without end are given up."""
    depth = control.depth + 1
    control.depth = depth
    if depth > DEEPEST_RULES:
        give_up(StopReason.ENDLESS, where)
    spend(where)


def leave_rule() -> None:
    """A rule ends."""
    control.depth -= 1


def stop_module(code: int, where: int) -> None:
    """Stops the module; whoever runs it reads why."""
    control.error = code
    control.where = where
    stop()
