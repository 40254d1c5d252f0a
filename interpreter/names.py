"""What rows are called: keys a person can type, titles a person can read, texts with their values filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl import core
from dsl.core import NONE, Text
from interpreter.queries import rows_of

if TYPE_CHECKING:
    from interpreter.engine import Engine

NOTHING = Text("none", "aucun")


def row_key(engine: Engine, domain: int, row: int) -> str:
    """A short text that stands for one row of a domain, always the same."""
    if row < 0:
        return "none"
    kind = engine.program.domains[domain]
    if row < len(kind.rows) and kind.rows[row]:
        return kind.rows[row]
    if kind.board is not None:
        return str(kind.board.label(row))
    return f"{kind.name} {row + 1}"


def label_of(engine: Engine, cells: Sequence[int], domain: int, row: int) -> tuple[int, int] | None:
    """The domain and row of what names a row best (its role, its profile), if anything does."""
    kind = engine.program.domains[domain]
    if kind.label == NONE or row < 0 or (row < len(kind.rows) and kind.rows[row]):
        return None
    field = engine.program.fields[kind.label]
    value = engine.peek(cells, kind.label, row)
    return (field.target, value) if field.target != NONE and value >= 0 else None


def row_title(engine: Engine, cells: Sequence[int], domain: int, row: int) -> Text:
    """The name of a row in both languages."""
    if row < 0:
        return NOTHING
    kind = engine.program.domains[domain]
    label = label_of(engine, cells, domain, row)
    if label is not None:
        return row_title(engine, cells, *label)
    key = row_key(engine, domain, row)
    title = kind.titles[row] if row < len(kind.titles) else Text()
    if kind.dynamic and not (row < len(kind.rows) and kind.rows[row]) and (title.en or title.fr):
        return Text(f"{title.en or kind.name} {row + 1}", f"{title.fr or title.en or kind.name} {row + 1}")
    return Text(title.en or key, title.fr or title.en or key)


def aliases_of(engine: Engine, cells: Sequence[int], domain: int, row: int) -> tuple[str, ...]:
    """Other words for a row: its titles, its label."""
    title = row_title(engine, cells, domain, row)
    out = [title.en, title.fr]
    label = label_of(engine, cells, domain, row)
    if label is not None:
        out.append(row_key(engine, *label))
    if row >= 0 and engine.program.domains[domain].board is not None:
        out.append(str(engine.program.domains[domain].board.label(row)))
    return tuple(dict.fromkeys(word for word in out if word))


def value_text(engine: Engine, cells: Sequence[int], domain: int, value: int, is_set: bool = False) -> Text:
    """A value as a person reads it."""
    if domain == NONE:
        return Text(str(int(value)), str(int(value)))
    if not is_set:
        return row_title(engine, cells, domain, value)
    titles = [row_title(engine, cells, domain, row) for row in rows_of(value)]
    if not titles:
        return NOTHING
    return Text(", ".join(t.en for t in titles), ", ".join(t.fr for t in titles))


def fill(engine: Engine, cells: Sequence[int], pieces: Sequence[core.Piece], values: Sequence[int]) -> Text:
    """A text with its values; ``values`` holds one number a piece that has one, in order.

    A piece belongs to the languages its text has words in; one without text belongs to both.
    """
    english: list[str] = []
    french: list[str] = []
    at = 0
    for piece in pieces:
        words = piece.text or Text()
        if piece.value is not None:
            shown = value_text(engine, cells, piece.domain, values[at], at in _SETS)
            at += 1
            both = not (words.en or words.fr)
            if words.en or both:
                english.append(shown.en)
            if words.fr or both:
                french.append(shown.fr)
            continue
        english.append(words.en)
        french.append(words.fr)
    return Text("".join(english), "".join(french) or "".join(english))


_SETS: frozenset[int] = frozenset()
