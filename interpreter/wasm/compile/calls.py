"""Calls of procedures, with the hooks around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import BARRED, END, FAIL, OVER, PREVENT
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported
from arbitre.interpreter.wasm.compile.frames import give_back, load_from, note_region, put_argument, store_in, take_frame
from arbitre.interpreter.wasm.compile.hooks import fitting, hook_name, run_hooks, standing, unless_beaten
from arbitre.interpreter.wasm.compile.light_calls import invoke_light
from arbitre.interpreter.wasm.compile.outcomes import by_result
from arbitre.interpreter.wasm.compile.queries.instrumentation import count
from arbitre.interpreter.wasm.compile.statements import block, leave, leave_if_over
from arbitre.interpreter.wasm.layout.memory import JUMP
from arbitre.interpreter.wasm.layout.sampling_rooms import NOT_SURE


def procedure_name(index: int) -> str:
    """The name of the function that does all of a call."""
    return f"procedure.{index}"


def _invoke(c: Code, s: core.Invoke) -> None:
    if invoke_light(c, s):
        return
    f, p, flow = c.f, c.c.program.procedures[s.procedure], c.c.flow
    mark = c.mark() if flow is not None else None
    held = take_frame(c, p)
    for param, arg in zip(p.params, s.args, strict=True):
        put_argument(c, p, held, param, arg)
    c.release(mark)
    if flow is not None and any(id(s) in last for last in flow.last.values()):
        jump(c, p, held)
        return
    if s.seen is not None and c.c.memory.hides:
        c.set(s.seen, 1)
        c.store_name("SHOWN")
        f.const(1)
        c.store_name("IS_SHOWN")
    signal = f.local()
    f.get(held)
    f.call((s.plain and flow is not None and by_result(c.c, p)) or procedure_name(p.index))
    f.set(signal)
    if flow is not None and p.index in flow.last:
        c.load_name("JUMP")
        f.when()
        f.call("follow")
        f.set(signal)
        f.end()
    give_back(c, held)
    f.get(signal)
    f.const(FAIL)
    f.op("eq")
    f.when()
    leave(c, FAIL)
    f.end()
    callee = c.c.memory.frames["p", p.index]
    for source, target in s.outputs:
        load_from(c, held, callee.offsets[source], callee.words[source])
        if callee.words[source] != c.layout.words[target]:
            c.resize(max(1, callee.words[source]), max(1, c.layout.words[target]))
        c.write_slot(target)
    leave_if_over(c)


def jump(c: Code, p: core.Procedure, held: int) -> None:
    """For odds: a call that is all that is left to do of what calls it is done once that has ended, see :func:`exploring.follow`."""
    f, size = c.f, max(8, c.c.memory.frames["p", p.index].size)
    if size > JUMP:
        raise Unsupported("so many slots")
    f.const(c.c.at["JUMP_SLOTS"])
    f.wrap()
    f.get(held)
    f.wrap()
    f.const(size)
    f.wrap()
    f.copy()
    give_back(c, held)
    f.const(size)
    c.store_name("JUMP_SIZE")
    f.const(c.c.module.number_of(procedure_name(p.index)) + 1)
    c.store_name("JUMP")
    leave(c, END)


def _proceed(c: Code, s: core.Proceed) -> None:
    """The body that was replaced runs now, in the slots of its event; their address stands behind the hook's own."""
    f, owner = c.f, c.unit.owner
    if owner is None or c.c.program.procedures[owner[1]].kind == "agenda":
        c.stop(s.place)  # from within what is done together; elsewhere agenda code sees to it
        return
    p, event = c.c.program.procedures[owner[1]], f.local()
    assert c.frame is not None
    f.get(c.frame)
    f.load("64", c.layout.size)
    f.set(event)
    frame = c.c.memory.frames[owner]
    kept = []
    for slot, value in s.values:
        held = f.local()
        c.any(value, frame.words[slot])
        f.set(held)
        kept.append((slot, held))
    for slot, held in kept:
        store_in(c, event, frame.offsets[slot], frame.words[slot], held)
    f.get(event)
    f.call(f"{procedure_name(p.index)}.run")
    f.op("drop")
    if s.slot != NONE:
        if p.result == NONE:
            f.const(0)
        else:
            load_from(c, event, frame.offsets[p.result], frame.words[p.result])
        c.write_slot(s.slot)
    leave_if_over(c)


