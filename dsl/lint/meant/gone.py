"""Out of reach by then (M05): an action asks where two stand, lets happen what may move one of them, and goes on as if none had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import Doings, asked_by, columns_in, doings_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

SAID = "‘{0}’ may move one of the two, and whether they are still where ‘{1}’ requires is not checked again"
MEND = "Let ‘{0}’ check it afterwards and fail: ‘if ... not in ...: give false’; or check it here, above this line."


def gone(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of actions in which what decides whether they go on may lead one of the two away."""
    program = bound.program
    looks = Looks(program)
    for action in program.actions:
        for gate, then in looks.unasked(action):
            if concerns(then.place, rulebook):
                name = program.procedures[gate.procedure].name
                bound.messages.add(
                    "M05", then.place, phrase(SAID, name, action.name), phrase(MEND, name), [(gate.place, "it may happen here")]
                )


@dataclass(slots=True)
class Looks:
    """Where things stand, as rules of one program ask and change it."""

    program: core.Program
    doings: Doings = field(init=False)
    asked: dict[int, frozenset[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.doings, self.asked = doings_of(self.program), asked_by(self.program)

    def unasked(self, action: core.Action) -> Iterator[tuple[core.Invoke, core.Invoke]]:
        """A call that decides whether the action goes on, and the next one for the same two, with no look at where they are."""
        rule = self.program.procedures[action.procedure]
        actor = rule.params[action.actor].slot
        for number, param in enumerate(rule.params):
            if number == action.actor or param.domain < 0 or self.program.domains[param.domain].board is not None:
                continue
            both = {actor, param.slot}
            places = self.places([test for test, _ in action.when], both)
            calls = [n for n, s in enumerate(rule.body) if isinstance(s, core.Invoke) and both <= set(locals_in(s.args))]
            for first, then in pairwise(calls):
                gate, call, between = rule.body[first], rule.body[then], rule.body[first + 1 : then]
                assert isinstance(gate, core.Invoke) and isinstance(call, core.Invoke)
                moved = places & self.doings.stored[gate.procedure]
                body = self.program.procedures[gate.procedure].body
                if moved and self.decides(gate, between) and not self.looks_at(moved, (*body, *between)):
                    yield gate, call

    def places(self, tests: list[core.Expr], both: set[int]) -> set[int]:
        """The fields that hold where things are, and that decide of these two together."""
        parts = [part for test in tests for part in (test.items if isinstance(test, core.And) else (test,))]
        found = {column for part in parts if both <= set(locals_in(part)) for column in columns_in(part, self.asked)}
        return {column for column in found if self.is_place(self.program.fields[column])}

    def is_place(self, column: core.Field) -> bool:
        return column.target >= 0 and column.values is None and self.program.domains[column.target].board is not None

    def decides(self, gate: core.Invoke, between: tuple[core.Stmt, ...]) -> bool:
        """Is its result asked for before the next call?"""
        results = {mine for _, mine in gate.outputs}
        return any(isinstance(s, core.If) and not results.isdisjoint(locals_in(s.test)) for s in between)

    def looks_at(self, columns: set[int], body: tuple[core.Stmt, ...]) -> bool:
        tests = [s.test for s in statements_of(body) if isinstance(s, core.If)]
        return not columns.isdisjoint(columns_in(tests, self.asked))


def locals_in(part: object) -> Iterator[int]:
    """The slots that a part of a rule speaks of."""
    return (node.slot for node in nodes(part) if isinstance(node, core.Local))
