"""What reaches a terminal: the one place where texts of others are made harmless.

A rulebook, a file name or a saved match may hold signs that a terminal obeys (escape sequences) or that turn what follows
round (direction marks).  They are shown as a sign that says so, and never sent.
"""

from __future__ import annotations

import json
import re
from typing import Any

import click

# C0 and C1 but tab and line end, delete, direction marks and overrides, separators that break lines, half signs.
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
SHOWN = "\ufffd"


def plain(text: str) -> str:
    """The text with a sign instead of everything a terminal would obey."""
    return _OBEYED.sub(SHOWN, text)


def escaped(json_text: str) -> str:
    """JSON in which the same signs are written as escapes: nothing is lost, and nothing is obeyed."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text)


def echo(text: str = "", err: bool = False) -> None:
    """A line for a person, with signs the terminal can show."""
    click.echo(plain(text), err=err)


def dump(data: Any) -> None:
    """Data for another program."""
    click.echo(escaped(json.dumps(data, ensure_ascii=False, indent=2)))
