"""From parse trees to surface trees: expressions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Part, clean, has, rules_in, text_in

ONE_DIE = re.compile(r"d\d+")


def build_path(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Name(at(meta), c[0])


def build_apply(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Apply(at(meta), c[0], c[1] if len(c) > 1 else [])


def build_of_group(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    found: t.Expr = c[0]
    for word in c[1:]:
        found = t.Dot(at(meta), found, word)
    return found


def build_dot(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Dot(at(meta), c[0], c[1])


def build_dot_apply(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Apply(at(meta), c[1], c[2] if len(c) > 2 else [], c[0])


def build_args(at: At, meta: Meta, c: list[Any]) -> list[t.Expr]:
    return c


def build_number(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Number(at(meta), int(c[0]))


def build_dice_value(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.DiceValue(at(meta), str(c[0]))


def build_thrown(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return with_dice(c[0])


def with_dice(expr: t.Expr) -> t.Expr:
    """A sum that is thrown: what is written like a die is one there, and nowhere else (``d4`` may be the name of a cell)."""
    if isinstance(expr, t.Name) and ONE_DIE.fullmatch(str(expr.word)):
        return t.DiceValue(expr.place, str(expr.word))
    if isinstance(expr, t.Binary) and expr.op in ("+", "-"):
        return replace(expr, left=with_dice(expr.left), right=with_dice(expr.right))
    return expr


def build_percent(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Percent(at(meta), int(str(c[0]).rstrip(" %")))


def build_chance_of(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    name, *said = [x for x in c if not (isinstance(x, Token) and x.type == "CHANCE")]
    case = next((x.value for x in said if isinstance(x, Part)), None)
    return t.ChanceOf(at(meta), name, arguments(said), case)


def build_chance_case(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("case", c[0])


def build_fraction(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    part, _, whole = str(c[0]).split()
    return t.Fraction(at(meta), int(part), int(whole))


def build_string_value(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.String(at(meta), text_in(c[0]))


def build_none(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Nothing(at(meta))


def build_tuple(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Tuple(at(meta), c)


def build_chosen(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Either(at(meta), c[1], c[0], c[2])


def binary(at: At, op: str, meta: Meta, c: list[Any]) -> t.Expr:
    """An operator between two expressions."""
    c = clean([x for x in c if not (isinstance(x, Token) and x.type in ("PLUS", "MINUS"))])
    return t.Binary(at(meta), op, c[0], c[1])


def build_or(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "or", meta, c)


def build_and(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "and", meta, c)


def build_add(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "+", meta, c)


def build_subtract(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "-", meta, c)


def build_times(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "*", meta, c)


def build_divide(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "/", meta, c)


def build_in(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "in", meta, c)


def build_not_in(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "not_in", meta, c)


def build_has(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "has", meta, c)


def build_knows(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "knows", meta, c)


def build_sees(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return binary(at, "sees", meta, c)


def build_offered_to(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Binary(at(meta), "offered", c[0], t.Name(c[1].place, c[1]))


def build_told_to(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    said = t.String(at(meta), text_in(c[1]))
    return t.Binary(at(meta), "told_just_now" if has(c, "JUST_NOW") else "told", c[0], said)


def build_is(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return compared(at, meta, c, "is")


def build_is_not(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return (
        t.Unary(at(meta), "not", compared(at, meta, c, "is"))
        if isinstance(c[1], (Part, t.Related))
        else t.Binary(at(meta), "is_not", c[0], c[1])
    )


def compared(at: At, meta: Meta, c: list[Any], op: str) -> t.Expr:
    """``is`` and what may follow it."""
    left, right = c
    if isinstance(right, t.Related):
        return t.Related(at(meta), left, right.word, right.others)
    if isinstance(right, Part) and right.what == "exactly":
        return t.Binary(at(meta), op, left, right.value, exact=True)
    if isinstance(right, Part):
        return t.Binary(at(meta), right.what, left, right.value)
    return t.Binary(at(meta), op, left, right)


def build_or_more(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("or_more", clean(c)[0])


def build_or_less(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("or_less", clean(c)[0])


def build_more_than(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("more_than", clean(c)[0])


def build_less_than(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("less_than", clean(c)[0])


def build_exactly(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("exactly", clean(c)[0])


def build_between(at: At, meta: Meta, c: list[Any]) -> Part:
    place = at(meta)
    return Part("between", t.Tuple(place, [t.Number(place, int(end)) for end in re.split(" +to +", str(c[0]))]))


def build_related(at: At, meta: Meta, c: list[Any]) -> t.Related:
    word, *rest = c
    parts = rest if isinstance(rest[0], str) else ["", *rest]
    others = [t.Arg(value.place, preposition, value) for preposition, value in zip(parts[::2], parts[1::2], strict=True)]
    return t.Related(at(meta), others[0].value, word, others)


def build_not(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Unary(at(meta), "not", c[0])


def build_minus(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Unary(at(meta), "-", c[-1])


def build_plus(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    item: t.Expr = c[-1]
    return item


def build_quantifier(at: At, meta: Meta, c: list[Any]) -> str:
    return str(c[0])


def build_where(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Where(at(meta), "set", c[0], c[1])


def build_exists(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Where(at(meta), c[0], c[1], c[2] if len(c) > 2 else None)


def build_exists_named(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Where(at(meta), c[0], c[2], c[3], c[1])


def build_where_named(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Where(at(meta), "set", c[1], c[2], c[0])


def build_only(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Where(at(meta), "the", c[0], c[1])


def build_only_named(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    return t.Where(at(meta), "the", c[1], c[2], c[0])


def arguments(c: list[Any]) -> list[t.Arg]:
    """What is given to each parameter, found by its preposition."""
    out: list[t.Arg] = []
    preposition = ""
    for x in c:
        if isinstance(x, t.Expr):
            out.append(t.Arg(x.place, preposition, x))
            preposition = ""
        elif isinstance(x, Token):
            preposition = str(x)
    return out


RULES = rules_in(globals())
