"""The passes in their order, each with a switch."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection

from arbitre.dsl.core import Program
from arbitre.interpreter.plan import WITHOUT
from arbitre.interpreter.plan.passes.members import members
from arbitre.interpreter.plan.passes.narrow import narrow
from arbitre.interpreter.plan.passes.tables import tables
from arbitre.interpreter.plan.passes.words import words

PASSES: dict[str, Callable[[Program], Program]] = {"words": words, "narrow": narrow, "tables": tables, "members": members}


def planned(program: Program, passes: Collection[str] = PASSES) -> Program:
    """The program as these passes leave it, without those that the environment names."""
    left_out = os.environ.get(WITHOUT, "").split(",")
    for name, made in PASSES.items():
        if name in passes and name not in left_out:
            program = made(program)
    return program
