"""Statements cut where dice may fall: what is done in one go, and what need not be remembered after it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from arbitre.dsl import core
from arbitre.interpreter.code.machine import Portion, Run, Stmt
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
