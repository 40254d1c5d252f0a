"""Stores, counts, sets; changes that last for a period and are undone at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.interpreter.code.machine import Fn, Run
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.visibility import both

RESTORE, COUNT, LEAVE, RETURN = 0, 1, 2, 3  # what is undone at the end: a store, a count, members gained, members lost
Span = tuple[int, str, Fn]  # agenda, start, runs


def put(x: Run, cell: int, value: int, column: int, place: Place) -> None:
    """Stores a value in a cell of the state; one that does not fit its field is an error at ``place``."""
    field = x.program.fields[column]
    if not field.low <= value <= field.high:
        if value == NONE and field.target != NONE:
            kind = an(x.program.domains[field.target].name)
            raise x.error(phrase("‘{0}’ must be {1}, and there is none to give it", field.name, kind), place)
        raise x.error(phrase("{0} does not fit in ‘{1}’, which goes from {2} to {3}", value, field.name, field.low, field.high), place)
    x.cells[cell] = value
    if x.stored is not None:
        x.stored.add(cell)


def free_row(x: Run, domain: int, rows: Iterable[int], alive: int) -> int:
    """The first of these rows that does not exist, nor was taken by another part of what is done together; or none."""
    if x.stored is None:
        return next((row for row in rows if not x.cells[alive + row]), NONE)
    taken = x.made.setdefault(domain, set())
    row = next((row for row in rows if not x.cells[alive + row] and row not in taken), NONE)
    taken.add(row)
    return row


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
        raise x.error(phrase("‘{0}’ of none cannot be changed", x.program.fields[column].name), place)
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
            timers.append((*until, column, row, RESTORE, old))
    elif how == COUNT:
        new = min(max(old + value, field.low), field.high)
        x.cells[cell] = new
        if x.stored is not None:  # done together: the amounts add up first, and the bounds cut the sum
            x.amounts[cell] = x.amounts.get(cell, 0) + value
            new = old + value
        if until is not None and new != old:
            timers.append((*until, column, row, COUNT, new - old))
    elif how == LEAVE:
        join(x, column, row, cell, value, until)
    else:
        leave(x, column, row, cell, value, until)
    note(x, field.name, column, row, old, place)


def note(x: Run, name: str, column: int, row: int, old: int, place: Place) -> None:
    """Records a change for those who may see the field, and which row it is."""
    new = x.cells[x.machine.layout.base[column] + row]
    if x.log is not None and new != old:
        audience = both(x.audience, x.machine.audience_of(x, column, row))
        x.record("change", name, place, audience=audience, field=column, row=row, old=old, new=new, **recognised(x, column, old, new))


def recognised(x: Run, column: int, old: int, new: int) -> dict[str, Any]:
    """Who may know which rows a field holds and held, where not everybody tells the rows of their kind apart."""
    field = x.program.fields[column]
    if field.target == NONE or not x.machine.kind_seen[field.target]:
        return {}
    rows = rows_of(old | new) if field.is_set else [row for row in (old, new) if row >= 0]
    return {"known": {row: x.machine.mask(x, x.machine.kind_seen[field.target], row) for row in rows}}


def join(x: Run, column: int, row: int, cell: int, value: int, until: tuple[int, int] | None) -> None:
    old = x.cells[cell]
    x.cells[cell] = old | value
    if until is None:
        forget(x, column, row, value)
        if x.stored is not None:
            x.for_good[column, row] = x.for_good.get((column, row), 0) | value
        return
    held_for_good = old & ~held_by(x, column, row, LEAVE)
    value &= ~held_for_good
    if value:
        x.state.timers.append((*until, column, row, LEAVE, value))


def leave(x: Run, column: int, row: int, cell: int, value: int, until: tuple[int, int] | None) -> None:
    """Members leave; for a time only, they come back at its end if they were there (or were to come back sooner)."""
    old = x.cells[cell]
    x.cells[cell] = old & ~value
    if until is None:
        forget(x, column, row, value)
        return
    value &= old | held_by(x, column, row, RETURN)
    if value:
        x.state.timers.append((*until, column, row, RETURN, value))


def held_by(x: Run, column: int, row: int, how: int) -> int:
    """The members for which such an end is awaited."""
    mask = 0
    for timer in x.state.timers:
        if timer[2:5] == (column, row, how):
            mask |= timer[5]
    return mask


def forget(x: Run, column: int, row: int, value: int) -> None:
    """No end is awaited any more for these members."""
    timers = x.state.timers
    for position, timer in enumerate(timers):
        if timer[2:4] == (column, row) and timer[4] in (LEAVE, RETURN) and timer[5] & value:
            timers[position] = (*timer[:5], timer[5] & ~value)
    x.state.timers[:] = [timer for timer in timers if timer[4] not in (LEAVE, RETURN) or timer[5]]


def begin_period(x: Run, agenda: int, place: Place) -> None:
    """A run of an agenda begins: changes that wait for it take effect."""
    now = x.state.runs[agenda]
    due = [w for w in x.state.waiting if w[0] == agenda and w[1] <= now]
    if due:
        x.state.waiting[:] = [w for w in x.state.waiting if w not in due]
        for _, _, last, column, row, how, value in due:
            apply(x, how, column, row, value, (agenda, last), place)


def end_period(x: Run, agenda: int) -> None:
    """Undoes, last first, what lasted until this run."""
    now, timers = x.state.runs[agenda], x.state.timers
    if not timers:
        return
    for position in range(len(timers) - 1, -1, -1):
        timer = timers[position]
        if timer[0] == agenda and timer[1] <= now:
            del timers[position]
            undo(x, timer, position)
    timers[:] = [timer for timer in timers if timer[5] or timer[4] not in (LEAVE, RETURN)]


def undo(x: Run, timer: tuple[int, ...], position: int) -> None:
    """Undoes one change: beneath a later one that still stands (its timers come after ``position``), else in the field."""
    _, _, column, row, how, value = timer
    timers, field = x.state.timers, x.program.fields[column]
    cell = x.machine.layout.base[column] + row
    later = [i for i in range(position, len(timers)) if timers[i][2:4] == (column, row)]
    if how in (RESTORE, COUNT):
        above = next((i for i in later if timers[i][4] == RESTORE), NONE)
        under = x.cells[cell] if above == NONE else timers[above][5]
        came = value if how == RESTORE else min(max(under - value, field.low), field.high)
        if above == NONE:
            x.cells[cell] = came
        else:
            timers[above] = (*timers[above][:5], came)
        return
    value &= ~held_by(x, column, row, how)  # the later of two ends
    other = RETURN if how == LEAVE else LEAVE
    for i in later:
        if timers[i][4] == other and timers[i][5] & value:
            shared = timers[i][5] & value
            timers[i] = (*timers[i][:5], timers[i][5] & ~shared)
            value &= ~shared
    if how == LEAVE:
        x.cells[cell] &= ~value
    else:
        x.cells[cell] |= value
