"""Tests and contests: dice, modifiers, results."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.display.texts import says_of_results
from arbitre.dsl.lower.signatures import _FALLBACK, test_adjusts
from arbitre.dsl.lower.throws.dice import split_dice
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.lower.values.modifiers import adjusting, modified
from arbitre.dsl.resolve.scope import Scope, Signature, form_of
from arbitre.dsl.resolve.symbols import Symbols, text_of
from arbitre.dsl.resolve.types import NUMBER


def test_body(cx: Context, decl: t.Test, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
    """The throw, what is added to it, and which result it is."""
    place = decl.place
    dice, rest, _ = split_dice(cx, decl.dice, scope)
    if not dice:
        cx.messages.error("T07", decl.dice.place, "a test throws dice", "Write them as 2d6.")
        return
    cx.test_dice[signature.index] = tuple(dice)
    natural, total, bonus_slot = signature.outputs["natural"], signature.outputs["total"], signature.own["_total"].slot
    bonus: core.Expr = rest if rest is not None else core.Const(place, 0)
    lines: list[tuple[t.Modifier, Scope, core.Expr | None]] = [(m, scope, None) for m in decl.modifiers]
    for adjust in test_adjusts(cx.symbols, decl):
        inner, test = adjusting_test(cx.symbols, adjust, signature, scope)
        lines += [(m, inner, test) for m in adjust.modifiers]
    for modifier, inner, test in lines:
        if modifier.form != "result":
            bonus = modified(cx, modifier, inner, test, bonus, NUMBER)
    outcome: core.Expr = core.Const(place, signature.results.index(_FALLBACK))
    for modifier, inner, test in reversed(lines):
        if modifier.form == "result" and modifier.when is not None:
            asking = inner.child()
            asking.thrown = {"": signature.thrown} if signature.thrown is not None else {}
            asking.computed = {"natural": (core.Local(place, natural), NUMBER), "total": (core.Local(place, total), NUMBER)}
            when = bind_flag(cx, modifier.when, asking)
            if test is not None:
                when = core.And(modifier.place, (test, when))
            wanted = core.Const(modifier.place, signature.results.index(str(modifier.name)))
            outcome = core.Choice(modifier.place, when, wanted, outcome)
    procedure.results = signature.results
    says_of_results(cx, decl.says, procedure, scope)
    called = {str(m.name): m.title for m, _, _ in reversed(lines) if m.form == "result" and m.title is not None}
    procedure.result_titles = tuple(text_of(called.get(name)) for name in signature.results)
    both = core.Arith(place, "+", core.Local(place, natural), core.Local(place, bonus_slot))
    reckoned = (core.Let(place, total, both), core.Let(place, signature.result_slot, outcome))
    procedure.body = (
        core.Roll(
            place,
            natural,
            tuple(dice),
            signature.name,
            signature.thrown.faces if signature.thrown is not None else None,
            occasion=scope.occasion(place),
        ),
        core.Let(place, bonus_slot, bonus),
        core.Rolled(place, reckoned),
        *reckoned,
    )


def adjusting_test(symbols: Symbols, adjust: t.Adjust, signature: Signature, scope: Scope) -> tuple[Scope, core.Expr | None]:
    """The names an ``adjust test`` gives to a test's parameters, and what they demand."""
    params, slots = [], []
    for param in adjust.params:
        found = next((p for p in signature.params if p.preposition == param.preposition), None)
        if found is None:
            symbols.messages.error("N07", param.place, phrase("‘{0}’ takes no ‘{1} ...’", signature.name, param.preposition),
                                   phrase("Write it as: {0}.", form_of(signature)))  # fmt: skip
            continue
        params.append(param)
        slots.append(found.slot)
    inner, test = adjusting(symbols, params, slots, scope)
    return inner, test


def contest_body(cx: Context, decl: t.Contest, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
    """Two throws, each with what is added to it, and which is higher."""
    place = decl.place
    left, a, _ = split_dice(cx, decl.left, scope)
    right, b, _ = split_dice(cx, decl.right, scope)
    one, two = signature.outputs["left"], signature.outputs["right"]
    zero = core.Const(place, 0)
    mine = core.Arith(place, "+", core.Local(place, one), a or zero)
    theirs = core.Arith(place, "+", core.Local(place, two), b or zero)
    lower = core.Choice(place, core.Compare(place, "<", mine, theirs), core.Const(place, 1), core.Const(place, 2))
    outcome = core.Choice(place, core.Compare(place, ">", mine, theirs), core.Const(place, 0), lower)
    procedure.results = signature.results
    says_of_results(cx, decl.says, procedure, scope)
    procedure.body = (
        core.RollOff(place, one, two, tuple(left), tuple(right), a or zero, b or zero, decl.again, signature.name, scope.occasion(place)),
        core.Let(place, signature.result_slot, outcome),
    )
