"""What was ordered so far while orders are given, and what it rules out; orders that wait, and will be charged."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import words_of
from arbitre.interpreter.wasm.compile.queries.matches import Holds, count_matches

WAITING, CARRIED_OUT, FAILED, CANCELLED = range(4)  # what an order may be


def params_of(c: Code, action: core.Action) -> list[core.Param]:
    return c.c.program.procedures[action.procedure].params


def unless_ordered(c: Code, action: core.Action, actor: int) -> int:
    """Begins what is done unless the actor was ordered to do something that rules this out; gives how many blocks were begun."""
    if action.offer not in c.c.ordered:
        return 0
    f, found, kind = c.f, c.f.local(), params_of(c, action)[action.actor].domain
    barred = [other for other in c.c.program.actions if rules_out(other, action)]
    if not action.several and not action.at_once:
        barred.append(action)
    params = {other.index: c.c.program.procedures[other.procedure].params for other in barred}
    f.const(0)
    f.set(found)
    c.load_name("TAKEN_AT")
    f.when()
    for other in barred:
        if params[other.index] and params[other.index][other.actor].domain == kind:
            c.load_name("TAKEN_AT")
            f.const(taken_place(c, other.index))
            f.op("add")
            f.get(actor)
            f.const(words_of(c.c, params_of(c, action)[action.actor]))
            f.call("member")
            f.get(found)
            f.op("or")
            f.set(found)
    f.end()
    f.get(found)
    f.isnt()
    f.when()
    return 1


def rules_out(one: core.Action, two: core.Action) -> bool:
    """May nobody be ordered to do both?"""
    return one is not two and (two.index in one.excludes or one.index in two.excludes or bool(set(one.excludes) & set(two.excludes)))


def taken_place(c: Code, action: int) -> int:
    """Where the actors of an action stand among those that were ordered something."""
    at = 0
    for other in c.c.program.actions:
        if other.index == action:
            return at
        params = c.c.program.procedures[other.procedure].params
        at += 8 * words_of(c.c, params[other.actor]) if params else 0
    return at


def count_waiting(c: Code, action: core.Action, actor: int) -> None:
    """Adds to the number on top how many orders of this action wait for the actor."""
    table = c.c.program.orders
    if table is None or not action.order_fields:
        return
    found, orders = c.f.local(), c.c.program.domains[table.domain]
    c.f.set(found)
    count_matches(c, orders.size, (*waiting(c, action.index), Holds(action.order_fields[action.actor], local=actor)), found)
    c.f.get(found)


def waiting(c: Code, action: int) -> tuple[Holds, ...]:
    """What the row of an order holds that was given and is still to be carried out."""
    table = c.c.program.orders
    assert table is not None
    return Holds(c.c.program.domains[table.domain].alive, 1), Holds(table.action, action), Holds(table.state, WAITING)
