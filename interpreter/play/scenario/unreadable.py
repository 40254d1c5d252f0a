"""Scenarios that cannot be read: a fault in the lines of one keeps that one from being played, and no other of its file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.source import quotes

_SCENARIO = re.compile(rf"scenario +({quotes.TEXT})")
Head = tuple[str, int]  # the file and the line in which a scenario begins


class Faulty:
    """The faults that stand in the lines of a scenario, by where that scenario begins."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.found: dict[Head, list[Message]] = {}

    def takes(self, fault: Message) -> bool:
        """Is this fault one scenario's?  Then it is kept for it; faults of the same words are told once, with the other places."""
        heads = [self.head(fault.place), *(self.head(place) for place, _ in fault.related)]
        if heads[0] is None:
            return False
        for head in heads:
            if head is not None and fault not in self.found.setdefault(head, []):
                self.found[head].append(fault)
        for file, first, _ in self.rulebook.lost.blocks:  # read without some of its lines, it is not what is written
            if file == fault.place.file and self.name((file, first)):
                self.found.setdefault((file, first), [fault])
        return True

    def of(self, place: Place) -> list[Message]:
        """The faults of the scenario that begins there."""
        return self.found.get((place.file, place.line), [])

    def unread(self, known: set[Head]) -> Iterator[tuple[Place, str, Message]]:
        """The scenarios of which nothing could be read: where each begins, its name, and its first fault."""
        for (file, line), faults in self.found.items():
            if (file, line) not in known:
                yield Place(file, line, 1), self.name((file, line)), faults[0]

    def head(self, place: Place) -> Head | None:
        """Where the scenario begins in whose lines this is."""
        lines = self.lines(place.file)
        for number in range(min(place.line, len(lines)), 0, -1):
            if lines[number - 1][:1].strip() and not lines[number - 1].startswith("#"):
                return (place.file, number) if self.name((place.file, number)) else None
        return None

    def name(self, head: Head) -> str:
        """What the scenario is called that begins there."""
        file, number = head
        lines = self.lines(file)
        said = _SCENARIO.match(lines[number - 1]) if 1 <= number <= len(lines) else None
        return quotes.said(said[1]) if said else ""

    def lines(self, file: str) -> list[str]:
        return self.rulebook.sources.get(file, "").split("\n")
