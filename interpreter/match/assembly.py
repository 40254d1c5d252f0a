"""From a program to a machine that matches run on."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.core import Program
from arbitre.interpreter.analysis.footprints import Footprints
from arbitre.interpreter.code.later import MachineLater
from arbitre.interpreter.code.machine import Machine


def machine_of(program: Program, footprints: Footprints | None = None) -> Machine:
    """A machine that serves any number of matches of this program.  ``footprints``: where the lines are noted that it comes by."""
    m = Machine(program)
    _fill(m, footprints)
    return m


def machine_later(program: Program, then: Callable[[Machine], None] | None = None) -> Machine:
    """The same, whose closures are made once one is asked for, by one thread: for compiled matches.  ``then``: done to them."""

    def making(m: Machine) -> None:
        _fill(m)
        if then is not None:
            then(m)

    return MachineLater(program, making)


def _fill(m: Machine, footprints: Footprints | None = None) -> None:
    from arbitre.interpreter.agendas.preparation import make_agendas  # whoever plays in compiled code needs no interpreter
    from arbitre.interpreter.odds.enumerate import chance_after
    from arbitre.interpreter.reference.program import fill

    with unhurried():
        fill(m, chance_after, footprints)
        make_agendas(m)
