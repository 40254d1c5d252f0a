"""From a program to a machine that matches run on."""

from __future__ import annotations

from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.core import Program
from arbitre.interpreter.agendas.making import make_agendas
from arbitre.interpreter.analysis.footprints import Footprints
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.compile.program import build
from arbitre.interpreter.odds.enumerate import chance_after


def machine_of(program: Program, footprints: Footprints | None = None) -> Machine:
    """A machine that serves any number of matches of this program.  ``footprints``: where the lines are noted that it comes by."""
    with unhurried():
        m = build(program, chance_after, footprints)
        make_agendas(m)
    return m
