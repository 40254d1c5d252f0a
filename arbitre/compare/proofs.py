"""Scenarios of the base under the variant: those that hold in the one and not in the other show what it changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dsl.modules.rulebook import Rulebook
from interpreter.play.scenarios import Books, run_alone


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


def broken(one: Rulebook, two: Rulebook, lang: str) -> list[Broken]:
    """Every such scenario; those that ask for chances are told of as odds."""
    books = Books(one), Books(replace(two, scenarios=one.scenarios))
    out = []
    for scenario in one.scenarios:
        if any(scene.form == "measure" for scene in scenario.scenes):
            continue
        after = run_alone(books[1], scenario)
        if after.ok or not run_alone(books[0], scenario).ok:
            continue
        place, why = after.failures[0] if after.failures else (scenario.place, "")
        out.append(Broken(scenario.name, getattr(scenario.title, lang, "") or scenario.name, list(scenario.clauses), why, str(place)))
    return out
