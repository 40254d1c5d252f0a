"""The stack of agendas: entry upon entry in the match's block (see :mod:`arbitre.interpreter.wasm.layout.records`)."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import AGENDA, BLOCK, HOOK, STEP_AGAIN, AgendaEntry, Entry, StepRow
from arbitre.interpreter.wasm.runtime.interfaces import give_up


def entry_room(size: int) -> None:
    """Gives up where the stack has no room for so many bytes."""
    if state.stack_top + size > sizes.stack_limit:
        give_up(StopReason.FULL, 0)


def has_slots(tag: int) -> int:
    """Are there entries with this tag whose slots code may use?"""
    return tag == AGENDA or tag >= HOOK


def push(tag: int, index: int, step: int, element: int, more: int) -> Entry:
    """A new entry with so many bytes behind its numbers."""
    at = Entry(state.stack_top)
    entry_room(Entry.SIZE + more)
    at.below = state.stack_last
    at.tag = tag
    at.index = index
    at.step = step
    at.element = element
    state.stack_last = at
    state.stack_top = at.end + more
    if has_slots(tag):
        control.prepared = 0
    return at


def push_block(block: int) -> None:
    """Begins a block of statements."""
    push(BLOCK, block, 0, 0, 0)


def pop() -> None:
    """Takes the last entry away."""
    at = state.stack_last
    if has_slots(at.tag):
        control.prepared = 0
    state.stack_top = at
    state.stack_last = at.below


def step_row(index: int, number: int) -> StepRow:
    """A step of an agenda."""
    return areas.agendas[index].steps.nth(number)


def prepare() -> None:
    """Whose slots the code at work uses, and which agendas are running: both as the stack says, if another has come or gone."""
    if control.prepared:
        return
    control.prepared = 1
    i = 0
    while i < sizes.agenda_count:
        areas.current[areas.agenda_list[i]] = 0
        i += 1
    at = state.stack_last
    found = Entry(0)
    proceeding = 0
    while at:
        tag = at.tag
        if tag >= STEP_AGAIN:
            proceeding = 1
        if tag == HOOK and found == 0 and not proceeding:
            found = at
        if tag == AGENDA:
            if found == 0:
                found = at
            index = at.index
            if areas.current[index] == 0:
                areas.current[index] = AgendaEntry(at).slots
        at = at.below
    control.position = found


def first_atom(at: AgendaEntry) -> int:
    """Where the steps of a run stand."""
    return at.slots + areas.agendas[at.index].size if at.tag == AGENDA else at.slots


def is_running(index: int) -> int:
    """Is an agenda on the stack?"""
    at = state.stack_last
    while at:
        if at.tag == AGENDA and at.index == index:
            return 1
        at = at.below
    return 0
