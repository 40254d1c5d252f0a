"""Chances bound: those written, those of tests, those of the surest walk over a board."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.rules.calls import arguments
from arbitre.dsl.lower.values.expressions import any_cell, bind_as, bind_flag, bind_set
from arbitre.dsl.lower.values.values import function_of
from arbitre.dsl.resolve.scope import Scope, Signature
from arbitre.dsl.resolve.symbols import Symbols, describe, domain_name, tell_unknown
from arbitre.dsl.resolve.types import CHANCE, NUMBER, Ty, group, row


def bind_percent(cx: Context, expr: t.Percent, scope: Scope, expected: Ty | None) -> Typed:
    """``50%``."""
    if expr.value > 100:
        cx.messages.error("T02", expr.place, phrase("{0}% is more than 100%", expr.value), "A chance is between 0% and 100%.")
    return core.Ratio(expr.place, min(expr.value, 100), 100), CHANCE


def bind_titled(cx: Context, expr: t.Titled, scope: Scope, expected: Ty | None) -> Typed:
    """A condition with a title of its own, for people."""
    return bind_expression(cx, expr.test, scope, expected)


def bind_fraction(cx: Context, expr: t.Fraction, scope: Scope, expected: Ty | None) -> Typed:
    """``1 in 6``."""
    return one_in(cx.symbols, expr.place, expr.part, expr.whole)


def fraction(symbols: Symbols, expr: t.Binary, part: core.Expr, whole: core.Expr) -> Typed:
    """``sides in 6``, of numbers that never change."""
    for side, bound in ((expr.left, part), (expr.right, whole)):
        if not isinstance(bound, core.Const):
            symbols.messages.error("T01", side.place, "this number is not known before the match", "A chance is written 1 in 6, or 50%.")
            return bad(expr.place)
    assert isinstance(part, core.Const) and isinstance(whole, core.Const)
    return one_in(symbols, expr.place, part.value, whole.value)


def one_in(symbols: Symbols, place: Place, part: int, whole: int) -> Typed:
    """A chance as a fraction."""
    if not 0 <= part <= whole or not whole:
        symbols.messages.error("T02", place, phrase("{0} in {1} is not a chance", part, whole), "A chance is between 0 in 6 and 6 in 6.")
        return bad(place)
    return core.Ratio(place, part, whole), CHANCE


def bind_chance_of(cx: Context, expr: t.ChanceOf, scope: Scope, expected: Ty | None) -> Typed:
    """The exact chance of a result of a test, or that something holds after an event."""
    signature = cx.symbols.signatures.get(str(expr.word))
    if signature is None or signature.kind not in ("test", "event"):
        known = [name for name, one in cx.symbols.signatures.items() if one.kind in ("test", "event")]
        cx.messages.error("N01", expr.word.place, phrase("there is no test or event ‘{0}’", expr.word), did_you_mean(str(expr.word), known))
        return bad(expr.place)
    args = arguments(cx, signature, expr.args, scope, expr.place)
    if signature.kind == "event":
        return chance_after(cx, expr, signature, args, scope)
    word = t.Word("success" if "success" in signature.results else signature.results[0], expr.place)
    if expr.result is not None:
        word = expr.result.word if isinstance(expr.result, t.Name) else t.Word("?", expr.result.place)
    if str(word) not in signature.results:
        tell_unknown(cx.symbols, word, "result", signature.results)
        return bad(expr.place)
    return core.Chance(expr.place, signature.index, args, signature.results.index(str(word))), CHANCE


def chance_after(cx: Context, expr: t.ChanceOf, signature: Signature, args: tuple[core.Expr, ...], scope: Scope) -> Typed:
    """``chance(EVENT ..., CONDITION)``."""
    if expr.result is None:
        cx.messages.error("T06", expr.place, "the chance of an event needs a condition to check once it has happened",
                          phrase("Write the condition: chance({0} ..., CONDITION).", signature.name))  # fmt: skip
        return bad(expr.place)
    return core.ChanceAfter(expr.place, signature.index, args, bind_flag(cx, expr.result, scope)), CHANCE


def of_chances(symbols: Symbols, expr: t.Binary, left: Typed, right: Typed) -> Typed:
    """Chances multiply (both happen), add up (one of two that exclude each other), are taken off 100% (it does not)."""
    for side, (_, type_) in ((expr.left, left), (expr.right, right)):
        if type_.kind != "chance":
            symbols.messages.error(
                "T01",
                side.place,
                phrase("‘{0}’ combines a chance with a chance, and this is {1}", expr.op, describe(symbols, type_)),
                "A chance is written 50%, or chance(TEST ...).",
            )
            return bad(expr.place)
    if expr.op == "/":
        symbols.messages.error(
            "T01", expr.place, "a chance cannot be divided", "Chances can be multiplied, added, or subtracted from 100%."
        )
        return bad(expr.place)
    return core.Arith(expr.place, expr.op, left[0], right[0]), CHANCE


def walk_chance(cx: Context, name: str, args: list[t.Expr], scope: Scope, place: Place) -> Typed:
    """``surest(mover.square, goal, 6, S, step_chance(mover))``: what the value named last is asked of comes from the walk."""
    start, of = bind_expression(cx, args[0], scope, any_cell(cx.symbols))
    if not of.is_row or cx.symbols.domains[of.domain].board is None:
        if of.kind != "bad":
            cx.messages.error("T01", args[0].place, phrase("a cell is expected, but this is {0}", describe(cx.symbols, of)))
        return bad(place)
    goal = bind_as(cx, args[1], scope, row(of.domain, True))
    limit = bind_as(cx, args[2], scope, NUMBER)
    avoided = bind_set(cx, args[3], scope, of.domain)[0]
    cell = domain_name(cx.symbols, of.domain)
    chance = partial(
        cx,
        args[4],
        scope,
        (row(of.domain), row(of.domain), NUMBER),
        "chance",
        phrase(
            "the {0} left, the {1} entered and the price so far, and leave these three out: step_chance(mover) for let "
            "step_chance(mover, origin, place, (price: 0 to 40)) = ...",
            cell,
            cell,
        ),
    )
    price = price_asked(cx, args[5], scope, of.domain) if len(args) > 5 else None
    if chance is None or (price is None and len(args) > 5):
        return bad(place)
    out = core.Walk(place, of.domain, name, start, goal, limit, avoided, chance.function, chance.args, price)
    return out, (CHANCE if name == "arrival" else group(of.domain))


def price_asked(cx: Context, asked: t.Expr, scope: Scope, board: int) -> core.Partial | None:
    """``step_price(mover)``: what a step costs, as a value of the rulebook says it."""
    cell = domain_name(cx.symbols, board)
    return partial(
        cx,
        asked,
        scope,
        (row(board), row(board)),
        "number",
        phrase(
            "the {0} left and the {1} entered, and leave these two out: step_price(mover) for let step_price(mover, origin, place) = ...",
            cell,
            cell,
        ),
    )


def partial(cx: Context, asked: t.Expr, scope: Scope, missing: tuple[Ty, ...], wanted: str, hint: str) -> core.Partial | None:
    """A value of the rulebook whose last nouns are given by the walk."""
    word = asked.word if isinstance(asked, (t.Apply, t.Name)) else None
    given = [*([asked.owner] if asked.owner is not None else []), *asked.args] if isinstance(asked, t.Apply) else []
    known = cx.symbols.entries.get(str(word), [])
    found = [e for e in known if len(e.types) == len(given) + len(missing) and isinstance(e.decl, t.Define)]
    ends = [e.types[len(given) :] for e in found]
    fitting = [e for e, end in zip(found, ends, strict=True)
               if all(a.kind == b.kind and a.domain == b.domain for a, b in zip(end, missing, strict=True))]  # fmt: skip
    what = "chance" if wanted == "chance" else "price"
    if not fitting:
        cx.messages.error(
            "T06",
            asked.place,
            phrase("this cannot be the {0} of a step", phrase(what)),
            phrase("Use a value whose last parameters are {0}", hint),
        )
        return None
    entry = fitting[0]
    pairs = zip(given, entry.types, entry.names, strict=False)
    bound = tuple(bind_as(cx, a, scope, e if e.kind != "row" else row(e.domain, True), f"‘{n}’") for a, e, n in pairs)
    function = function_of(cx, entry)
    if entry.type.kind not in (wanted, "bad"):
        mend = "A chance is written 50%, or chance(TEST ...)." if wanted == "chance" else ""
        cx.messages.error(
            "T01", asked.place, phrase("{0} is expected, but this is {1}", an(wanted), describe(cx.symbols, entry.type)), mend
        )
        return None
    return core.Partial(asked.place, function.index, bound)
