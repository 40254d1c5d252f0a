"""The tables of the parser: found out from the grammar, which takes longer than to read a rulebook, or read from beside it.

``setup.py`` lays them into every wheel.  In a checkout there are none; they are made when they are first wanted, and remembered.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

from lark import Lark, __version__
from lark.lexer import PatternRE, PatternStr, TerminalDef

from arbitre.dsl.budget import uncounted
from arbitre.dsl.source.indenter import RulesIndenter

GRAMMAR = Path(__file__).with_name("grammar.lark")
BUILT = Path(__file__).with_name("grammar.tables")
# A word is a name where a dot stands behind it, ‘start.owner’, a verb that stores, ‘start becomes goal’, or the bracket of ‘at(x, 24)’.
AFTER = r"(?!\w|\.\w|(?<!\bnot) +(?:becomes|gains|loses)\b|(?<=\bat)\()"
WORD_PRIORITY = 1


def tables() -> bytes:
    """What a parser is loaded from: the tables beside the grammar where they are of this grammar and this library, else new ones."""
    try:
        mark, _, data = BUILT.read_bytes().partition(b"\n")
    except OSError:
        mark, data = b"", b""
    return data if mark == fingerprint() else analysed()


def written() -> bytes:
    """What the file beside the grammar holds: what it was made of, and the tables."""
    return fingerprint() + b"\n" + analysed()


def fingerprint() -> bytes:
    """Of what the tables are made: the grammar, how it is read, and the version of the library."""
    return hashlib.sha256(GRAMMAR.read_bytes() + Path(__file__).read_bytes() + __version__.encode()).hexdigest().encode()


def analysed() -> bytes:
    """The tables made of the grammar."""
    made = io.BytesIO()
    with uncounted():
        parser().save(made, ("edit_terminals",))  # done by then, and no data
    return made.getvalue()


def parser(strict: bool = False) -> Lark:
    """The parser, made of the grammar itself.

    ``strict``: a grammar in which two terminals match the same text, or a state has two ways on, is refused.
    """
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
        postlex=RulesIndenter(),
        edit_terminals=whole_words,
        strict=strict,
    )


def whole_words(terminal: TerminalDef) -> None:
    """A word of the language never matches the start of a longer one, and comes before a name."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + AFTER)
        terminal.priority = WORD_PRIORITY
