"""Expressions that can be computed before a match starts."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from arbitre.dsl import core

GREATEST = 10**18
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ARITH: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod, "min": min, "max": max,
}  # fmt: skip
Known = dict[int, int] | None  # values of slots


def fold(
    expr: core.Expr, fields: list[core.Field], functions: list[core.Function], known: Known = None, at_first: bool = False,
) -> int | None:  # fmt: skip
    """The value of a constant expression; ``None`` if it depends on the match. ``known``: the parameters it may read.

    ``at_first``: as a match begins, as far as that can be told: fields have their defaults, and a condition that asks for more fails.
    """
    return _Folding(fields, functions, at_first).value(expr, known)


class _Folding:
    """Evaluates constant expressions of one program."""

    __slots__ = ("at_first", "fields", "functions")

    def __init__(self, fields: list[core.Field], functions: list[core.Function], at_first: bool) -> None:
        self.fields, self.functions, self.at_first = fields, functions, at_first

    def value(self, expr: core.Expr, known: Known) -> int | None:
        made = _FOLDED.get(type(expr))
        return None if made is None else made(self, expr, known)

    def const(self, expr: core.Const, known: Known) -> int | None:
        return expr.value

    def local(self, expr: core.Local, known: Known) -> int | None:
        return None if known is None else known.get(expr.slot)

    def every(self, expr: core.And, known: Known) -> int | None:
        return self.junction(expr.items, False, known)

    def some(self, expr: core.Or, known: Known) -> int | None:
        return self.junction(expr.items, True, known)

    def junction(self, items: tuple[core.Expr, ...], decides: bool, known: Known) -> int | None:
        """One item that decides is enough, whatever is not known of the others."""
        sure = True
        for part in items:
            item = self.value(part, known)
            if item is None:
                sure = False
            elif bool(item) == decides:
                return int(decides)
        return int(not decides) if sure else None

    def arith(self, expr: core.Arith, known: Known) -> int | None:
        left = self.value(expr.left, known)
        right = None if left is None else self.value(expr.right, known)
        if left is None or right is None or (expr.op in "/%" and right == 0):
            return None
        found = _ARITH[expr.op](left, right)
        return found if -GREATEST <= found <= GREATEST else None  # asked in a match, it says so

    def compare(self, expr: core.Compare, known: Known) -> int | None:
        left = self.value(expr.left, known)
        right = None if left is None else self.value(expr.right, known)
        return None if left is None or right is None else int(_COMPARE[expr.op](left, right))

    def choice(self, expr: core.Choice, known: Known) -> int | None:
        test = self.value(expr.test, known)
        return None if test is None and not self.at_first else self.value(expr.then if test else expr.other, known)

    def settled(self, expr: core.Settled, known: Known) -> int | None:
        tests = [self.value(test, known) for test in expr.tests]
        if None in tests and not self.at_first:
            return None
        return self.value(next((value for test, value in zip(tests, expr.values, strict=True) if test), expr.base), known)

    def negation(self, expr: core.Not, known: Known) -> int | None:
        item = self.value(expr.item, known)
        return None if item is None else int(not item)

    def read(self, expr: core.Read, known: Known) -> int | None:
        read, at = self.fields[expr.field], self.value(expr.row, known)
        if read.values is None:
            return read.default if self.at_first else None
        return None if at is None or not 0 <= at < len(read.values) else read.values[at]

    def members(self, expr: core.SetOf, known: Known) -> int | None:
        mask = 0
        for member in expr.items:
            value = self.value(member, known)
            if value is None:
                return None
            mask |= (1 << value) if value >= 0 else 0
        return mask

    def apply(self, expr: core.Apply, known: Known) -> int | None:
        called = self.functions[expr.function]
        given: dict[int, int] = {}
        for param, arg in zip(called.params, expr.args, strict=True):
            value = self.value(arg, known)
            if value is None:
                return None
            given[param.slot] = value
        return self.value(called.body, given)


_FOLDED: dict[type, Callable[[_Folding, Any, Known], int | None]] = {
    core.Const: _Folding.const, core.Local: _Folding.local, core.And: _Folding.every, core.Or: _Folding.some,
    core.Arith: _Folding.arith, core.Compare: _Folding.compare, core.Choice: _Folding.choice, core.Settled: _Folding.settled,
    core.Not: _Folding.negation, core.Read: _Folding.read, core.SetOf: _Folding.members, core.Apply: _Folding.apply,
    core.Path: _Folding.const, core.Partial: _Folding.apply,
}  # fmt: skip
