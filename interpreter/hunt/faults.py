"""What a hunt finds, and when two finds are one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.state.errors import RulebookError

INVARIANT, STOP, ENDLESS, DIFFERS, REFUSED, LEAKS = "invariant", "stop", "endless", "differs", "refused", "leaks"
SETUP, MOVED, MUTATED = "setup", "under way, pieces elsewhere", " (mutated)"  # where a match began; the last one behind a scenario's name
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Key:
    """What tells faults apart: the sort, the place in the rules, and the sentence without its numbers."""

    kind: str
    file: str
    line: int
    said: str


@dataclass(slots=True)
class Fault:
    """A fault that was found.

    ``start``: where the match began, ``text``: what was said, ``chain``: the rules that led there, ``scenario``: the lines that show it,
    once it is shrunk; nothing where it could not be told as one.
    """

    kind: str
    place: Place
    text: str
    seed: int
    start: str = ""
    chain: list[str] = field(default_factory=list)
    scenario: str = ""
    tried: int = 0  # candidates that were played to shrink it
    extensions: tuple[str, ...] = ()  # that were played with
    unplayed: bool = False  # is nothing answered and nothing thrown in its scenario?

    @property
    def key(self) -> Key:
        said = "" if self.kind in (INVARIANT, LEAKS) else _NUMBER.sub("#", str(self.text))
        return Key(self.kind, self.place.file, self.place.line, said)

    @property
    def lines(self) -> int:
        """How many lines its scenario has below its name and its title."""
        return max(0, len(self.scenario.splitlines()) - 2)

    def data(self) -> dict[str, Any]:
        """As it is told to programs."""
        return {
            "kind": self.kind, "file": self.place.file, "line": self.place.line, "message": str(self.text), "chain": self.chain,
            "seed": self.seed, "start": self.start, "scenario": self.scenario, "lines": self.lines,
            "extensions": list(self.extensions),
        }  # fmt: skip


def fault_of(error: RulebookError, laws: set[tuple[str, int]], seed: int, start: str) -> Fault:
    """The fault that an error is.  ``laws``: where invariants stand."""
    kind = INVARIANT if (error.place.file, error.place.line) in laws else STOP
    return Fault(kind, error.place, error.text, seed, start, list(error.chain))
