"""What depends on nothing that changes in a match."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children
from arbitre.interpreter.analysis.facts import Facts

_FIXED = (
    core.Const, core.Ratio, core.Arith, core.Compare, core.And, core.Or, core.Not, core.Choice, core.SetOf, core.SetOp, core.In, core.Ask,
)  # fmt: skip


def is_fixed(expr: core.Expr, slots: frozenset[int], facts: Facts) -> bool:
    """Does it depend on nothing but these slots and what never changes?"""
    match expr:
        case core.Local():
            return expr.slot in slots
        case core.Read():
            return facts.layout.constant[expr.field] is not None and is_fixed(expr.row, slots, facts)
        case core.Rows():
            return not facts.program.domains[expr.domain].dynamic
        case core.Apply():
            return function_is_fixed(expr.function, facts) and all(is_fixed(a, slots, facts) for a in expr.args)
        case core.Query():
            inner = slots | {expr.slot}
            asked = (part for part in (expr.where, expr.value) if part is not None)
            return is_fixed(expr.source, slots, facts) and all(is_fixed(part, inner, facts) for part in asked)
    return isinstance(expr, _FIXED) and all(is_fixed(child, slots, facts) for child in children(expr))


def function_is_fixed(index: int, facts: Facts) -> bool:
    """Is the value of a function decided by its arguments alone? One that asks for itself is taken not to be."""
    known = facts.fixed
    if index not in known:
        known[index] = False
        function = facts.program.functions[index]
        known[index] = is_fixed(function.body, frozenset(p.slot for p in function.params), facts)
    return known[index]


MOST_KEPT = 400_000  # memoised values of one function


def is_kept(index: int, facts: Facts) -> bool:
    """Are the values of this function the same in every state, and few enough to be memoised?"""
    function, many = facts.program.functions[index], 1
    if not function.params or not function_is_fixed(index, facts):
        return False
    for param in function.params:
        many *= facts.program.domains[param.domain].size + 1 if param.domain != NONE else param.high - param.low + 1
        if param.is_set or many > MOST_KEPT:
            return False
    return True
