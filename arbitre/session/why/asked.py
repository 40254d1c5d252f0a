"""Slots that a condition is asked over, as far as a rule fills them."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core.walk import free_slots
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.explain.conditions import ExprType
from arbitre.interpreter.state.read_recorder import Looking


@dataclass(slots=True)
class Asked:
    """Slots a condition is asked over: what they hold, and by which names a rule calls them."""

    x: Run
    cells: Looking
    slots: list[int]
    types: dict[int, ExprType]
    names: dict[str, int] = field(default_factory=dict)  # name -> slot
    depth: int = 0

    def look(self, expr: core.Expr) -> None:
        """From here on it counts what is looked at: the slots that are named, whatever the answer turns on."""
        self.cells.looked = set()
        for slot in free_slots(expr):
            if slot < len(self.slots):
                self.slots[slot]


def types_of(params: list[core.Param]) -> dict[int, ExprType]:
    """What the slots of parameters hold."""
    return {p.slot: ExprType(p.domain, p.is_set) for p in params}
