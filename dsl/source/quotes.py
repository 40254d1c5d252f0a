r"""Texts between double quotes: ``\"`` in one is a quote, ``\\`` a backslash; any other backslash is itself."""

from __future__ import annotations

import re

TEXT = r'"(?:[^"\\]|\\[\s\S])*"'  # what one looks like in a file
_END = re.compile(r'(?:[^"\\]|\\.)*"')
_SIGN = re.compile(r'\\(["\\])')


def said(written: str) -> str:
    """What a text says that stands so in a file, with its quotes."""
    return _SIGN.sub(r"\1", written[1:-1])


def quoted(text: str) -> str:
    """How a text is written into a file: what is read from it says the same."""
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def end_of(line: str, position: int) -> int:
    """Where a text that is open at a position of a line has ended; -1 if it goes on in the next line."""
    found = _END.match(line, position)
    return -1 if found is None else found.end()
