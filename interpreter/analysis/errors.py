"""What can be an error to ask."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children


def may_fail(e: core.Expr, sure: set[int], program: core.Program, depth: int = 0) -> bool:
    """Can it be an error to ask this?  ``sure``: slots that hold a row."""
    match e:
        case core.Read():
            here = program.domains[program.fields[e.field].domain].size
            there = isinstance(e.row, core.Const) and 0 <= e.row.value < here
            return not there and (not is_there(e.row, sure, program) or may_fail(e.row, sure, program, depth))
        case core.Arith(op="/") | core.Arith(op="%"):
            return not (isinstance(e.right, core.Const) and e.right.value) or may_fail(e.left, sure, program, depth)
        case core.Query():
            if e.sink == "only" or may_fail(e.source, sure, program, depth):
                return True
            inner = sure | {e.slot}
            return any(may_fail(part, inner, program, depth) for part in (e.where, e.value) if part is not None)
        case core.Apply():
            if depth > 6 or any(may_fail(arg, sure, program, depth) for arg in e.args):
                return True
            function = program.functions[e.function]
            given = {p.slot for p, arg in zip(function.params, e.args, strict=True) if is_there(arg, sure, program)}
            return may_fail(function.body, given, program, depth + 1)
        case core.Settled() | core.Chance() | core.ChanceAfter() | core.Walk() | core.Partial():
            return True
    return any(may_fail(child, sure, program, depth) for child in children(e))


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
    return False


def told_there(test: core.Expr) -> set[int]:
    """The slots that hold a row wherever a condition holds, for it says so."""
    out = set()
    for one in test.items if isinstance(test, core.And) else (test,):
        if isinstance(one, core.Compare) and one.op == "!=" and isinstance(one.left, core.Local):
            if isinstance(one.right, core.Const) and one.right.value == NONE:
                out.add(one.left.slot)
    return out
