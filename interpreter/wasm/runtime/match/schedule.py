"""What is put off to a later run of an agenda, and the steps of an agenda that are still to come, as rules may move them."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import AGENDA, AGENDA_AGAIN, STEP_BITS, AgendaEntry, Scheduled
from arbitre.interpreter.wasm.routines.machine import copy, load_word, store_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import call_due, give_up
from arbitre.interpreter.wasm.runtime.match.stack import first_atom, is_running, step_row
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room


def schedule(agenda: int, later: int, runs: int, edge: int, procedure: int, given: int) -> None:
    """A rule is put off to the start (0) or the end (1) of the last of so many runs, with what it is given."""
    if runs < 1:
        runs = 1
    last = areas.runs[agenda] + runs
    if not later and is_running(agenda):
        last -= 1
    count = areas.scheduled.count
    if count >= sizes.scheduled_most:
        give_up(StopReason.FULL, 0)
    at = areas.scheduled[count]
    at.agenda = agenda
    at.last = last
    at.edge = edge
    at.procedure = procedure
    copy(at.given, given, sizes.scheduled_entry - Scheduled.SIZE)
    areas.scheduled.count = count + 1


def due(agenda: int, edge: int) -> None:
    """Carries out what was put off until this edge of this run."""
    count = areas.scheduled.count
    if count == 0:
        return
    now = areas.runs[agenda]
    found = Scheduled(take_room(count * sizes.scheduled_entry))
    end = found
    at = areas.scheduled.first
    to = at
    last = at + count * sizes.scheduled_entry
    while at < last:
        if at.agenda == agenda and at.last <= now and at.edge == edge:
            copy(end, at, sizes.scheduled_entry)
            end = end.plus(sizes.scheduled_entry)
        else:
            copy(to, at, sizes.scheduled_entry)
            to = to.plus(sizes.scheduled_entry)
        at = at.plus(sizes.scheduled_entry)
    areas.scheduled.count = (to - areas.scheduled.first) // sizes.scheduled_entry
    while found < end:
        call_due(found.procedure, found.given)
        if state.over:
            return
        found = found.plus(sizes.scheduled_entry)


def holder_of_atoms() -> AgendaEntry:
    """The run of the agenda whose steps can be moved, or 0."""
    at = state.stack_last
    while at:
        if (at.tag == AGENDA or at.tag == AGENDA_AGAIN) and at.index == sizes.atom_agenda:
            return AgendaEntry(at)
        at = at.below
    return AgendaEntry(0)


def written_atom(atom: int) -> int:
    """A step of an element as it stands on the stack."""
    return ((atom % sizes.atom_rows + 1) << STEP_BITS) | atom // sizes.atom_rows


def atom_place(at: AgendaEntry, atom: int) -> int:
    """Which of the steps it is, of those that are still to come; or none."""
    i = at.done
    wanted = written_atom(atom)
    while i < at.count:
        if load_word(first_atom(at), i) == wanted:
            return i
        i += 1
    return -1


def is_pending(atom: int) -> int:
    """Is a step still to come?"""
    if atom < 0 or sizes.atom_agenda < 0:
        return 0
    at = holder_of_atoms()
    return at != 0 and atom_place(at, atom) >= 0


def reschedule(atom: int, reference: int, before: int) -> None:
    """Moves a step that is still to come next to another; nothing happens if either is no longer to come."""
    if sizes.atom_agenda < 0 or atom < 0 or reference < 0 or atom == reference:
        return
    step = reference // sizes.atom_rows
    if step_row(sizes.atom_agenda, atom // sizes.atom_rows).hidden or step_row(sizes.atom_agenda, step).hidden:
        return
    at = holder_of_atoms()
    if at == 0:
        return
    here = atom_place(at, atom)
    to = atom_place(at, reference)
    running = before == 0 and at.step == step and at.element == reference % sizes.atom_rows
    if here < 0 or (to < 0 and not running):
        return
    if running:
        to = at.done
    else:
        if to > here:
            to -= 1
        if before == 0:
            to += 1
    first = first_atom(at)
    copy(first + here * WORD, first + (here + 1) * WORD, (at.count - here - 1) * WORD)
    copy(first + (to + 1) * WORD, first + to * WORD, (at.count - to - 1) * WORD)
    store_word(first, to, written_atom(atom))
