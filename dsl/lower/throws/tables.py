"""Tables of dice: one row for every value the key can take."""

from __future__ import annotations

from fractions import Fraction

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.dice_sums import ways
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.display.texts import head_says
from arbitre.dsl.lower.throws.dice import split_dice
from arbitre.dsl.lower.throws.faces import spread
from arbitre.dsl.lower.values.charts import high_of, in_span, low_of
from arbitre.dsl.resolve.scope import Scope, Signature
from arbitre.dsl.resolve.symbols import Symbols, text_of
from arbitre.dsl.resolve.types import NUMBER


def table_body(cx: Context, decl: t.Table, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
    """The throw, and a row for every value it can take."""
    place = decl.place
    dice, rest, range_ = split_dice(cx, decl.key, scope)
    natural, total = signature.outputs["natural"], signature.outputs["total"]
    key = core.Local(place, total)
    body: list[core.Stmt] = []
    low, high = spread(dice)
    if dice:
        body.append(core.Roll(place, natural, tuple(dice), signature.name, occasion=scope.occasion(place)))
        value: core.Expr = core.Local(place, natural)
        if rest is not None:
            value = core.Arith(place, "+", value, rest)
            low, high = low + range_.low, high + range_.high
    else:
        value = rest if rest is not None else core.Const(place, 0)
        low, high = range_.low, range_.high
    body.append(core.Let(place, total, value))
    check_rows(cx.symbols, decl, low, high, dice)
    other: tuple[core.Stmt, ...] = ()
    for line in reversed(decl.rows):
        inner = scope.child()
        test = in_span(cx, key, line.span, NUMBER, scope)
        named = (core.Say(line.place, (core.Piece(text_of(line.title)),), True),) if line.title is not None else ()
        other = (core.If(line.place, test, (*named, *bind_block(cx, line.body, inner)), other),)
    procedure.body = (*body, *other)
    for says in decl.says:
        head_says(cx, says, procedure, scope)


def check_rows(symbols: Symbols, decl: t.Table, low: int, high: int, dice: list[core.Dice]) -> None:
    """Every value the key can take has one row, and every row can be met."""
    least, most = spread(dice)
    low, high = max(low, min(-60, least)), min(high, max(200, most))  # of bonuses nobody knows how far they go
    owner: dict[int, t.Row] = {}
    doubled: set[int] = set()
    for line in decl.rows:
        first = low_of(symbols, line.span)
        last = high_of(symbols, line.span)
        for value in range(low if first is None else max(low, first), (high if last is None else min(high, last)) + 1):
            if value in owner and id(line) in doubled:
                continue
            if value in owner:
                doubled.add(id(line))
                symbols.messages.error("R02", line.place, phrase("{0} already has a row", value), "Rows may not overlap.",
                                       [(owner[value].place, "the other row")])  # fmt: skip
                continue
            owner[value] = line
    missing = [v for v in range(low, high + 1) if v not in owner]
    if missing:
        counts, whole = ways(dice)
        chance = float(Fraction(sum(counts.get(v, 0) for v in missing), whole)) if dice else 0.0
        said = phrase(" ({0} of the throws without modifiers)", format(chance, ".1%")) if chance else ""
        shown = f"{missing[0]}" if len(missing) == 1 else phrase("{0} to {1}", missing[0], missing[-1])
        symbols.messages.error("R01", decl.place, phrase("the table ‘{0}’ has no row for {1}{2}", decl.name, shown, said),
                               "Add a row, or write ‘or less’ and ‘or more’ at its ends.")  # fmt: skip
    for line in decl.rows:
        if line not in owner.values() and id(line) not in doubled:
            symbols.messages.add("R03", line.place, "this row can never be met", phrase("The key goes from {0} to {1}.", low, high))
