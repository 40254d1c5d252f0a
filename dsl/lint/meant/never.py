"""Comparisons that are never true (R06): a column of the board that it does not have, more of something than there can be; and
numbers that a parameter is given beyond its range (R07)."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes, unconditional
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import FLIPPED
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.meant.exactly import MANY, most
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.ranges import span
from arbitre.dsl.resolve.symbols import domain_name
from arbitre.dsl.resolve.types import Ty
from arbitre.dsl.resolve.types import number as a_number

FIELD = "‘{0}’ goes from {1} to {2} here, so this is never true"
FIELD_MEND = "Compare it with a number from {0} to {1}."
COUNT = "there are never more than {0} of them, so this is never true"
COUNT_MEND = "Compare it with a smaller number."
BEYOND = "‘{0}’ goes from {1} to {2}, and what it is given from {3} to {4}"
BEYOND_MEND = "Write ‘({0}: {1} to {2})’; in play nothing stops a number beyond the range of a parameter."
NOT_NONE = "‘{0}’ is never none here, so this is never true"
ALWAYS_THERE = "‘{0}’ is never none here, so this is always true"
NOT_NONE_MEND = "If it may be none, write ‘{0}: {1} or none’ where it is declared; else leave this out."
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


def never_none(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of what is compared with none and always holds a row."""
    program = bound.program
    for test, side, op, number in compared(program):
        if number != core.NONE or op not in ("==", "!=") or not isinstance(side, core.Read) or not concerns(test.place, rulebook):
            continue
        field = program.fields[side.field]
        if field.target == core.NONE or field.is_set or field.low < 0 or field.place is None:
            continue
        said = phrase(NOT_NONE if op == "==" else ALWAYS_THERE, field.name)
        bound.messages.add("R06", test.place, said, phrase(NOT_NONE_MEND, field.name, domain_name(bound.symbols, field.target)))


def beyond(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of a value that is given, whatever is the case, numbers beyond the range of its parameter; as above not with such options."""
    program = bound.program
    if any(not isinstance(value, str) for value in program.options.values()):
        return
    for call, slots in surely_asked(program):
        for param, arg in zip(program.functions[call.function].params, call.args, strict=False):
            found = reach_of(program, arg, slots) if param.domain == core.NONE and not param.is_set and param.high > param.low else None
            if found is None or (param.low <= found.low and found.high <= param.high) or isinstance(arg, core.Const):
                continue
            if concerns(arg.place, rulebook) and any(isinstance(part, core.Read) for part in nodes(arg)):  # not of what it was given alone
                said = phrase(BEYOND, param.name, param.low, param.high, found.low, found.high)
                mend = phrase(BEYOND_MEND, param.name, min(param.low, found.low), max(param.high, found.high))
                bound.messages.add("R07", arg.place, said, mend)


def surely_asked(program: core.Program) -> Iterator[tuple[core.Apply, dict[int, Ty]]]:
    """The values that others ask without any condition, with the ranges of the numbers that these were given."""
    for function in program.functions:
        slots = {p.slot: a_number(p.low, p.high) for p in function.params if p.domain == core.NONE and not p.is_set}
        yield from ((part, slots) for part in unconditional(function.body) if isinstance(part, core.Apply))


def reach_of(program: core.Program, expr: core.Expr, slots: dict[int, Ty]) -> Ty | None:
    """From where to where a number may go; None where that is not known."""
    match expr:
        case core.Const():
            return a_number(expr.value, expr.value)
        case core.Local():
            return slots.get(expr.slot)
        case core.Read():
            known = bounds(program, expr.field)
            return a_number(*known) if known is not None else None
        case core.Arith(op="+" | "-" | "*"):
            one, two = reach_of(program, expr.left, slots), reach_of(program, expr.right, slots)
            return span(expr.op, one, two) if one is not None and two is not None else None
    return None


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
