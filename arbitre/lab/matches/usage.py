"""What of the rules is counted under one name: an action, a row, a member; all that a clause marks; all that a file holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.usable import Name, catalogue, hooks, lines_of

MARKS = re.compile(r"\[([A-Za-z][\w, -]*)\]\s*$")
SUMS = ("clause", "file")  # what stands for several things


def one_name(said: str) -> Name:
    """A thing that is counted, as it is said: ‘action strike’, ‘choice plan lunge’, ‘row table 3’, ‘member kind name’."""
    sort, _, rest = said.strip().partition(" ")
    if sort == "action":
        return (sort, "", rest.strip())
    of, _, name = rest.strip().partition(" ")
    return (sort, of, name.strip())


def names_of(program: core.Program, said: str) -> tuple[Name, ...]:
    """The things whose counts are added up; none where nothing of that name is counted."""
    sort, _, rest = said.strip().partition(" ")
    if sort == "clause":
        return tuple(name for name, _, clauses in _placed(program) if rest.strip() in clauses)
    if sort == "file":
        end = rest.strip()
        return tuple(name for name, place, _ in _placed(program) if place.file == end or place.file.endswith("/" + end))
    name = one_name(said)
    return (name,) if name in catalogue(program) else ()


def known(program: core.Program) -> list[str]:
    """All names under which something is counted."""
    placed = list(_placed(program))
    clauses = sorted({clause for _, _, carried in placed for clause in carried})
    files = sorted({place.file.rpartition("/")[2] for _, place, _ in placed if place.file})
    return (
        [" ".join(filter(None, name)) for name in catalogue(program)]
        + [f"clause {one}" for one in clauses]
        + [f"file {one}" for one in files]
    )


def _placed(program: core.Program) -> Iterator[tuple[Name, Place, tuple[str, ...]]]:
    """Everything that is counted and stands somewhere, with the clauses that mark it."""
    for action in program.actions:
        done = program.procedures[action.procedure]
        yield ("action", "", action.name), done.place, done.clauses
    for hook in hooks(program):
        yield ("rule", hook.place.file, hook.name), hook.place, hook.clauses
    for procedure in program.procedures:
        if procedure.kind == "table":
            for number, line in enumerate(lines_of(procedure)):
                yield ("row", procedure.name, str(number + 1)), line.place, _marks(program, line.place)
    for node in nodes([program.procedures]):
        if isinstance(node, core.ChooseBranch):
            name = program.decisions[node.decision].name
            for branch in node.branches:
                first = branch.body[0].place if branch.body else node.place
                yield ("choice", name, branch.name), first, _marks(program, first)


def _marks(program: core.Program, place: Place) -> tuple[str, ...]:
    """The clauses in the margin of a line."""
    lines = program.sources.get(place.file, "").split("\n")
    found = MARKS.search(lines[place.line - 1]) if 0 < place.line <= len(lines) else None
    return tuple(part.strip() for part in found[1].split(",")) if found else ()
