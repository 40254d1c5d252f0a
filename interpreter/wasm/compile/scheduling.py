"""What is put off to a later run of an agenda, and steps that are moved, written; see
:mod:`arbitre.interpreter.wasm.runtime.match.schedule`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.calls import procedure_name
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.frames import give_back, put_argument, take_frame
from arbitre.interpreter.wasm.layout.compiled import EDGES


def _schedule(c: Code, s: core.Schedule) -> None:
    f, p, runs = c.f, c.c.program.procedures[s.procedure], c.f.local()
    c.value(s.when.runs)
    f.set(runs)
    f.const(max(8, c.c.memory.frames["p", p.index].size, c.c.memory.given))
    f.call("take_frame")
    held = f.local()
    f.set(held)
    for param, arg in zip(p.params, s.args, strict=True):
        put_argument(c, p, held, param, arg)
    f.const(s.when.agenda)
    f.const(int(s.when.start == "next"))
    f.get(runs)
    f.const(EDGES.index(s.edge))
    f.const(p.index)
    f.get(held)
    f.call("schedule")
    give_back(c, held)


def _reschedule(c: Code, s: core.Reschedule) -> None:
    for part in (s.atom, s.reference, s.before):
        c.value(part)
    c.f.call("reschedule")


def pending(c: Code, e: core.Built) -> None:
    """Is a step still to come?"""
    c.value(e.args[0])
    c.f.call("is_pending")


def write_due(c: Compiler) -> None:
    """``call_due(procedure, given)``: carries out what was put off."""
    func = c.module.funcs["call_due"]
    for index in c.memory.put_off:
        p = c.program.procedures[index]
        code = Code(c, func, c.unit(("p", index)), None)
        func.get(0)
        func.const(index)
        func.op("eq")
        func.when()
        held = take_frame(code, p)
        for local in (held, 1):
            func.get(local)
            func.wrap()
        func.const(c.memory.params_size(p))
        func.wrap()
        func.copy()
        func.get(held)
        func.call(procedure_name(index))
        func.op("drop")
        give_back(code, held)
        func.end()


LATER: dict[type, Callable[[Code, Any], None]] = {core.Schedule: _schedule, core.Reschedule: _reschedule}
BUILT: dict[str, Callable[[Code, core.Built], None]] = {"pending": pending}
