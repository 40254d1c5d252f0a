"""Tests of which only the result counts: whoever goes through their outcomes takes those with the same result as one."""

from __future__ import annotations

from typing import NamedTuple

from arbitre.dsl import core


class Parts(NamedTuple):
    """What a test is made of: its dice, what is added to them, their total, its result."""

    roll: core.Roll
    bonus: core.Let
    total: core.Let
    result: core.Let


def parts_of(p: core.Procedure) -> Parts | None:
    """The parts of a test, if no rule looks into it between the throw and the result."""
    if p.kind != "test" or p.before or p.instead or p.after or p.rolled:
        return None
    match p.body:
        case (core.Roll() as roll, core.Let() as bonus, _, core.Let() as total, core.Let() as result):
            return Parts(roll, bonus, total, result)
    return None
