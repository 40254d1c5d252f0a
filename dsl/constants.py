"""Expressions that can be reckoned before a match starts."""

from __future__ import annotations

import operator
from collections.abc import Callable

from dsl import core

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def fold(expr: core.Expr, fields: list[core.Field], functions: list[core.Function]) -> int | None:
    """The value of a constant expression; ``None`` if it depends on the match."""
    match expr:
        case core.Const():
            return expr.value
        case core.Arith():
            left, right = fold(expr.left, fields, functions), fold(expr.right, fields, functions)
            if left is None or right is None or (expr.op in "/%" and right == 0):
                return None
            return {
                "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                "/": lambda: left // right, "%": lambda: left % right,
                "min": lambda: min(left, right), "max": lambda: max(left, right),
            }[expr.op]()  # fmt: skip
        case core.Compare():
            left, right = fold(expr.left, fields, functions), fold(expr.right, fields, functions)
            return None if left is None or right is None else int(_COMPARE[expr.op](left, right))
        case core.Choice():
            test = fold(expr.test, fields, functions)
            return None if test is None else fold(expr.then if test else expr.other, fields, functions)
        case core.Not():
            item = fold(expr.item, fields, functions)
            return None if item is None else int(not item)
        case core.Read():
            values, at = fields[expr.field].values, fold(expr.row, fields, functions)
            return None if values is None or at is None or not 0 <= at < len(values) else values[at]
        case core.SetOf():
            mask = 0
            for member in expr.items:
                value = fold(member, fields, functions)
                if value is None:
                    return None
                mask |= (1 << value) if value >= 0 else 0
            return mask
        case core.Apply():
            if not expr.args:
                return fold(functions[expr.function].body, fields, functions)
    return None
