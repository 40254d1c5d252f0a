"""From a program to a machine that matches run on."""

from __future__ import annotations

from dsl.core import Program
from interpreter.agendas.making import make_agendas
from interpreter.code.machine import Machine
from interpreter.compile.program import build
from interpreter.odds.enumerate import chance_after


def machine_of(program: Program) -> Machine:
    """A machine that serves any number of matches of this program."""
    m = build(program, chance_after)
    make_agendas(m)
    return m
