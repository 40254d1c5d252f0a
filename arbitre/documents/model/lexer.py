"""Highlighting of rulebooks.  The words of the language are read from its grammar, so the two cannot disagree."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from arbitre.dsl.parse.parser import grammar
from arbitre.dsl.parse.parser import words as terminal_words
from arbitre.dsl.source.clause_numbers import CLAUSE, NOTE
from arbitre.dsl.source.quotes import TEXT

_groups: Any = bygroups


@cache
def language_words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words that open a declaration, and all others, from the terminals and rules of the grammar."""
    every = {w for said in terminal_words().values() for w in said.split()}
    start: set[str] = set()
    first: dict[str, set[str]] = {}
    for rule in grammar().rules:
        name = str(rule.origin.name)
        if rule.expansion:
            first.setdefault(name, set()).add(rule.expansion[0].name)

    def heads(name: str, seen: set[str]) -> None:
        if name in seen:
            return
        seen.add(name)
        for item in first.get(name, ()):
            said = terminal_words().get(item)
            if said is not None:
                start.add(said.split()[0])
            else:
                heads(item, seen)

    heads("decl", set())
    return tuple(sorted(start & every)), tuple(sorted(every - start))


def _tokens() -> dict[str, Any]:
    heads, others = language_words()
    return {
        "root": [
            (r"\n", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (NOTE, Generic.Output),
            (r'"""(?:.|\n)*?"""', String.Heredoc),
            (TEXT, String),
            (CLAUSE, Name.Label),
            (r"(?m)^(event|action|agenda|test|contest|table|kind|let|option|game|ranking|always|scenario|map)( +)([^\W\d]\w*)",
             _groups(Keyword.Declaration, Whitespace, Name.Function)),
            (words(heads, prefix=r"\b", suffix=r"\b"), Keyword.Declaration),
            (words(others, prefix=r"\b", suffix=r"\b"), Keyword),
            (r'\b[a-z]{2,3}(?= *")', Keyword),  # the language of a text
            (r"\b\d*d\d+\b", Number.Other),
            (r"\b\d+\b", Number.Integer),
            (r"\b(?:true|false)\b", Keyword.Constant),
            (r"\b(?:it|everyone|nobody|natural|total)\b", Name.Builtin),
            (r"[-+*/=|]", Operator),
            (r"[().,:;]", Punctuation),
            (r"[^\W\d]\w*", Name),
            (r"[ \t]+", Whitespace),
            (r".", Text),
        ]
    }  # fmt: skip


class RulesLexer(RegexLexer):
    """Rulebooks of Arbitre (``.rules``)."""

    name = "Arbitre rules"
    aliases: ClassVar[list[str]] = ["rules", "arbitre"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, Any]] = _tokens()
