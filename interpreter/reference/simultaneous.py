"""Things done at once: every part from one snapshot, their changes merged.

What a field becomes does not depend on the order of the parts: amounts gained and lost add up and the bounds cut the sum,
members join and leave, and a value stored must be the only change there is, or the same as every other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from operator import ne

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine, Run, Stmt
from arbitre.interpreter.reference import changes
from arbitre.interpreter.state.requests import Need, Request


@dataclass(slots=True)
class Part:
    """What one part did: all cells as it left them, those it stored, those it counted up or down, and by how much."""

    cells: list[int]
    stored: set[int]
    amounts: dict[int, int]
    told: set[tuple[int, int, int, int]]


def merged(x: Run, f: list[int], parts: list[tuple[int, int, Stmt]], m: Machine) -> int:
    """Each part is (slot, value put there, body).  Raises Need with every question that is still open."""
    start = x.cells[:]
    frame = f[:]
    outer, counted = x.stored, x.amounts
    if outer is None:
        x.made, x.for_good = {}, {}
    lasting = x.state.timers[:]
    path, loop = x.answers.path, x.answers.loop()
    told, records = x.state.told, len(x.log) if x.log is not None else 0
    pending: list[Request] = []
    results: list[Part] = []
    signal = 0
    for slot, value, body in parts:
        at = (*path, loop, value)
        waiting = x.answers.waiting(at)
        if waiting is not None:  # it would only ask the same again
            pending += waiting
            continue
        x.cells[:] = start
        x.state.told = told
        if slot != NONE:
            f[:] = frame
            f[slot] = value
        x.stored, x.amounts = set(), {}
        x.answers.path = at
        try:
            signal = max(signal, body(x, f))
        except Need as need:
            pending += need.requests
            x.answers.wait(at, need.requests)
        results.append(Part(x.cells[:], x.stored, x.amounts, x.state.told))
    x.answers.path = path
    x.stored, x.amounts = outer, counted
    if pending:
        x.cells[:], x.state.told, x.state.timers[:] = start, told, lasting  # no part knows of another
        raise Need(pending, records)
    x.cells[:] = start
    x.state.told = told
    for part in results:
        x.state.told = (x.state.told - (told - part.told)) | (part.told - told)
    merge(x, start, results, m)
    if outer is None:
        settle(x, start, results, lasting, m)
    return signal


def merge(x: Run, start: list[int], results: list[Part], m: Machine) -> None:
    owner, cells = m.layout.owner, x.cells
    sums: dict[int, int] = {}
    stored: dict[int, int] = {}
    for part in results:
        changed = compress(range(len(start)), map(ne, start, part.cells))
        for cell in sorted({*changed, *part.stored, *part.amounts}):
            old, new = start[cell], part.cells[cell]
            if cell in part.stored:
                if stored.setdefault(cell, new) != new:
                    raise clash(x, m, cell, phrase("store {0} and {1}", stored[cell], new))
                continue
            amount = part.amounts.get(cell)
            if amount is not None:
                sums[cell] = sums.get(cell, 0) + amount
            elif m.program.fields[owner[cell]].is_set:
                cells[cell] = (cells[cell] | (new & ~old)) & ~(old & ~new)
            else:  # rows that come and go, charges spent
                sums[cell] = sums.get(cell, 0) + new - old
    for cell, amount in sums.items():
        column = m.program.fields[owner[cell]]
        cells[cell] = min(max(start[cell] + amount, column.low), column.high)
        if x.stored is not None:
            x.amounts[cell] = x.amounts.get(cell, 0) + amount
    for cell, new in stored.items():
        if cells[cell] not in (start[cell], new) or (sums.get(cell) and cells[cell] != new):
            raise clash(x, m, cell, phrase("make two different changes, to {0} and to {1},", new, cells[cell]))
        cells[cell] = new
        if x.stored is not None:
            x.stored.add(cell)


def clash(x: Run, m: Machine, cell: int, said: str) -> Exception:
    column = m.program.fields[m.layout.owner[cell]]
    return x.error(phrase("two things done together {0} in one ‘{1}’", said, column.name), column.place or NOWHERE)


def settle(x: Run, start: list[int], results: list[Part], lasting: list[tuple[int, ...]], m: Machine) -> None:
    """What lasts for a time takes back no more than was really counted, and no end is given to what was gained for good."""
    for (column, row), members in x.for_good.items():
        changes.forget(x, column, row, members)
    before = {id(timer) for timer in lasting}
    counted: dict[int, int] = {}
    for part in results:
        for cell, amount in part.amounts.items():
            counted[cell] = counted.get(cell, 0) + amount
    for cell, amount in counted.items():
        excess = start[cell] + amount - x.cells[cell]
        if not excess:
            continue
        timers = x.state.timers
        for position in range(len(timers) - 1, -1, -1):
            timer = timers[position]
            at = m.layout.base[timer[2]] + timer[3]
            if id(timer) not in before and timer[4] == changes.COUNT and at == cell and timer[5] * excess > 0:
                cut = min(timer[5], excess) if excess > 0 else max(timer[5], excess)
                timers[position] = (*timer[:5], timer[5] - cut)
                excess -= cut
    x.state.timers[:] = [timer for timer in x.state.timers if timer[5] or timer[4] != changes.COUNT]
