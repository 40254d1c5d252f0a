"""Statements of the core become closures ``f(run, frame) -> signal``; 0 goes on, others leave the block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.code.broken import broken
from arbitre.interpreter.code.handler import ForEach, Invocation, Line, While
from arbitre.interpreter.code.machine import Machine, Run, Stmt
from arbitre.interpreter.reference import calls, changes
from arbitre.interpreter.reference.actions.pending import reschedule
from arbitre.interpreter.reference.dice_statements import grouped_test, watching
from arbitre.interpreter.reference.order import ordering
from arbitre.interpreter.reference.stores import span_of
from arbitre.interpreter.state.signals import END, FAIL, OVER, PREVENT

# ------------------------------------------------------------------------------------------------ control


def _if(s: core.If, m: Machine) -> Stmt:
    test, then, other = m.expr(s.test), m.block(s.then), m.block(s.other)
    return lambda x, f: then(x, f) if test(x, f) else other(x, f)


def _while(s: core.While, m: Machine) -> Stmt:
    body = m.block(s.body)
    loop = While(Line(s.body, (body,)), m.expr(s.test), body, s.budget, s.place)
    return lambda x, f: x.handler.repeat(x, f, loop)


def _for_each(s: core.ForEach, m: Machine) -> Stmt:
    order, body = ordering(s, m), m.block(s.body)
    if s.together:
        return together([(s.slot, body)], order, m)
    loop = ForEach(Line(s.body, (body,)), s.slot, body, s.place)
    return lambda x, f: x.handler.each(x, f, loop, order(x, f))


def together(bodies: list[tuple[int, Stmt]], order: Callable[[Run, list[int]], Sequence[int]], m: Machine) -> Stmt:
    """Every iteration from one snapshot; then amounts add up, sets unite, and two different stores clash."""
    from arbitre.interpreter.reference.simultaneous import merged

    slot, body = bodies[0]
    return lambda x, f: merged(x, f, [(slot, row, body) for row in order(x, f)], m)


def _together(s: core.Together, m: Machine) -> Stmt:
    from arbitre.interpreter.reference.simultaneous import merged

    made = [m.stmt(stmt) for stmt in s.body if not isinstance(stmt, core.Reveal)]
    return lambda x, f: merged(x, f, [(NONE, i, stmt) for i, stmt in enumerate(made)], m)


# ------------------------------------------------------------------------------------------------ leaving


def _give(s: core.Give, m: Machine) -> Stmt:
    value = m.expr(s.value)

    def give(x: Run, f: list[int]) -> int:
        x.given = value(x, f)
        return END

    return give


def _fail(s: core.Fail, m: Machine) -> Stmt:
    reason, spends = s.reason, s.spends

    def fail(x: Run, f: list[int]) -> int:
        x.reason, x.spent = reason, spends
        return FAIL

    return fail


def _invoke(s: core.Invoke, m: Machine) -> Stmt:
    grouped = grouped_test(m.program.procedures[s.procedure], m) if s.plain else None
    call = Invocation(s.procedure, [m.expr(a) for a in s.args], s.outputs, grouped, s.place, id(s))
    if s.seen is None:
        return lambda x, f: x.handler.invoke(x, f, call)
    watched = watching(s.seen, m)

    def invoke(x: Run, f: list[int]) -> int:
        if x.log is None:
            return x.handler.invoke(x, f, call)
        x.shown = watched(x, f)
        try:
            return x.handler.invoke(x, f, call)
        finally:
            x.shown = None

    return invoke


def _proceed(s: core.Proceed, m: Machine) -> Stmt:
    slot, place = s.slot, s.place
    values = [(target, m.expr(value)) for target, value in s.values]

    def proceed(x: Run, f: list[int]) -> int:
        value = calls.proceed(x, place, [(target, value(x, f)) for target, value in values])
        if slot != NONE:
            f[slot] = value
        return OVER if x.state.over else 0

    return proceed


def _rolled(s: core.Rolled, m: Machine) -> Stmt:
    refresh = m.block(s.refresh)

    def rolled(x: Run, f: list[int]) -> int:
        return calls.rolled(x, f, refresh)

    return rolled


def _schedule(s: core.Schedule, m: Machine) -> Stmt:
    args, index, edge = [m.expr(a) for a in s.args], s.procedure, s.edge
    span = span_of(s.when, m)
    assert span is not None

    def schedule(x: Run, f: list[int]) -> int:
        _, last, _ = changes.span_of(x, span, f)
        x.state.scheduled.append((span[0], last, edge, index, tuple(a(x, f) for a in args)))
        return 0

    return schedule


def _moved_step(s: core.Reschedule, m: Machine) -> Stmt:
    atom, reference, before = m.expr(s.atom), m.expr(s.reference), m.expr(s.before)

    def move(x: Run, f: list[int]) -> int:
        reschedule(x, atom(x, f), reference(x, f), bool(before(x, f)))
        return 0

    return move


def _run(s: core.Run, m: Machine) -> Stmt:
    place = s.place

    def run(x: Run, f: list[int]) -> int:
        raise x.error("an agenda can only be run by a step", place)

    return run


def _assert(s: core.Assert, m: Machine) -> Stmt:
    test, law = m.expr(s.test), core.Always(s.name, s.test, 0, s.place, s.reason)

    def held(x: Run, f: list[int]) -> int:
        if x.asserts and not test(x, f):
            raise broken(x, law, None, f)
        return 0

    return held


CONTROL: dict[type, Callable[[Any, Machine], Stmt]] = {
    core.If: _if, core.While: _while, core.ForEach: _for_each, core.Together: _together, core.Give: _give, core.Fail: _fail,
    core.End: lambda s, m: lambda x, f: END, core.Prevent: lambda s, m: lambda x, f: PREVENT, core.Invoke: _invoke, core.Proceed:
    _proceed, core.Rolled: _rolled, core.Schedule: _schedule, core.Reschedule: _moved_step, core.Run: _run,
    core.Assert: _assert,
}  # fmt: skip
