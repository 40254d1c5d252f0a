"""A text as an editor counts it, and as the rules language does.

Editors count lines and columns from 0, in units of UTF-16.  The language counts both from 1, in characters of the text as it is read:
accents composed, spaces of every sort made plain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.source.chunks import normalise

SORTS = (
    "keyword", "comment", "string", "number", "operator", "decorator", "event", "function", "property", "enumMember", "type", "variable",
)  # fmt: skip
"""Sorts of words that editors colour."""

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A position of an editor: ``line`` from 0, ``column`` from 0 in units of UTF-16."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """From one position of an editor to another; ``end`` is the first that is not part of it."""

    start: Spot
    end: Spot


@dataclass(slots=True)
class Text:
    """The text of a file.  ``read``: as the language sees it, line by line; ``raw``: as it stands in the editor."""

    whole: str
    raw: list[str] = field(init=False)
    read: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.raw = re.split(r"\r\n|\r|\n", self.whole)
        self.read = normalise(self.whole).split("\n")

    def line(self, number: int) -> str:
        """A line as the language sees it, from 1; "" where there is none."""
        return self.read[number - 1] if 1 <= number <= len(self.read) else ""

    def spot(self, line: int, column: int) -> Spot:
        """A line and column of the language, both from 1, as an editor counts them; what lies outside goes to the nearest inside."""
        at = min(max(line, 1), len(self.raw)) - 1
        raw = self.raw[at]
        taken = 0 if line < 1 else len(raw) if line > len(self.raw) else self._raw_column(at, max(0, column - 1))
        return Spot(at, _units(raw[:taken]))

    def place(self, spot: Spot) -> tuple[int, int]:
        """The line and column of the language at a position of an editor."""
        at = min(max(spot.line, 0), len(self.raw) - 1)
        raw, units, taken = self.raw[at], 0, 0
        while taken < len(raw) and units < spot.column:
            units += 2 if ord(raw[taken]) > 0xFFFF else 1
            taken += 1
        if at < len(self.read) and raw != self.read[at]:
            taken = len(normalise(raw[:taken]))
        return at + 1, taken + 1

    def span(self, place: Place) -> Span:
        """What a place of the language covers: to its end, or else the word that stands there."""
        start = self.spot(place.line, place.column)
        if place.end_line > place.line or (place.end_line == place.line and place.end_column > place.column):
            return Span(start, max(start, self.spot(place.end_line, place.end_column)))
        found = _WORD.match(self.line(place.line), max(0, place.column - 1))
        end = found.end() + 1 if found else place.column + 1
        return Span(start, max(start, self.spot(place.line, end)))

    def word_at(self, spot: Spot) -> tuple[str, int, int]:
        """The word at or just before a position, its line and the column it begins at; "" where there is none."""
        line, column = self.place(spot)
        for found in _WORD.finditer(self.line(line)):
            if found.start() + 1 <= column <= found.end() + 1:
                return found[0], line, found.start() + 1
        return "", line, column

    def before(self, spot: Spot) -> str:
        """What stands on the line before a position."""
        line, column = self.place(spot)
        return self.line(line)[: column - 1]

    def end(self) -> Spot:
        return Spot(len(self.raw) - 1, _units(self.raw[-1]))

    def _raw_column(self, at: int, column: int) -> int:
        """How many characters of the editor's line the first ``column`` of the language's stand for."""
        raw = self.raw[at]
        if at < len(self.read) and raw == self.read[at]:
            return min(column, len(raw))
        taken = 0
        while taken < len(raw) and len(normalise(raw[: taken + 1])) <= column:
            taken += 1
        return taken


def _units(text: str) -> int:
    return len(text) + sum(1 for sign in text if ord(sign) > 0xFFFF)
