"""Comparisons that are never true (R06): a column of the board that it does not have, more of something than there can be."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import FLIPPED
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.meant.exactly import MANY, most
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

FIELD = "‘{0}’ goes from {1} to {2} here, so this is never true"
FIELD_MEND = "Compare it with a number from {0} to {1}."
COUNT = "there are never more than {0} of them, so this is never true"
COUNT_MEND = "Compare it with a smaller number."
RAY_MEND = "A ray leaves out the cell where it starts: add that cell, ‘count((place, ray(place, heading)) ...)’, or ask for one fewer."


def never(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of numbers that are compared with what they cannot be.  Where options are numbers, boards and bounds may be others."""
    program = bound.program
    if any(not isinstance(value, str) for value in program.options.values()):
        return
    for test, side, op, number in compared(program):
        if not concerns(test.place, rulebook):
            continue
        if isinstance(side, core.Read):
            found = bounds(program, side.field)
            if found is not None and is_never(op, number, *found):
                said = phrase(FIELD, program.fields[side.field].name, *found)
                bound.messages.add("R06", test.place, said, phrase(FIELD_MEND, *found))
        elif isinstance(side, core.Query) and side.sink == "count":
            largest = most(program, side.source)
            if largest < MANY and is_never(op, number, 0, largest):
                bound.messages.add("R06", test.place, phrase(COUNT, largest), RAY_MEND if is_ray(side.source) else COUNT_MEND)


def compared(program: core.Program) -> Iterator[tuple[core.Compare, core.Expr, str, int]]:
    """Every comparison with a number: itself, what is compared, how, the number."""
    for part, _ in parts_of(program):
        for test in nodes(part):
            if isinstance(test, core.Compare):
                for side, number, op in ((test.left, test.right, test.op), (test.right, test.left, FLIPPED[test.op])):
                    if isinstance(number, core.Const):
                        yield test, side, op, number.value


def bounds(program: core.Program, index: int) -> tuple[int, int] | None:
    """The lowest and the highest number that a column may hold; none for what other files may widen, and for what is no number."""
    field = program.fields[index]
    if field.target != core.NONE or field.is_flag or field.is_set:
        return None
    if field.values is None:
        return field.low, field.high
    return (min(field.values), max(field.values)) if program.domains[field.domain].board is not None and field.values else None


def is_never(op: str, number: int, low: int, high: int) -> bool:
    """Is a number from ``low`` to ``high`` never so?"""
    match op:
        case "==":
            return not low <= number <= high
        case ">":
            return high <= number
        case ">=":
            return high < number
        case "<":
            return low >= number
        case "<=":
            return low > number
    return False


def is_ray(source: core.Expr) -> bool:
    """Is it a ray, or some cells of one?"""
    while isinstance(source, core.Query) and source.sink == "set":
        source = source.source
    return isinstance(source, core.Ask) and source.query == "ray"
