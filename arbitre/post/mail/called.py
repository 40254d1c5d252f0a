"""What the rows are called that questions are about."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.interpreter.match.match import Match

Row = tuple[int, int]  # kind and number of a row


def names_of(match: Match, row: Row) -> Iterator[str]:
    """Every name of a row: its titles, and its name in the rules."""
    title = match.machine.row_title(*row)
    yield from (*title.every, match.machine.row_key(*row))


def row_key(match: Match, row: Row | None) -> str:
    """The name of a row in the rules; empty for none."""
    return match.machine.row_key(*row) if row is not None else ""
