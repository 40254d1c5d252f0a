"""What a rulebook's ``appeal`` and ``preferring`` lines ask for: by what bots do, as they say, others may tell what these know."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import bodies_of, expressions_in, statements_of, whole


def read_by_appeals(program: Program) -> frozenset[int]:
    """The fields that any of them asks for."""
    appeals: list[object] = [action.appeal for action in program.actions]
    for statement in (s for p in program.procedures for body in bodies_of(p) for s in statements_of(body)):
        if isinstance(statement, core.Choose):
            appeals.append(statement.appeal)
        elif isinstance(statement, core.ChooseBranch):
            appeals += [branch.appeal for branch in statement.branches]
    parts = (part for expr in expressions_in(appeals) for part in whole(expr, program))
    return frozenset(part.field for part in parts if isinstance(part, core.Read))
