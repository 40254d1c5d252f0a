"""Values that are known before the match starts."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import THIS, phrase
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.lower.early import culprit
from arbitre.dsl.lower.values.expressions import bind_as
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.types import Ty


def constant_of(cx: Context, expr: t.Expr, scope: Scope) -> tuple[int, Ty]:
    """The value and type of an expression that is known before the match."""
    bound, type_ = bind_expression(cx, expr, scope)
    return evaluate(cx, bound, expr.place), type_


def evaluate(cx: Context, bound: core.Expr, place: Place) -> int:
    """The value of what was bound, told as a fault if it depends on the match."""
    value = fold(bound, cx.symbols.fields, cx.functions)
    if value is None:
        found = culprit(cx, bound, place)
        if found is not None:  # the line that makes it so, in a person's own file
            cx.messages.error("T08", found[0], phrase("‘{0}’ must be known before the match starts: it may not change in it", found[1]),
                              "Use another field or value for what changes.", [(place, "it is needed here")])  # fmt: skip
            return 0
        cx.messages.error("T08", place, "this must be known before the match starts", "Use numbers, members and options only.")
        return 0
    return value


class KnownValues:
    """:class:`arbitre.dsl.resolve.symbols.Constants`, answered by binding and folding."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx

    def of(self, expr: t.Expr, scope: Scope) -> tuple[int, Ty]:
        return constant_of(self.cx, expr, scope)

    def typed(self, expr: t.Expr, scope: Scope, expected: Ty, what: str = THIS, *, place: Place) -> int:
        return evaluate(self.cx, bind_as(self.cx, expr, scope, expected, what), place)
