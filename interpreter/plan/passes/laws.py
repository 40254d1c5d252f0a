"""A program without the invariants that are checked at a moment.

Odds do not check them: a call with nothing left to do after it can then be ended before what it leads to, so that a ball that bounces from
one place to another has finitely many positions; and positions that differ in what an invariant remembers are one.
"""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Program


def without_laws(program: Program) -> Program:
    """The pass; indexes, slots and columns stay as they are."""
    return replace(program, procedures=[_procedure(p) for p in program.procedures])


def _procedure(p: core.Procedure) -> core.Procedure:
    steps = [replace(step, before=_others(step.before), after=_others(step.after)) for step in p.steps]
    return replace(p, before=_others(p.before), after=_others(p.after), steps=steps)


def _others(hooks: list[core.Hook]) -> list[core.Hook]:
    return [hook for hook in hooks if not hook.law]
