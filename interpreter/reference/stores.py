"""Statements that change what is stored: locals, fields, sets, rows that come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import GREATEST, Machine, Run, Stmt
from arbitre.interpreter.reference import changes
from arbitre.interpreter.reference.values.expressions import too_great
from arbitre.interpreter.state.visibility import both

# ------------------------------------------------------------------------------------------------ stores


def _let(s: core.Let, m: Machine) -> Stmt:
    slot, value, place = s.slot, m.expr(s.value), s.place
    if grows(s.value):

        def let_no_more(x: Run, f: list[int]) -> int:
            f[slot] = found = value(x, f)
            return 0 if -GREATEST <= found <= GREATEST else too_great(x, place)

        return let_no_more

    def let(x: Run, f: list[int]) -> int:
        f[slot] = value(x, f)
        return 0

    return let


def grows(value: core.Expr) -> bool:
    """May it come to far more than any of its parts: is it a sum of two things that are not known beforehand?"""
    return isinstance(value, core.Arith) and value.op in "+-" and not isinstance(value.right, (core.Const, core.Choice))


def _set_own(s: core.SetOwn, m: Machine) -> Stmt:
    procedure, slot, value, low, high, place = s.procedure, s.slot, m.expr(s.value), s.low, s.high, s.place

    def set_own(x: Run, f: list[int]) -> int:
        new = value(x, f)
        if not low <= new <= high:
            raise x.error(phrase("{0} does not fit: it goes from {1} to {2}", new, low, high), place)
        frames = x.running.get(procedure)
        if frames:
            frames[-1][slot] = new
        return 0

    return set_own


def span_of(period: core.Period | None, m: Machine) -> changes.Span | None:
    """How long a change lasts, with its number of runs as a closure; None: for good."""
    return None if period is None else (period.agenda, period.start, m.expr(period.runs))


def _store(s: core.Store, m: Machine) -> Stmt:
    column, row, value, span, place = s.field, m.expr(s.row), m.expr(s.value), span_of(s.lasting, m), s.place

    def store(x: Run, f: list[int]) -> int:
        changes.change(x, changes.RESTORE, column, row(x, f), value(x, f), span, f, place)
        return 0

    return store


def _change(s: core.Change, m: Machine) -> Stmt:
    column, row, delta, span, place = s.field, m.expr(s.row), m.expr(s.delta), span_of(s.lasting, m), s.place

    def change(x: Run, f: list[int]) -> int:
        changes.change(x, changes.COUNT, column, row(x, f), delta(x, f), span, f, place)
        return 0

    return change


def _join(s: core.Join, m: Machine) -> Stmt:
    column, row, mask, span, place = s.field, m.expr(s.row), m.expr(s.mask), span_of(s.lasting, m), s.place
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
        x.cancelled[row] = place
        return 0

    return cancel


def _create(s: core.Create, m: Machine) -> Stmt:
    domain = m.program.domains[s.domain]
    columns = [(c.index, m.layout.base[c.index], c.default) for c in m.program.fields if c.domain == s.domain and c.values is None]
    values = [(m.layout.base[i], i, m.expr(e)) for i, e in s.values]
    alive, slot, place = m.layout.base[domain.alive], s.slot, s.place

    def create(x: Run, f: list[int]) -> int:
        row = changes.free_row(x, s.domain, range(domain.size), alive)
        if row < 0:
            raise x.error(phrase("there are already {0} of ‘{1}’", domain.size, domain.name), place)
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


STORES: dict[type, Callable[[Any, Machine], Stmt]] = {
    core.Let: _let, core.SetOwn: _set_own, core.Store: _store, core.Change: _change, core.Join: _join, core.Cancel: _cancel,
    core.Create: _create, core.Discard: _discard,
}  # fmt: skip
