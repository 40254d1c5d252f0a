"""Nothing where something is wanted: what may be none and is asked for what it has stops the match (N10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import asked_by, doings_of
from arbitre.dsl.lint.nothing.facts import Knowledge
from arbitre.dsl.lint.nothing.steps import Found, Needs, Owner, Walker, doubted_in
from arbitre.dsl.lint.own import is_own_file
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

ROUNDS = 3  # so deep a chain of calls is followed


ASKED = "this may be none, and ‘{0}’ is asked of it: the match would stop"
ANSWER = "the answer may be none, and ‘{0}’ is asked of it: the match would stop"
AGAIN = "this may be none by now: what is done for one may change it for the next, and ‘{0}’ is asked of it"
EDGE = "beyond the edge there is no cell, and ‘{0}’ is asked of it: the match would stop"
LOOK_AHEAD = "Write ‘any ahead(CELL, DIRECTION) where ...’, or ask first whether it ‘is not none’."
LOOK = "Check first: ‘if x is not none’, or a condition of the rule that makes sure of it."
LOOK_AGAIN = "What the loop goes through was determined when it began: check again inside it, ‘if x is not none’, before asking."


def nothing(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of what may be none and is asked for what it has; told is what the rulebook itself takes for none somewhere."""
    seen: set[Place] = set()
    for found in findings(bound.program):
        if found.place in seen or not found.place.line or (rulebook.added and not is_own_file(found.place.file, rulebook)):
            continue
        seen.add(found.place)
        column = bound.program.fields[found.column].name
        text = phrase({"again": AGAIN, "choice": ANSWER, "edge": EDGE}.get(found.reason, ASKED), column)
        related = [(found.beyond, "it is asked here")] if found.beyond is not None and found.beyond.line else []
        if found.origin is not None and 0 < found.origin.line != found.place.line:
            related.append((found.origin, "it comes from here"))
        hint = {"again": LOOK_AGAIN, "edge": LOOK_AHEAD}.get(found.reason, LOOK)
        bound.messages.add("N10", found.place, text, hint, related)


def findings(program: core.Program) -> list[Found]:
    knowledge = Knowledge(program)
    needs = Needs(program)
    doubted, asked, written = doubted_in(program), asked_by(program), doings_of(program).stored
    changing = frozenset().union(*written)

    def walker(owner: Owner | None, given: dict[int, int]) -> Walker:
        return Walker(knowledge, needs, doubted, asked, written, changing, owner, given)

    def of_value(function: core.Function) -> Iterator[Walker]:
        here = walker(("value", function.index), {param.slot: number for number, param in enumerate(function.params)})
        here.ask(function.body)
        yield here

    actions = {action.procedure: action for action in program.actions}

    def of_rule(procedure: core.Procedure) -> Iterator[Walker]:
        owner = ("rule", procedure.index)
        given = {param.slot: number for number, param in enumerate(procedure.params)}
        here = walker(owner, given)
        action = actions.get(procedure.index)
        for test, _ in (*action.when, *action.needs) if action is not None else ():
            here.ask(test)
            here.facts |= knowledge.told_by(test, True)
        if procedure.when is not None:
            here.ask(procedure.when)
            here.facts |= knowledge.told_by(procedure.when, True)
        start = here.facts
        here.block(procedure.body)
        yield here
        for hook in (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled):
            inner = {mine: given[theirs] for theirs, mine in hook.params if theirs in given}
            beside = walker(owner, inner)
            beside.facts = frozenset(
                core.Local(procedure.place, mine) for theirs, mine in hook.params if core.Local(procedure.place, theirs) in start
            )
            yield of_hook(hook, beside)
        for step in procedure.steps:
            beside = walker(owner, dict(given))
            beside.block(step.body)
            yield beside
            for hook in (*step.before, *step.instead, *step.after):
                yield of_hook(hook, walker(None, {}))

    def of_hook(hook: core.Hook, beside: Walker) -> Walker:
        if hook.when is not None:
            beside.ask(hook.when)
            beside.facts |= knowledge.told_by(hook.when, True)
        beside.block(hook.body)
        return beside

    units = [Unit(partial(of_value, f)) for f in program.functions] + [Unit(partial(of_rule, p)) for p in program.procedures]
    for _ in range(ROUNDS + 1):
        before = needs.version
        for unit in units:
            if unit.is_stale(needs):
                unit.go(needs)
        if needs.version == before:
            break
    return [one for unit in units for one in unit.found]


@dataclass(slots=True)
class Unit:
    """A value or a rule with its hooks: gone through again only when something that it calls turns out to need more."""

    walkers: Callable[[], Iterator[Walker]]
    found: list[Found] = field(default_factory=list)
    calls: set[Owner] = field(default_factory=set)
    version: int = -1  # of the needs as it was last gone through

    def is_stale(self, needs: Needs) -> bool:
        return self.version < 0 or any(needs.grown.get(owner, 0) > self.version for owner in self.calls)

    def go(self, needs: Needs) -> None:
        self.version = needs.version
        gone = list(self.walkers())
        self.found = [one for walker in gone for one in walker.found]
        self.calls = {owner for walker in gone for owner in walker.calls}
