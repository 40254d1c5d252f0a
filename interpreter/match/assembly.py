"""From a program to a machine that matches run on."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.core import Program
from arbitre.interpreter.agendas.preparation import make_agendas
from arbitre.interpreter.analysis.footprints import Footprints
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.odds.enumerate import chance_after
from arbitre.interpreter.reference.program import build, fill


def machine_of(program: Program, footprints: Footprints | None = None) -> Machine:
    """A machine that serves any number of matches of this program.  ``footprints``: where the lines are noted that it comes by."""
    m = build(program, chance_after, footprints)
    _closures(m)
    return m


def machine_later(program: Program, then: Callable[[Machine], None] | None = None) -> Machine:
    """The same, whose closures are made once one is asked for, by one thread: for compiled matches.  ``then``: done to them."""

    def making(m: Machine) -> None:
        _closures(m)
        if then is not None:
            then(m)

    return build(program, chance_after, making=making)


def _closures(m: Machine) -> None:
    with unhurried():
        fill(m)
        make_agendas(m)
