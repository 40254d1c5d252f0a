"""What is asked for an action after its actor, and doing it."""

from __future__ import annotations

from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import BARRED, FAIL, PREVENT
from arbitre.interpreter.wasm.compile.calls import procedure_name
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.frames import store_in, words_of
from arbitre.interpreter.wasm.compile.queries.columns import address, changed
from arbitre.interpreter.wasm.compile.queries.visibility import nth_option
from arbitre.interpreter.wasm.compile.statements import leave_if_pending
from arbitre.interpreter.wasm.turns.action_forms import Form, options_of
from arbitre.interpreter.wasm.turns.preference.heuristics import keys_of_values, note_appeals_of_values
from arbitre.interpreter.wasm.turns.preference.listings import listed_once


def write_filling(c: Compiler, form: Form) -> None:
    """``fill(seat, actor, slots)``: asks for every parameter after the actor, in turn, and puts all into the slots of the call."""
    unit = c.unit(("p", form.procedure.index))
    code = Code(c, c.module.funcs[f"action.{form.number}.fill"], unit, 2)
    f, frame = code.f, c.memory.frames[unit.key]
    code.frame = 2
    picked = [1]
    for rank in range(1, len(form.rank)):
        param, count, taken, held = form.param(rank), f.local(), f.local(), f.local()

        def values(rank: int = rank, count: int = count, picked: tuple[int, ...] = tuple(picked)) -> None:
            for one in picked:
                f.get(one)
            f.call(f"action.{form.number}.{rank}")
            f.set(count)

        listed_once(code, form, rank, count, values)
        f.const(0)
        f.set(taken)
        f.get(count)
        f.const(1)
        f.op("gt_s")
        f.when()
        note_appeals_of_values(code, form, rank, picked, 0, count)
        keys_of_values(code, form, rank, 0, count)
        f.get(0)
        f.get(count)
        f.call("decide")
        f.set(taken)
        leave_if_pending(code)
        f.end()
        if param.domain == NONE:
            f.get(taken)
            f.const(8)
            f.op("mul")
            f.load("64", form.found[rank])
        else:
            rows = f.local()
            options_of(code, form, rank)
            f.set(rows)
            nth_option(code, param.domain, 0, rows, taken, words_of(c, param))
        f.set(held)
        picked.append(held)
    for rank, one in enumerate(picked):
        slot = form.param(rank).slot
        store_in(code, 2, frame.offsets[slot], frame.words[slot], one)
    f.const(0)


def write_doing(c: Compiler, form: Form) -> None:
    """``do(slots)``: what another way stands for, the call, and the charge that is spent."""
    unit = c.unit(("p", form.procedure.index))
    code = Code(c, c.module.funcs[f"action.{form.number}.do"], unit, 0)
    f, signal, params = code.f, code.f.local(), form.procedure.params
    for way in form.action.ways:
        code.read_slot(params[way.given].slot)
        f.const(NONE)
        f.op("ne")
        f.when()
        code.attempt(lambda way=way: code.assign(params[way.instead].slot, way.value), form.procedure.place)  # type: ignore[misc]
        f.end()
    f.const(0)
    code.store_name("SPENT")
    row, held = f.local(), f.local()
    code.read_slot(params[form.action.actor].slot)
    f.set(row)
    f.get(0)
    f.call(procedure_name(form.procedure.index))
    f.set(signal)
    if form.action.limits:
        for barred in (PREVENT, BARRED):
            f.get(signal)
            f.const(barred)
            f.op("ne")
        f.op("and")
        if not form.action.spends:
            f.get(signal)
            f.const(FAIL)
            f.op("ne")
            code.load_name("SPENT")
            f.op("or")
            f.op("and")
        f.when()
        for limit in form.action.limits:
            column = c.memory.columns[limit.field]
            address(code, limit.field, row)
            f.load(column.load, column.at)
            f.const(1)
            f.op("add")
            f.tee(held)
            f.const(c.program.fields[limit.field].high)
            f.op("le_s")
            code.stop_unless(form.procedure.place)
            address(code, limit.field, row)
            f.wrap()
            f.get(held)
            f.store(column.store, column.at)
            changed(code, limit.field, row)
        f.end()
    f.get(signal)
