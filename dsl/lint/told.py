"""Events that happen in silence: they change what people see, and the story says nothing of it.

An action whose only words stand behind an ``if`` happens in silence where that does not hold, and where a search finds nothing
if they stand in a loop over what it finds.
"""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import hooks_of, nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.own import is_own_file
from arbitre.dsl.lint.secrets import NOBODY, how_many
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

_TELLING = (core.Say, core.Tell, core.TellFact)
_CHANGING = (core.Store, core.Change, core.Join)
_MEND = "Put it on its first line: says {0}; or ‘says nothing’, if what happens around it says enough."
_WHY = "as this rule has ‘says’ or ‘says nothing’, the story no longer lists changes by itself"
Ways = set[tuple[bool, bool]]  # through some lines: is something changed, is something told?


def told(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of events and actions of this very rulebook that nobody hears of; a rulebook that says nothing at all is told otherwise."""
    story = Told(bound.program)
    mend = phrase(_MEND, " ".join(f'{language} "..."' for language in rulebook.promised))
    for procedure in bound.program.procedures if story.says else ():
        if procedure.kind not in ("event", "action") or not is_own_file(procedure.place.file, rulebook):
            continue
        said = ""
        if procedure.index in story.silent:
            said = "nothing is told when ‘{0}’ happens, although it changes ‘{1}’"
        elif procedure.kind == "action" and procedure.index in story.partly:
            said = "‘{0}’ tells something only in some cases; in the others nobody hears of it, although it changes ‘{1}’"
        if said:
            always = [s for s in procedure.body if not isinstance(s, core.If)]
            column = story.changed(list(nodes(tuple(always)))) or story.changes[procedure.index]
            bound.messages.add("T12", procedure.place, phrase(said, procedure.name, column), mend, story.first())


class Told:
    """What a program tells of itself.  ``silent``: what changes something and is heard of nowhere; ``partly``: what is so
    where some condition does not hold; ``changes``: one thing it changes."""

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
        hooked = {p.index for p in program.procedures if any(isinstance(n, _TELLING) for hook in hooks_of(p) for n in nodes(hook.body))}
        self.heard = inside | hooked
        self.partly = {p for p in set(self.changes) & inside - quiet - around if self.may_be_silent(program.procedures[p])}

    def first(self) -> list[tuple[Place, str]]:
        """The first rule with ‘says’ or ‘says nothing’: without any, changes would be listed, and nothing would be silent."""
        spoken = sorted((p.place.file, p.place.line, p.index) for p in self.program.procedures if (p.says or p.quiet) and p.place.line)
        return [(self.program.procedures[spoken[0][2]].place, _WHY)] if spoken else []

    def may_be_silent(self, p: core.Procedure) -> bool:
        """Is there a way through a rule on which it changes something and says nothing, nor do hooks on it?"""
        aside = any(isinstance(n, (core.Tell, core.TellFact)) for n in nodes(p.body))  # a secret act, of which somebody alone is told
        if p.says or aside or any(self.tells(hook.body) for hook in hooks_of(p)):
            return False
        going, ended = self.ways(p.body)
        return (True, False) in going | ended

    def ways(self, body: tuple[core.Stmt, ...]) -> tuple[Ways, Ways]:
        """The ways through some lines: those that go on behind them, and those that end there."""
        going: Ways = {(False, False)}
        ended: Ways = set()
        for stmt in body:
            on: Ways = {(bool(self.changed(list(nodes((stmt,))))), self.tells((stmt,)))}
            off: Ways = set()
            if isinstance(stmt, core.If) and not self.decided_elsewhere(stmt, body):
                on, off = (one | other for one, other in zip(self.ways(stmt.then), self.ways(stmt.other), strict=True))
            elif isinstance(stmt, core.ForEach) and isinstance(stmt.source, core.Query) and stmt.source.where is not None:
                on, off = self.ways(stmt.body)  # there may be none of them
                on |= {(False, False)}
            elif isinstance(stmt, (core.End, core.Give, core.Fail)):
                on, off = set(), {(False, False)}
            elif isinstance(stmt, core.Finish):
                on, off = set(), {(False, True)}
            ended |= _joined(going, off)
            going = _joined(going, on)
        return going, ended

    def decided_elsewhere(self, stmt: core.If, body: tuple[core.Stmt, ...]) -> bool:
        """Does it ask what an event called above has given?  Whatever is to be told of that is told there."""
        given = {mine for call in body if isinstance(call, core.Invoke) for _, mine in call.outputs}
        return any(isinstance(n, core.Local) and n.slot in given for n in nodes(stmt.test))

    def tells(self, body: tuple[core.Stmt, ...]) -> bool:
        """Is something said in these lines, be it in a loop, by what they call, or by a hook on it?"""
        return any(isinstance(n, _TELLING) or (isinstance(n, core.Invoke) and n.procedure in self.heard) for n in nodes(body))

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


def _joined(before: Ways, after: Ways) -> Ways:
    return {(a or c, b or d) for a, b in before for c, d in after}
