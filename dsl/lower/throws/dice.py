"""Dice as written, thrown, drawn."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.lower.display.audiences import shown_to
from arbitre.dsl.lower.throws.faces import MOST_DICE, MOST_FACES, dice_of, named_throw, spread
from arbitre.dsl.lower.values.expressions import bind_as, bind_set
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.dsl.resolve.types import NUMBER, Ty, number, row


def dice_written(symbols: Symbols, text: str, place: Place) -> core.Dice:
    """Dice as written; a die with two faces where there can be no such dice, which is told."""
    made = dice_of(text)
    if made is None:
        symbols.messages.error(
            "T02", place, "there are no such dice", phrase("1 to {0} dice of 2 to {1} faces: 2d6.", MOST_DICE, format(MOST_FACES, ","))
        )
    return made or core.Dice(1, (1, 2))


def split_dice(cx: Context, expr: t.Expr, scope: Scope) -> tuple[list[core.Dice], core.Expr | None, Ty]:
    """Dice and the rest of a sum: ``2d6 + bonus``."""
    if isinstance(expr, t.DiceValue):
        return [dice_written(cx.symbols, expr.text, expr.place)], None, NUMBER
    if isinstance(expr, t.Binary) and expr.op in "+-" and len(expr.op) == 1:
        left, a, x = split_dice(cx, expr.left, scope)
        right, b, y = split_dice(cx, expr.right, scope)
        if right and sum(die.count for die in left + right) > MOST_DICE:
            cx.messages.error("T02", expr.right.place, phrase("more than {0} dice are thrown at once", MOST_DICE), "Throw them separately.")
            right = []
        if right and expr.op == "-":
            cx.messages.error("T07", expr.right.place, "dice cannot be subtracted", "Throw them separately, then subtract.")
        if b is None:
            return left + right, a, x
        if a is None and expr.op == "+":
            return left + right, b, y
        base = a if a is not None else core.Const(expr.place, 0)
        return left + right, core.Arith(expr.place, expr.op, base, b), number(x.low + y.low, x.high + y.high)
    bound = bind_as(cx, expr, scope, NUMBER)
    return [], bound, bind_expression(cx, expr, scope)[1]


def local_slot(scope: Scope, name: t.Word, type_: Ty) -> int:
    """The slot of a local name: the one it has already, or a new one."""
    known = scope.names.get(str(name))
    if known is not None and known[1].kind == type_.kind and known[1].domain == type_.domain:
        return known[0]
    return scope.add(str(name), type_)


def bind_roll(cx: Context, stmt: t.Roll, scope: Scope) -> list[core.Stmt]:
    """``roll 2d6 + 1 as NAME``."""
    place, seen = stmt.place, shown_to(cx, stmt.seen, scope)
    if isinstance(stmt.value, t.Apply) and str(stmt.value.word) in ("die", "dice"):
        args = [bind_as(cx, a, scope, NUMBER) for a in stmt.value.args]
        count, faces = (core.Const(place, 1), args[0]) if len(args) == 1 else (args[0], args[1])
        slot = local_slot(scope, stmt.name, number(0, 10_000))
        return [core.RollCount(place, slot, count, faces, str(stmt.name), seen=seen, occasion=scope.occasion(place))]
    dice, rest, _ = split_dice(cx, stmt.value, scope)
    if not dice:
        cx.messages.error("T07", stmt.value.place, "there are no dice to roll here", "Write dice as 2d6, or die(n) for n faces.")
        return []
    if rest is None:
        low, high = spread(dice)
        slot = local_slot(scope, stmt.name, number(low, high))
        apart = named_throw(scope, str(stmt.name), tuple(dice))
        return [core.Roll(place, slot, tuple(dice), str(stmt.name), apart, seen, scope.occasion(place))]
    natural = scope.frame.slot()
    slot = local_slot(scope, stmt.name, NUMBER)
    total = core.Arith(place, "+", core.Local(place, natural), rest)
    apart = named_throw(scope, str(stmt.name), tuple(dice))
    return [core.Roll(place, natural, tuple(dice), str(stmt.name), apart, seen, scope.occasion(place)), core.Let(place, slot, total)]


def bind_draw(cx: Context, stmt: t.Draw, scope: Scope) -> list[core.Stmt]:
    """``draw NAME from S``."""
    source, type_ = bind_set(cx, stmt.source, scope)
    seen = shown_to(cx, stmt.seen, scope)
    slot = local_slot(scope, stmt.name, row(type_.domain, True))
    return [core.Draw(stmt.place, slot, source, str(stmt.name), seen, scope.occasion(stmt.place))]
