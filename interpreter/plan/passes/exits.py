"""Loops that only look for a row for which the rule is left, as conditions.

``for each heading in directions: if run(cell, heading) is 3: player wins`` does the same as ``if any heading in directions where
run(cell, heading) is 3: player wins``, for which the passes after this one know better ways.  Agendas keep theirs: another executor may
take a match over in the midst of an agenda, so its statements must be the same in both.
"""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import children, free_slots, nodes
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.rewrite import Rewriter, with_part

_LEAVE = (core.Finish, core.Give, core.End, core.Fail)


def exits(r: Rewriter) -> Program:
    """The pass."""
    pass_ = _Exits(r.program)
    procedures = [p if p.kind == "agenda" else with_part(p, "body", pass_.block(p.body)) for p in r.program.procedures]
    return replace(r.program, procedures=procedures)


class _Exits:
    def __init__(self, program: Program) -> None:
        self.program = program

    def block(self, stmts: tuple[core.Stmt, ...]) -> tuple[core.Stmt, ...]:
        out = tuple(map(self.statement, stmts))
        return stmts if all(a is b for a, b in zip(stmts, out, strict=True)) else out

    def statement(self, stmt: core.Stmt) -> core.Stmt:
        """A statement with such loops in it as conditions."""
        made: core.Stmt
        match stmt:
            case core.ForEach():
                loop: core.ForEach = with_part(stmt, "body", self.block(stmt.body))
                made = self.as_condition(loop) or loop
            case core.While():
                made = with_part(stmt, "body", self.block(stmt.body))
            case core.If():
                made = with_part(with_part(stmt, "then", self.block(stmt.then)), "other", self.block(stmt.other))
            case _:
                made = stmt
        return made

    def as_condition(self, loop: core.ForEach) -> core.If | None:
        """The same as a condition; None where the loop does more than look for a row."""
        if loop.keys or loop.ties or loop.together or loop.along or not loop.body:
            return None
        *lets, last = loop.body
        if not isinstance(last, core.If) or last.other or not last.then or not isinstance(last.then[-1], _LEAVE):
            return None
        test, filled = last.test, {loop.slot}
        for let in reversed(lets):
            # Where it is read late, or not at all, it must not be missed that it fails.
            if not isinstance(let, core.Let) or _times(test, let.slot) > 1 or may_fail(let.value, {loop.slot}, self.program):
                return None
            test = put_in(test, {let.slot: let.value})
            filled.add(let.slot)
        if any(isinstance(part, core.Local) and part.slot in filled for part in nodes(last.then)):
            return None
        return core.If(last.place, core.Query(loop.place, "any", loop.source, loop.slot, test), last.then)


def _times(e: core.Expr, slot: int) -> int:
    """How many times a slot is read; more than once where a search reads it."""
    if isinstance(e, core.Query):
        return 2 * (slot in free_slots(e))
    return int(e.slot == slot) if isinstance(e, core.Local) else sum(_times(part, slot) for part in children(e))
