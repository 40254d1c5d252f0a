"""Things of one of several kinds (the actor of an order: a piece, or a voice): what is asked of one says which kind it must be."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, Typed, bad
from arbitre.dsl.lower.values.expressions import as_kind, is_there
from arbitre.dsl.lower.values.names import some_kind
from arbitre.dsl.lower.values.values import condition_on, relation_on
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import Symbols, describe
from arbitre.dsl.resolve.types import FLAG, SEVERAL, Ty, row


def several_is(symbols: Symbols, one: core.Expr, right: core.Expr, b: Ty, place: Place) -> core.Expr:
    """``order.actor is x``, ``order.actor is none``."""
    assert isinstance(one, core.OneOf)
    if b.kind == "none":
        return core.Not(place, core.Or(place, tuple(is_there(choice, place) for _, choice in one.choices)))
    if not b.is_row or b.domain not in [kind for kind, _ in one.choices]:
        symbols.messages.error("T01", place, phrase("{0} is never {1}", describe(symbols, SEVERAL), describe(symbols, b)))
        return core.Const(place, 0)
    return core.Compare(place, "==", as_kind(one, b.domain, place), right)


def condition_on_several(cx: Context, one: core.Expr, word: t.Word, scope: Scope) -> core.Expr | None:
    """``order.actor is haunted``, where that is a condition or a flag of one of the kinds."""
    assert isinstance(one, core.OneOf)
    tests = []
    for kind, choice in one.choices:
        asked = cx.symbols.fields_of[kind].get(str(word)) is not None or any(
            e.types[0].domain == kind for e in cx.symbols.conditions.get(str(word), [])
        )
        test = condition_on(cx, choice, row(kind, True), word, scope) if asked else None
        if test is not None:
            tests.append(core.And(word.place, (is_there(choice, word.place), test)))
    return core.Or(word.place, tuple(tests)) if tests else None


def relation_on_several(
    cx: Context, one: core.Expr, right: core.Expr, b: Ty, word: t.Word, others: list[t.Arg], scope: Scope
) -> core.Expr | None:
    """``order.actor is near place``."""
    known = [e.types[0].domain for e in cx.symbols.conditions.get(str(word), []) if len(e.types) >= 2]
    tests = []
    for kind, choice in some_kind(cx.symbols, one, str(word), known, word.place):
        test = relation_on(cx, choice, row(kind, True), right, b, word, others, scope)
        if test is not None:
            tests.append(core.And(word.place, (is_there(choice, word.place), test)))
    return core.Or(word.place, tuple(tests)) if tests else None


def in_several(symbols: Symbols, one: core.Expr, source: core.Expr, of: Ty, place: Place) -> Typed:
    """``order.actor in S``."""
    if of.kind in ("set", "row") and some_kind(symbols, one, "in", [of.domain], place):
        return core.In(place, as_kind(one, of.domain, place), source), FLAG
    return bad(place)
