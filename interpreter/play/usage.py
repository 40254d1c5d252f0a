"""What of a rulebook happened in a match: actions done, choices made, rows of tables met, members borne, rules that stepped in.

Everything that could happen is listed, so that what never did is seen too.  Counts are read off the trace of a match; only rows of
tables need a record of their own, which :func:`watch_tables` adds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from dsl import core
from dsl.core import NONE, Text
from dsl.core.walk import nodes
from interpreter.code.machine import Machine, Run
from interpreter.match.match import Match
from interpreter.state.masks import rows_of

SORTS = ("action", "choice", "row", "member", "rule")
MOST = 64  # members of a kind that is listed whole
MOST_IN_SETS = 256  # where things bear several of them at once: skills, states

Name = tuple[str, str, str]  # sort, what it belongs to, its own name


@dataclass(slots=True)
class Usage:
    """How often each thing happened, and in how many matches; a member that is borne counts once a match."""

    times: Counter[Name] = field(default_factory=Counter)
    matches: Counter[Name] = field(default_factory=Counter)

    def add(self, one: Counter[Name]) -> None:
        self.times.update(one)
        self.matches.update(set(one))


class Watcher:
    """Counts what happens in one match of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.listed = catalogue(machine.program)
        self.columns = list(bearing(machine.program))
        self.by_index = {column.index: column for column in self.columns}
        self.borne: set[Name] = set()
        self.turn = -1

    def look(self, match: Match) -> None:
        """Notes who bears what, once a turn."""
        if match.turn == self.turn:
            return
        self.turn = match.turn
        self.note(match)

    def note(self, match: Match) -> None:
        base, cells = self.machine.layout.base, match.state.cells
        for column in self.columns:
            owner = self.machine.program.domains[column.domain]
            alive = base[owner.alive] if owner.dynamic else NONE
            for row in range(owner.size):
                if alive != NONE and not cells[alive + row]:
                    continue
                self.bears(column, cells[base[column.index] + row])

    def bears(self, column: core.Field, value: int) -> None:
        kind = self.machine.program.domains[column.target]
        for held in rows_of(value) if column.is_set else (value,) if value >= 0 else ():
            self.borne.add(("member", kind.name, kind.rows[held]))

    def counted(self, match: Match) -> Counter[Name]:
        """Everything that happened in the match, now that it is over."""
        self.note(match)
        out: Counter[Name] = Counter()
        for record in match.run.log or []:
            name: Name | None = None
            if record.kind == "change" and record.data["field"] in self.by_index:
                self.bears(self.by_index[record.data["field"]], record.data["new"])
            elif record.kind == "call" and record.data.get("rule") == "action":
                name = ("action", "", record.name)
            elif record.kind == "choice":
                name = ("choice", record.name, str(record.data["key"]))
            elif record.kind == "row":
                name = ("row", record.name, str(record.data["row"]))
            elif record.kind == "hook":
                name = ("rule", record.place.file, record.name)
            elif record.kind == "prevented" and out[("action", "", record.name)]:
                out[("action", "", record.name)] -= 1  # the record of the call came first
            if name in self.listed:
                out[name] += 1
        out.update(self.borne)
        out = +out  # what was prevented every time did not happen
        self.borne, self.turn = set(), -1
        return out


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
        elif isinstance(node, core.Choose) and node.options is not None and node.domain != NONE and is_listed(program.domains[node.domain]):
            kind = program.domains[node.domain]
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
    for procedure in program.procedures:
        yield from (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled)
        for step in procedure.steps:
            yield from (*step.before, *step.instead, *step.after)


# ------------------------------------------------------------------------------------------------ tables


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
    return Text(head, head)


def watch_tables(machine: Machine) -> None:
    """Has every table leave a record of the row it came to; for machines that only count."""
    for ready in machine.ready:
        rows = lines_of(ready.procedure) if ready.procedure.kind == "table" else []
        if rows:
            ready.body = with_record(machine, ready.procedure, ready.body, rows)


def with_record(
    machine: Machine, procedure: core.Procedure, body: Callable[[Run, list[int]], int], rows: list[core.If]
) -> Callable[[Run, list[int]], int]:
    tests = [(str(number + 1), row.place, machine.expr(row.test)) for number, row in enumerate(rows)]

    def run(x: Run, f: list[int]) -> int:
        signal = body(x, f)
        if x.log is not None:
            met = next(((number, place) for number, place, test in tests if test(x, f)), None)
            if met is not None:
                x.record("row", procedure.name, met[1], row=met[0])
        return signal

    return run
