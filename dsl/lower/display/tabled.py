"""Tables of chapters: what their rows and columns go through, and the scenario that gives the value of one cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace

from arbitre.dsl import tree as t
from arbitre.dsl.lower.display.shown import opening_of
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.dsl.tree.walk import parts_of

MOST = 400  # cells of a table


def values_of(axis: t.Axis, symbols: Symbols) -> list[t.Expr] | None:
    """What an axis goes through: numbers, the members of a kind, or some of them; None where it is nothing of that sort."""
    values = axis.values
    if isinstance(values, t.Name) and str(values.word) in symbols.plurals:
        domain = symbols.domains[symbols.plurals[str(values.word)]]
        named = [t.Name(values.place, t.Word(row, values.place)) for row in domain.rows]
        return None if domain.dynamic or domain.board is not None or not all(domain.rows) else list(named)
    items = values.items if isinstance(values, t.Tuple) else [values]
    plain = [i for i in items if number_of(i) is not None or (isinstance(i, t.Name) and str(i.word) in symbols.members)]
    return plain if len(plain) == len(items) else None


def number_of(value: t.Expr) -> int | None:
    """A number as it is written."""
    if isinstance(value, t.Unary) and value.op == "-" and isinstance(value.item, t.Number):
        return -value.item.value
    return value.value if isinstance(value, t.Number) else None


def cell_of(part: t.ChapterPart, scenario: t.Scenario | None, at: Sequence[t.Expr]) -> t.Scenario:
    """A scenario that measures one cell: what the other one gives, what the axes give, and the value; ``at``: of each axis."""
    tabled = part.tabled
    assert tabled is not None and tabled.value is not None
    opening = opening_of(scenario) if scenario is not None else empty(part)
    given, names = [], {}
    for axis, value in zip(tabled.axes, at, strict=True):
        if isinstance(axis.what, t.Name):
            names[str(axis.what.word)] = value
        else:
            given.append(t.Scene(axis.place, "given_value", {"target": axis.what, "value": value}))
    measured = t.Scene(tabled.place, "measure", {"value": put(tabled.value, names), "name": None})
    return replace(opening, scenes=[*opening.scenes, *given, measured], clauses=[])


def empty(part: t.ChapterPart) -> t.Scenario:
    """A scenario that gives nothing."""
    return t.Scenario(part.place, name="", scenes=[])


def put(expr: t.Node, names: Mapping[str, t.Expr]) -> t.Node:
    """The expression with values in place of names."""
    if isinstance(expr, t.Name):
        return names.get(str(expr.word), expr)
    made = copy(expr)
    for part in parts_of(type(expr)):
        value = getattr(expr, part)
        if isinstance(value, t.Node):
            setattr(made, part, put(value, names))
        elif isinstance(value, list):
            setattr(made, part, [put(one, names) if isinstance(one, t.Node) else one for one in value])
    return made
