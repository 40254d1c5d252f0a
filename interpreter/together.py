"""Things done at once: every part from one snapshot, their changes merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.core import NONE
from dsl.places import NOWHERE
from interpreter.requests import Need, Request

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run, Stmt


def merged(x: Run, f: list[int], parts: list[tuple[int, int, Stmt]], m: Machine) -> int:
    """Each part is (slot, value put there, body).  Raises Need with every question that is still open."""
    start = x.cells[:]
    frame = f[:]
    outer, x.stored = x.stored, None
    path, loop = x.answers.path, x.answers.loops
    x.answers.loops += 1
    pending: list[Request] = []
    results: list[tuple[list[int], set[int]]] = []
    signal = 0
    for slot, value, body in parts:
        x.cells[:] = start
        if slot != NONE:
            f[:] = frame
            f[slot] = value
        x.stored = set()
        x.answers.path = (*path, loop, value)
        try:
            signal = max(signal, body(x, f))
        except Need as need:
            pending += need.requests
        results.append((x.cells[:], x.stored))
    x.answers.path = path
    x.stored = outer
    if pending:
        raise Need(pending)
    x.cells[:] = start
    owner = m.layout.owner
    stored: dict[int, int] = {}
    for cells, touched in results:
        for cell, (old, new) in enumerate(zip(start, cells, strict=True)):
            if old == new and cell not in touched:
                continue
            column = m.program.fields[owner[cell]]
            if column.is_set:
                x.cells[cell] = (x.cells[cell] | (new & ~old)) & ~(old & ~new)
            elif cell in touched:
                if stored.get(cell, new) != new:
                    raise x.error(
                        f"two things done together store {stored[cell]} and {new} in one ‘{column.name}’", column.place or NOWHERE
                    )
                stored[cell] = new
                x.cells[cell] = new
                if outer is not None:
                    outer.add(cell)
            else:
                x.cells[cell] = min(max(x.cells[cell] + new - old, column.low), column.high)
    return signal