def _rolled(c: Code, s: core.Rolled) -> None:
    """The hooks between the dice and the result."""
    assert c.unit.key[0] == "p"
    p = c.c.program.procedures[c.unit.key[1]]
    if p.rolled and any(h.over for h in p.rolled):
        block(c, s.refresh)
    assert c.frame is not None
    stands = standing(c, p.rolled, c.frame)
    for hook in p.rolled:

        def run(hook: core.Hook = hook) -> None:
            block(c, s.refresh)
            assert c.frame is not None
            c.f.get(c.frame)
            c.f.call(hook_name(c.c, hook))
            c.f.op("drop")

        unless_beaten(c, stands, hook, run)


# ------------------------------------------------------------------------------------ procedures


def declare_procedure(c: Compiler, p: core.Procedure) -> None:
    """The names of a procedure's functions."""
    for part in ("", ".run", ".body"):
        c.module.func(procedure_name(p.index) + part, 1)


def write_procedure(c: Compiler, p: core.Procedure) -> None:
    """Three functions on the slots of a call: the body alone, the body with what it gives, and all of it with its hooks."""
    unit, name, declared = c.unit(("p", p.index)), procedure_name(p.index), c.module.funcs
    body = Code(c, declared[f"{name}.body"], unit, 0)
    block(body, p.body)
    body.f.const(0)
    run = Code(c, declared[f"{name}.run"], unit, 0)
    run.f.const(0)
    run.store_name("HAS_GIVEN")
    run.f.get(0)
    run.f.call(f"{name}.body")
    signal = run.f.local()
    run.f.set(signal)
    _take_given(run, p, signal, 0)
    run.f.get(signal)
    whole = Code(c, declared[name], unit, 0)
    _write_whole(whole, p)


def _take_given(c: Code, p: core.Procedure, signal: int, frame: int) -> None:
    """What was given goes into the result slot, if the body ended with it."""
    f = c.f
    if p.result != NONE:
        layout = c.c.memory.frames["p", p.index]
        f.get(signal)
        f.const(END)
        f.op("eq")
        c.load_name("HAS_GIVEN")
        f.op("and")
        f.when()
        given = f.local()
        c.load_name("GIVEN")
        f.set(given)
        store_in(c, frame, layout.offsets[p.result], layout.words[p.result], given)
        f.end()
    f.const(0)
    c.store_name("HAS_GIVEN")


def _shown(c: Code, p: core.Procedure) -> int | None:
    """Who sees what happens in a call, where that decides who sees its dice; a local with who saw what called it."""
    if not c.c.memory.hides or c.c.at["DICE_OPEN"]:
        return None
    f, outer = c.f, c.f.local()
    c.load_name("AUDIENCE")
    f.set(outer)
    if p.seen is not None:
        f.const(NOT_SURE if p.seen else 0)
        c.store_name("AUDIENCE")
        return outer
    c.load_name("IS_SHOWN")
    f.when()
    c.load_name("SHOWN")
    c.store_name("AUDIENCE")
    f.const(0)
    c.store_name("IS_SHOWN")
    if not c.c.program.public_events:
        f.otherwise()
        f.const(0)
        c.store_name("AUDIENCE")
    f.end()
    return outer


