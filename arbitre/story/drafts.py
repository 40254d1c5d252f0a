"""Sentences while they are written: a head, what is added to it, and how two that speak of the same become one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from arbitre.interpreter.state.trace import Record

ENDS = ".!?…:"
LONGEST = 240  # characters after which a sentence is not joined by another
NEAR = 6  # lines between two questions of one rule
GOES_ON = "…"  # a sentence whose beginning was told before
PLACE = re.compile(r"[a-z]{1,2}\d{1,3}\b")  # a name of small letters and a number
Words = Callable[[], str]
"""Part of a sentence, put into words when it is whole: a throw may be thrown again."""


def led_to(record: Record, above: list[Record]) -> list[Record]:
    """Of what is above a record, the nearest first, what it is a consequence of: an action in the midst of itself goes on."""
    chain = [record, *above]
    names = [one.name if one.kind == "call" and one.data.get("rule") == "action" else "" for one in chain]
    again = next((n for n, name in enumerate(names) if name and name in names[n + 1 :]), len(above))
    return chain[1 : again + 1]


def of_one_rule(waiting: list[Record], record: Record) -> bool:
    """Does a choice go on with those that wait to be told: another yes of the same rule, or what its side is asked right after them?"""
    last = waiting[-1]
    follows = record.index == last.index + 1 and record.data["seat"] == last.data["seat"] and record.place.file == last.place.file
    return waiting[0].cause == record.cause and (
        record.data["key"] == "yes" or (follows and 0 < record.place.line - last.place.line <= NEAR)
    )


@dataclass(slots=True)
class Draft:
    """A sentence being written.

    ``heads`` are said one after the other of the same subject; behind each stands what was added to it.  ``call``: the rule that
    the last head speaks of, with what it was given that is no place; two alike are one way with its end.
    """

    kind: str
    depth: int
    heads: list[tuple[str, list[str | Words]]]
    records: list[Record]
    subject: str = ""
    call: tuple[str, tuple[tuple[str, int], ...]] | None = None
    plain: bool = False
    level: int = 0
    inside: set[int] = field(default_factory=set)  # calls whose sentence this is

    @property
    def ended(self) -> bool:
        """Is nothing more to be joined to it?"""
        head, more = self.heads[-1]
        return head.endswith(("!", "?", "…", "! »", "? »")) and not more

    def add(self, part: str | Words) -> None:
        self.heads[-1][1].append(part)

    def text(self, then: str) -> str:
        out = ""
        for head, more in self.heads:
            said = joined(head, [part if isinstance(part, str) else part() for part in more])
            if not out:
                out = said
                continue
            rest = said[len(self.subject) :].lstrip() if self.subject and said.startswith(self.subject) else said
            out = f"{bare(out)}{then}{rest}"
        out = out.strip()
        if not PLACE.match(out):  # a name as ‘a7’ is written alike wherever it stands
            out = out[:1].upper() + out[1:]
        return out if out.endswith(tuple(ENDS)) or not out else f"{out}."


def joined(head: str, parts: list[str]) -> str:
    """``Ann moves.`` and ``a climb on 3+: 5`` -> ``Ann moves, a climb on 3+: 5``"""
    out = head
    for part in parts:
        part = bare(part)
        if not part:
            continue
        if not out:
            out = part
        elif out == GOES_ON:
            out = f"{out} {part.lstrip(',;: ')}"
        elif part[0] in ",;:.)":
            out = bare(out) + part
        elif part[0] == " " or part.startswith("("):
            out = f"{bare(out)} {part.strip()}"
        elif out.endswith(("!", "?")):
            out = f"{out} {part[:1].upper()}{part[1:]}"
        else:
            out = f"{bare(out)}, {part}"
    return out


def bare(text: str) -> str:
    """Without the point at its end, unless that belongs to a word."""
    last = text.split()[-1] if text.strip() else ""
    return text[:-1] if last.endswith(".") and "." not in last[:-1] else text


def goes_on(text: str) -> bool:
    """Does a text go on with the sentence before it?  One that begins in small letters, or with a point or a bracket."""
    return bool(text) and (text[0].islower() or text[0] in ",;:(" or text.startswith(" "))
