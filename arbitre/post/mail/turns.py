"""The turn that a line of a mail names: ‘Turn 3:’, ‘3rd turn’."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from arbitre.interpreter.code.machine import Machine
from arbitre.session.dialogue.labels import plain, typed


@dataclass(frozen=True, slots=True)
class Named:
    """A turn that is named in a text: its number, the words that name it, what else the text says, and whether it heads the text."""

    number: int
    said: str
    rest: str
    heads: bool


@lru_cache(maxsize=16)
def _pattern(machine: Machine) -> re.Pattern[str]:
    """How turns are called: so in any game, and as this one titles them."""
    program = machine.program
    titles = program.procedures[program.main].title.every
    nouns = {*typed("turn"), *(form for one in titles for form in (plain(one), one.casefold()))} - {""}
    said = "|".join(sorted(map(re.escape, nouns), key=len, reverse=True))
    return re.compile(rf"(?i)\b(?:{said})\s*(?:n\w*[°º.]?|#)?\s*(\d+)\b|\b(\d+)\s?[^\W\d_]{{0,3}}\s+(?:{said})\b")  # 3, no 3, 3rd


def turn_named(machine: Machine, text: str) -> Named | None:
    """The turn that a text names; None if it names none."""
    found = _pattern(machine).search(text)
    if found is None:
        return None
    heads = not found.start() and re.match(r"\W*$|\s*[:,.–—-]", text[found.end() :]) is not None
    rest = re.sub(r"^[\s:,;.–—-]+|[\s:,;–—-]+$", "", text.replace(found[0], " ", 1))
    return Named(int(found[1] or found[2]), found[0], rest, heads)
