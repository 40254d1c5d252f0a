"""A condition that held or did not, and what it compared."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase


@dataclass(frozen=True, slots=True)
class Finding:
    """A condition that held or did not.  ``sides``: what it compares, as written, each with its value.

    ``unbegun``: an agenda or event whose fields it asks for, which is not under way.
    """

    place: Place
    source: str
    held: bool
    sides: tuple[tuple[str, str], ...] = ()
    names: frozenset[str] = frozenset()
    inner: tuple[Finding, ...] = ()
    unbegun: str = ""

    def __str__(self) -> str:
        told = joined(", ", [phrase("{0} is {1}", what, value) if what else value for what, value in self.sides])
        deeper = joined("; ", [str(f) for f in self.inner])
        said = phrase("‘{0}’ holds" if self.held else "‘{0}’ does not hold", self.source)
        return phrase("{0}: {1}", said, told or deeper) if told or deeper else said

    @property
    def of_form(self) -> bool:
        """Does it only say that something is not under way?"""
        return bool(self.unbegun) if not self.inner else all(f.of_form for f in self.inner)

    def waits_for(self) -> str:
        return self.unbegun or next((f.waits_for() for f in self.inner if f.waits_for()), "")
