"""The kind of the rows that the value of an expression names."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Machine


def option_domain(expr: core.Expr | None, m: Machine) -> int:
    """The kind of the rows a set expression holds."""
    match expr:
        case core.Rows():
            return expr.domain
        case core.Query():
            if expr.sink == "union" and expr.value is not None:
                if expr.value_is_set:
                    return option_domain(expr.value, m)
                return value_domain(expr.value, m)
            return option_domain(expr.source, m)
        case core.SetOp():
            left = option_domain(expr.left, m)
            return left if left != NONE else option_domain(expr.right, m)
        case core.SetOf():
            for item in expr.items:
                found = value_domain(item, m)
                if found != NONE:
                    return found
        case core.Choice():
            found = option_domain(expr.then, m)
            return found if found != NONE else option_domain(expr.other, m)
        case core.Apply():
            return m.program.functions[expr.function].domain
        case core.Read():
            return m.program.fields[expr.field].target
        case core.Ask():
            return expr.board
    return NONE


def value_domain(expr: core.Expr, m: Machine) -> int:
    """The domain an expression's value is a row of; NONE for numbers and flags."""
    match expr:
        case core.Read():
            return m.program.fields[expr.field].target
        case core.Apply():
            return m.program.functions[expr.function].domain
        case core.Ask():
            return expr.board
        case core.Choice():
            return value_domain(expr.then, m)
        case core.Query():
            return option_domain(expr.source, m)
        case core.Arith():
            return value_domain(expr.left, m)
    return NONE
