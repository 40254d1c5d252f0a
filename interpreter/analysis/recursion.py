"""Which values are recursive, and which search."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import children, mapped
from arbitre.interpreter.analysis.facts import Facts

SEARCHING = (core.Query, core.Chance, core.ChanceAfter, core.Walk, core.Partial)


# ------------------------------------------------------------------------------------------------ what a function is like


def asks_for_itself(index: int, facts: Facts) -> bool:
    """Can a function lead back to itself?"""
    if index not in facts.recursive:
        facts.recursive[index] = any(index in asked_by(other, facts)[0] for other in reached(index, facts))
    return facts.recursive[index]


def asked_by(index: int, facts: Facts) -> tuple[frozenset[int], bool]:
    """The functions that the body of one asks, and whether that body itself looks through rows, dice or ways."""
    if index not in facts.asked:
        found, looks = set(), False
        open_ = [facts.program.functions[index].body]
        while open_:
            part = open_.pop()
            if isinstance(part, core.Apply):
                found.add(part.function)
            looks = looks or isinstance(part, SEARCHING)
            open_ += children(part)
        facts.asked[index] = (frozenset(found), looks)
    return facts.asked[index]


def reached(index: int, facts: Facts) -> set[int]:
    """A function and all that it may lead to."""
    seen, open_ = {index}, [index]
    while open_:
        more = asked_by(open_.pop(), facts)[0] - seen
        seen |= more
        open_ += more
    return seen


def searches(index: int, facts: Facts) -> bool:
    """Does it look through rows, dice or ways, itself or by a function it asks?"""
    if index not in facts.searching:
        facts.searching[index] = any(asked_by(other, facts)[1] for other in reached(index, facts))
    return facts.searching[index]


def put_in(expr: core.Expr, given: dict[int, core.Expr]) -> core.Expr:
    """A body with its arguments in the place of its parameters."""

    def put(part: core.Expr) -> core.Expr:
        return given.get(part.slot, part) if isinstance(part, core.Local) else mapped(part, put)

    return put(expr) if given else expr


def is_heavy(expr: core.Expr, facts: Facts) -> bool:
    """Does it look through rows?"""
    if isinstance(expr, core.Query) or (isinstance(expr, core.Apply) and searches(expr.function, facts)):
        return True
    return any(is_heavy(child, facts) for child in children(expr))
