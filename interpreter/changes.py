"""Stores, counts, sets; changes that last for a period and are undone at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.core import NONE
from dsl.places import Place
from interpreter.expressions import Fn
from interpreter.trace import both

if TYPE_CHECKING:
    from interpreter.machine import Run

RESTORE, COUNT, LEAVE = 0, 1, 2
Span = tuple[int, str, Fn]  # agenda, start, runs


def put(x: Run, cell: int, value: int, column: int, place: Place) -> None:
    field = x.program.fields[column]
    if not field.low <= value <= field.high:
        raise x.error(f"{value} does not fit ‘{field.name}’, which goes from {field.low} to {field.high}", place)
    x.cells[cell] = value
    if x.stored is not None:
        x.stored.add(cell)


def running(x: Run, agenda: int) -> bool:
    return any(e[0] == "A" and e[1] == agenda for e in x.state.stack)


def span_of(x: Run, span: Span, frame: list[int]) -> tuple[int, int, bool]:
    """First and last run the span covers, and whether it has begun."""
    agenda, start, count = span
    runs = max(1, count(x, frame))
    now = x.state.runs[agenda]
    if start == "next":
        return now + 1, now + runs, False
    first = now if running(x, agenda) else now + 1
    return first, first + runs - 1, True


def change(x: Run, how: int, column: int, row: int, value: int, span: Span | None, frame: list[int], place: Place) -> None:
    """Carries out a change now, or notes it for the run it begins with; notes its undoing."""
    if row < 0:
        raise x.error(f"‘{x.program.fields[column].name}’ of nothing cannot change", place)
    if span is None:
        apply(x, how, column, row, value, None, place)
        return
    first, last, begun = span_of(x, span, frame)
    if begun:
        apply(x, how, column, row, value, (span[0], last), place)
    else:
        x.state.waiting.append((span[0], first, last, column, row, how, value))


def apply(x: Run, how: int, column: int, row: int, value: int, until: tuple[int, int] | None, place: Place) -> None:
    field = x.program.fields[column]
    cell = x.machine.layout.base[column] + row
    old = x.cells[cell]
    timers = x.state.timers
    if how == RESTORE:
        put(x, cell, value, column, place)
        if until is not None:
            # Storing again while a lasting value stands: the value to come back to is the one below both.
            for timer in timers:
                if timer[2] == column and timer[3] == row and timer[4] == RESTORE:
                    old = timer[5]
                    timers.remove(timer)
                    break
            timers.append((*until, column, row, RESTORE, old))
    elif how == COUNT:
        new = min(max(old + value, field.low), field.high)
        x.cells[cell] = new
        if until is not None and new != old:
            timers.append((*until, column, row, COUNT, new - old))
    else:
        join(x, column, row, cell, value, until)
    note(x, field.name, column, row, old, place)


def note(x: Run, name: str, column: int, row: int, old: int, place: Place) -> None:
    """Records a change for those who may see the field, and which row it is."""
    new = x.cells[x.machine.layout.base[column] + row]
    if x.log is not None and new != old:
        audience = both(x.audience, x.machine.audience_of(x, column, row))
        x.record("change", name, place, audience=audience, field=column, row=row, old=old, new=new)


def join(x: Run, column: int, row: int, cell: int, value: int, until: tuple[int, int] | None) -> None:
    timers = x.state.timers
    old = x.cells[cell]
    lasting = 0
    for timer in timers:
        if timer[2:5] == (column, row, LEAVE):
            lasting |= timer[5]
    x.cells[cell] = old | value
    if until is None:
        forget(x, column, row, value)
        return
    held_for_good = old & ~lasting
    value &= ~held_for_good
    if value:
        timers.append((*until, column, row, LEAVE, value))


def leave(x: Run, column: int, row: int, value: int, place: Place) -> None:
    cell = x.machine.layout.base[column] + row
    old = x.cells[cell]
    x.cells[cell] = old & ~value
    forget(x, column, row, value)
    note(x, x.program.fields[column].name, column, row, old, place)


def forget(x: Run, column: int, row: int, value: int) -> None:
    """No end is awaited any more for these members."""
    timers = x.state.timers
    for position, timer in enumerate(timers):
        if timer[2:5] == (column, row, LEAVE) and timer[5] & value:
            timers[position] = (*timer[:5], timer[5] & ~value)
    x.state.timers[:] = [timer for timer in timers if timer[4] != LEAVE or timer[5]]


def begin_period(x: Run, agenda: int, place: Place) -> None:
    now = x.state.runs[agenda]
    due = [w for w in x.state.waiting if w[0] == agenda and w[1] <= now]
    if due:
        x.state.waiting[:] = [w for w in x.state.waiting if w not in due]
        for _, _, last, column, row, how, value in due:
            apply(x, how, column, row, value, (agenda, last), place)


def end_period(x: Run, agenda: int) -> None:
    """Undoes, last first, what lasted until this run."""
    now = x.state.runs[agenda]
    due = [timer for timer in x.state.timers if timer[0] == agenda and timer[1] <= now]
    if not due:
        return
    x.state.timers[:] = [timer for timer in x.state.timers if timer not in due]
    for _, _, column, row, how, value in reversed(due):
        cell = x.machine.layout.base[column] + row
        field = x.program.fields[column]
        if how == RESTORE:
            x.cells[cell] = value
        elif how == COUNT:
            x.cells[cell] = min(max(x.cells[cell] - value, field.low), field.high)
        else:
            still = 0
            for timer in x.state.timers:
                if timer[2:5] == (column, row, LEAVE):
                    still |= timer[5]
            x.cells[cell] &= ~(value & ~still)


__all__ = ["COUNT", "LEAVE", "NONE", "RESTORE", "begin_period", "change", "end_period", "leave", "put"]
