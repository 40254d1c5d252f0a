"""What of a rulebook happened in a match: actions done, choices made, rows of tables met, members borne, rules that stepped in.

Counts are read off the trace of a match; rows of tables need a record of their own, which :func:`watch_tables` adds, and who bears what
is looked at after every statement.  Compiled code counts the same: :mod:`arbitre.interpreter.wasm.compile.queries.instrumentation`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl import core
from arbitre.interpreter.analysis.usable import Name, bearing, catalogue, lines_of
from arbitre.interpreter.code.machine import Machine, Run, Stmt
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.masks import rows_of


@dataclass(slots=True)
class Usage:
    """How often each thing happened, and in how many matches; a member that is borne counts once a match."""

    times: Counter[Name] = field(default_factory=Counter)
    matches: Counter[Name] = field(default_factory=Counter)

    def add(self, one: Counter[Name]) -> None:
        self.times.update(one)
        self.matches.update(set(one))


class Watcher:
    """Counts what happens in one match of a machine after the other."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.listed = catalogue(machine.program)
        self.by_index = {column.index: column for column in bearing(machine.program)}
        self.begin()

    def begin(self) -> None:
        """A match begins: nothing has happened in it."""
        self.borne: set[Name] = set()
        self.seen: dict[int, tuple[list[int], list[int]]] = {}  # of each column, how it was when it was last looked at

    def look(self, match: Match) -> None:
        """Notes who bears what now that a statement is done."""
        layout, cells = self.machine.layout, match.state.cells
        for column in self.by_index.values():
            owner, first = self.machine.program.domains[column.domain], layout.base[column.index]
            alive = cells[layout.base[owner.alive] : layout.base[owner.alive] + owner.size] if owner.dynamic else []
            now = cells[first : first + owner.size], alive
            if self.seen.get(column.index) == now:
                continue
            self.seen[column.index] = now
            for row, value in enumerate(now[0]):
                if not alive or alive[row]:
                    self.bears(column, value)

    def bears(self, column: core.Field, value: int) -> None:
        kind = self.machine.program.domains[column.target]
        for held in rows_of(value) if column.is_set else (value,) if value >= 0 else ():
            self.borne.add(("member", kind.name, kind.rows[held]))

    def counted(self, match: Match) -> Counter[Name]:
        """Everything that happened in the match, now that it is over."""
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
        return +out  # what was prevented every time did not happen


def watch_tables(machine: Machine) -> None:
    """Has every table leave a record of the row it comes to; for machines that only count."""
    makers = machine.statements
    for ready in machine.ready:
        table = ready.procedure
        numbers = {id(row): number + 1 for number, row in enumerate(lines_of(table))} if table.kind == "table" else {}
        if numbers:

            def rows(s: Any, m: Machine, table: core.Procedure = table, numbers: dict[int, int] = numbers) -> Stmt:
                return noting(s, m, table, numbers) if id(s) in numbers else makers[core.If](s, m)

            machine.statements = {**makers, core.If: rows}
            ready.body = machine.block(table.body)
    machine.statements = makers


def noting(s: core.If, m: Machine, table: core.Procedure, numbers: dict[int, int]) -> Stmt:
    """A row of a table, which is noted where it is the one that is met."""
    test, then, other, row = m.expr(s.test), m.block(s.then), m.block(s.other), str(numbers[id(s)])

    def meet(x: Run, f: list[int]) -> int:
        if not test(x, f):
            return other(x, f)
        x.record("row", table.name, s.place, row=row)
        return then(x, f)

    return meet
