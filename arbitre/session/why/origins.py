"""What made something happen later: rules that look for what an earlier one has left, as ``for each victim in players where thrown``.

Between the two stands no call, only a field.  The rule that stored it last is told as a cause; to a side only what it may see of that: the
fields of its own eyes, the clauses of the rule, and its own order to whoever the field names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import bodies_of, nodes, statements_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import may_see
from arbitre.session.why.causes import calls_of


@dataclass(frozen=True, slots=True)
class Origin:
    """A rule that stored what another one looked for: its call, and the changes of the row it made, the one that was looked for first."""

    call: Record
    changes: tuple[Record, ...]

    def seen(self, match: Match, viewer: int | str) -> list[Record]:
        """The changes that a viewer may know of; none where he may not know the one that counts."""
        may = [
            record for record in self.changes
            if may_see(match.machine.audience_of(match.run, record.data["field"], record.data["row"]), viewer)
        ]  # fmt: skip
        return may if self.changes and self.changes[0] in may else []


def origins(match: Match, log: list[Record], root: Record) -> Iterator[Origin]:
    """The rules that left what a call without a cause was made for."""
    procedure = next(iter(calls_of(match.program, root)), None) if root.kind == "call" and root.cause < 0 else None
    if procedure is None:
        return
    told: set[int] = set()
    for param in procedure.params:
        row = root.data["args"][param.name]
        wanted = looked_for(match.program, procedure, param.domain) if param.domain != NONE and not param.is_set else set()
        if row < 0 or not wanted:
            continue
        for record in reversed(log[: root.index]):
            if record.kind != "change" or record.data.get("row") != row or record.data["field"] not in wanted:
                continue
            wanted.discard(record.data["field"])
            if record.data["new"] in (0, NONE) or record.cause < 0 or log[record.cause].kind != "call" or record.cause in told:
                continue
            told.add(record.cause)
            others = [r for r in log[record.cause + 1 : root.index] if r.kind == "change" and r.cause == record.cause and r is not record]
            same = [r for r in others if r.data.get("row") == row and match.program.fields[r.data["field"]].domain == param.domain]
            yield Origin(log[record.cause], (record, *same))
            if not wanted:
                break


def looked_for(program: core.Program, procedure: core.Procedure, domain: int) -> set[int]:
    """The fields of a kind by which agendas pick the rows for which they call a rule."""
    out: set[int] = set()
    for agenda in program.procedures:
        for body in bodies_of(agenda):
            for loop in statements_of(body):
                if isinstance(loop, core.ForEach) and any(
                    isinstance(stmt, core.Invoke) and stmt.procedure == procedure.index for stmt in statements_of(loop.body)
                ):
                    out |= {node.field for node in nodes(loop.source) if isinstance(node, core.Read)}
    return {field for field in out if program.fields[field].domain == domain and program.fields[field].values is None}


def orders_to(match: Match, log: list[Record], changes: list[Record], before: int, viewer: int | str) -> Iterator[Record]:
    """The orders that a viewer knows of to those whom these changes name, the last of each."""
    program = match.program
    for change in changes:
        target, who = program.fields[change.data["field"]].target, change.data["new"]
        if target == NONE or who < 0 or program.fields[change.data["field"]].is_set:
            continue
        for record in reversed(log[:before]):
            if record.kind != "order" or record.data.get("actor") != who or not may_see(record.audience, viewer):
                continue
            action = next((one for one in match.machine.actions if one.action.name == record.name), None)
            if action is not None and action.actors == target:
                yield record
                break
