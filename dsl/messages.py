"""Messages to designers: one type, one way to show it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from dsl.places import NOWHERE, Place

ERROR, WARNING = "error", "warning"


@dataclass(slots=True)
class Message:
    """What is wrong, where, what was expected and how to mend it.  ``code`` has a page of its own (``arbitre explain``)."""

    code: str
    severity: str
    place: Place
    text: str
    hint: str = ""
    related: list[tuple[Place, str]] = field(default_factory=list)

    def key(self) -> tuple[str, int, int, str, str]:
        return (self.place.file, self.place.line, self.place.column, self.code, self.text)


class RulesError(Exception):
    """A rulebook that cannot be used, with every message that says why."""

    def __init__(self, messages: list[Message], sources: dict[str, str] | None = None) -> None:
        self.messages = messages
        self.sources = sources or {}
        super().__init__("\n\n".join(render(m, self.sources) for m in messages))


class Messages:
    """Collects messages; the same fault at the same place is kept once."""

    def __init__(self) -> None:
        self.items: list[Message] = []
        self._seen: set[tuple[str, int, int, str, str]] = set()

    def add(
        self,
        code: str,
        place: Place,
        text: str,
        hint: str = "",
        related: Iterable[tuple[Place, str]] = (),
        severity: str = ERROR,
    ) -> None:
        message = Message(code, severity, place, text, hint, list(related))
        if message.key() not in self._seen:
            self._seen.add(message.key())
            self.items.append(message)

    def since(self, count: int) -> list[Message]:
        """Takes out what was added after the first ``count`` messages; it may be said again."""
        taken = self.items[count:]
        del self.items[count:]
        self._seen -= {message.key() for message in taken}
        return taken

    def warn(self, code: str, place: Place, text: str, hint: str = "", related: Iterable[tuple[Place, str]] = ()) -> None:
        self.add(code, place, text, hint, related, WARNING)

    @property
    def errors(self) -> list[Message]:
        return [m for m in self.items if m.severity == ERROR]


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name that looks most like ``word``, or "" when none does."""
    found = difflib.get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return found[0] if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    name = nearest(word, known)
    return f"Did you mean ‘{name}’?" if name else ""


def render(message: Message, sources: dict[str, str]) -> str:
    """The message as a person reads it: place, sentence, the line with a caret, the hint, other places."""
    out = [f"{message.place}: {message.severity} {message.code}: {message.text}"]
    out += _excerpt(message.place, sources)
    if message.hint:
        out.append(f"    = {message.hint}")
    for place, note in message.related:
        out.append(f"    {note}: {place}")
        out += _excerpt(place, sources)
    return "\n".join(out)


def _excerpt(place: Place, sources: dict[str, str]) -> list[str]:
    if place == NOWHERE or place.file not in sources:
        return []
    lines = sources[place.file].split("\n")
    if not 1 <= place.line <= len(lines):
        return []
    line = lines[place.line - 1]
    start = max(0, place.column - 1)
    end = place.end_column - 1 if place.end_line == place.line and place.end_column > place.column else start + 1
    offset = 0
    if len(line) > 160:  # keep the fault in view in a very long line
        offset = max(0, start - 60)
        line = line[offset : offset + 160]
    width = max(1, min(end, offset + len(line)) - start)
    return [f"{place.line:5} | {line}", f"      | {' ' * (start - offset)}{'^' * width}"]
