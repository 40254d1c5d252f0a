"""The passes in their order, each with a switch; and a program without what odds leave out."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.interpreter.analysis.searching import Searching
from arbitre.interpreter.plan import WITHOUT
from arbitre.interpreter.plan.passes.equalities import equalities
from arbitre.interpreter.plan.passes.exits import exits
from arbitre.interpreter.plan.passes.invariants import invariants
from arbitre.interpreter.plan.passes.members import members
from arbitre.interpreter.plan.passes.narrow import narrow
from arbitre.interpreter.plan.passes.prefixes import prefixes
from arbitre.interpreter.plan.passes.symmetry import symmetry
from arbitre.interpreter.plan.passes.tables import tables
from arbitre.interpreter.plan.passes.unique import unique
from arbitre.interpreter.plan.passes.vectorize.counted import counted
from arbitre.interpreter.plan.passes.vectorize.loops import loops
from arbitre.interpreter.plan.passes.vectorize.words import words
from arbitre.interpreter.plan.prefilters.necessary import necessary
from arbitre.interpreter.plan.prefilters.sightlines import sightlines
from arbitre.interpreter.plan.rewrite import Rewriter

PASSES: dict[str, Callable[..., Program]] = {
    "exits": exits, "equalities": equalities, "prefixes": prefixes, "unique": unique, "loops": loops, "counted": counted, "words": words,
    "narrow": narrow, "sightlines": sightlines, "necessary": necessary, "tables": tables, "members": members, "invariants": invariants,
    "symmetry": symmetry,
}  # fmt: skip
ASIDE = {"given": "words", "complete": "words"}  # passes that are done along with another one, by which
ALL = (*PASSES, *ASIDE)


def planned(program: Program, passes: Collection[str] = ALL) -> Program:
    """The program as these passes leave it, without those that the environment names."""
    left_out = os.environ.get(WITHOUT, "").split(",")
    searching = Searching()
    done = {name for name in passes if name not in left_out}
    for name, made in PASSES.items():
        if name in done:
            also = {aside: True for aside, along in ASIDE.items() if along == name and aside in done}
            program = made(Rewriter(program, searching), **also)
    return program


def without_laws(program: Program) -> Program:
    """A program without the invariants that are checked at a moment; indexes, slots and columns stay as they are.

    Odds do not check them: a call with nothing left to do after it can then be ended before what it leads to, so that a ball that bounces
    from one place to another has finitely many positions; and positions that differ in what an invariant remembers are one.
    """

    def others(hooks: list[core.Hook]) -> list[core.Hook]:
        return [hook for hook in hooks if not hook.law]

    def procedure(p: core.Procedure) -> core.Procedure:
        steps = [replace(step, before=others(step.before), after=others(step.after)) for step in p.steps]
        return replace(p, before=others(p.before), after=others(p.after), steps=steps)

    return replace(program, procedures=[procedure(p) for p in program.procedures])
