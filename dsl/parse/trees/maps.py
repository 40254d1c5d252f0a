"""From parse trees to surface trees: maps and their parts."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Part, Refs, decl, has, rules_in
from arbitre.dsl.source.quotes import said


def build_map(at: At, meta: Meta, c: list[Any]) -> t.Map:
    rest, more = decl(c)
    places = [x for x in rest if isinstance(x, t.PlacePart)]
    return t.Map(at(meta), rest[0], *drawing(rest), places=places, **more)


def build_part(at: At, meta: Meta, c: list[Any]) -> t.Part:
    rest, more = decl(c)
    return t.Part(at(meta), rest[0], *drawing(rest), **more)


def drawing(rest: list[Any]) -> tuple[list[t.Floor], list[t.Mark], list[t.Link], list[t.Path]]:
    """What maps and parts have in common."""
    floors, marks = [x for x in rest if isinstance(x, t.Floor)], [x for x in rest if isinstance(x, t.Mark)]
    return floors, marks, [x for x in rest if isinstance(x, t.Link)], [x for x in rest if isinstance(x, t.Path)]


def build_place_line(at: At, meta: Meta, c: list[Any]) -> t.PlacePart:
    part, column, row, floor, *named = (x for x in c if not isinstance(x, Refs))
    return t.PlacePart(at(meta), part, int(column), int(row), floor, named[0] if named else None)


def build_named_way(at: At, meta: Meta, c: list[Any]) -> t.Path:
    rest, more = decl(c)
    return t.Path(at(meta), rest[0], rest[1:], more.get("title"), more.get("text"))


def build_floor_plan(at: At, meta: Meta, c: list[Any]) -> t.Floor:
    position = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type == "PLAN")
    column, row = (int(x) for x in c[1:position]) if position == 3 else (0, 0)
    return t.Floor(at(meta), c[0], str(c[position])[3:-3], column, row)


def build_mark(at: At, meta: Meta, c: list[Any]) -> t.Mark:
    name = next((x.value for x in c[2:] if isinstance(x, Part)), [None])
    values = [x for x in c[2:] if isinstance(x, tuple)]
    title = name[1] if len(name) > 1 else None
    return t.Mark(at(meta), said(str(c[0])), c[1], name[0], values, title, has(c, "CUT_OFF"))


def build_link(at: At, meta: Meta, c: list[Any]) -> t.Link:
    named = c[1] if isinstance(c[1], t.Word) else None
    ends = [x for x in c[1:] if isinstance(x, t.Expr)]
    parts = {x.what: x.value for x in c if isinstance(x, Part)}
    values = [x.value[0] for x in c if isinstance(x, Part) and x.what == "link_value"]
    return t.Link(
        at(meta), c[0], named, ends[0], ends[1],
        parts.get("link_opt", [None])[0], parts.get("link_back", [None])[0], "both_ways" in parts, values,
    )  # fmt: skip


RULES = rules_in(globals())
