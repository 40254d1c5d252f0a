"""The steps of an agenda that are still to come, as rules may move them."""

from __future__ import annotations

from arbitre.interpreter.code.machine import Run


def reschedule(x: Run, atom: int, reference: int, before: bool) -> None:
    """Moves a pending atom next to another; nothing happens if either is no longer to come."""
    owner = x.machine.agendas.atom_owner
    if owner is None or atom < 0 or reference < 0 or atom == reference:
        return
    procedure, size = owner
    moved, other = (atom // size, atom % size), (reference // size, reference % size)
    steps = x.machine.program.procedures[procedure].steps
    if steps[moved[0]].hidden or steps[other[0]].hidden:  # ``fixed``
        return
    for position in range(len(x.state.stack) - 1, -1, -1):
        entry = x.state.stack[position]
        if entry[0] in "AR" and entry[1] == procedure:
            atoms = list(entry[3])
            running = other == entry[4] and not before  # just after the step at work: first of those to come
            if moved not in atoms or (other not in atoms and not running):
                return
            atoms.remove(moved)
            at = 0 if running else atoms.index(other) + (0 if before else 1)
            atoms.insert(at, moved)
            x.state.stack[position] = (entry[0], entry[1], entry[2], tuple(atoms), entry[4])
            x.record("moved", "step", x.machine.program.procedures[procedure].place, audience=0, atom=atom, reference=reference)
            return
