"""The lexer: that of lark, except that words are looked up, and that nothing is made for a state of the parser before one is in it.

Lark joins all that a state accepts to one regular expression.  Most of it are words of the language, and compiling so many alternatives
takes longer than parsing a declaration.  Here a word is read as a whole and found in a dictionary; what else a state accepts is joined as
ever, and many states share it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from functools import cache, cached_property
from typing import Any

from lark.common import LexerConf
from lark.lexer import AbstractBasicLexer, BasicLexer, ContextualLexer, TerminalDef

from arbitre.dsl.parse.tables import AFTER, WORD_PRIORITY

_WORD = re.compile(r"\w++" + AFTER)


class _Scanner:
    """What one state accepts: words of the language, what is tried before them, and what is tried after them."""

    def __init__(self, terminals: Iterable[TerminalDef]) -> None:
        """``terminals``: in the order in which they are tried.  No two of the same priority match the same text."""
        self.words: dict[str, str] = {}
        before, after = list[tuple[str, str]](), list[tuple[str, str]]()
        for terminal in terminals:
            value = terminal.pattern.value
            if value.endswith(AFTER):
                self.words[value.removesuffix(AFTER)] = terminal.name
            else:
                (after if terminal.priority < WORD_PRIORITY else before).append((terminal.name, terminal.pattern.to_regexp()))
        self.before, self.after = _joined(tuple(before)), _joined(tuple(after))
        self.allowed_types = {*self.words.values(), *dict(before), *dict(after)}

    def match(self, text: Any, position: int) -> tuple[str, str | None] | None:
        """What stands at a position, and the name of its terminal; None if nothing that is accepted does."""
        found = self.before.match(text.text, position, text.end)
        if found is None:
            word = _WORD.match(text.text, position, text.end)
            if word is not None and word[0] in self.words:
                return word[0], self.words[word[0]]
            found = self.after.match(text.text, position, text.end)
        return None if found is None else (found[0], found.lastgroup)


@cache
def _joined(terminals: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """An expression for any of these; nothing matches none of them."""
    return re.compile("|".join(f"(?P<{name}>{expression})" for name, expression in terminals) or "(?!)")


class _StateLexer(BasicLexer):
    """The lexer of one state."""

    def _build_scanner(self) -> Any:
        self.callback = self.user_callbacks
        return _Scanner(self.terminals)


class _Lexers(dict[int, AbstractBasicLexer]):
    """Those of all states, made when they are asked for; states that accept the same share one."""

    def __init__(self, conf: LexerConf, accepted: Mapping[int, Collection[str]], always: Collection[str]) -> None:
        self.conf, self.accepted, self.always = conf, accepted, always
        self.made: dict[frozenset[str], _StateLexer] = {}

    def __missing__(self, state: int) -> AbstractBasicLexer:
        names = frozenset(self.accepted[state])
        if names not in self.made:
            conf = copy(self.conf)
            wanted = {*names, *conf.ignore, *self.always}
            conf.terminals = [terminal for terminal in conf.terminals if terminal.name in wanted]
            self.made[names] = _StateLexer(conf)
        self[state] = self.made[names]
        return self[state]


class Lexer(ContextualLexer):
    """The lexer of a grammar whose terminals have been checked."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Collection[str]], always_accept: Collection[str] = ()) -> None:
        self.conf, self.lexers = conf, _Lexers(conf, states, always_accept)

    @cached_property
    def root_lexer(self) -> BasicLexer:  # type: ignore[override]
        """A lexer of all terminals: it is asked what stands where nothing does that is accepted."""
        return _StateLexer(self.conf)
