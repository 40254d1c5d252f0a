"""Nothing where something is wanted: what may be none and is asked for what it has stops the match (N10)."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import Doings, asked_by
from arbitre.dsl.lint.nothing.facts import Knowledge
from arbitre.dsl.lint.nothing.steps import Found, Needs, Walker, doubted_in
from arbitre.dsl.lint.own import is_own_file
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

ROUNDS = 3  # so deep a chain of calls is followed


ASKED = "this may be none, and ‘{0}’ is asked of it: the match would stop"
ANSWER = "the answer may be none, and ‘{0}’ is asked of it: the match would stop"
AGAIN = "this may be none by now: what is done for one may change it for the next, and ‘{0}’ is asked of it"
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
        text = phrase({"again": AGAIN, "choice": ANSWER}.get(found.reason, ASKED), column)
        related = [(found.beyond, "it is asked here")] if found.beyond is not None and found.beyond.line else []
        bound.messages.add("N10", found.place, text, LOOK_AGAIN if found.reason == "again" else LOOK, related)


def findings(program: core.Program) -> Iterator[Found]:
    knowledge = Knowledge(program)
    needs = Needs(program)
    doubted, asked, written = doubted_in(program), asked_by(program), Doings(program).stored
    changing = frozenset().union(*written)

    def walker(owner: tuple[str, int] | None, given: dict[int, int]) -> Walker:
        return Walker(knowledge, needs, doubted, asked, written, changing, owner, given)

    def whole() -> Iterator[Walker]:
        for function in program.functions:
            here = walker(("value", function.index), {param.slot: number for number, param in enumerate(function.params)})
            here.ask(function.body)
            yield here
        actions = {action.procedure: action for action in program.actions}
        for procedure in program.procedures:
            owner = ("rule", procedure.index)
            given = {param.slot: number for number, param in enumerate(procedure.params)}
            here = walker(owner, given)
            action = actions.get(procedure.index)
            if action is not None:
                for test, _ in action.when:
                    here.ask(test)
                    here.facts |= knowledge.told_by(test, True)
                for test, _ in action.needs:
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
                if hook.when is not None:
                    beside.ask(hook.when)
                    beside.facts |= knowledge.told_by(hook.when, True)
                beside.block(hook.body)
                yield beside
            for step in procedure.steps:
                beside = walker(owner, dict(given))
                beside.block(step.body)
                yield beside
                for hook in (*step.before, *step.instead, *step.after):
                    beside = walker(None, {})
                    if hook.when is not None:
                        beside.ask(hook.when)
                        beside.facts |= knowledge.told_by(hook.when, True)
                    beside.block(hook.body)
                    yield beside

    for _ in range(ROUNDS):
        needs.grown = False
        for _here in whole():
            pass
        if not needs.grown:
            break
    for here in whole():
        yield from here.found
