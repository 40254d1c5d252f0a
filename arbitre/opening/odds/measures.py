"""Measured values as a person reads them: rows by their names, flags as truths."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.resolve.types import Ty
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.state.masks import rows_of


class Measured:
    """What the values of one scenario's ``measure`` lines are.  ``throws``: of each that is a result, the test or contest it is of."""

    def __init__(self, books: Books, scenario: t.Scenario) -> None:
        bound, self.machine = books.get(options_of(scenario))
        before = len(bound.messages.items)
        self.types: list[Ty] = [line.type for line in bind_scenario(bound.context, scenario).measures]
        bound.messages.since(before)
        self.throws = results_of(scenario)
        known = bound.symbols.signatures
        self.results = [tuple(known[name].results) if name in known else () for name in self.throws]

    def named(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        found = zip(self.types, self.results, values, strict=True)
        return tuple(results[value] if results else named(self.machine, type_, value) for type_, results, value in found)


def results_of(scenario: t.Scenario) -> list[str]:
    """Of every measured value the throw whose result it is; empty for any other."""
    thrown: dict[str, str] = {}
    out = []
    for scene in scenario.scenes:
        if scene.form == "do" and scene.parts["call"].how in ("test", "contest") and scene.parts["call"].result is not None:
            thrown[str(scene.parts["call"].result)] = str(scene.parts["call"].word)
        elif scene.form == "measure":
            value = scene.parts["value"]
            result = isinstance(value, t.Dot) and str(value.word) == "result" and isinstance(value.owner, t.Name)
            out.append(thrown.get(str(value.owner.word), "") if result else "")
    return out


def named(machine: Machine | None, type_: Ty, value: Any) -> Any:
    """A value as plain data: the name of a row, a list of names, true or false, a number, ``p/q`` for a chance."""
    if isinstance(value, Fraction):
        return str(value)
    if type_.kind == "flag":
        return bool(value)
    if machine is not None and type_.is_row:
        return machine.row_key(type_.domain, value)
    if machine is not None and type_.is_set:
        return [machine.row_key(type_.domain, row) for row in rows_of(value)]
    return value


def shown(value: Any) -> str:
    """The same in a line of text."""
    if isinstance(value, list):
        return " + ".join(value) or "empty"
    return str(value).lower() if isinstance(value, bool) else str(value)


def measured(outcome: Outcome, known: Measured) -> list[dict[str, Any]]:
    """Every outcome of a scenario with its exact chance."""
    return [
        {**dict(zip(outcome.names, known.named(values), strict=True)), "probability": f"{p.numerator}/{p.denominator}"}
        for values, p in outcome.measures
    ]
