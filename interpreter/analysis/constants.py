"""What depends on nothing that changes in a match."""

from __future__ import annotations

from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.facts import Facts

MOST_KEPT = 400_000  # memoised values of one function


def function_is_fixed(index: int, facts: Facts) -> bool:
    """Is the value of a function decided by its arguments alone? One that asks for itself is taken not to be."""
    if index not in facts.fixed:
        found = facts.effects.function(index)
        facts.fixed[index] = found.pure and not found.reads and not found.beyond and index not in found.functions
    return facts.fixed[index]


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
