"""What the rulebook says of deadlines."""

from __future__ import annotations

from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Run


def due_now(x: Run) -> str:
    """What the rulebook says of a deadline for what is asked now: of the steps under way, the innermost first; empty if nothing."""
    procedures = x.machine.program.procedures
    for tag, index, *rest in reversed(x.state.stack):
        step = rest[2][0] if tag in "AR" else rest[0] if tag == "P" else NONE
        if step != NONE and procedures[index].steps[step].due:
            return procedures[index].steps[step].due
    return ""
