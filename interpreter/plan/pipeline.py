"""The passes in their order, each with a switch."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection

from arbitre.dsl.core import Program
from arbitre.interpreter.plan import WITHOUT
from arbitre.interpreter.plan.passes.equalities import equalities
from arbitre.interpreter.plan.passes.exits import exits
from arbitre.interpreter.plan.passes.invariants import invariants
from arbitre.interpreter.plan.passes.loops import loops
from arbitre.interpreter.plan.passes.members import members
from arbitre.interpreter.plan.passes.narrow import narrow
from arbitre.interpreter.plan.passes.symmetry import symmetry
from arbitre.interpreter.plan.passes.tables import tables
from arbitre.interpreter.plan.passes.unique import unique
from arbitre.interpreter.plan.passes.words import words
from arbitre.interpreter.plan.rewrite import Rewriter
from arbitre.interpreter.plan.searching import Searching

PASSES: dict[str, Callable[..., Program]] = {
    "exits": exits, "equalities": equalities, "unique": unique, "loops": loops, "words": words, "narrow": narrow, "tables": tables,
    "members": members, "invariants": invariants, "symmetry": symmetry,
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
