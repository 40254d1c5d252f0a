"""Sums and extremes over the rows of a kind, found for all rows at once.

``greatest(count(those s in neighbours where s.owner is player), squares)`` asks a number of each square.  Where that number counts a few
conditions, the rows that reach each number are a set of their own, so the greatest one is the highest of these that is not empty, and the
sum is how many rows each condition holds together.
"""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.evaluator import At
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.vectors import Count, TooMuch

FOLDS = frozenset(("sum", "high", "low", "best", "worst"))
MOST_COUNTED = 16  # conditions that the number of a row counts


def folded(evaluator: Evaluator, e: core.Query, held: int, at: At) -> core.Expr:
    """What a search with one of the sinks ``FOLDS`` comes to, over the rows that the step ``held`` holds.

    ``at``: where the number of a row is asked.

    Raises:
        TooMuch: the number of a row is no count of few conditions.
        Wanted: it is once the value of a further part is known.
    """
    assert e.value is not None
    count = evaluator.as_count(evaluator.number(e.value, at))
    if len(count.parts) > MOST_COUNTED:
        raise TooMuch
    if e.sink == "sum":
        return _summed(evaluator, e, held, count)
    if all(evaluator.b.fixed(part) is not None for part in count.parts):
        raise TooMuch  # numbers that are known already are compared as quickly row by row
    return _extreme(evaluator, e, held, count)


def _summed(evaluator: Evaluator, e: core.Query, held: int, count: Count) -> core.Expr:
    b, place = evaluator.b, e.place
    terms: list[core.Expr] = []
    if count.more:
        many = core.Query(place, "count", b.expression(place, held), e.slot, None)
        terms.append(core.Arith(place, "*", many, core.Const(place, count.more)))
    for part in count.parts:
        both = b.meet(held, part)
        if both != b.none:
            terms.append(core.Query(place, "count", b.expression(place, both), e.slot, None))
    if not terms:
        return core.Const(place, 0)
    out = terms[0]
    for term in terms[1:]:
        out = core.Arith(place, "+", out, term)
    return out


def _extreme(evaluator: Evaluator, e: core.Query, held: int, count: Count) -> core.Expr:
    """A chain of tests from the number that is asked for downwards, or upwards: the first set of rows that is not empty decides."""
    b, place, parts = evaluator.b, e.place, count.parts
    reach = [b.meet(held, evaluator.at_least(count, least)) for least in range(len(parts) + 1)]  # by number, the rows that have it or more
    if e.sink in ("high", "best"):
        steps = [(least, reach[least]) for least in range(len(parts), 0, -1)]
        last = 0, held
    else:
        steps = [(least - 1, b.meet(held, b.negate(reach[least]))) for least in range(1, len(parts) + 1)]
        last = len(parts), held

    def word(step: int) -> Straight:
        return b.expression(place, step)

    is_set = e.sink in ("best", "worst")
    if is_set:
        out: core.Expr = word(last[1])
    else:
        out = core.Const(place, count.more + last[0])
        if held != b.every:
            out = core.Choice(place, _any(e, word(held)), out, core.Const(place, e.empty))
    for number, step in reversed(steps):
        if step != b.none:
            out = core.Choice(place, _any(e, word(step)), word(step) if is_set else core.Const(place, count.more + number), out)
    return out


def _any(e: core.Query, rows: Straight) -> core.Query:
    return core.Query(e.place, "any", rows, e.slot, None)
