"""Messages to designers: one type, one way to show it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
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

    def take(self, found: Iterable[Message]) -> None:
        """Adds what was collected apart."""
        for message in found:
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


def folded(found: list[Message], most: dict[str, int]) -> list[Message]:
    """One name that is missing in many places is one message: the first, with the next two places.  ``most`` may be told apart."""
    often = Counter(message.text for message in found)
    heads: dict[str, Message] = {}
    out = []
    for message in found:
        count = often[message.text]
        head = heads.setdefault(message.text, message) if count > most.get(message.code, count) else message
        if head is not message:
            head.related += [(message.place, "also")] if len(head.related) < 2 else []
            continue
        out.append(message)
        if count > 3 and message.text in heads:
            message.hint = f"{message.hint} The same holds in {count} places.".lstrip()
    return out


def an(word: str) -> str:
    """A noun with its article."""
    return f"an {word}" if re.match(r"[aeiou](?!ni[a-z]|se)", word) else f"a {word}"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name that ``word`` is a slip of, or "" if none is: a letter or two of a longer word, seldom the first."""
    best: tuple[int, bool, str] | None = None
    for name in set(known):
        if name == word or name.startswith("_"):
            continue
        shorter = min(len(word), len(name))
        limit = 0 if shorter < 2 or (shorter == 2 and len(word) == len(name)) else 1 if shorter < 5 else 2 if len(word) < 9 else 3
        if name[:1].lower() != word[:1].lower():
            limit = min(limit, 1) if len(word) > 3 else 0
        if abs(len(name) - len(word)) > limit:
            continue
        far = distance(word.lower(), name.lower(), limit)
        if far <= limit:
            found = (far, name[:1] != word[:1], name)
            best = found if best is None else min(best, found)
    return best[2] if best else ""


def distance(a: str, b: str, limit: int) -> int:
    """Letters to add, drop, change or swap with their neighbour; anything above ``limit`` counts as ``limit + 1``."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def alphabets(word: str) -> dict[str, str]:
    """The alphabets its letters are of, each with its first letter."""
    out: dict[str, str] = {}
    for letter in word:
        if letter.isalpha():
            out.setdefault(unicodedata.name(letter, "UNKNOWN").split(" ")[0].capitalize(), letter)
    return out


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The hint of a name that does not exist; letters of another alphabet that look alike are called by their name."""
    name = nearest(word, known)
    for said, other in ((word, name), (name, word)):
        mixed = alphabets(said)
        strange = [f"‘{letter}’ is {alphabet}" for alphabet, letter in mixed.items() if alphabet not in (alphabets(other) or {"Latin": ""})]
        if strange and (len(mixed) > 1 or said == word):
            return f"In ‘{said}’ the letter {', '.join(strange)}, though it may look the same: type that name anew."
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
