"""What can be an error to ask."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.analysis.fixed import children


def may_fail(e: core.Expr, sure: set[int], program: core.Program, depth: int = 0) -> bool:
    """Can it be an error to ask this?  ``sure``: slots that hold a row."""
    match e:
        case core.Read():
            there = isinstance(e.row, core.Local) and e.row.slot in sure
            there = there or (isinstance(e.row, core.Const) and 0 <= e.row.value < program.domains[program.fields[e.field].domain].size)
            return not there
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
            given = {p.slot for p, arg in zip(function.params, e.args, strict=True) if _is_row(arg, sure)}
            return may_fail(function.body, given, program, depth + 1)
        case core.Settled() | core.Chance() | core.ChanceAfter() | core.Walk() | core.Partial():
            return True
    return any(may_fail(child, sure, program, depth) for child in children(e))


def _is_row(e: core.Expr, sure: set[int]) -> bool:
    return (isinstance(e, core.Local) and e.slot in sure) or (isinstance(e, core.Const) and e.value >= 0)
