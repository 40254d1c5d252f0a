"""A machine whose closures are made once one is asked for: where the compiled executor plays, none ever is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl.core import Program
from arbitre.interpreter.code.machine import Machine

_FILLED = (
    "expressions", "statements", "chance_after", "playing", "publishes", "decision_titles",
    "bodies", "ready", "actions", "action_of", "offers", "agendas", "always", "worths", "field_seen", "kind_seen",
)  # fmt: skip


class MachineLater(Machine):
    """It becomes a plain machine as soon as one of its closures is asked for, which one thread at a time may do.

    ``making``: makes all of them.
    """

    def __init__(self, program: Program, making: Callable[[Machine], None]) -> None:
        super().__init__(program)
        self._making: Callable[[Machine], None] | None = making
        self._empty = {name: self.__dict__.pop(name) for name in _FILLED if name in self.__dict__}

    def __getattr__(self, name: str) -> Any:
        making = self.__dict__.get("_making")
        if name not in _FILLED or making is None:
            raise AttributeError(name)
        self._making = None
        self.__dict__.update(self._empty)
        making(self)
        return getattr(self, name)


__all__ = ["MachineLater"]
