"""How matches begin: with the setup of their game, or where something else puts them in its place."""

from __future__ import annotations

import weakref
from typing import Any, Protocol

from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Machine


class Start(Protocol):
    """What stands in place of the setup.  ``name``: what it is called where a match is kept."""

    @property
    def name(self) -> str: ...

    def lay(self, match: Any) -> None:
        """Puts a match that has not begun into its position."""


_starts: weakref.WeakKeyDictionary[Machine, Start] = weakref.WeakKeyDictionary()  # a start holds no machine, else none would be let go


def begins_at(machine: Machine, start: Start) -> None:
    """From now on all matches of this machine begin there."""
    _starts[machine] = start


def start_of(machine: Machine) -> Start | None:
    """Where matches of a machine begin; None with the setup."""
    return _starts.get(machine)


def sets_up(machine: Machine) -> bool:
    """Does a match of this machine begin with a setup?"""
    return machine.program.setup != NONE and machine not in _starts
