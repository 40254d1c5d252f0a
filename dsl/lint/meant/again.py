"""Values read again after a call that changes them, or after a round of a loop.

A loop over those of whom something holds, and behind it the question whether it holds of any (M03): what was done for them may have changed
that.  One event for one and then for another (M04): what follows for the first, dice and questions, finds the second as he was.  A loop
over the cells of a ray in which a round hangs on those before it (M08): they come in the order of the board, and not outwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from arbitre.dsl import core
from arbitre.dsl.core.walk import blocks_of, bodies_of, nodes, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import Doings, asked_by, called, columns_in, doings_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

PLAYS = (core.Roll, core.RollCount, core.RollOff, core.Draw, core.Choose, core.ChooseBranch)
AGAIN = "‘{0}’ is checked again after the loop over those for whom it was true, and the loop may change it"
AGAIN_MEND = (
    "Name them before the loop: ‘let those = ... where it is {0}’; or, if you mean those for whom it is still true, name them after it."
)
ONE_BY_ONE = "‘{0}’ happens to one and then to the other: what follows for the first still finds the second unchanged (‘{1}’)"
ONE_BY_ONE_MEND = (
    "If both happen at once, set ‘{0}’ of both first; if one after the other, say in what order: ‘for each x in (a, b) by ...’."
)

OUTWARDS = "these cells come in the order of the board, not outwards, and each round depends on those before it"
OUTWARDS_MEND = "For the nearest first, write ‘along’ in place of ‘in’: ‘for each x along {0}(...)’."


def again(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of conditions asked anew behind the loop that may have changed them, and of two who meet one fate one after the other."""
    program = bound.program
    changes = Changes(program)
    for loop, way in out_of_order(program):
        if concerns(loop.place, rulebook):
            bound.messages.add("M08", loop.place, OUTWARDS, phrase(OUTWARDS_MEND, way.query))
    for rule in program.procedures:
        for block in (block for body in bodies_of(rule) for block in blocks_of(body)):
            for loop, test, function in changes.asked_again(block):
                if concerns(test.place, rulebook):
                    name = program.functions[function].name
                    bound.messages.add("M03", test.place, phrase(AGAIN, name), phrase(AGAIN_MEND, name), [(loop.place, "the loop")])
            for first, second, column in changes.one_by_one(block):
                if concerns(second.place, rulebook):
                    names = program.procedures[second.procedure].name, program.fields[column].name
                    related = [(first.place, "the first")]
                    bound.messages.add("M04", second.place, phrase(ONE_BY_ONE, *names), phrase(ONE_BY_ONE_MEND, names[1]), related)


def out_of_order(program: core.Program) -> Iterator[tuple[core.ForEach, core.Ask]]:
    """Loops over a ray or a line that are left at some cell, or that ask what a round before has noted."""
    for loop in (s for rule in program.procedures for body in bodies_of(rule) for s in statements_of(body)):
        if not isinstance(loop, core.ForEach) or loop.along or loop.keys or loop.ties or loop.together:
            continue
        source = loop.source
        while isinstance(source, core.Query) and source.sink == "set":
            source = source.source
        if isinstance(source, core.Ask) and source.query in ("ray", "line"):
            inner = list(statements_of(loop.body))
            noted = {s.slot for s in inner if isinstance(s, core.Let)} - {s.slot for s in loop.body if isinstance(s, core.Let)}
            asked = [node for s in inner if isinstance(s, core.If) for node in nodes(s.test)]
            if any(isinstance(s, (core.End, core.Give)) for s in inner) or any(
                isinstance(n, core.Local) and n.slot in noted for n in asked
            ):
                yield loop, source


