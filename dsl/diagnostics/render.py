"""Messages as a person reads them: place, sentence, the line with a caret, the hint."""

from __future__ import annotations

from functools import lru_cache

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import tell


def render(message: Message, sources: dict[str, str], lang: str = "en") -> str:
    """The message as a person reads it: place, sentence, the line with a caret, the hint, other places."""
    severity, colon = tell(message.severity, lang), "\u00a0: " if lang == "fr" else ": "
    out = [f"{message.place}: {severity} {message.code}{colon}{tell(message.text, lang)}"]
    out += _excerpt(message.place, sources)
    if message.hint:
        out.append(f"    = {tell(message.hint, lang)}")
    for place, note in message.related:
        out.append(f"    {tell(note, lang)}{colon}{place}")
        out += _excerpt(place, sources)
    return "\n".join(out)


@lru_cache(maxsize=16)
def _lines(text: str) -> list[str]:
    """The lines of a file, cut once for all messages about it."""
    return text.split("\n")


def _excerpt(place: Place, sources: dict[str, str]) -> list[str]:
    if place == NOWHERE or place.file not in sources:
        return []
    lines = _lines(sources[place.file])
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
