"""The stack of the agendas under way: where a match stands, as data.

Plain tuples, so that between any two statements of an agenda a match is flat data:

===== =====================================================================================
("A", procedure, frame, order, current)   an agenda: its slots, the (step, element) atoms to come, the one at work
("S", procedure, step)                    below the statements of a step: its ``after`` hooks are still to run
("H", procedure, frame, step, hook)       an ``instead of`` hook that may let the step (none: the agenda) proceed: its slots
("P", procedure, step)                    above such a hook: the step proceeds, in the slots of its agenda
("R", procedure, (), order, current)      above such a hook: the agenda proceeds, its (step, element) atoms to come
("B", block, position)                    statements of a block
("F", loop, elements)                     elements a ``for each`` has still to go through
("W", loop, rounds)                       a ``while``, or the actions of ``acts in``
===== =====================================================================================
"""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.state.state import Entry


def frame_of(x: Run) -> tuple[int, list[int]]:
    """Whose slots the code at work uses: the innermost agenda's, or a hook's that stands for a part of it.

    Gives the position on the stack, and the slots (a scenario's own below all agendas).
    """
    stack = x.state.stack
    proceeding = False
    for position in range(len(stack) - 1, -1, -1):
        tag = stack[position][0]
        if tag == "A" or (tag == "H" and not proceeding):
            return position, list(stack[position][2])
        proceeding = proceeding or tag in "PR"
    return NONE, x.state.locals


def keep(x: Run, position: int, frame: list[int]) -> None:
    """Puts the slots of the agenda (or hook) at ``position`` back into the state."""
    if position != NONE:
        tag, index, _, order, current = x.state.stack[position]
        if tag == "H":
            for slot in x.machine.agendas.hook_scratch[index, order, current]:
                frame[slot] = 0
        x.state.stack[position] = (tag, index, flat(x, index, frame) if tag == "A" else tuple(frame), order, current)


def keep_outer(x: Run, outer: list[tuple[int, list[int]]]) -> None:
    """Fields of an outer agenda may have been set."""
    stack = x.state.stack
    for place, slots in outer:
        if place < len(stack) and tuple(slots) != stack[place][2]:
            keep(x, place, slots)


def flat(x: Run, index: int, frame: list[int]) -> tuple[int, ...]:
    """The slots of an agenda as they are kept in the state: what a search left in its own is no part of it."""
    for slot in x.machine.agendas.scratch[index]:
        frame[slot] = 0
    return tuple(frame)


def leave_step(x: Run) -> None:
    """``end`` in a step leaves the step; in a hook that stands for it, the hook."""
    while x.state.stack and x.state.stack[-1][0] not in "SAHPR":
        x.state.stack.pop()


def atoms_of(x: Run, index: int, frame: list[int]) -> tuple[tuple[int, int], ...]:
    """The steps of an agenda in their order, each with its element."""
    steps = range(len(x.machine.program.procedures[index].steps))
    elements = x.machine.agendas.orders[index](x, frame) if index in x.machine.agendas.orders else (NONE,)
    return tuple((step, element) for step in steps for element in elements)


def offering(x: Run) -> set[str]:
    """The phases in which somebody acts now."""
    ops = [x.machine.agendas.loops[entry[1]] for entry in x.state.stack if entry[0] == "W"]
    return {op.stmt.offer for op in ops if isinstance(op.stmt, core.Act)}


def under_way(x: Run) -> int:
    """The innermost agenda under way; none before the first, and in the game's own."""
    found = next((entry[1] for entry in reversed(x.state.stack) if entry[0] == "A"), NONE)
    return NONE if found == x.machine.program.main else found


def place_of(x: Run, stack: list[Entry]) -> Place:
    """Where the statement at work stands, or the step or agenda that holds it."""
    procedures = x.machine.program.procedures
    for tag, index, *rest in reversed(stack):
        if tag == "B" and x.machine.agendas.blocks[index]:
            found: Place = x.machine.agendas.blocks[index][min(rest[0], len(x.machine.agendas.blocks[index]) - 1)].place
            return found
        if tag in "FW":
            return x.machine.agendas.loops[index].place
        if tag in "ARSHP":
            place: Place = procedures[index].place
            return place
    return NOWHERE
