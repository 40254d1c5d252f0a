"""Two values that cannot be compared or joined, where it is clear what their author meant."""

from __future__ import annotations

from collections.abc import Mapping

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.hints import written
from arbitre.dsl.resolve.types import Ty

_COMPARED = {
    "or_more": "{0} or more",
    "or_less": "{0} or less",
    "more_than": "more than {0}",
    "less_than": "less than {0}",
    "is_not": "not {0}",
}


def of_unlike(expr: t.Binary, a: Ty, b: Ty, seats: int, sources: Mapping[str, str]) -> str:
    """``(cells where ...) is 3``: how many there are; ``owner is not nobody``: nobody is a side in ‘nobody wins’ alone."""
    left, right = written(expr.left, sources), written(expr.right, sources)
    if a.is_set and b.kind == "number":
        return phrase("Count them: ‘{0}’.", f"count({left}) is {_COMPARED.get(expr.op, '{0}').format(right)}")
    if a.is_row and a.optional and b.is_set and b.domain == seats and right == "nobody":
        return phrase("Write ‘{0}’.", f"{left} is {'not ' if expr.op == 'is_not' else ''}none")
    return ""


def of_joined(expr: t.Binary, a: Ty, b: Ty, sources: Mapping[str, str]) -> str:
    """``first(S) + none``: single things become a set in brackets."""
    kinds = {a.kind, b.kind}
    if expr.op != "+" or not kinds <= {"row", "none"} or "row" not in kinds or (kinds == {"row"} and a.domain != b.domain):
        return ""
    left, right = written(expr.left, sources), written(expr.right, sources)
    return phrase("Single things are made a set by brackets: ‘{0}’.", f"({left}, {right})")