@dataclass(slots=True)
class Changes:
    """What rules of one program write, of what they were given, and what they look for."""

    program: core.Program
    doings: Doings = field(init=False)
    asked: dict[int, frozenset[int]] = field(init=False)
    plays: list[bool] = field(init=False)
    sought: list[frozenset[int]] = field(init=False)  # by rule: the columns that it searches rows by, with all that it calls
    seeking: dict[int, frozenset[int]] = field(init=False)  # the same of values

    def __post_init__(self) -> None:
        program = self.program
        self.doings, self.asked = doings_of(program), asked_by(program)
        self.plays = self.doings.reaching(lambda s: isinstance(s, PLAYS))
        self.seeking = {f.index: frozenset(searched(f.body, self.asked)) for f in program.functions}
        self.sought = self.doings.gathered(self.seeks)

    def seeks(self, s: core.Stmt) -> Iterator[int]:
        """The columns that a statement searches rows by, itself or through a value."""
        parts = [getattr(s, name) for name in s.__dataclass_fields__ if name not in ("then", "other", "body", "branches", "place")]
        yield from searched(parts, self.asked)
        for node in nodes(parts):
            if isinstance(node, core.Apply):
                yield from self.seeking[node.function]

    def asked_again(self, block: tuple[core.Stmt, ...]) -> Iterator[tuple[core.ForEach, core.If, int]]:
        """A loop over those of whom a condition holds, and a later question for the same one, which the loop may change."""
        for number, loop in enumerate(block):
            if not isinstance(loop, core.ForEach) or not isinstance(loop.source, core.Query):
                continue
            written = {c for s in statements_of(loop.body) for index in called(s, self.program) for c in self.doings.stored[index]}
            held = {f for f in self.conditions(loop.source.where) if not written.isdisjoint(self.asked[f])}
            for test in block[number + 1 :]:
                if isinstance(test, core.If) and isinstance(test.test, (core.Or, core.Query)):
                    yield from ((loop, test, f) for f in self.conditions(test.test) & held)

    def conditions(self, part: object) -> set[int]:
        """The conditions of the rulebook that are asked in an expression."""
        found = {node.function for node in nodes(part) if isinstance(node, core.Apply)}
        return {f for f in found if self.program.functions[f].params and self.program.functions[f].domain < 0}

    def one_by_one(self, block: tuple[core.Stmt, ...]) -> Iterator[tuple[core.Invoke, core.Invoke, int]]:
        """Two calls in a row that differ in whom they are for, and a column of his that what follows for the first looks for."""
        done: set[tuple[int, core.Expr]] = set()
        for first, second in pairwise(block):
            if isinstance(first, (core.Store, core.Change, core.Join)):
                done.add((first.field, first.row))
            if not isinstance(first, core.Invoke) or not isinstance(second, core.Invoke) or first.procedure != second.procedure:
                continue
            event = self.program.procedures[first.procedure]
            other = [n for n, (a, b) in enumerate(zip(first.args, second.args, strict=True)) if a != b]
            if len(other) != 1 or event.params[other[0]].domain < 0 or not self.plays[event.index]:
                continue
            if not isinstance(first.args[other[0]], core.Local) or not isinstance(second.args[other[0]], core.Local):
                continue
            hot = self.written_of(event.index, event.params[other[0]].slot, set()) & self.sought[event.index]
            if hot and not any((column, second.args[other[0]]) in done for column in hot):
                yield first, second, min(hot, key=self.is_place)

    def is_place(self, column: int) -> tuple[bool, int]:
        """Where somebody stands is told of only where there is nothing else."""
        target = self.program.fields[column].target
        return target >= 0 and self.program.domains[target].board is not None, column

    def written_of(self, rule: int, slot: int, seen: set[tuple[int, int]]) -> set[int]:
        """The columns that a rule may change of what it was given in a slot, by itself or by what it hands it to."""
        if (rule, slot) in seen:
            return set()
        seen.add((rule, slot))
        out: set[int] = set()
        for s in statements_of(self.program.procedures[rule].body):
            if isinstance(s, (core.Store, core.Change, core.Join)) and isinstance(s.row, core.Local) and s.row.slot == slot:
                out.add(s.field)
            if isinstance(s, core.Invoke):
                params = self.program.procedures[s.procedure].params
                for param, arg in zip(params, s.args, strict=False):
                    if isinstance(arg, core.Local) and arg.slot == slot:
                        out |= self.written_of(s.procedure, param.slot, seen)
        return out


def searched(part: object, asked: dict[int, frozenset[int]]) -> Iterator[int]:
    """The columns by which rows are searched in a part of a program."""
    for node in nodes(part):
        if isinstance(node, core.Query):
            yield from columns_in([node.where, node.value], asked)
