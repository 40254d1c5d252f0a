"""Parse trees become surface trees: maps and their parts.  One method per rule of ``grammar.lark``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, v_args
from lark.tree import Meta

from dsl import tree as t
from dsl.parts import Part, Refs, has
from dsl.phrases import Phrases


@v_args(meta=True)
class Drawings(Phrases):
    if TYPE_CHECKING:

        def decl(self, children: list[Any]) -> tuple[list[Any], dict[str, Any]]: ...

    def map(self, meta: Meta, c: list[Any]) -> t.Map:
        rest, more = self.decl(c)
        places = [x for x in rest if isinstance(x, t.PlacePart)]
        return t.Map(self.at(meta), rest[0], *self.drawing(rest), places=places, **more)

    def part(self, meta: Meta, c: list[Any]) -> t.Part:
        rest, more = self.decl(c)
        return t.Part(self.at(meta), rest[0], *self.drawing(rest), **more)

    @staticmethod
    def drawing(rest: list[Any]) -> tuple[list[t.Floor], list[t.Mark], list[t.Link], list[t.Path]]:
        floors, marks = [x for x in rest if isinstance(x, t.Floor)], [x for x in rest if isinstance(x, t.Mark)]
        return floors, marks, [x for x in rest if isinstance(x, t.Link)], [x for x in rest if isinstance(x, t.Path)]

    def place_line(self, meta: Meta, c: list[Any]) -> t.PlacePart:
        part, column, row, floor, *named = (x for x in c if not isinstance(x, Refs))
        return t.PlacePart(self.at(meta), part, int(column), int(row), floor, named[0] if named else None)

    def named_way(self, meta: Meta, c: list[Any]) -> t.Path:
        rest, more = self.decl(c)
        return t.Path(self.at(meta), rest[0], rest[1:], more.get("title"), more.get("text"))

    def floor_plan(self, meta: Meta, c: list[Any]) -> t.Floor:
        position = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type == "PLAN")
        column, row = (int(x) for x in c[1:position]) if position == 3 else (0, 0)
        return t.Floor(self.at(meta), c[0], str(c[position])[3:-3], column, row)

    def mark(self, meta: Meta, c: list[Any]) -> t.Mark:
        name = next((x.value for x in c[2:] if isinstance(x, Part)), [None])
        values = [x for x in c[2:] if isinstance(x, tuple)]
        title = name[1] if len(name) > 1 else None
        return t.Mark(self.at(meta), str(c[0])[1:-1], c[1], name[0], values, title, has(c, "CUT_OFF"))

    def link(self, meta: Meta, c: list[Any]) -> t.Link:
        named = c[1] if isinstance(c[1], t.Word) else None
        ends = [x for x in c[1:] if isinstance(x, t.Expr)]
        parts = {x.what: x.value for x in c if isinstance(x, Part)}
        values = [x.value[0] for x in c if isinstance(x, Part) and x.what == "link_value"]
        return t.Link(
            self.at(meta), c[0], named, ends[0], ends[1],
            parts.get("link_opt", [None])[0], parts.get("link_back", [None])[0], "both_ways" in parts, values,
        )  # fmt: skip
