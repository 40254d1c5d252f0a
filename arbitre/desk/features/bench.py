"""What a quick fix works on: a message, the line it is about, and the edits that mend it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbitre.desk.lookup import Sight
from arbitre.desk.texts import Span
from arbitre.dsl.diagnostics.message import Message
from arbitre.words.phrases import of


@dataclass(frozen=True, slots=True)
class Fix:
    """``edits``: what is written in place of what, file by file; ``sure``: the one that is surely meant."""

    title: str
    edits: tuple[tuple[Path, Span, str], ...]
    sure: bool = False


class Bench:
    """A message, and where its line stands."""

    def __init__(self, sight: Sight, message: Message, lang: str) -> None:
        self.sight, self.message, self.words = sight, message, of(lang)
        self.text, self.place = sight.text, message.place
        self.line = self.text.line(self.place.line)

    def say(self, key: str, **parts: str) -> str:
        return self.words.say(f"desk.fix.{key}", **parts)

    def fix(self, title: str, *edits: tuple[Span, str], sure: bool = True) -> Fix:
        return Fix(title, tuple((self.sight.path, span, new) for span, new in edits), sure)

    def at(self, line: int, first: int, last: int) -> Span:
        """From one column of a line to another, both from 1; the last is not part of it."""
        return Span(self.text.spot(line, first), self.text.spot(line, last))

    def below(self, line: int, new: str) -> tuple[Span, str]:
        """A line put in below another."""
        end = self.text.spot(line, len(self.text.line(line)) + 1)
        return Span(end, end), f"\n{new}"

    def indent(self) -> str:
        return self.line[: len(self.line) - len(self.line.lstrip())]

    def without_line(self) -> tuple[Span, str]:
        """The line of the message, and what belongs to it, taken out."""
        deep, end = len(self.indent()), self.place.line + 1
        while end <= len(self.text.read) and self.text.line(end).strip() and deep_of(self.text.line(end)) > deep:
            end += 1
        last = self.text.spot(end, 1) if end <= len(self.text.read) else self.text.end()
        return Span(self.text.spot(self.place.line, 1), last), ""


def deep_of(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip())
