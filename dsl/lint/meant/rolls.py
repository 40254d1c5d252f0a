"""The same question asked twice on the same dice (Q02): two rules after one roll that call what asks somebody."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from arbitre.dsl import core
from arbitre.dsl.core.walk import statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.clashes import conditions
from arbitre.dsl.lint.disjoint import Prover
from arbitre.dsl.lint.doings import asked_by, columns_in, doings_of, stored
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

ASKS = (core.Choose, core.ChooseBranch, core.Act)
SAID = "‘{0}’ may be asked again about the same dice: whoever declined is asked a second time"
MEND = "If a new throw is meant, record it beside ‘reroll’, in a field that becomes true, and check that: ‘when ... and x.retrying’."


def rolls(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of questions that a rule after a roll puts again although nothing was thrown in between."""
    program = bound.program
    asking = doings_of(program).reaching(lambda s: isinstance(s, ASKS))
    prover, asked = Prover(program), asked_by(program)
    for test in program.procedures:
        noted = noted_in(test, program)
        for first, second in combinations(test.rolled, 2):
            for index, place in calls(second):
                again = [where for other, where in calls(first) if other == index]
                if not asking[index] or not again or not concerns(place, rulebook):
                    continue
                if looks(second, noted, asked) or prover.apart(conditions((first, second), prover)):
                    continue
                said = phrase(SAID, program.procedures[index].name)
                bound.messages.add("Q02", place, said, MEND, [(again[0], "it was asked here")])


def calls(hook: core.Hook) -> Iterator[tuple[int, Place]]:
    """What a rule carries out by name, and where."""
    for s in statements_of(hook.body):
        if isinstance(s, core.Invoke):
            yield s.procedure, s.place


def noted_in(test: core.Procedure, program: core.Program) -> set[int]:
    """The columns that rules after a roll store in where they throw again: by these the next ones see that it was."""
    out: set[int] = set()
    for hook in test.rolled:
        found = list(statements_of(hook.body))
        if any(isinstance(s, core.Roll) for s in found):
            out |= {column for s in found for column in stored(s, program)}
    return out


def looks(hook: core.Hook, noted: set[int], asked: dict[int, frozenset[int]]) -> bool:
    """Does a rule ask, in its head or beside its calls, for what was noted?"""
    tests = [s.test for s in statements_of(hook.body) if isinstance(s, core.If)]
    return not noted.isdisjoint(columns_in([hook.when, tests], asked))
