"""From parse trees to surface trees: words, texts, titles, margin notes."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.core import PLAIN, Traits
from arbitre.dsl.parse.trees.build_parts import At, Formerly, Refs, Text, Title, rules_in, text_in


def build_start(at: At, meta: Meta, c: list[Any]) -> Any:
    return c[-1]


def build_eol(at: At, meta: Meta, c: list[Any]) -> Refs:
    return next((x for x in c if isinstance(x, Refs)), Refs())


def build_string(at: At, meta: Meta, c: list[Any]) -> str:
    return text_in(c[0])


def build_words(at: At, meta: Meta, c: list[Any]) -> t.Text:
    """``en "..." fr "..."``: a code, a text, and so on."""
    codes = c[::2]
    return t.Text(at(meta), tuple((str(code), text) for code, text in zip(codes, c[1::2], strict=True) if text), written=written(at, codes))


def build_title_words(at: At, meta: Meta, c: list[Any]) -> t.Text:
    titles = list(zip(c[::2], c[1::2], strict=True))
    traits = tuple((str(code), title.traits) for code, title in titles if title.traits != PLAIN)
    return t.Text(at(meta), tuple((str(code), title.text) for code, title in titles if title.text), traits, written(at, c[::2]))


def written(at: At, codes: list[Any]) -> tuple[t.Word, ...]:
    """The codes of languages with their places."""
    return tuple(t.Word(str(code), code.place if isinstance(code, t.Word) else at(code)) for code in codes)


def build_titled(at: At, meta: Meta, c: list[Any]) -> t.String:
    """A title in one language, and what is said of it."""
    said: dict[str, Any] = {}
    for trait in c[1:]:
        said |= trait
    return t.String(at(meta), text_in(c[0]), Traits(**said))


def build_trait(at: At, meta: Meta, c: list[Any]) -> dict[str, Any]:
    word = str(c[0])
    if word == "not":
        return {"opposite": c[1]}
    if word == "plural" and len(c) > 1:
        return {"many": c[1]}
    if word == "proper":
        return {"proper": True}
    return {"gender": word[0]} if word in ("masculine", "feminine", "neuter") else {"number": word}


def build_title(at: At, meta: Meta, c: list[Any]) -> Title:
    return Title(c[0])


def build_former(at: At, meta: Meta, c: list[Any]) -> t.Former:
    return t.Former(at(meta), c[0], c[1] if len(c) > 1 else None)


def build_formerly(at: At, meta: Meta, c: list[Any]) -> Formerly:
    return Formerly(x for x in c if isinstance(x, t.Former))


def build_text(at: At, meta: Meta, c: list[Any]) -> Text:
    return Text(c[0])


def build_names(at: At, meta: Meta, c: list[Any]) -> list[t.Word]:
    return c


def build_prep(at: At, meta: Meta, c: list[Any]) -> Token:
    token: Token = c[0]
    return token


def build_int(at: At, meta: Meta, c: list[Any]) -> Any:
    if isinstance(c[-1], t.Word):
        return c[-1]
    return -int(c[-1]) if len(c) == 2 else int(c[-1])


RULES = rules_in(globals())
