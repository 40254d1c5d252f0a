"""``acts in``: a seat does one action after the other, at once."""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Machine, Run, Stmt
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.reference.actions.decisions import question
from arbitre.interpreter.state.signals import OVER


def take_action(s: core.Act, m: Machine) -> Any:
    """One round of ``acts in``: 0 an action was done, 1 there is none or "done", OVER."""
    chooser, actor = m.expr(s.chooser), m.maybe(s.actor)
    decision = m.program.decisions[s.decision]
    asks = question(s.asks, m)

    def round_(x: Run, f: list[int]) -> int:
        only = actor(x, f) if actor is not None else NONE
        seat = chooser(x, f)
        picked = actions.pick(x, seat, s.offer, only, {}, False, s.place, decision.name, s.must, s.kind, lambda: asks(x, f, seat))
        if picked is None:
            return 1
        signal = actions.carry_out(x, *picked, s.place)
        return OVER if signal == OVER or x.state.over else 0

    return round_


def _act(s: core.Act, m: Machine) -> Stmt:
    round_, budget, test = take_action(s, m), m.expr(s.budget), m.maybe(s.test)

    def act(x: Run, f: list[int]) -> int:
        for _ in range(budget(x, f)):
            if test is not None and not test(x, f):
                break
            signal = round_(x, f)
            if signal == OVER:
                return OVER
            if signal:
                break
        return 0

    return act


ACTIONS: dict[type, Any] = {core.Act: _act}
