"""Events that happen in silence: they change what people see, and the story says nothing of it."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.own import is_own_file
from arbitre.dsl.lint.secrets import NOBODY, how_many
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

_TELLING = (core.Say, core.Tell, core.TellFact)
_CHANGING = (core.Store, core.Change, core.Join)


def told(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of events and actions of this very rulebook that nobody hears of; a rulebook that says nothing at all is told otherwise."""
    story = Told(bound.program)
    for procedure in bound.program.procedures if story.says else ():
        if procedure.kind in ("event", "action") and procedure.index in story.silent and is_own_file(procedure.place.file, rulebook):
            column = story.changes[procedure.index]
            bound.messages.add(
                "T12",
                procedure.place,
                phrase("nothing is told when ‘{0}’ happens, although it changes ‘{1}’", procedure.name, column),
                'Put it on its first line: says en "..." fr "..."; or ‘says nothing’, if what happens around it says enough.',
            )


class Told:
    """What a program tells of itself.  ``silent``: what changes something and is heard of nowhere; ``changes``: one thing it changes."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.calls: dict[int, set[int]] = {}
        self.changes: dict[int, str] = {}
        inside: set[int] = set()  # what says something as it goes on
        for p in program.procedures:
            found = list(nodes(p.body))
            self.calls[p.index] = {n.procedure for n in found if isinstance(n, core.Invoke)}
            if p.says or any(isinstance(n, _TELLING) for n in found) or p.kind in ("test", "contest", "table"):
                inside.add(p.index)
            if changed := self.changed(found):
                self.changes[p.index] = changed
        self.says = any(p.says or p.quiet for p in program.procedures) or any(isinstance(n, core.Say) for n in nodes(program.procedures))
        while more := {p for p, called in self.calls.items() if p not in inside and called & inside}:
            inside |= more
        quiet = {p.index for p in program.procedures if p.quiet} | {program.setup}  # how a match begins is seen on the board
        around = self.around({p.index for p in program.procedures if p.says})
        self.silent = set(self.changes) - inside - quiet - around

    def changed(self, found: list[object]) -> str:
        """A field of those it changes that somebody sees, or a kind whose rows it makes or takes away."""
        for node in found:
            if isinstance(node, _CHANGING):
                column = self.program.fields[node.field]
                if how_many(self.program, column.seen) != NOBODY and not column.name.startswith("_"):
                    return column.name
            elif isinstance(node, (core.Create, core.Discard)):
                return self.program.domains[node.domain].name
        return ""

    def around(self, saying: set[int]) -> set[int]:
        """What happens only within the sentence of something else."""
        callers: dict[int, set[int]] = {p.index: set() for p in self.program.procedures}
        alone = {action.procedure for action in self.program.actions} | {self.program.setup, self.program.closing}
        for p in self.program.procedures:
            for called in self.calls[p.index]:
                callers[called].add(p.index)
            for hook in (*p.before, *p.instead, *p.after, *p.rolled):
                for node in nodes(hook.body):
                    if isinstance(node, core.Invoke):
                        callers[node.procedure].add(p.index)
            for step in p.steps:
                bodies = [step.body, *(hook.body for hook in (*step.before, *step.instead, *step.after))]
                alone |= {n.procedure for body in bodies for n in nodes(body) if isinstance(n, core.Invoke)}
        out: set[int] = set()
        while more := {
            p for p, who in callers.items() if p not in out and p not in alone and who and who <= saying | out | {p}
        } :  # fmt: skip
            out |= more
        return out
