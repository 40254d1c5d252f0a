"""What is put off to a later run of an agenda, and the steps of an agenda that are still to come, as rules may move them.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def is_running(index) -> int:
    at = load64(STACK_LAST)
    while at:
        if load64(at + 8) == 1 and load64(at + 16) == index:
            return 1
        at = load64(at)
    return 0


def schedule(agenda, later, runs, edge, procedure, given):
    """A rule is put off to the start (0) or the end (1) of the last of so many runs, with what it is given."""
    if runs < 1:
        runs = 1
    last = load64(RUNS + agenda * 8) + runs
    if not later and is_running(agenda):
        last -= 1
    count = load64(SCHEDULED)
    if count >= SCHEDULED_MOST:
        give_up(2, 0)
    at = SCHEDULED + 8 + count * SCHEDULED_ENTRY
    store64(at, agenda)
    store64(at + 8, last)
    store64(at + 16, edge)
    store64(at + 24, procedure)
    copy(at + 32, given, SCHEDULED_ENTRY - 32)
    store64(SCHEDULED, count + 1)


def due(agenda, edge):
    """Carries out what was put off until this edge of this run."""
    count = load64(SCHEDULED)
    if count == 0:
        return
    now = load64(RUNS + agenda * 8)
    found = take_room(count * SCHEDULED_ENTRY)
    end = found
    at = SCHEDULED + 8
    to = at
    last = at + count * SCHEDULED_ENTRY
    while at < last:
        if load64(at) == agenda and load64(at + 8) <= now and load64(at + 16) == edge:
            copy(end, at, SCHEDULED_ENTRY)
            end += SCHEDULED_ENTRY
        else:
            copy(to, at, SCHEDULED_ENTRY)
            to += SCHEDULED_ENTRY
        at += SCHEDULED_ENTRY
    store64(SCHEDULED, (to - SCHEDULED - 8) // SCHEDULED_ENTRY)
    while found < end:
        call_due(load64(found + 24), found + 32)
        if load64(OVER):
            return
        found += SCHEDULED_ENTRY


def holder_of_atoms() -> int:
    """The run of the agenda whose steps can be moved, or 0."""
    at = load64(STACK_LAST)
    while at:
        if (load64(at + 8) == 1 or load64(at + 8) == 9) and load64(at + 16) == ATOM_AGENDA:
            return at
        at = load64(at)
    return 0


def written_atom(atom) -> int:
    """A step of an element as it stands on the stack."""
    return ((atom % ATOM_ROWS + 1) << 16) | atom // ATOM_ROWS


def atom_place(at, atom) -> int:
    """Which of the steps it is, of those that are still to come; or none."""
    i = load64(at + 48)
    wanted = written_atom(atom)
    while i < load64(at + 40):
        if load64(first_atom(at) + i * 8) == wanted:
            return i
        i += 1
    return -1


def is_pending(atom) -> int:
    if atom < 0 or ATOM_AGENDA < 0:
        return 0
    at = holder_of_atoms()
    return at and atom_place(at, atom) >= 0


def reschedule(atom, reference, before):
    """Moves a step that is still to come next to another; nothing happens if either is no longer to come."""
    if ATOM_AGENDA < 0 or atom < 0 or reference < 0 or atom == reference:
        return
    step = reference // ATOM_ROWS
    if step_of(ATOM_AGENDA, atom // ATOM_ROWS, 6) or step_of(ATOM_AGENDA, step, 6):
        return
    at = holder_of_atoms()
    if at == 0:
        return
    here = atom_place(at, atom)
    to = atom_place(at, reference)
    running = before == 0 and load64(at + 24) == step and load64(at + 32) == reference % ATOM_ROWS
    if here < 0 or (to < 0 and not running):
        return
    if running:
        to = load64(at + 48)
    else:
        if to > here:
            to -= 1
        if before == 0:
            to += 1
    first = first_atom(at)
    copy(first + here * 8, first + here * 8 + 8, (load64(at + 40) - here - 1) * 8)
    copy(first + to * 8 + 8, first + to * 8, (load64(at + 40) - to - 1) * 8)
    store64(first + to * 8, written_atom(atom))


ROUTINES: list[Any] = [is_running, schedule, due, holder_of_atoms, written_atom, atom_place, is_pending, reschedule]
