"""How the number of a clause and a margin note look in a file: patterns for whoever reads lines and not trees."""

from __future__ import annotations

_PACKAGE = r"(?:[a-z][a-z0-9_-]*/[a-z][a-z0-9_-]*:)?"
CLAUSE = rf"{_PACKAGE}\b[A-Z][A-Z0-9]*-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"  # `CO-move-02`, `author/name:CO-move-02`
NOTE = rf"\[{_PACKAGE}[A-Z][A-Z0-9]*-[^\]\n\"]*\]"  # `[CO-move-02..04, CO-evt-01]`
