"""Orders: given now, stored as rows that their givers see, and performed by the steps of an agenda."""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine, Run, Stmt
from arbitre.interpreter.reference import changes
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.reference.actions.decisions import CANCELLED, CARRIED_OUT, FAILED, WAITING, question
from arbitre.interpreter.state.signals import BARRED, FAIL, OVER, PREVENT


def _give_orders(s: core.GiveOrders, m: Machine) -> Stmt:
    chooser, place = m.expr(s.chooser), s.place
    decision, asks = m.program.decisions[s.decision], question(s.asks, m)
    table, base = m.program.orders, m.layout.base
    if table is None:  # a program without orders has nothing to give
        return lambda x, f: 0
    size, seats = m.program.domains[table.domain].size, m.program.domains[m.program.seats].size
    share = max(1, size // max(1, seats))
    alive, action, giver, state = (base[i] for i in (m.program.domains[table.domain].alive, table.action, table.giver, table.state))
    # A seat's own rows first, so that their numbers do not tell others how many orders it gives; then what others leave.
    blank = [(base[field.index], field.default) for field in m.program.fields if field.domain == table.domain]
    blocks = []
    for seat in range(seats):
        own = range(seat * share, min(size, (seat + 1) * share))
        blocks.append([*own, *(row for row in reversed(range(size)) if row not in own)])

    def give(x: Run, f: list[int]) -> int:
        seat = chooser(x, f)
        if seat < 0:
            raise x.error(phrase("nobody is there to decide ‘{0}’", decision.name), place)
        block = blocks[seat]
        for row, by in enumerate(x.cells[giver : giver + size]):
            if by == seat:
                x.cells[alive + row] = 0
        taken: dict[tuple[int, int], set[int]] = {}
        while True:
            x.spend(place)
            picked = actions.pick(x, seat, s.offer, NONE, taken, s.secret, place, decision.name, asks=lambda: asks(x, f, seat))
            if picked is None:
                break
            r, args = picked
            taken.setdefault((r.actors, args[r.action.actor]), set()).add(r.action.index)
            if r.action.at_once:
                actions.carry_out(x, r, args, place)
                if x.state.over:
                    return OVER
                continue
            row = changes.free_row(x, table.domain, block, alive)
            if row == NONE and x.stored is None:  # orders of others that are done with
                row = next((old for old in block if x.cells[state + old] != WAITING), NONE)
            if row == NONE:
                raise x.error(phrase("there is room for {0} orders, but more are given", size), place)
            for column, default in blank:  # nothing of an order that stood in this row before
                x.cells[column + row] = default
            for cell, value in ((alive, 1), (action, r.action.index), (giver, seat), (state, WAITING)):
                x.cells[cell + row] = value
            for column, value in zip(r.action.order_fields, args, strict=True):
                x.cells[base[column] + row] = value
        return 0

    return give


def _perform(s: core.Perform, m: Machine) -> Stmt:
    slot, where, place = s.slot, m.maybe(s.where), s.place
    table, base = m.program.orders, m.layout.base
    if table is None:
        return lambda x, f: 0
    size = m.program.domains[table.domain].size
    alive, action, giver, state = (base[i] for i in (m.program.domains[table.domain].alive, table.action, table.giver, table.state))

    def perform(x: Run, f: list[int]) -> int:
        r = m.action_of[s.action]
        actor_column = base[r.action.order_fields[r.action.actor]]
        waiting = []
        for row, lives in enumerate(x.cells[alive : alive + size]):
            if lives and x.cells[action + row] == s.action and x.cells[state + row] == WAITING:
                waiting.append((x.cells[actor_column + row], row))
        for actor, row in sorted(waiting):
            if x.cells[state + row] != WAITING:
                continue
            f[slot] = actor
            if where is not None and not where(x, f):
                continue
            args = [x.cells[base[column] + row] for column in r.action.order_fields]
            outer, x.order = x.order, row
            cause = x.cause
            x.cause = x.record("order", r.action.name, place, audience=1 << x.cells[giver + row], order=row, actor=actor)
            signal = actions.carry_out(x, r, args, place)
            x.cells[state + row] = {FAIL: FAILED, BARRED: FAILED, PREVENT: CANCELLED}.get(signal, CARRIED_OUT)
            x.record("outcome", r.action.name, place, audience=1 << x.cells[giver + row], state=x.cells[state + row], reason=x.reason)
            x.order, x.cause = outer, cause
            if x.state.over:
                return OVER
        return 0

    return perform


ORDERS: dict[type, Any] = {core.GiveOrders: _give_orders, core.Perform: _perform}
