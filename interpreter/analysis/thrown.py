"""Number fields that hold what dice showed and nothing else, as a die under a cup does.

Whoever samples a world throws such dice anew for cells that a seat does not see, so that every number is as likely as the dice make it.
"""

from __future__ import annotations

from itertools import product
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import own
from arbitre.dsl.core.walk import bodies_of, filled, statements_of

MOST = 4096  # equally likely outcomes of one throw, at most


def thrown_fields(program: Program) -> dict[int, tuple[int, ...]]:
    """By field: the outcomes of the throw that it holds, each as likely as any other (the sums of two six-sided dice are 36).

    Only fields with an audience of their own; every statement that changes one stores the sum of the same dice, thrown in the same rule.
    """
    wanted = frozenset(f.index for f in program.fields if f.seen and f.target == NONE and not f.is_set and not f.is_flag)
    out: dict[int, tuple[int, ...]] = {}
    others: set[int] = set()
    if not wanted:
        return out
    for body in (body for p in program.procedures for body in bodies_of(p)):
        statements = list(statements_of(body))
        for s in statements:
            if isinstance(s, core.Create):  # the rest of the row is as it begins, until dice are thrown
                others.update(field for field, _ in s.values)
                continue
            for field in own(program, s).writes & wanted:
                outcomes = outcomes_of(s.value, statements) if isinstance(s, core.Store) and s.lasting is None else None
                if outcomes is None or out.setdefault(field, outcomes) != outcomes:
                    others.add(field)
    return {field: outcomes for field, outcomes in out.items() if field not in others}


def outcomes_of(value: core.Expr, statements: list[core.Stmt]) -> tuple[int, ...] | None:
    """What the throw may come to that a value names; None if it names none."""
    if not isinstance(value, core.Local):
        return None
    fills = [s for s in statements if value.slot in filled(s)]
    if len(fills) != 1 or not isinstance(roll := fills[0], core.Roll) or roll.slot != value.slot:
        return None
    faces = [dice.faces for dice in roll.dice for _ in range(dice.count)]
    if prod(map(len, faces)) > MOST:
        return None
    return tuple(sorted(map(sum, product(*faces))))
