"""Which slots of a procedure an expression reads, which it uses only while it searches, and which hold numbers."""

from __future__ import annotations

from collections.abc import Iterable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children, filled, statements_of


def parameters_in(expr: object, below: int) -> set[int]:
    """Slots below ``below`` that an expression reads."""
    if isinstance(expr, core.Local):
        return {expr.slot} if expr.slot < below else set()
    out: set[int] = set()
    for child in children(expr) if isinstance(expr, core.Expr) else ():
        out |= parameters_in(child, below)
    return out


def searched_slots(expr: core.Expr) -> set[int]:
    """The slots that searches of an expression fill."""
    out = {expr.slot} if isinstance(expr, core.Query) else set()
    for child in children(expr):
        out |= searched_slots(child)
    return out


def ranks_of(action: core.Action, count: int, left: tuple[int, ...] = ()) -> list[int]:
    """The positions of the parameters of an action in the order in which they are asked, without those ``left`` out."""
    return [action.actor, *(n for n in range(count) if n != action.actor and n not in left)]


def offered_as(action: core.Action, procedure: core.Procedure, way: core.Way | None) -> str:
    """What an action is called where it is offered, as it is written or given in another way."""
    return action.name if way is None else f"{action.name}_{procedure.params[way.given].name}"


def tests_by_rank(action: core.Action, rank: list[int], count: int, told: dict[int, set[int]] | None = None) -> list[list[core.Expr]]:
    """For each rank the conditions that are asked there: as soon as all that they speak of is known.

    ``rank``: positions of parameters in their order, of ``count``.  ``told``: of slots that others stand for, those.
    """
    place_of = {position: at for at, position in enumerate(rank)}
    out: list[list[core.Expr]] = [[] for _ in rank]
    for test, position in action.when:
        slots = parameters_in(test, count) or {position if position < len(rank) else 0}
        slots = set().union(*((told or {}).get(slot, {slot}) for slot in slots))
        out[max((place_of.get(slot, 0) for slot in slots), default=0)].append(test)
    return out


def number_slots(body: Iterable[core.Stmt], program: core.Program) -> set[int]:
    """The slots that hold a number whenever these statements fill them."""
    numbers, others = set[int](), set[int]()
    for stmt in statements_of(tuple(body)):
        if isinstance(stmt, (core.Roll, core.RollCount)):
            numbers.add(stmt.slot)
        elif not isinstance(stmt, core.Let):
            others.update(filled(stmt))
        elif is_number(stmt.value, program):
            numbers.add(stmt.slot)
        elif not isinstance(stmt.value, (core.Const, core.Local)):  # of which other statements tell what they are
            others.add(stmt.slot)
    return numbers - others


def is_number(e: core.Expr, program: core.Program) -> bool:
    """Is it known to be a number or a flag, and neither a row nor a set?"""
    match e:
        case core.Arith() | core.Compare() | core.In() | core.Not() | core.And() | core.Or():
            return True
        case core.Query():
            return e.sink in ("count", "sum", "high", "low", "any")
        case core.Read():
            return program.fields[e.field].target == NONE and not program.fields[e.field].is_set
        case core.Choice():
            return any(is_number(part, program) for part in (e.then, e.other))
    return False
