"""Statements of the core become closures ``f(run, frame) -> signal``; 0 goes on, others leave the block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from interpreter import changes
from interpreter.actions import ACTIONS
from interpreter.choices import CHOICES
from interpreter.dice import Fork
from interpreter.expressions import rows_of
from interpreter.likelihood import cells_along
from interpreter.orders import ORDERS
from interpreter.signals import END, FAIL, JUMP, OVER, PREVENT
from interpreter.telling import TELLING
from interpreter.throws import THROWS, grouped_test, one_of, throw, watching
from interpreter.trace import both
from interpreter.worlds import LEFT, Line

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run, Stmt


def compile_block(stmts: tuple[core.Stmt, ...], m: Machine) -> Stmt:
    made = [compile_stmt(s, m) for s in stmts]
    if not made:
        return lambda x, f: 0
    if len(made) == 1:
        return made[0]
    line = Line(stmts, made)

    def block(x: Run, f: list[int]) -> int:
        if x.worlds is not None and x.stored is None:
            return x.worlds.block(x, f, line)
        for stmt in made:
            signal = stmt(x, f)
            if signal:
                return signal
        return 0

    return block


def compile_stmt(stmt: core.Stmt, m: Machine) -> Stmt:
    made: Stmt = MAKERS[type(stmt)](stmt, m)
    return made


# ------------------------------------------------------------------------------------------------ stores


def _let(s: core.Let, m: Machine) -> Stmt:
    slot, value = s.slot, m.expr(s.value)

    def let(x: Run, f: list[int]) -> int:
        f[slot] = value(x, f)
        return 0

    return let


def _set_own(s: core.SetOwn, m: Machine) -> Stmt:
    procedure, slot, value, low, high, place = s.procedure, s.slot, m.expr(s.value), s.low, s.high, s.place

    def set_own(x: Run, f: list[int]) -> int:
        new = value(x, f)
        if not low <= new <= high:
            raise x.error(f"{new} does not fit: it goes from {low} to {high}", place)
        frames = x.running.get(procedure)
        if frames:
            frames[-1][slot] = new
        return 0

    return set_own


def _span(period: core.Period | None, m: Machine) -> changes.Span | None:
    return None if period is None else (period.agenda, period.start, m.expr(period.runs))


def _store(s: core.Store, m: Machine) -> Stmt:
    column, row, value, span, place = s.field, m.expr(s.row), m.expr(s.value), _span(s.lasting, m), s.place

    def store(x: Run, f: list[int]) -> int:
        changes.change(x, changes.RESTORE, column, row(x, f), value(x, f), span, f, place)
        return 0

    return store


def _change(s: core.Change, m: Machine) -> Stmt:
    column, row, delta, span, place = s.field, m.expr(s.row), m.expr(s.delta), _span(s.lasting, m), s.place

    def change(x: Run, f: list[int]) -> int:
        changes.change(x, changes.COUNT, column, row(x, f), delta(x, f), span, f, place)
        return 0

    return change


def _join(s: core.Join, m: Machine) -> Stmt:
    column, row, mask, span, place = s.field, m.expr(s.row), m.expr(s.mask), _span(s.lasting, m), s.place
    if s.add:

        def join(x: Run, f: list[int]) -> int:
            changes.change(x, changes.LEAVE, column, row(x, f), mask(x, f), span, f, place)
            return 0

        return join

    def leave(x: Run, f: list[int]) -> int:
        changes.change(x, changes.RETURN, column, row(x, f), mask(x, f), span, f, place)
        return 0

    return leave


def _cancel(s: core.Cancel, m: Machine) -> Stmt:
    order, state, place = m.expr(s.order), m.expr(s.state), s.place
    table = m.program.orders

    def cancel(x: Run, f: list[int]) -> int:
        row = order(x, f)
        if table is None or row < 0:
            raise x.error("there is no such order", place)
        x.cells[m.layout.base[table.state] + row] = state(x, f)
        return 0

    return cancel


# ------------------------------------------------------------------------------------------------ control


def _if(s: core.If, m: Machine) -> Stmt:
    test, then, other = m.expr(s.test), compile_block(s.then, m), compile_block(s.other, m)
    return lambda x, f: then(x, f) if test(x, f) else other(x, f)


def _while(s: core.While, m: Machine) -> Stmt:
    test, body, budget, place = m.expr(s.test), compile_block(s.body, m), s.budget, s.place
    line = Line(s.body, (body,))

    def round_(x: Run, f: list[int]) -> int:
        if not test(x, f):
            return LEFT
        x.spend(place)
        return body(x, f)

    def last(x: Run, f: list[int]) -> int:
        if test(x, f):
            raise x.error(f"this is done more than {budget} times", place)
        return LEFT

    def loop(x: Run, f: list[int]) -> int:
        if x.worlds is not None and x.stored is None and x.worlds.throws_in(line, len(f)):
            return x.worlds.loop(x, f, line, chain(repeat(round_, budget), (last,)), alike=True)
        rounds = 0
        while test(x, f):
            rounds += 1
            if rounds > budget:
                raise x.error(f"this is done more than {budget} times", place)
            x.spend(place)
            signal = body(x, f)
            if signal:
                return signal
        return 0

    return loop


def ordering(s: core.ForEach, m: Machine) -> Callable[[Run, list[int]], Sequence[int]]:
    """The elements of a loop in their order; ties are thrown for, drawn, or left in row order."""
    if s.along:
        return cells_along(s.source, m)
    source, slot = m.expr(s.source), s.slot
    keys = [(m.expr(k.value), k.highest) for k in s.keys]
    ties, dice, place = s.ties, s.dice, s.place
    if not keys and not ties:
        return lambda x, f: rows_of(source(x, f))

    def order(x: Run, f: list[int]) -> list[int]:
        ranked = []
        for row in rows_of(source(x, f)):
            f[slot] = row
            ranked.append((tuple(-v if high else v for v, high in ((k(x, f), h) for k, h in keys)), row))
        ranked.sort()
        out: list[int] = []
        while ranked:
            tied = [row for key, row in ranked if key == ranked[0][0]]
            ranked = ranked[len(tied) :]
            if len(tied) > 1 and ties == "draw":
                tied = shuffled(x, tied, place)
            elif len(tied) > 1 and dice:
                tied = thrown_for(x, tied, dice, ties == "highest", place)
            out += tied
        return out

    return order


def shuffled(x: Run, rows: list[int], place: Any) -> list[int]:
    left, out = rows[:], []
    while len(left) > 1:
        out.append(left.pop(one_of(x, len(left), "order", place)))
    return out + left


def thrown_for(x: Run, rows: list[int], dice: tuple[core.Dice, ...], highest: bool, place: Any) -> list[int]:
    """Tied elements throw; those still tied throw again, at most fifty times, then row order."""
    if x.enumerating:
        return shuffled(x, rows, place)
    out: list[int] = []
    groups = [rows]
    for _ in range(50):
        groups_now: list[list[int]] = []
        done = True
        for group in groups:
            if len(group) == 1:
                groups_now.append(group)
                continue
            throws = []
            for row in group:
                throws.append((throw(x, dice, "order", place), row))
                if x.log is not None:
                    x.log[-1].data["row"] = row
            for value in sorted({v for v, _ in throws}, reverse=highest):
                same = [row for v, row in throws if v == value]
                groups_now.append(same)
                done = done and len(same) == 1
        groups = groups_now
        if done:
            break
    for group in groups:
        out += group
    return out


def _for_each(s: core.ForEach, m: Machine) -> Stmt:
    order, slot, body, place = ordering(s, m), s.slot, compile_block(s.body, m), s.place
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
        if x.worlds is not None and x.stored is None and len(rows) > 1 and x.worlds.throws_in(line, len(f)):
            return x.worlds.loop(x, f, line, map(round_of, rows))
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
    from interpreter.together import merged

    slot, body = bodies[0]
    return lambda x, f: merged(x, f, [(slot, row, body) for row in order(x, f)], m)


def _together(s: core.Together, m: Machine) -> Stmt:
    from interpreter.together import merged

    made = [compile_stmt(stmt, m) for stmt in s.body]
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
        if x.worlds is not None and x.stored is None and x.worlds.leaves(this):
            x.jump = (index, *[a(x, f) for a in args])
            return JUMP
        if grouped is not None and x.enumerating:
            frame, result, outcomes = grouped(x, [a(x, f) for a in args])
            if x.worlds is not None:

                def fill(slots: list[int], value: int) -> None:
                    frame[result] = value
                    for source, target in outputs:
                        slots[target] = frame[source]

                x.worlds.die(x, f, outcomes, fill)
                return 0
            frame[result] = x.dice.outcome(outcomes)  # type: ignore[attr-defined]
        else:
            try:
                frame, signal = m.calls.perform(x, index, [a(x, f) for a in args], place, kept)
            except Fork as fork:
                raise (fork if x.worlds is None else x.worlds.called(x, f, fork, outputs)) from None
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
        value = m.calls.proceed(x, place, [(target, value(x, f)) for target, value in values])
        if slot != NONE:
            f[slot] = value
        return OVER if x.state.over else 0

    return proceed


def _rolled(s: core.Rolled, m: Machine) -> Stmt:
    refresh = compile_block(s.refresh, m)

    def rolled(x: Run, f: list[int]) -> int:
        return m.calls.rolled(x, f, refresh)

    return rolled


def _schedule(s: core.Schedule, m: Machine) -> Stmt:
    args, index, edge = [m.expr(a) for a in s.args], s.procedure, s.edge
    span = _span(s.when, m)
    assert span is not None

    def schedule(x: Run, f: list[int]) -> int:
        _, last, _ = changes.span_of(x, span, f)
        x.state.scheduled.append((span[0], last, edge, index, tuple(a(x, f) for a in args)))
        return 0

    return schedule


def _reschedule(s: core.Reschedule, m: Machine) -> Stmt:
    atom, reference, before = m.expr(s.atom), m.expr(s.reference), m.expr(s.before)

    def reschedule(x: Run, f: list[int]) -> int:
        m.agendas.reschedule(x, atom(x, f), reference(x, f), bool(before(x, f)))
        return 0

    return reschedule


def _create(s: core.Create, m: Machine) -> Stmt:
    domain = m.program.domains[s.domain]
    columns = [(c.index, m.layout.base[c.index], c.default) for c in m.program.fields if c.domain == s.domain and c.values is None]
    values = [(m.layout.base[i], i, m.expr(e)) for i, e in s.values]
    alive, slot, place = m.layout.base[domain.alive], s.slot, s.place

    def create(x: Run, f: list[int]) -> int:
        row = changes.free_row(x, s.domain, range(domain.size), alive)
        if row < 0:
            raise x.error(f"there are {domain.size} of ‘{domain.name}’ already", place)
        given = [(base, index, value(x, f)) for base, index, value in values]
        for _, base, default in columns:
            x.cells[base + row] = default
        x.cells[alive + row] = 1
        for base, index, value in given:
            changes.put(x, base + row, value, index, place)
        f[slot] = row
        if x.log is not None:
            audience = both(x.audience, m.mask(x, m.kind_seen[s.domain], row))
            x.record("create", domain.name, place, audience=audience, domain=s.domain, row=row)
        return 0

    return create


def _discard(s: core.Discard, m: Machine) -> Stmt:
    row, alive, place = m.expr(s.row), m.layout.base[m.program.domains[s.domain].alive], s.place

    def discard(x: Run, f: list[int]) -> int:
        at = row(x, f)
        if at < 0:
            raise x.error("nothing to discard", place)
        x.cells[alive + at] = 0
        fields = m.program.fields
        x.state.timers[:] = [c for c in x.state.timers if fields[c[2]].domain != s.domain or c[3] != at]
        x.state.waiting[:] = [c for c in x.state.waiting if fields[c[3]].domain != s.domain or c[4] != at]
        table = m.program.orders
        if table is not None and s.domain in table.actors:
            base, orders = m.layout.base, m.program.domains[table.domain]
            for given in range(orders.size):
                mine = x.cells[base[table.actors[s.domain]] + given] == at
                if x.cells[base[orders.alive] + given] and mine and x.cells[base[table.state] + given] == 0:
                    x.cells[base[table.state] + given] = 3
        return 0

    return discard


def _run(s: core.Run, m: Machine) -> Stmt:
    place = s.place

    def run(x: Run, f: list[int]) -> int:
        raise x.error("an agenda can only be run by a step", place)

    return run


MAKERS: dict[type, Callable[[Any, Any], Any]] = {
    core.Let: _let, core.SetOwn: _set_own, core.Store: _store, core.Change: _change, core.Join: _join, core.Cancel: _cancel,
    core.If: _if, core.While: _while, core.ForEach: _for_each, core.Together: _together, core.Give: _give, core.Fail: _fail,
    core.End: lambda s, m: lambda x, f: END, core.Prevent: lambda s, m: lambda x, f: PREVENT,
    core.Invoke: _invoke, core.Proceed: _proceed, core.Rolled: _rolled, core.Schedule: _schedule,
    core.Reschedule: _reschedule, core.Create: _create, core.Discard: _discard, core.Run: _run,
    **ACTIONS, **CHOICES, **ORDERS, **TELLING, **THROWS,
}  # fmt: skip

__all__ = ["Fork", "compile_block", "compile_stmt", "ordering", "throw"]
