"""From parse trees to surface trees: how things are drawn."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Part, Refs, clean, rules_in, text_in, words


def build_look(at: At, meta: Meta, c: list[Any]) -> t.Look:
    lines = [x for x in c if isinstance(x, t.LookLine)]
    return t.Look(at(meta), c[0], lines, clauses=[ref for x in c if isinstance(x, Refs) for ref in x])


def build_holds_when(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("when", clean(c)[0])


def _told(part: Any) -> str:
    """A word, a sign or a text of a line."""
    return text_in(part) if isinstance(part, Token) and part.type == "STRING" else words(str(getattr(part, "value", part)))


def _line(at: At, meta: Meta, c: list[Any]) -> tuple[t.LookLine, list[Any]]:
    """A line with what all of them may have, and the rest of its parts."""
    refs = [ref for x in c if isinstance(x, Refs) for ref in x]
    title = next((x for x in c if isinstance(x, t.Text)), None)
    when = next((x.value for x in c if isinstance(x, Part) and x.what == "when"), None)
    rest = [x for x in clean(c) if not isinstance(x, (Refs, t.Text, Part))]
    word = rest[0] if isinstance(rest[0], t.Word) else t.Word(_told(rest[0]), at(meta))
    return t.LookLine(at(meta), word, word, when, title=title, clauses=refs), rest


def build_look_word(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    """``shape disc``, ``link straight``, ``stack 5``, ``badge "×" title … when …``"""
    line, _ = _line(at, meta, c[1:])
    line.what = c[0]
    if c[0] == "link" and isinstance(c[1], t.Word):
        line.line = t.Word("drawn", at(meta))
    return line


def build_look_said(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    """``label en "End zone" fr "En-but" when ...``"""
    line, _ = _line(at, meta, [t.Word("said", at(meta)), *(x for x in c[1:])])
    line.what = c[0]
    return line


def build_look_measure(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    """``ruler 4 "10 cm"``"""
    line, rest = _line(at, meta, c[1:])
    line.what, line.line = c[0], t.Word(_told(rest[1]), at(meta))
    return line


def build_look_link(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    line, _ = _line(at, meta, c)
    line.what = t.Word("link", at(meta))
    return line


def build_look_edge(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    """``edge left, right: red thick``"""
    line, rest = _line(at, meta, c[2:])
    line.what, line.sides, line.line = c[0], c[1], rest[1] if len(rest) > 1 else None
    return line


def build_look_between(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    what, word, one, other, *rest = clean(c)
    line, rest = _line(at, meta, rest)
    line.what, line.sides, line.between, line.line = what, [word], (one, other), rest[1] if len(rest) > 1 else None
    return line


def build_look_at(at: At, meta: Meta, c: list[Any]) -> t.LookLine:
    column, row, *rest = clean(c)
    line, _ = _line(at, meta, [t.Word("at", at(meta)), *rest])
    line.at = (column, row)
    return line


RULES = rules_in(globals())
