"""From parse trees to surface trees: chapters, by which a rulebook is taught."""

from __future__ import annotations

import re
from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Part, decl, rules_in, text_in

WIDEST = 1_000  # values of a range in a table that are looked at: too many anyway


def build_chapter(at: At, meta: Meta, c: list[Any]) -> t.Chapter:
    rest, more = decl(c)
    more["clauses"] = []
    where = next((x for x in rest if isinstance(x, Part)), None)
    parts = [x for x in rest if isinstance(x, t.ChapterPart)]
    return t.Chapter(at(meta), rest[0], where.what if where else "", where.value if where else None, parts, **more)


def build_chapter_after(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("after", c[-1])


def build_chapter_in(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("in", c[-1])


def part(form: str, at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    """A line of a chapter; the clauses in its margin are those that it teaches."""
    what = c[0] if len(c) > 1 else None
    said = text_in(what) if isinstance(what, Token) else ""
    return t.ChapterPart(
        at(meta), form, what if isinstance(what, t.Text) else None, what if isinstance(what, t.Word) else None, said, list(c[-1])
    )


def build_chapter_text(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return part("text", at, meta, c)


def build_chapter_tip(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return part("tip", at, meta, c)


def build_chapter_rules(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return part("rules", at, meta, c)


def build_chapter_picture(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return part("picture", at, meta, c)


def build_chapter_drawing(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    """``picture en "..." fr "..." from "SCENARIO" showing ...``"""
    drawn = next((x for x in c[:-1] if isinstance(x, list)), [])
    return t.ChapterPart(at(meta), "drawing", c[0], None, text_in(c[1]), list(c[-1]), shown=drawn)


def build_chapter_cards(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return part("cards", at, meta, c)


def build_chapter_odds(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return part("odds", at, meta, c)


def build_chapter_example(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    """``example "SCENARIO" en "..." fr "..."``"""
    caption = next((x for x in c if isinstance(x, t.Text)), None)
    return t.ChapterPart(at(meta), "example", caption, None, text_in(c[0]), list(c[-1]))


def build_axis_values(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    values: t.Expr = c[0]
    return values


def build_axis_range(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    low, high = (int(end) for end in re.split(" +to +", str(c[0])))
    return t.Tuple(at(meta), [t.Number(at(meta), value) for value in range(low, min(high, low + WIDEST) + 1)])


def build_axis(at: At, meta: Meta, c: list[Any]) -> t.Axis:
    return t.Axis(at(meta), c[0], c[1], c[2] if len(c) > 2 else None)


def tabled(at: At, meta: Meta, c: list[Any], made: t.Tabled) -> t.ChapterPart:
    caption = c[0] if isinstance(c[0], t.Text) else None
    scenario = next((text_in(x) for x in c[:-1] if isinstance(x, Token)), "")
    return t.ChapterPart(at(meta), "table", caption, None, scenario, list(c[-1]), tabled=made)


def build_chapter_rows(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    """``table en "..." fr "..." of role showing reach, life``"""
    kind = next(x for x in c if isinstance(x, t.Word))
    columns = next((list(x) for x in c[:-1] if isinstance(x, list)), [])
    return tabled(at, meta, c, t.Tabled(at(meta), kind, columns))


def build_chapter_grid(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    """``table en "..." fr "..." of dice(mine, theirs) by mine in 1 to 6 and theirs in 1 to 6 from "SCENARIO"``"""
    value = next(x for x in c if isinstance(x, t.Expr))
    return tabled(at, meta, c, t.Tabled(at(meta), value=value, axes=[x for x in c if isinstance(x, t.Axis)]))


def told(form: str, at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    """A line of the sheet or of the turn, and what it speaks for."""
    names = next((list(x) for x in c[:-1] if isinstance(x, list)), [])
    said = next(x for x in c if isinstance(x, t.Text))
    return t.ChapterPart(at(meta), form, said, None, "", list(c[-1]), names)


def build_chapter_sheet(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return told("sheet", at, meta, c)


def build_chapter_turn(at: At, meta: Meta, c: list[Any]) -> t.ChapterPart:
    return told("turn", at, meta, c)


def build_sheet(at: At, meta: Meta, c: list[Any]) -> t.Sheet:
    return t.Sheet(at(meta), c[0], [x for x in c if isinstance(x, t.ChapterPart)], "sheet")


def build_turns(at: At, meta: Meta, c: list[Any]) -> t.Sheet:
    return t.Sheet(at(meta), c[1], [x for x in c if isinstance(x, t.ChapterPart)], "turn")


RULES = rules_in(globals())
