"""What players call the things that are counted in matches."""

from __future__ import annotations

from arbitre.comparison.matches import Paired
from arbitre.dsl.core import NONE, Domain, Text
from arbitre.interpreter.code.machine import Machine
from arbitre.story.story import titles


def entitle(paired: Paired, machines: tuple[Machine, Machine], lang: str) -> None:
    """Gives every series its title in a language; what has none keeps its name, as a word."""
    for one in paired.series:
        owner, _, name = one.name.rpartition(": ")
        found = next((text for machine in machines if (text := title_of(machine, one.sort, owner, name)) is not None), None)
        said = found.within(lang) if found is not None else ""
        one.title = said or name.replace("_", " ")


def title_of(machine: Machine, sort: str, owner: str, name: str) -> Text | None:
    """The title of a side that may win, of an action, or of a member of a kind; None where there is none."""
    program = machine.program
    if sort == "action":
        return titles(machine).get(name)
    if sort == "win":
        seats = [program.domains[program.seats]] if program.seats != NONE else []
        return member([*seats, *(d for d in program.domains if not d.dynamic and d.board is None)], name)
    if sort in ("choice", "member"):
        kinds = [d for d in program.domains if not d.dynamic and d.board is None]
        return member([*(d for d in kinds if d.name == owner), *kinds], name)
    return None


def member(domains: list[Domain], name: str) -> Text | None:
    return next((d.titles[d.rows.index(name)] for d in domains if name in d.rows and d.titles), None)
