"""The actions of a program, prepared: in which order their parameters are asked, and which rule each other out."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE, together
from arbitre.interpreter.analysis.slots import offered_as, parameters_in
from arbitre.interpreter.code.machine import Fn, Machine, ReadyAction, Run
from arbitre.interpreter.reference.actions.decisions import NEVER, question


def make_actions(m: Machine) -> None:
    """Fills the machine's list of actions; another way to give one stands in it as an action of its own."""
    program = m.program
    made = m.actions
    for action in program.actions:
        p = program.procedures[action.procedure]
        if not p.params:
            continue
        there = [(is_there(p.params[way.instead].slot), None) for way in action.ways]
        m.ready[action.procedure].needs = [*there, *((m.expr(test), reason) for test, reason in action.needs)]
        for way in (None, *action.ways):
            made.append(made_ready(m, action, p, way))
    for one in made:
        for two in made:
            a, b = one.action, two.action
            shared = set(a.excludes) & set(b.excludes)
            if a is not b and (b.index in a.excludes or a.index in b.excludes or shared):
                one.rivals.add(b.index)
    m.action_of.update({r.action.index: r for r in made if r.way is None})
    for one in made:
        m.offers.setdefault(one.action.offer, []).append(one)


def made_ready(m: Machine, action: core.Action, p: core.Procedure, way: core.Way | None) -> ReadyAction:
    """An action as it is written, or given in another way: then the parameter that it stands for is computed, not asked."""
    left = [other.given for other in action.ways if other is not way] + ([way.instead] if way is not None else [])
    rank = [action.actor, *(i for i in range(len(p.params)) if i != action.actor and i not in left)]
    place_of = {position: r for r, position in enumerate(rank)}
    told = {p.params[way.instead].slot: parameters_in(way.value, len(p.params))} if way is not None else {}
    tests: list[list[core.Expr]] = [[] for _ in rank]
    for test, position in action.when:
        slots = parameters_in(test, len(p.params)) or {position if position < len(rank) else 0}
        slots = set().union(*(told.get(slot, {slot}) for slot in slots))
        tests[max((place_of.get(slot, 0) for slot in slots), default=0)].append(test)
    when = [[condition(m, test, p, way) for test in group] for group in tests]
    limits = [(m.expr(limit.count), m.layout.base[limit.field]) for limit in action.limits]
    values = [m.maybe(v) for v in action.values]
    actors, commander, appeal = p.params[action.actor].domain, m.expr(action.commander), m.maybe(action.appeal)
    if way is not None and appeal is not None:
        appeal = knowing(m, way, p, appeal, NEVER)
    r = ReadyAction(action, p, actors, commander, rank, when, values, limits, set(), appeal, left=tuple(left), way=way)
    r.key, r.title = offered_as(action, p, way), action.title
    r.shunned = isinstance(action.appeal, core.Const) and action.appeal.value < 0
    if way is not None:
        kind = m.program.domains[p.params[way.given].domain].title
        r.title = way.title or together([action.title, kind], lambda _, act, of: f"{act} ({of})")
    r.asks = [question(parts, m) for parts in action.asks]
    r.empty = p.init[:] or [0] * p.slots
    for position in left:
        r.empty[p.params[position].slot] = NONE
    r.ways = [(other, m.expr(other.value)) for other in action.ways]
    sort_needs(m, r, place_of)
    return r


def sort_needs(m: Machine, r: ReadyAction, place_of: dict[int, int]) -> None:
    """The requirements of an action by when they can be tested: as soon as the last parameter they use is known."""
    params = r.procedure.params
    r.needs = [[] for _ in r.rank]
    if r.way is not None:
        r.late.append(is_there(params[r.way.instead].slot))
    for test, _ in r.action.needs:
        slots = parameters_in(test, len(params))
        if all(slot in place_of for slot in slots):
            r.needs[max((place_of[slot] for slot in slots), default=0)].append(m.expr(test))
        else:
            r.late.append(m.expr(test))


def is_there(slot: int) -> Fn:
    return lambda x, f: int(f[slot] != NONE)


def condition(m: Machine, test: core.Expr, p: core.Procedure, way: core.Way | None) -> Fn:
    """A condition; of what another way stands for it is asked as things are now, and is false of nothing."""
    fn = m.expr(test)
    if way is None or p.params[way.instead].slot not in parameters_in(test, len(p.params)):
        return fn
    return knowing(m, way, p, fn, 0)


def knowing(m: Machine, way: core.Way, p: core.Procedure, fn: Fn, otherwise: int) -> Fn:
    value, slot = m.expr(way.value), p.params[way.instead].slot

    def known(x: Run, f: list[int]) -> int:
        f[slot] = value(x, f)
        try:
            return fn(x, f) if f[slot] != NONE else otherwise
        finally:
            f[slot] = NONE

    return known
