"""Scenarios of the base under the variant: those that hold in the one and not in the other show what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbitre.dsl import tree as t
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_alone


@dataclass(frozen=True, slots=True)
class Broken:
    """A scenario that holds in the base and fails under the variant, and why."""

    name: str
    title: str
    clauses: list[str]
    why: str
    place: str

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {"name": self.name, "title": self.title, "clauses": self.clauses, "why": self.why, "place": self.place}


def broken(books: tuple[Books, Books], scenarios: list[t.Scenario], lang: str) -> list[Broken]:
    """Every such scenario; those that ask for chances are told of as odds."""
    out = []
    for scenario in scenarios:
        if any(scene.form == "measure" for scene in scenario.scenes):
            continue
        after = run_alone(books[1], scenario)
        if after.ok or not run_alone(books[0], scenario).ok:
            continue
        place, why = after.failures[0] if after.failures else (scenario.place, "")
        out.append(
            Broken(
                scenario.name,
                (scenario.title.within(lang) if scenario.title is not None else "") or scenario.name,
                list(scenario.clauses),
                why,
                str(place),
            )
        )
    return out
