"""What is said of an invariant that no longer holds: its name, its reason, and the step of the agenda that broke it."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import in_all_languages, phrase
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.state import State


class Broken(RulebookError):
    """An invariant that no longer holds: its rule, and what its test was asked over, for whoever may know all of the match."""

    rule: core.Always
    frame: list[int]


def broken(x: Run, rule: core.Always, before: State | None, frame: list[int]) -> Broken:
    """The error.  ``before``: how things stood before the statement that broke it, where that is known."""
    said = phrase("‘always {0}’ no longer holds", rule.name)
    if rule.reason:
        said = phrase("‘always {0}’ no longer holds: {1}", rule.name, in_all_languages(rule.reason.said))
    step = step_of(x, x.state) or (step_of(x, before) if before is not None else "")
    error = Broken(said, rule.place, [*x.chain, step] if step else x.chain)
    error.rule, error.frame = rule, frame
    return error


def step_of(x: Run, state: State) -> str:
    """The step that was begun last, with its agenda; nothing where none is under way."""
    for tag, index, *rest in reversed(state.stack):
        if tag == "A":
            agenda, step = x.machine.program.procedures[index], rest[-1][0]
            return agenda.name if step == NONE else f"{agenda.name}.{agenda.steps[step].name}"
    return ""
