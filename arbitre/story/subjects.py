"""Of whom a sentence speaks, and which sentences tell of the same thing done again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbitre.dsl.core import NONE, Procedure
from arbitre.interpreter.state.trace import Record
from arbitre.story.story import Story

TURNED = ("direction", "vertex")


@dataclass(frozen=True, slots=True)
class Subjects:
    """Answers for the rules of one match."""

    story: Story
    procedures: Mapping[tuple[str | None, str], Procedure]

    def of(self, record: Record, text: str) -> str:
        """Whom a sentence begins with."""
        procedure = self.procedures.get((record.data["rule"], record.name))
        for param in procedure.params if procedure is not None else ():
            value = record.data["args"][param.name]
            if param.domain == NONE or param.is_set or value < 0:
                continue
            name = self.story.row(param.domain, value)
            if text.startswith(f"{name} "):
                return name
        return ""

    def key(self, record: Record) -> tuple[str, tuple[tuple[str, int], ...]] | None:
        """The rule and what it was given; of what stands on a board without places and numbers: two alike are one way with its end.

        Whoever stands nowhere goes nowhere: what he does here and then there are two deeds.
        """
        procedure = self.procedures.get((record.data["rule"], record.name))
        if procedure is None:
            return None
        goes = any(self.stands(p.domain) for p in procedure.params)
        told = (p for p in procedure.params if not goes or not self.is_place(p.domain))
        return record.name, tuple((p.name, record.data["args"][p.name]) for p in told)

    def stands(self, domain: int) -> bool:
        """Is it of a kind that stands on cells, or is in one?"""
        program = self.story.match.program
        return not self.is_place(domain) and any(
            f.domain == domain and f.target != NONE and program.domains[f.target].board is not None for f in program.fields
        )

    def is_place(self, domain: int) -> bool:
        """A cell, a direction, a number: where one goes, and how far."""
        kind = self.story.match.program.domains[domain] if domain != NONE else None
        return kind is None or kind.board is not None or kind.name in TURNED
