"""From parse trees to surface trees: heads of files."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Part, Refs, Text, Title, clean, decl, dotted_name, rules_in, text_in


def build_game(at: At, meta: Meta, c: list[Any]) -> t.Game:
    rest, more = decl(c)
    names = [x for x in rest if isinstance(x, t.Word)]
    parts = {x.what: x.value for x in rest if isinstance(x, Part)}
    agenda, turns, times, then = parts.get("plays", (None, None, None, None))
    more["clauses"] += [ref for x in rest if isinstance(x, Part) for ref in x.refs]
    return t.Game(
        at(meta), names[0], names[1] if len(names) > 1 else None,
        agenda, times, parts.get("events_seen"), then, parts.get("goal"), parts.get("players"), parts.get("lasts"), turns,
        parts.get("rights"), parts.get("edition"), parts.get("languages") or [], **more,
    )  # fmt: skip


def build_plays(at: At, meta: Meta, c: list[Any]) -> Part:
    agenda, *rest = [x for x in clean(c) if not isinstance(x, Refs)]
    turns = rest.pop(0) if rest and isinstance(rest[0], t.InTurn) else None
    times, then = (*rest, None, None)[:2]
    return Part("plays", (agenda, turns, times, then), list(c[-1]))


def build_taken_in_turn(at: At, meta: Meta, c: list[Any]) -> t.InTurn:
    preposition, kind, *rest = clean(c)
    parts = {part.what: part.value for part in rest}
    return t.InTurn(at(meta), str(preposition), kind, parts.get("begun_by"), parts.get("taken_by"))


def build_begun_by(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("begun_by", c[0])


def build_taken_by(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("taken_by", c[0])


def build_events_seen(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("events_seen", c[0], list(c[1]))


def build_rights(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("rights", c[0], list(c[1]))


def build_edition(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("edition", t.Word(str(c[0]), at(meta)), list(c[1]))


def build_languages(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("languages", c[0], list(c[1]))


def build_goal(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("goal", c[0], list(c[1]))


def build_players(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("players", c[0], list(c[1]))


def build_lasts(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("lasts", c[0], list(c[1]))


def build_extends(at: At, meta: Meta, c: list[Any]) -> t.Extends:
    return t.Extends(at(meta), c[0], clauses=list(c[1]))


def build_translation(at: At, meta: Meta, c: list[Any]) -> t.Translation:
    language, game, refs, *parts = c
    return t.Translation(at(meta), game, language, parts, clauses=list(refs))


def build_translated(at: At, meta: Meta, c: list[Any]) -> t.Translated:
    key, _, *lines = c
    quoted = isinstance(key, Token)
    name = t.Word(text_in(key), at(key)) if quoted else key if isinstance(key, t.Word) else t.Word(dotted_name(key), key.place)
    said = [(type(line), line.pair) for line in lines]
    return t.Translated(
        at(meta), name, quoted, [pair for sort, pair in said if sort is Title], [pair for sort, pair in said if sort is Text]
    )


def build_option(at: At, meta: Meta, c: list[Any]) -> t.Option:
    rest, more = decl(c)
    return t.Option(at(meta), *rest, **more)


def one_line(stmt: t.Stmt) -> bool:
    """Can this statement stand behind a colon, on the line of what it belongs to?"""
    return not isinstance(stmt, (t.If, t.ForEach, t.Together, t.While, t.At, t.May, t.ChoosesBranch))


RULES = rules_in(globals())
