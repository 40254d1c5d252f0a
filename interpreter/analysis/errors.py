"""What can be an error to ask."""

from __future__ import annotations

from itertools import product
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.core.walk import children, nodes, speaks_of

FEW, MOST_FOLDED = 8, 256  # rows of a kind, and combinations of rows, for each of which a condition is evaluated


def may_fail(e: core.Expr, sure: set[int], program: core.Program, depth: int = 0, there: frozenset[core.Expr] = frozenset()) -> bool:
    """Can it be an error to ask this?  ``sure``: slots that hold a row; ``there``: other expressions that are one."""

    def fails(part: core.Expr) -> bool:
        return may_fail(part, sure, program, depth, there)

    match e:
        case core.Read():
            here = program.domains[program.fields[e.field].domain].size
            constant = isinstance(e.row, core.Const) and 0 <= e.row.value < here
            return not constant and (not (e.row in there or is_there(e.row, sure, program)) or fails(e.row))
        case core.Arith(op="/") | core.Arith(op="%"):
            return not (isinstance(e.right, core.Const) and e.right.value) or fails(e.left)
        case core.Query():
            if fails(e.source):
                return True
            if e.sink == "only":
                needed = needed_to_be_alone(e, program)
                return needed is None or not needed <= sure
            inner, known = sure | {e.slot}, frozenset(one for one in there if not speaks_of(one, e.slot))
            return any(may_fail(part, inner, program, depth, known) for part in (e.where, e.value) if part is not None)
        case core.Settled() | core.Chance() | core.ChanceAfter() | core.Walk() | core.Partial():
            return True
        case core.Apply():
            if depth > 6 or any(map(fails, e.args)):
                return True
            function = program.functions[e.function]
            given = {p.slot for p, arg in zip(function.params, e.args, strict=True) if arg in there or is_there(arg, sure, program)}
            return may_fail(function.body, given, program, depth + 1)
        case core.Choice():
            return fails(e.test) or fails(e.other) or _fails_after(e.test, (e.then,), sure, program, depth, there)
        case core.And():
            return fails(e.items[0]) or _fails_after(e.items[0], e.items[1:], sure, program, depth, there)
    return any(map(fails, children(e)))


def _fails_after(
    test: core.Expr, parts: tuple[core.Expr, ...], sure: set[int], program: core.Program, depth: int, there: frozenset[core.Expr]
) -> bool:
    """The same of parts of which each is asked where the one before it holds."""
    sure, there = sure | told_there(test), there | _rows_told(test)
    for n, part in enumerate(parts):
        if may_fail(part, sure, program, depth, there):
            return True
        if n < len(parts) - 1:
            sure, there = sure | told_there(part), there | _rows_told(part)
    return False


def needed_to_be_alone(e: core.Query, program: core.Program) -> set[int] | None:
    """The slots that must hold a row for a search for the one row there is never to find two; None where that cannot be said.

    ``the players where it is not player`` finds the other of two: the condition is evaluated for all rows, of kinds that have few.
    """
    kind = program.domains[e.source.domain] if isinstance(e.source, core.Rows) else None
    if kind is None or kind.dynamic or kind.size > FEW or e.where is None or e.value is not None:
        return None
    sizes = {e.slot: kind.size}
    for part in nodes(e.where):
        match part:
            case core.Compare(left=core.Local(slot=one), right=core.Local(slot=other)) if e.slot in (one, other):
                sizes |= {one: kind.size, other: kind.size}
            case core.Read(row=core.Local(slot=one)):
                sizes[one] = program.domains[program.fields[part.field].domain].size
    given = sorted({part.slot for part in nodes(e.where) if isinstance(part, core.Local)} - {e.slot})
    if not sizes.keys() >= {*given} or kind.size * prod(sizes[slot] for slot in given) > MOST_FOLDED:
        return None
    for some in product(*(range(sizes[slot]) for slot in given)):
        known = dict(zip(given, some, strict=True))
        held = [fold(e.where, program.fields, program.functions, {**known, e.slot: row}) for row in range(kind.size)]
        if None in held or sum(map(bool, held)) > 1:
            return None
    return {*given}


def is_there(e: core.Expr, sure: set[int], program: core.Program) -> bool:
    """Is it a row, and not none, wherever it does not fail?"""
    match e:
        case core.Local():
            return e.slot in sure
        case core.Const():
            return e.value >= 0
        case core.Read():
            column = program.fields[e.field]
            held = column.values if column.values is not None else (column.low, column.high, column.default, *(column.start or ()))
            size = program.domains[column.target].size if column.target != NONE else 0
            return not column.is_set and min(held, default=NONE) >= 0 and max(held, default=size) < size
        case core.Choice():
            return is_there(e.then, sure, program) and is_there(e.other, sure, program)
    return False


def told_there(test: core.Expr) -> set[int]:
    """The slots that hold a row wherever a condition holds, for it says so."""
    return {one.slot for one in _rows_told(test) if isinstance(one, core.Local)}


def _rows_told(test: core.Expr) -> frozenset[core.Expr]:
    """The expressions that are rows wherever a condition holds, for it says that they are not none."""
    return frozenset(
        one.left
        for one in (test.items if isinstance(test, core.And) else (test,))
        if isinstance(one, core.Compare) and one.op == "!=" and isinstance(one.right, core.Const) and one.right.value == NONE
    )
