"""Statements of the core become closures ``f(run, frame) -> signal``; 0 goes on, others leave the block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.broken import broken
from arbitre.interpreter.code.machine import Line, Machine, Run, Stmt
from arbitre.interpreter.reference import calls, changes
from arbitre.interpreter.reference.actions.pending import reschedule
from arbitre.interpreter.reference.dice_statements import grouped_test, watching
from arbitre.interpreter.reference.order import ordering
from arbitre.interpreter.reference.stores import span_of
from arbitre.interpreter.state.dice import Fork
from arbitre.interpreter.state.signals import END, FAIL, JUMP, LEFT, OVER, PREVENT

# ------------------------------------------------------------------------------------------------ control


def _if(s: core.If, m: Machine) -> Stmt:
    test, then, other = m.expr(s.test), m.block(s.then), m.block(s.other)
    return lambda x, f: then(x, f) if test(x, f) else other(x, f)


def _while(s: core.While, m: Machine) -> Stmt:
    test, body, budget, place = m.expr(s.test), m.block(s.body), s.budget, s.place
    line = Line(s.body, (body,))

    def round_(x: Run, f: list[int]) -> int:
        if not test(x, f):
            return LEFT
        x.spend(place)
        return body(x, f)

    def last(x: Run, f: list[int]) -> int:
        if test(x, f):
            raise x.error(phrase("this is done more than {0} times", budget), place)
        return LEFT

    def loop(x: Run, f: list[int]) -> int:
        if x.odds is not None and x.stored is None and x.odds.throws_in(line, len(f)):
            return x.odds.loop(x, f, line, chain(repeat(round_, budget), (last,)), alike=True)
        rounds = 0
        while test(x, f):
            rounds += 1
            if rounds > budget:
                raise x.error(phrase("this is done more than {0} times", budget), place)
            x.spend(place)
            signal = body(x, f)
            if signal:
                return signal
        return 0

    return loop


def _for_each(s: core.ForEach, m: Machine) -> Stmt:
    order, slot, body, place = ordering(s, m), s.slot, m.block(s.body), s.place
    if s.together:
        return together([(slot, body)], order, m)
    line = Line(s.body, (body,))

    def round_of(row: int) -> Stmt:
        def round_(x: Run, f: list[int]) -> int:
            x.spend(place)
            f[slot] = row
            return body(x, f)

        return round_

    def loop(x: Run, f: list[int]) -> int:
        rows = order(x, f)
        if x.odds is not None and x.stored is None and len(rows) > 1 and x.odds.throws_in(line, len(f)):
            return x.odds.loop(x, f, line, map(round_of, rows))
        for row in rows:
            x.spend(place)
            f[slot] = row
            signal = body(x, f)
            if signal:
                return signal
        return 0

    return loop


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
    args, outputs, index, place = [m.expr(a) for a in s.args], s.outputs, s.procedure, s.place
    grouped = grouped_test(m.program.procedures[index], m) if s.plain else None
    kept, this = tuple(source for source, _ in outputs), id(s)
    watched = watching(s.seen, m) if s.seen is not None else None

    def invoke(x: Run, f: list[int]) -> int:
        if watched is None or x.log is None:
            return carry_out(x, f)
        x.shown = watched(x, f)
        try:
            return carry_out(x, f)
        finally:
            x.shown = None

    def carry_out(x: Run, f: list[int]) -> int:
        if x.odds is not None and x.stored is None and x.odds.leaves(this):
            x.jump = (index, *[a(x, f) for a in args])
            return JUMP
        if grouped is not None and x.odds is not None:
            frame, result, outcomes = grouped(x, [a(x, f) for a in args])

            def fill(slots: list[int], value: int) -> None:
                frame[result] = value
                for source, target in outputs:
                    slots[target] = frame[source]

            x.odds.die(x, f, outcomes, fill)
            return 0
        else:
            try:
                frame, signal = calls.perform(x, index, [a(x, f) for a in args], place, kept)
            except Fork as fork:
                raise (fork if x.odds is None else x.odds.called(x, f, fork, outputs)) from None
            if signal == FAIL:  # the order fails, wherever in its doing that is said
                return FAIL
        for source, target in outputs:
            f[target] = frame[source]
        return OVER if x.state.over else 0

    return invoke if s.seen is not None else carry_out


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
        if x.asserts and x.odds is None and not test(x, f):
            raise broken(x, law, None)
        return 0

    return held


CONTROL: dict[type, Callable[[Any, Machine], Stmt]] = {
    core.If: _if, core.While: _while, core.ForEach: _for_each, core.Together: _together, core.Give: _give, core.Fail: _fail,
    core.End: lambda s, m: lambda x, f: END, core.Prevent: lambda s, m: lambda x, f: PREVENT, core.Invoke: _invoke, core.Proceed:
    _proceed, core.Rolled: _rolled, core.Schedule: _schedule, core.Reschedule: _moved_step, core.Run: _run,
    core.Assert: _assert,
}  # fmt: skip
