"""Boards as a game sets them up, where that asks nobody anything and leaves nothing to chance."""

from __future__ import annotations

from arbitre.interpreter.agendas import stepper
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.start import sets_up
from arbitre.interpreter.state.errors import RulebookError


def as_set_up(machine: Machine) -> tuple[Match, str]:
    """A match with what its setup lays out, and nothing; else as it stands before, and why: a key of what is said."""
    match = Match(machine, 0, start=False)
    if not sets_up(machine):
        return match, ""
    try:
        done = match.do(match.set_up, first=True)
        while done and match.state.stack and not match.state.over:
            done = match.do(stepper.step)
    except RulebookError:  # what cannot be carried out is told by who plays or tests it
        return Match(machine, 0, start=False), "board.stopped"
    if done and not match.state.rolls:
        return match, ""
    return Match(machine, 0, start=False), "board.by_lot" if done or match.state.rolls else "board.asked"
