"""What may come up of a rulebook and is counted in simulations: actions, choices, rows of tables, members borne, rules that step in.

Everything that could happen is listed, so that what never did is seen too.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Text
from arbitre.dsl.core.walk import nodes

SORTS = ("action", "choice", "row", "member", "rule")
MOST = 64  # members of a kind that is listed whole
MOST_IN_SETS = 256  # where things bear several of them at once: skills, states

Name = tuple[str, str, str]  # sort, what it belongs to, its own name


def catalogue(program: core.Program) -> dict[Name, Text]:
    """Everything that is counted, in the order of the rulebook, with its title."""
    out: dict[Name, Text] = {}
    for action in program.actions:
        out[("action", "", action.name)] = action.title
    for made in choices(program):
        out.update(made)
    for procedure in program.procedures:
        if procedure.kind == "table":
            for number, line in enumerate(lines_of(procedure)):
                out[("row", procedure.name, str(number + 1))] = row_title(program, procedure, line)
    for column in bearing(program):
        kind = program.domains[column.target]
        for row, title in zip(kind.rows, kind.titles, strict=True):
            out.setdefault(("member", kind.name, row), title)
    for hook in hooks(program):
        out.setdefault(("rule", hook.place.file, hook.name), Text())
    return out


def choices(program: core.Program) -> Iterator[dict[Name, Text]]:
    """The answers of every decision between named things."""
    for node in nodes([program.procedures]):
        if isinstance(node, core.ChooseBranch):
            name = program.decisions[node.decision].name
            yield {("choice", name, branch.name): branch.title for branch in node.branches}
        elif isinstance(node, core.Choose) and node.options is not None and node.domain != NONE:
            kind = program.domains[node.domain]
            if not is_listed(kind) or kind.seen:  # of hidden rows it is not noted which one was chosen
                continue
            name = program.decisions[node.decision].name
            yield {("choice", name, row): title for row, title in zip(kind.rows, kind.titles, strict=True)}


def is_listed(kind: core.Domain, most: int = MOST) -> bool:
    """A kind whose members a designer names: no cells, directions, seats, nor rows that come into play."""
    plain = not kind.dynamic and not kind.seat and kind.board is None and kind.name != "direction"
    return plain and 1 < kind.size <= most and all(row and row[0].isalpha() for row in kind.rows)


def bearing(program: core.Program) -> Iterator[core.Field]:
    """The fields that hold members in the course of a match."""
    orders = program.orders.domain if program.orders is not None else NONE
    for column in program.fields:
        most = MOST_IN_SETS if column.is_set else MOST
        if column.values is None and column.target != NONE and column.domain != orders and is_listed(program.domains[column.target], most):
            yield column


def hooks(program: core.Program) -> Iterator[core.Hook]:
    """The rules that step in, those of each event together."""
    for procedure in program.procedures:
        yield from (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled)
        for step in procedure.steps:
            yield from (*step.before, *step.instead, *step.after)


def lines_of(procedure: core.Procedure) -> list[core.If]:
    """The rows of a table: one condition under another."""
    out: list[core.If] = []
    left = procedure.body
    while left and isinstance(left[-1], core.If) and (not out or len(left) == 1):
        out.append(left[-1])
        left = left[-1].other
    return out


def row_title(program: core.Program, procedure: core.Procedure, line: core.If) -> Text:
    """The row as it is written: no other words are sure to be there."""
    text = program.sources.get(line.place.file, "").split("\n")
    said = text[line.place.line - 1].split("[")[0].strip() if 0 < line.place.line <= len(text) else ""
    head = said.partition(":")[0]
    return Text.in_all(head)
