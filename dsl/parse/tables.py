"""The tables of the parser: found out from the grammar, which takes longer than to read a rulebook, or read from beside it.

``setup.py`` lays them into every wheel.  In a checkout there are none; they are made when they are first wanted, and remembered.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import lark

from arbitre.dsl.cache.frozen import thawed
from arbitre.dsl.source.indenter import RulesIndenter

GRAMMAR = Path(__file__).with_name("grammar.lark")
BUILT = Path(__file__).with_name("grammar.tables")


def tables() -> dict[str, Any]:
    """The tables as plain data: those beside the grammar where they are of this grammar and this library, else new ones."""
    try:
        mark, _, data = BUILT.read_bytes().partition(b"\n")
    except OSError:
        mark, data = b"", b""
    found: dict[str, Any] = thawed(data if mark == fingerprint() else analysed())
    return found


def written() -> bytes:
    """What the file beside the grammar holds: what it was made of, and the tables."""
    return fingerprint() + b"\n" + analysed()


def fingerprint() -> bytes:
    """Of what the tables are made: the grammar, and the version of the library."""
    return hashlib.sha256(GRAMMAR.read_bytes() + lark.__version__.encode()).hexdigest().encode()


def analysed() -> bytes:
    """The tables made of the grammar."""
    parser = lark.Lark(
        GRAMMAR.read_text(encoding="utf-8"), parser="lalr", propagate_positions=True, maybe_placeholders=False, postlex=RulesIndenter()
    )
    made = io.BytesIO()
    parser.save(made, ("postlex", "propagate_positions"))
    return made.getvalue()
