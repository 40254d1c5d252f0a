"""Local names: how far a number goes that is given once, and names that are given twice."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.parse.trees.build_parts import dotted_name
from arbitre.dsl.resolve.ranges import span
from arbitre.dsl.resolve.scope import Frame, Scope
from arbitre.dsl.resolve.types import Ty

MOST_TIMES = 10_000  # that something is repeated


def refuse_second(cx: Context, name: t.Word, scope: Scope) -> None:
    """A second ``let`` of one name in a block would only store in the first, which ``becomes`` says openly."""
    first = scope.let_here.setdefault(str(name), name.place)
    if first is not name.place:
        hint = phrase("To change it, write ‘{0} becomes ...’; for another thing, choose another name.", name)
        cx.messages.error("N02", name.place, phrase("‘{0}’ is given twice in one block", name), hint, [(first, "the first")])


def unbounded(cx: Context, frame: Frame, slot: int) -> None:
    """A local number changes after all: how far it goes is no longer known from what it was given first."""
    frame.bounds.pop(slot, None)
    if (times := frame.counted.pop(slot, None)) is not None:
        without_limit(cx, times)


def limits_of_times(cx: Context, times: t.Expr, scope: Scope) -> Ty:
    """How often at most: of a local number that is given once, by what it was given."""
    if isinstance(times, t.Binary) and times.op in ("+", "-", "*", "/"):
        one, other = (limits_of_times(cx, side, scope) for side in (times.left, times.right))
        if one.kind == other.kind == "number":
            return span(times.op, one, other)
    if isinstance(times, t.Name) and str(times.word) in scope.names:
        slot = scope.names[str(times.word)][0]
        if slot in scope.frame.bounds:
            scope.frame.counted[slot] = times
            return scope.frame.bounds[slot]
    return bind_expression(cx, times, scope)[1]


def without_limit(cx: Context, times: t.Expr) -> None:
    """Nothing says how often something is repeated."""
    hint = phrase("Write ‘min({0}, 20)’, with as many as there can ever be in place of 20, or a field.", dotted_name(times) or "n")
    cx.messages.error("T02", times.place, "there is no limit on how often", hint)
