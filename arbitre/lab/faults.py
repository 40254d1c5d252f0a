"""What is wrong with an experiment, told where it stands in its file: the line, a caret, what was expected, how to mend it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.diagnostics.said import Said, joined
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.opening.books import Refused
from arbitre.words.phrases import later

Path = tuple[str | int, ...]  # where in the file: ("vary", 1, "option")


def place_of(text: str, file: str, path: Path) -> Place:
    """Where a key of a TOML file stands: the nth table of that name, or in it the key, with its value."""
    lines = text.split("\n")
    names = [str(part) for part in path if not isinstance(part, int)]
    number = next((part for part in path if isinstance(part, int)), 0)
    first, last = 0, next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    heads = [n for n, line in enumerate(lines) if names and re.match(rf"\s*\[\[?\s*{re.escape(names[0])}\s*\]", line)]
    if heads:
        first = heads[min(number, len(heads) - 1)]
        last = next((n for n in range(first + 1, len(lines)) if lines[n].lstrip().startswith("[")), len(lines))
        names = names[1:]
    for name in reversed(names):
        for n in range(first, last):
            found = re.match(rf'\s*["\']?{re.escape(name)}["\']?\s*=\s*', lines[n])
            if found:
                value = lines[n].split(" #")[0].rstrip()
                return Place(file, n + 1, found.end() + 1, n + 1, max(len(value), found.end()) + 1)
    line = lines[first] if first < len(lines) else ""
    start = len(line) - len(line.lstrip())
    return Place(file, first + 1, start + 1, first + 1, max(start + 1, len(line.rstrip())) + 1)


@dataclass
class Faults:
    """Those of one file."""

    file: str
    text: str
    found: list[Message] = field(default_factory=list)

    def add(self, path: Path, key: str, hint: str = "", /, **parts: Any) -> None:
        """One more; ``key``: of its sentence (``lab.fault.KEY``)."""
        self.at(place_of(self.text, self.file, path), later(f"lab.fault.{key}", **parts), hint)

    def at(self, place: Place, text: str, hint: str = "") -> None:
        """One more, at a place."""
        if not any((message.place, str(message.text)) == (place, str(text)) for message in self.found):
            self.found.append(Message("LAB", ERROR, place, text, hint))

    def unknown(self, path: Path, key: str, said: str, known: list[str]) -> None:
        """A name that there is not: the nearest one is told, else all there are."""
        shown = ", ".join(known[:24]) + (" ..." if len(known) > 24 else "")
        self.add(path, key, did_you_mean(said, known) or (later("lab.fault.there_is", known=shown) if known else ""), said=said)

    def tell(self) -> None:
        """Raises what was found.

        Raises:
            Refused: something was.
        """
        if self.found:
            self.found.sort(key=lambda message: (message.place.line, message.place.column))
            raise Refused(joined("\n\n", [_rendered(message, {self.file: self.text}) for message in self.found]))


def _rendered(message: Message, sources: dict[str, str]) -> Said:
    """One message; its code is left out, for none of these has a page."""
    excerpt = render(message, sources).split("\n")[1:]
    lines = [line for line in excerpt if line.startswith("      |") or re.match(r" *\d+ \|", line)][:2]
    hint = [later("lab.fault.hint", hint=message.hint)] if message.hint else []
    return joined("\n", [later("lab.fault.at", place=str(message.place), text=message.text), *lines, *hint])
