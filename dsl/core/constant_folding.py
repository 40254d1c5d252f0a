"""Expressions that can be reckoned before a match starts."""

from __future__ import annotations

import operator
from collections.abc import Callable

from arbitre.dsl import core

GREATEST = 10**18
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def fold(
    expr: core.Expr, fields: list[core.Field], functions: list[core.Function], known: dict[int, int] | None = None, at_first: bool = False,
) -> int | None:  # fmt: skip
    """The value of a constant expression; ``None`` if it depends on the match. ``known``: the parameters it may read.

    ``at_first``: as a match begins, as far as that can be told: fields have their defaults, and a condition that asks for more fails.
    """

    def folded(part: core.Expr) -> int | None:
        return fold(part, fields, functions, known, at_first)

    match expr:
        case core.Local():
            return None if known is None else known.get(expr.slot)
        case core.And() | core.Or():
            items = [folded(item) for item in expr.items]
            decided = int(isinstance(expr, core.Or))
            if any(item is not None and bool(item) == bool(decided) for item in items):
                return decided
            return None if None in items else 1 - decided
        case core.Const():
            return expr.value
        case core.Arith():
            left, right = folded(expr.left), folded(expr.right)
            if left is None or right is None or (expr.op in "/%" and right == 0):
                return None
            found = {
                "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                "/": lambda: left // right, "%": lambda: left % right,
                "min": lambda: min(left, right), "max": lambda: max(left, right),
            }[expr.op]()  # fmt: skip
            return found if -GREATEST <= found <= GREATEST else None  # asked in a match, it says so
        case core.Compare():
            left, right = folded(expr.left), folded(expr.right)
            return None if left is None or right is None else int(_COMPARE[expr.op](left, right))
        case core.Choice():
            test = folded(expr.test)
            return None if test is None and not at_first else folded(expr.then if test else expr.other)
        case core.Settled():
            tests = [folded(test) for test in expr.tests]
            if None in tests and not at_first:
                return None
            held = next((value for test, value in zip(tests, expr.values, strict=True) if test), expr.base)
            return folded(held)
        case core.Not():
            item = folded(expr.item)
            return None if item is None else int(not item)
        case core.Read():
            read, at = fields[expr.field], folded(expr.row)
            if read.values is None and at_first:
                return read.default
            return None if read.values is None or at is None or not 0 <= at < len(read.values) else read.values[at]
        case core.SetOf():
            mask = 0
            for member in expr.items:
                value = folded(member)
                if value is None:
                    return None
                mask |= (1 << value) if value >= 0 else 0
            return mask
        case core.Apply():
            called = functions[expr.function]
            args = [folded(arg) for arg in expr.args]
            if None in args:
                return None
            given = {p.slot: arg for p, arg in zip(called.params, args, strict=True) if arg is not None}
            return fold(called.body, fields, functions, given, at_first)
    return None
