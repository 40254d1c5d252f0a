"""Dice as written, and their faces read one by one: ``blow.die(1)``, ``showing(6)``."""

from __future__ import annotations

import re

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.values.expressions import bind_as
from arbitre.dsl.resolve.scope import Scope, Thrown
from arbitre.dsl.resolve.types import BAD, NUMBER, Ty, number

_DICE = re.compile(r"(\d*)d(\d+)")
ONE_DIE = re.compile(r"d\d+")  # may be a name as well, where nothing is thrown
MOST_DICE, MOST_FACES = 100, 1000
_QUESTIONS = {"die": 1, "showing": 1, "highest_die": 0, "lowest_die": 0}


def dice_of(text: str) -> core.Dice | None:
    """Dice as written; None where there are too few or too many of them or of their faces."""
    count, faces = _DICE.fullmatch(text).groups()  # type: ignore[union-attr]
    if len(count) > 4 or len(faces) > 4 or not 1 <= int(count or 1) <= MOST_DICE or not 2 <= int(faces) <= MOST_FACES:
        return None
    return core.Dice(int(count or 1), tuple(range(1, int(faces) + 1)))


def dice_in(expr: t.Expr) -> tuple[core.Dice, ...]:
    """All dice of a sum, in the order they are thrown."""
    if isinstance(expr, t.Binary):
        return (*dice_in(expr.left), *dice_in(expr.right))
    found = dice_of(expr.text) if isinstance(expr, t.DiceValue) else None
    return (found,) if found is not None else ()


def spread(dice: list[core.Dice]) -> tuple[int, int]:
    """The least and the most that dice can show."""
    return sum(d.count * min(d.faces) for d in dice), sum(d.count * max(d.faces) for d in dice)


def sides(thrown: Thrown) -> list[tuple[int, ...]]:
    """The faces of every single die."""
    return [die.faces for die in thrown.dice for _ in range(die.count)]


def named_throw(scope: Scope, name: str, dice: tuple[core.Dice, ...]) -> core.Faces:
    """The dice of ``roll ... as NAME``; thrown again under their name, they are the same dice."""
    known = scope.thrown.get(name)
    if known is not None and known.procedure == NONE and known.dice == dice:
        return known.faces
    if known is not None:
        known.mixed = True
    scope.thrown[name] = Thrown(dice, core.Faces([], core.Look()), mixed=known is not None)
    return scope.thrown[name].faces


def asked_of_dice(cx: Context, expr: t.Expr, scope: Scope) -> tuple[core.Expr, Ty] | None:
    """The value of a question to dice; None where an expression is none."""
    if isinstance(expr, t.Name):
        word, owner, args = str(expr.word), None, []
    elif isinstance(expr, (t.Dot, t.Apply)):
        word, owner, args = str(expr.word), expr.owner, expr.args if isinstance(expr, t.Apply) else []
    else:
        return None
    if word not in _QUESTIONS or not (owner is None or isinstance(owner, t.Name)):
        return None
    thrown = scope.thrown.get(str(owner.word) if isinstance(owner, t.Name) else "")
    if thrown is None:
        return None
    written = f"{word}(n)" if _QUESTIONS[word] else word
    if len(args) != _QUESTIONS[word]:
        cx.messages.error("T06", expr.place, phrase("‘{0}’ is written {1}", word, written))
        return core.Const(expr.place, 0), BAD
    if thrown.mixed:
        cx.messages.error(
            "T07",
            expr.place,
            phrase("‘{0}’ is thrown with different dice", owner.word if isinstance(owner, t.Name) else word),
            "Give each throw its own name.",
        )
        return core.Const(expr.place, 0), BAD
    return _answer(cx, expr, word, args, thrown, scope)


def _answer(cx: Context, expr: t.Expr, word: str, args: list[t.Expr], thrown: Thrown, scope: Scope) -> tuple[core.Expr, Ty]:
    place, dice = expr.place, sides(thrown)
    low, high = min(min(f) for f in dice), max(max(f) for f in dice)
    thrown.faces.look.read = True
    while len(thrown.faces.slots) < len(dice):
        thrown.faces.slots.append(scope.frame.slot())
    if thrown.procedure == NONE:
        values: list[core.Expr] = [core.Local(place, slot) for slot in thrown.faces.slots]
    else:
        values = [core.Own(place, thrown.procedure, slot, 0) for slot in thrown.faces.slots]
    if word == "die":
        which = bind_as(cx, args[0], scope, NUMBER)
        if not isinstance(which, core.Const) or not 1 <= which.value <= len(dice):
            cx.messages.error(
                "T02", args[0].place, phrase("there is no such die: only {0} are thrown", len(dice)), "Dice are counted from 1: die(1)."
            )
            return core.Const(place, 0), BAD
        thrown.faces.look.ordered = thrown.faces.look.ordered or len(dice) > 1
        return values[which.value - 1], number(min(dice[which.value - 1]), max(dice[which.value - 1]))
    if word == "showing":
        face = bind_as(cx, args[0], scope, NUMBER)
        if isinstance(face, core.Const) and not any(face.value in f for f in dice):
            cx.messages.error(
                "T02", args[0].place, phrase("none of these dice can show {0}", face.value), phrase("They show {0} to {1}.", low, high)
            )
        one, none = core.Const(place, 1), core.Const(place, 0)
        shown: list[core.Expr] = [core.Choice(place, core.Compare(place, "==", value, face), one, none) for value in values]
        return _folded("+", shown), number(0, len(dice))
    return _folded("max" if word == "highest_die" else "min", values), number(low, high)


def _folded(op: str, values: list[core.Expr]) -> core.Expr:
    out = values[0]
    for value in values[1:]:
        out = core.Arith(value.place, op, out, value)
    return out
