"""Messages to designers: one type, and where they are collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.cascades import UNKNOWN, Gaps
from arbitre.dsl.diagnostics.codes import CODES, ERROR
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import Said, phrase

_WRITTEN_IN = ("en", "fr")  # the languages of texts in hints, as these are written


@dataclass(slots=True)
class Message:
    """Something that is wrong with a rulebook.

    Attributes:
        code: A letter and two digits; ``arbitre explain CODE`` has a page about each.
        severity: ``error`` or ``warning``.
        place: ``file``, ``line`` and ``column``, both counted from 1.
        text: What is wrong.
        hint: How to mend it; may be empty.
        related: Other places that have to do with it, each with a few words.
    """

    code: str
    severity: str
    place: Place
    text: str
    hint: str = ""
    related: list[tuple[Place, str]] = field(default_factory=list)

    def key(self) -> tuple[str, int, int, str, str]:
        return (self.place.file, self.place.line, self.place.column, self.code, self.text)


class Messages:
    """Collects messages; the same fault at the same place is kept once."""

    def __init__(self, lost: Gaps | None = None) -> None:
        self.lost = lost if lost is not None else Gaps()  # what faulty declarations took with them
        self.items: list[Message] = []
        self._seen: set[tuple[str, int, int, str, str]] = set()
        self.promised: tuple[str, ...] = ()  # the languages of the game, where they are known: hints show texts in these alone

    def promise(self, languages: tuple[str, ...]) -> None:
        """From now on hints show texts in the languages of the game, those that were given already too."""
        self.promised = languages
        for message in self.items:
            message.hint = self.in_promised(message.hint)

    def in_promised(self, hint: str) -> str:
        """A hint whose texts are in the languages of the game: ``says en "..."`` for one that is told in English."""
        if not self.promised or self.promised == _WRITTEN_IN or ' "' not in hint:
            return hint
        said = hint if isinstance(hint, Said) or "{" in hint else phrase(hint)
        said = said.replace(" ".join(f'{code} "..."' for code in _WRITTEN_IN), " ".join(f'{code} "..."' for code in self.promised))
        for code in _WRITTEN_IN:
            if code not in self.promised:
                said = said.replace(f' {code} "', f' {self.promised[0]} "')
        return said

    def add(
        self,
        code: str,
        place: Place,
        text: str,
        hint: str = "",
        related: Iterable[tuple[Place, str]] = (),
    ) -> None:
        message = Message(code, CODES[code].severity, place, text, self.in_promised(hint), list(related))
        if message.key() not in self._seen:
            self._seen.add(message.key())
            self.items.append(message)

    def error(self, code: str, place: Place, text: str, hint: str = "", related: Iterable[tuple[Place, str]] = ()) -> None:
        """Adds an error of a bound rulebook, unless what it speaks of has a fault of its own."""
        if UNKNOWN in text and (self.lost or self.errors):
            return
        self.add(code, place, text.replace(UNKNOWN, "something unknown") if UNKNOWN in text else text, hint, related)

    def take(self, found: Iterable[Message]) -> None:
        """Adds what was collected apart."""
        for message in found:
            if message.key() not in self._seen:
                self._seen.add(message.key())
                message.hint = self.in_promised(message.hint)
                self.items.append(message)

    def since(self, count: int) -> list[Message]:
        """Takes out what was added after the first ``count`` messages; it may be said again."""
        taken = self.items[count:]
        del self.items[count:]
        self._seen -= {message.key() for message in taken}
        return taken

    def sort(self) -> None:
        """By place, as a person goes through a file."""
        self.items.sort(key=lambda message: (message.place.file, message.place.line, message.place.column))

    @property
    def errors(self) -> list[Message]:
        return [m for m in self.items if m.severity == ERROR]


def folded(found: list[Message], most: dict[str, int]) -> list[Message]:
    """One name that is missing in many places is one message: the first, with the next two places.  ``most`` may be told apart.

    Where the same is mended in another way it is told again.
    """
    often = Counter((message.text, message.hint) for message in found)
    heads: dict[tuple[str, str], Message] = {}
    out = []
    for message in found:
        said = message.text, message.hint
        head = heads.setdefault(said, message) if often[said] > most.get(message.code, often[said]) else message
        if head is not message:
            head.related += [(message.place, "also")] if len(head.related) < 2 else []
            continue
        out.append(message)
    for said, head in heads.items():
        if often[said] > 3:
            head.hint = phrase("{0} The same applies in {1} places.", head.hint, often[said]).lstrip()
    return out
