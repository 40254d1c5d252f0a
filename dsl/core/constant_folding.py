"""Expressions that can be reckoned before a match starts."""

from __future__ import annotations

import operator
from collections.abc import Callable

from dsl import core

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def fold(expr: core.Expr, fields: list[core.Field], functions: list[core.Function], known: dict[int, int] | None = None) -> int | None:
    """The value of a constant expression; ``None`` if it depends on the match. ``known``: the parameters it may read."""
    match expr:
        case core.Local():
            return None if known is None else known.get(expr.slot)
        case core.And() | core.Or():
            items = [fold(item, fields, functions, known) for item in expr.items]
            decided = int(isinstance(expr, core.Or))
            if any(item is not None and bool(item) == bool(decided) for item in items):
                return decided
            return None if None in items else 1 - decided
        case core.Const():
            return expr.value
        case core.Arith():
            left, right = fold(expr.left, fields, functions, known), fold(expr.right, fields, functions, known)
            if left is None or right is None or (expr.op in "/%" and right == 0):
                return None
            return {
                "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                "/": lambda: left // right, "%": lambda: left % right,
                "min": lambda: min(left, right), "max": lambda: max(left, right),
            }[expr.op]()  # fmt: skip
        case core.Compare():
            left, right = fold(expr.left, fields, functions, known), fold(expr.right, fields, functions, known)
            return None if left is None or right is None else int(_COMPARE[expr.op](left, right))
        case core.Choice():
            test = fold(expr.test, fields, functions, known)
            return None if test is None else fold(expr.then if test else expr.other, fields, functions, known)
        case core.Not():
            item = fold(expr.item, fields, functions, known)
            return None if item is None else int(not item)
        case core.Read():
            values, at = fields[expr.field].values, fold(expr.row, fields, functions, known)
            return None if values is None or at is None or not 0 <= at < len(values) else values[at]
        case core.SetOf():
            mask = 0
            for member in expr.items:
                value = fold(member, fields, functions, known)
                if value is None:
                    return None
                mask |= (1 << value) if value >= 0 else 0
            return mask
        case core.Apply():
            called = functions[expr.function]
            args = [fold(arg, fields, functions, known) for arg in expr.args]
            if None in args:
                return None
            return fold(
                called.body, fields, functions, {p.slot: arg for p, arg in zip(called.params, args, strict=True) if arg is not None}
            )
    return None