def _write_whole(c: Code, p: core.Procedure) -> None:
    f, at, unit = c.f, c.c.at, c.unit
    inner = Code(c.c, c.c.module.func(f"{procedure_name(p.index)}.whole", 1), unit, 0)
    _write_stages(inner, p)
    running, before, signal = f.local(), f.local(), f.local()
    f.const(c.c.site(p.place))
    f.call("enter_rule")
    f.const(0)
    f.load("64", at["RUNNING"] + 8 * p.index)
    f.tee(running)
    f.const(max(p.depth, 1))
    f.op("lt_s")
    c.stop_unless(p.place)

    def cell(name: str, write: Callable[[], None]) -> None:
        f.const(0)
        f.wrap()
        write()
        f.store("64", at[name] + 8 * p.index)

    def one_more() -> None:
        f.get(running)
        f.const(1)
        f.op("add")

    f.const(0)
    f.load("64", at["CURRENT"] + 8 * p.index)
    f.set(before)
    cell("RUNNING", one_more)
    cell("CURRENT", lambda: f.get(0))
    outer = _shown(c, p)
    f.get(0)
    f.call(f"{procedure_name(p.index)}.whole")
    f.set(signal)
    if outer is not None:
        f.get(outer)
        c.store_name("AUDIENCE")
    cell("RUNNING", lambda: f.get(running))
    cell("CURRENT", lambda: f.get(before))
    f.call("leave_rule")
    f.get(signal)


def _write_stages(c: Code, p: core.Procedure) -> None:
    f, action = c.f, next((a for a in c.c.program.actions if a.procedure == p.index), None)
    if p.when is not None:
        _unless(c, p.when, PREVENT, p)
    if p.kind == "action":
        count(c, ("action", "", p.name))

    def prevented(signal: int) -> None:
        for found in (PREVENT, FAIL):
            f.get(signal)
            f.const(found)
            f.op("eq")
            f.when()
            if p.kind == "action":
                count(c, ("action", "", p.name), -1)
            leave(c, BARRED if found == FAIL and p.kind == "action" else found)
            f.end()
        leave_if_over(c)

    run_hooks(c, p.before, 0, prevented)
    if action is not None and p.params:
        for way in action.ways:
            c.read_slot(p.params[way.instead].slot)
            f.const(NONE)
            f.op("eq")
            f.when()
            leave(c, FAIL)
            f.end()
        for test, _ in action.needs:
            _unless(c, test, FAIL, p)
    signal = f.local()
    _middle(c, p, signal)
    for found in (FAIL, OVER):
        f.get(signal)
        f.const(found)
        f.op("eq")
        f.when()
        leave(c, found)
        f.end()
    start = f.mark()
    run_hooks(c, p.after, 0, lambda _: leave_if_over(c))
    if c.c.flow is not None:
        note_region(c, start, c.c.flow.kept[p.index])
    f.const(0)


def _unless(c: Code, test: core.Expr, signal: int, p: core.Procedure) -> None:
    """Leaves with a signal where a condition does not hold."""

    def write() -> None:
        mark = c.mark()
        c.test(test)
        c.f.isnt()
        c.f.when()
        leave(c, signal)
        c.f.end()
        c.release(mark)

    c.attempt(write, p.place)


def _middle(c: Code, p: core.Procedure, signal: int) -> None:
    """The body, or what stands instead of it."""
    f, name = c.f, procedure_name(p.index)
    found = fitting(c, p.instead, 0) if p.instead else None
    if found is None:
        f.get(0)
        f.call(f"{name}.run")
        f.set(signal)
        return
    f.get(found)
    f.const(NONE)
    f.op("eq")
    f.when()
    f.get(0)
    f.call(f"{name}.run")
    f.set(signal)
    f.otherwise()
    f.const(0)
    c.store_name("HAS_GIVEN")
    for number, hook in enumerate(p.instead):
        f.get(found)
        f.const(number)
        f.op("eq")
        f.when()
        f.get(0)
        f.call(hook_name(c.c, hook))
        f.set(signal)
        f.end()
    _take_given(c, p, signal, 0)
    f.end()


CALLS: dict[type, Callable[[Code, Any], None]] = {core.Invoke: _invoke, core.Proceed: _proceed, core.Rolled: _rolled}
