"""Orders: given now, stored as rows that their givers see, and performed by the steps of an agenda."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import BARRED, FAIL, OVER, PREVENT
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import give_back, initial, load_from, store_in, words_of
from arbitre.interpreter.wasm.compile.queries.columns import address, blank_row, check_row, row_of, write_cell
from arbitre.interpreter.wasm.compile.queries.matches import Holds, each_match
from arbitre.interpreter.wasm.compile.statements import leave, leave_if_over
from arbitre.interpreter.wasm.turns.action_forms import Form
from arbitre.interpreter.wasm.turns.acts import Round, carried_out, pick
from arbitre.interpreter.wasm.turns.pending_orders import CANCELLED, CARRIED_OUT, FAILED, WAITING, taken_place, waiting


def load_cell(c: Code, field: int, row: int) -> None:
    """Leaves what a column holds at a row that there is."""
    column = c.c.memory.columns[field]
    address(c, field, row)
    if column.words > 1:
        c.f.const(column.at)
        c.f.op("add")
    else:
        c.f.load(column.load or "64", column.at)


# ------------------------------------------------------------------------------------ given


def _give_orders(c: Code, s: core.GiveOrders) -> None:
    table = c.c.program.orders
    if table is None:  # a program without orders has nothing to give
        return
    f, seat, taken, before, signal, nothing = (c.f, *(c.f.local() for _ in range(5)))
    assert c.frame is not None
    c.value(s.chooser)
    f.tee(seat)
    f.const(0)
    f.op("ge_s")
    c.stop_unless(s.place)
    f.const(0)
    f.set(nothing)

    orders = c.c.program.domains[table.domain]
    given = (Holds(orders.alive, 1), Holds(table.giver, local=seat))
    each_match(c, orders.size, given, lambda row: write_cell(c, orders.alive, row, nothing))
    f.const(max(8, taken_place(c, NONE)))
    f.call("take_frame")
    f.set(taken)
    c.load_name("TAKEN_AT")
    f.set(before)
    part = c.c.part(c.unit, 3, "order")  # on the slots, for a seat, with what was ordered so far
    part.f.get(2)
    part.store_name("TAKEN_AT")
    only = part.f.local()
    part.f.const(NONE)
    part.f.set(only)
    name = c.c.program.decisions[s.decision].name
    pick(part, Round(name, s.offer, 1, only, NONE, False, lambda code, form, actor, slots: _ordered(code, s, form, actor, slots)))
    with f.block() as out, f.loop() as again:
        f.const(c.c.site(s.place))
        f.call("spend")
        f.get(c.frame)
        f.get(seat)
        f.get(taken)
        f.call(part.f.name)
        f.tee(signal)
        f.br_if(out)
        f.br(again)
    f.get(before)
    c.store_name("TAKEN_AT")
    give_back(c, taken)
    f.get(signal)
    f.const(OVER)
    f.op("eq")
    f.when()
    leave(c, OVER)
    f.end()


def _ordered(c: Code, s: core.GiveOrders, form: Form, actor: int, slots: int) -> None:
    """An order is taken: done now if it is of that sort, else written down.  The code's values: slots, seat, what was ordered."""
    f, table, words = c.f, c.c.program.orders, words_of(c.c, form.param(0))
    assert table is not None
    f.get(2)
    f.const(taken_place(c, form.action.index))
    f.op("add")
    f.get(actor)
    f.const(words)
    f.call("put_member")
    if form.action.at_once:
        f.const(0)
        c.store_name("TAKEN_AT")
        carried_out(c, form, actor, slots)
        return
    row, size = f.local(), c.c.program.domains[table.domain].size
    columns, alive = c.c.memory.columns, c.c.program.domains[table.domain].alive
    seats = c.c.program.domains[c.c.program.seats].size
    for value in (
        columns[alive].at, columns[alive].size, columns[table.state].at, columns[table.state].size, size, max(1, size // max(1, seats)),
    ):  # fmt: skip
        f.const(value)
    f.get(1)
    f.const(table.domain)
    f.call("order_row")
    f.tee(row)
    f.const(0)
    f.op("ge_s")
    c.stop_unless(s.place)
    for local in (row, slots, 1):
        f.get(local)
    f.call(_writer(c, form))
    give_back(c, slots)


def _writer(c: Code, form: Form) -> str:
    """The function that writes an order down: one for each action, called with the row, the slots and the seat."""
    name, table = f"action.{form.number}.order", c.c.program.orders
    if name in c.c.module.funcs or table is None:
        return name
    w = Code(c.c, c.c.module.func(name, 3, False), c.unit, None)
    f, row, slots, seat, held = w.f, 0, 1, 2, w.f.local()
    f.get(row)
    f.call(_blanker(w, table.domain))
    for field, value in ((table.action, form.action.index), (table.state, WAITING)):
        f.const(value)
        f.set(held)
        write_cell(w, field, row, held)
    write_cell(w, table.giver, row, seat)
    columns, frame = c.c.memory.columns, c.c.memory.frames["p", form.procedure.index]
    for param, field in zip(form.procedure.params, form.action.order_fields, strict=True):
        load_from(w, slots, frame.offsets[param.slot], frame.words[param.slot])
        if frame.words[param.slot] != columns[field].words:
            w.resize(max(1, frame.words[param.slot]), max(1, columns[field].words))
        f.set(held)
        write_cell(w, field, row, held)
    return name


def _blanker(c: Code, domain: int) -> str:
    """The function that empties a row of orders: a column for every argument of every action."""
    name = "blank_order"
    if name not in c.c.module.funcs:
        blank_row(Code(c.c, c.c.module.func(name, 1, False), c.unit, None), domain, 0)
    return name


# ------------------------------------------------------------------------------------ performed


def _perform(c: Code, s: core.Perform) -> None:
    table = c.c.program.orders
    if table is None:
        return
    f, form = c.f, next(form for form in c.c.forms if form.action.index == s.action and form.way is None)
    at, count, row, held, slots, signal = (f.local() for _ in range(6))
    p, columns = form.procedure, c.c.memory.columns
    frame = c.c.memory.frames["p", p.index]
    f.const(8 * c.c.program.domains[table.domain].size)
    f.call("raw_room")
    f.set(at)
    f.const(0)
    f.set(count)

    def noted(row: int) -> None:
        f.get(at)
        f.get(count)
        f.const(8)
        f.op("mul")
        f.op("add")
        f.wrap()
        load_cell(c, form.action.order_fields[form.action.actor], row)
        f.const(20)
        f.op("shl")
        f.get(row)
        f.op("or")
        f.store("64")
        f.get(count)
        f.const(1)
        f.op("add")
        f.set(count)

    each_match(c, c.c.program.domains[table.domain].size, waiting(c, s.action), noted)
    f.get(at)
    f.get(count)
    f.call("sort_numbers")
    with f.each_number(at, count) as (key, again):
        f.get(key)
        f.const((1 << 20) - 1)
        f.op("and")
        f.set(row)
        load_cell(c, table.state, row)
        f.const(WAITING)
        f.op("ne")
        f.br_if(again)
        f.get(key)
        f.const(20)
        f.op("shr_s")
        c.write_slot(s.slot)
        if s.where is not None:
            mark = c.mark()
            c.test(s.where)
            if mark is not None:
                f.flagged()
                f.set(held)
                c.release(mark)
                f.get(held)
            f.isnt()
            f.br_if(again)
        f.const(max(8, frame.size))
        f.call("take_frame")
        f.set(slots)
        initial(c, p, slots)
        for param, field in zip(p.params, form.action.order_fields, strict=True):
            load_cell(c, field, row)
            if frame.words[param.slot] != columns[field].words:
                c.resize(max(1, columns[field].words), max(1, frame.words[param.slot]))
            f.set(held)
            store_in(c, slots, frame.offsets[param.slot], frame.words[param.slot], held)
        f.get(slots)
        f.call(f"action.{form.number}.do")
        f.set(signal)
        give_back(c, slots)
        _write_outcome(c, table.state, row, signal)
        leave_if_over(c)


def _write_outcome(c: Code, state: int, row: int, signal: int) -> None:
    f, held = c.f, c.f.local()
    f.const(FAILED)
    f.const(CANCELLED)
    f.const(CARRIED_OUT)
    f.get(signal)
    f.const(PREVENT)
    f.op("eq")
    f.select()
    for barred in (FAIL, BARRED):
        f.get(signal)
        f.const(barred)
        f.op("eq")
    f.op("or")
    f.select()
    f.set(held)
    write_cell(c, state, row, held)


def _cancel(c: Code, s: core.Cancel) -> None:
    table, held = c.c.program.orders, c.f.local()
    row = row_of(c, s.order)
    if table is None:
        c.stop(s.place)
        return
    check_row(c, row, table.state, s.place)
    c.value(s.state)
    c.f.set(held)
    write_cell(c, table.state, row, held)


ORDERS: dict[type, Callable[[Code, Any], None]] = {core.GiveOrders: _give_orders, core.Perform: _perform, core.Cancel: _cancel}
