"""From parse trees to surface trees: values, conditions, tests, tables, charts, rankings."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Body, Part, Refs, clean, decl, deepened, has, mods, paired, rules_in


def build_define(at: At, meta: Meta, c: list[Any]) -> t.Define:
    rest, more = decl(c)
    params = rest[1] if isinstance(rest[1], list) else []
    value = rest[2] if isinstance(rest[1], list) else rest[1]
    told = any(isinstance(part, Part) and part.what == "reported" for part in rest)
    return t.Define(at(meta), rest[0], params, value, mods(rest), told, **more)


def build_told_in_reports(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("reported", True)


def build_params(at: At, meta: Meta, c: list[Any]) -> list[t.Parameter]:
    return c


def build_param(at: At, meta: Meta, c: list[Any]) -> t.Parameter:
    return t.Parameter(at(meta), c[0], c[1] if len(c) > 1 else None)


def build_condition(at: At, meta: Meta, c: list[Any]) -> t.Condition:
    c = [x for item in c for x in (item if isinstance(item, tuple) else [item])]  # a list of conditions brings its title along
    rest, more = decl(c)
    names = [x for x in rest if isinstance(x, t.Word)]
    others = [x for x in rest if isinstance(x, t.Parameter)]
    when = next(x for x in rest if isinstance(x, t.Expr))
    return t.Condition(at(meta), names[0], names[1], others, when, mods(rest), **more)


def build_further(at: At, meta: Meta, c: list[Any]) -> t.Parameter:
    preposition, param = c
    return t.Parameter(at(meta), param.name, param.type, preposition)


def build_further_prep(at: At, meta: Meta, c: list[Any]) -> str:
    return str(c[0])


def build_when(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    test: t.Expr = c[0]
    return test


def build_several(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    op = "and" if c[0].type == "ALL_OF" else "or"
    items = [x for x in c if isinstance(x, t.Expr)]
    out = items[0]
    for item in items[1:]:
        out = t.Binary(at(meta), op, out, item)
    return out


def build_described(at: At, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
    return (build_several(at, meta, c), *(x for x in c if not isinstance(x, (t.Expr, Token))))


def build_one_of_several(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    test: t.Expr = c[0]
    title = next((x for x in c if isinstance(x, t.Text)), None)
    return test if title is None else t.Titled(at(meta), test, title)


def build_sign(at: At, meta: Meta, c: list[Any]) -> int:
    return 1 if c[0].type == "PLUS" else -1


def modifier(at: At, form: str, meta: Meta, c: list[Any]) -> t.Modifier:
    """One line below a value."""
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    title = next((x for x in c if isinstance(x, t.Text)), None)
    whom = next((x.value for x in c if isinstance(x, Part) and x.what == "whom"), None)
    c = [x for x in clean(c) if not isinstance(x, (Refs, t.Text, Part))]
    sign = c.pop(0) if form in ("bonus", "bonus_each") else 1
    name = c.pop(0) if form == "result" else None
    value = None if form in ("also_when", "not_when", "result") else c.pop(0)
    return t.Modifier(at(meta), form, value, c[0] if c else None, sign, name, whom, title=title, clauses=refs)


def build_whom(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("whom", c[0])


def build_line_title(at: At, meta: Meta, c: list[Any]) -> t.Text:
    title: t.Text = next(x for x in c if isinstance(x, t.Text))
    return title


def build_bonus(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "bonus", meta, c)


def build_bonus_each(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "bonus_each", meta, c)


def build_override(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "override", meta, c)


def build_floor(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "floor", meta, c)


def build_ceiling(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "ceiling", meta, c)


def build_also(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "also", meta, c)


def build_also_when(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "also_when", meta, c)


def build_not_when(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "not_when", meta, c)


def build_except(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "except", meta, c)


def build_result_when(at: At, meta: Meta, c: list[Any]) -> t.Modifier:
    return modifier(at, "result", meta, c)


def build_test(at: At, meta: Meta, c: list[Any]) -> t.Test:
    rest, more = decl(c)
    rest, deep = deepened(rest)
    name, params = rest[0]
    return t.Test(at(meta), name, params, rest[1], mods(rest), deep, **more)


def build_contest(at: At, meta: Meta, c: list[Any]) -> t.Contest:
    again = has(c, "TIES_AGAIN")
    rest, more = decl(c)
    rest, deep = deepened(rest)
    name, params = rest[0]
    return t.Contest(at(meta), name, params, rest[1], rest[2], again, mods(rest), deep, **more)


def build_table(at: At, meta: Meta, c: list[Any]) -> t.Table:
    rest, more = decl(c)
    rest, deep = deepened(rest)
    rows = [x for x in rest if isinstance(x, t.Row)]
    params = paired(rest[1 : -len(rows) - 1])
    return t.Table(at(meta), rest[0], params, rest[-len(rows) - 1], rows, deep, **more)


def build_row(at: At, meta: Meta, c: list[Any]) -> t.Row:
    body: Body = c[-1]
    return t.Row(at(meta), c[0], c[1] if len(c) > 2 else None, body.stmts, body.title, clauses=list(body.refs), formerly=body.formerly)


def build_grid(at: At, meta: Meta, c: list[Any]) -> t.Grid:
    rest, more = decl(c)
    return t.Grid(at(meta), rest[0], rest[1], rest[2], rest[3:], **more)


def build_ranking(at: At, meta: Meta, c: list[Any]) -> t.Ranking:
    rest, more = decl(c)
    return t.Ranking(at(meta), rest[0], rest[1], rest[2:], **more)


def build_rank(at: At, meta: Meta, c: list[Any]) -> t.Rank:
    return t.Rank(at(meta), c[0], c[1].type == "HIGHEST", c[2], clauses=list(c[3]))


RULES = rules_in(globals())
