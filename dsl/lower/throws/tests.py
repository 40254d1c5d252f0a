"""Tests and contests: dice, modifiers, results."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.display.texts import says_of_results
from arbitre.dsl.lower.signatures import _FALLBACK, throw_adjusts
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
    for adjust in throw_adjusts(cx.symbols, decl):
        inner, test = adjusting_throw(cx.symbols, adjust, signature, scope)
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
    computed = (core.Let(place, total, both), core.Let(place, signature.result_slot, outcome))
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
        core.Rolled(place, computed),
        *computed,
    )


def adjusting_throw(symbols: Symbols, adjust: t.Adjust, signature: Signature, scope: Scope) -> tuple[Scope, core.Expr | None]:
    """The names an ``adjust test`` or ``adjust contest`` gives to the parameters, and what they demand."""
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
    added: dict[int, core.Expr] = {0: a or core.Const(place, 0), 1: b or core.Const(place, 0)}
    sides = sides_of(signature)
    lines: list[tuple[t.Modifier, Scope, core.Expr | None]] = [(m, scope, None) for m in decl.modifiers]
    for adjust in throw_adjusts(cx.symbols, decl):
        inner, test = adjusting_throw(cx.symbols, adjust, signature, scope)
        lines += [(m, inner, test) for m in adjust.modifiers]
    for modifier, inner, test in lines:
        side = side_of(cx.symbols, modifier, signature, sides, inner)
        if side is not None:
            added[side] = modified(cx, replace(modifier, whom=None), inner, test, added[side], NUMBER)
    mine = core.Arith(place, "+", core.Local(place, one), added[0])
    theirs = core.Arith(place, "+", core.Local(place, two), added[1])
    lower = core.Choice(place, core.Compare(place, "<", mine, theirs), core.Const(place, 1), core.Const(place, 2))
    outcome = core.Choice(place, core.Compare(place, ">", mine, theirs), core.Const(place, 0), lower)
    procedure.results = signature.results
    says_of_results(cx, decl.says, procedure, scope)
    procedure.body = (
        core.RollOff(place, one, two, tuple(left), tuple(right), added[0], added[1], decl.again, signature.name, scope.occasion(place)),
        core.Let(place, signature.result_slot, outcome),
    )


def sides_of(signature: Signature) -> tuple[core.Param, core.Param] | None:
    """The two that throw in a contest: its first parameter, and the one after ``against`` or else the last; None if there are not two."""
    people = sorted(signature.params, key=lambda param: param.preposition == "against")
    return (people[0], people[-1]) if len(people) > 1 else None


def side_of(
    symbols: Symbols, modifier: t.Modifier, signature: Signature, sides: tuple[core.Param, core.Param] | None, scope: Scope
) -> int | None:
    """Which throw of a contest a line is added to: 0 the first, 1 the second; None, with a message, if it does not say."""
    if modifier.form not in ("bonus", "bonus_each"):
        symbols.messages.error("T06", modifier.place, "a contest takes only lines that add to a throw",
                               "Write for whom: +1 for NAME when ...")  # fmt: skip
        return None
    if sides is None:
        symbols.messages.error("T06", modifier.place, phrase("‘{0}’ does not name the two that throw", signature.name),
                               phrase("Name both: contest {0} by NAME against NAME: ...", signature.name))  # fmt: skip
        return None
    known = {str(name): slot for name, (slot, _) in scope.names.items()}
    names = [next((name for name, slot in known.items() if slot == param.slot), param.name) for param in sides]
    if modifier.whom is None:
        symbols.messages.error("T06", modifier.place, "this line does not say to whose throw it is added",
                               phrase("Write +1 for {0} when ..., or for {1}.", *names))  # fmt: skip
        return None
    if str(modifier.whom) not in names:
        symbols.messages.error("N01", modifier.whom.place, phrase("‘{0}’ is neither side of ‘{1}’", modifier.whom, signature.name),
                               did_you_mean(modifier.whom, names) or phrase("Write for {0}, or for {1}.", *names))  # fmt: skip
        return None
    return names.index(str(modifier.whom))
