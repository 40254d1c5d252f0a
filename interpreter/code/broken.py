"""What is said of an invariant that no longer holds: its name, its reason, and the step of the agenda that broke it."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import in_all_languages, phrase
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.state import State


def broken(x: Run, rule: core.Always, before: State | None, frame: list[int] | None = None) -> RulebookError:
    """The error.  ``before``: how things stood before the statement that broke it, if that is known; ``frame``: what it was asked over."""
    said = phrase("‘always {0}’ no longer holds", rule.name)
    if rule.reason:
        said = phrase("‘always {0}’ no longer holds: {1}", rule.name, in_all_languages(rule.reason.said))
    step = step_of(x, x.state) or (step_of(x, before) if before is not None else "")
    error = RulebookError(said, rule.place, [*x.chain, step] if step else x.chain)
    error.found = next(numbers(x, rule.test, frame), "") if frame is not None else ""
    return error


def numbers(x: Run, test: core.Expr, frame: list[int]) -> Iterator[str]:
    """The numbers that an invariant compares, with what they have become: ``total(FIELD, THINGS)`` is 47"""
    for part in test.items if isinstance(test, core.And) else (test,):
        if not isinstance(part, core.Compare):
            continue
        for side in (part.left, part.right):
            line = x.machine.program.sources.get(side.place.file, "").split("\n")[side.place.line - 1 : side.place.line]
            if line and side.place.end_line == side.place.line and is_number(x, side):
                written = line[0][side.place.column - 1 : side.place.end_column - 1]
                yield phrase("‘{0}’ is {1}", written, x.machine.expr(side)(x, frame[:]))


def is_number(x: Run, side: core.Expr) -> bool:
    """Is it a number that is worth telling: no constant, and no thing of the game?"""
    if isinstance(side, core.Read):
        field = x.machine.program.fields[side.field]
        return field.target == NONE and not field.is_flag and not field.is_set
    return isinstance(side, core.Arith) or (isinstance(side, core.Query) and side.sink in ("count", "sum", "high", "low"))


def step_of(x: Run, state: State) -> str:
    """The step that was begun last, with its agenda; nothing where none is under way."""
    for tag, index, *rest in reversed(state.stack):
        if tag == "A":
            agenda, step = x.machine.program.procedures[index], rest[-1][0]
            return agenda.name if step == NONE else f"{agenda.name}.{agenda.steps[step].name}"
    return ""
