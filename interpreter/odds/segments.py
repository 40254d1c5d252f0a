"""Statements cut where dice may fall: what is done in one go, and what need not be remembered after it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from arbitre.dsl import core
from arbitre.interpreter.analysis.liveness import Liveness
from arbitre.interpreter.code.machine import Machine, Portion, Ready, Run, Stmt
from arbitre.interpreter.plan.pipeline import without_laws
from arbitre.interpreter.state.signals import LEFT

_AGAIN = (core.Rolled, core.Proceed, core.Act, core.GiveOrders, core.Perform)  # their throws have more to come


def tells(s: core.Stmt) -> bool:
    """Is nothing left to do after any throw of this statement, wherever in it dice are thrown?"""
    match s:
        case core.If():
            return all(tells(inner) for inner in (*s.then, *s.other))
        case core.While():
            return all(tells(inner) for inner in s.body)
        case core.ForEach():
            return not s.ties and all(tells(inner) for inner in s.body)
        case core.ChooseBranch():
            return all(tells(inner) for branch in s.branches for inner in branch.body)
    return not isinstance(s, _AGAIN)


def liveness_of(machine: Machine) -> Liveness:
    """What odds know of a program; nothing else needs it."""
    if machine.liveness is None:
        machine.liveness = Liveness(without_laws(machine.program))
    return machine.liveness


def lawless(ready: Ready) -> Ready:
    """A procedure without the hooks of invariants, which odds do not check (see :mod:`arbitre.interpreter.plan.pipeline`)."""
    if ready.lawless is None:
        before, after = ([h for h in hooks if not h.hook.law] for hooks in (ready.before, ready.after))
        watched = len(before) + len(after) < len(ready.before) + len(ready.after)
        ready.lawless = replace(ready, before=before, after=after, stages={}) if watched else ready
    return ready.lawless


def unread(slots: int, live: Container[int]) -> tuple[int, ...]:
    """The slots of a frame that nothing reads any more."""
    return tuple(slot for slot in range(slots) if slot not in live)


def in_a_row(stmts: Sequence[Stmt]) -> Stmt:
    """Several statements as one; the first that gives a signal is the last."""
    if len(stmts) == 1:
        return stmts[0]
    made = tuple(stmts)

    def row(x: Run, f: list[int]) -> int:
        for stmt in made:
            signal = stmt(x, f)
            if signal:
                return signal
        return 0

    return row


def without_throws(x: Run, f: list[int], stages: Iterable[Portion]) -> int:
    """Goes through what no dice fall in, one thing after the other."""
    for work, dead, _ in stages:
        signal = work(x, f)
        for slot in dead:
            f[slot] = 0
        if signal:
            return 0 if signal == LEFT else signal
    return 0
