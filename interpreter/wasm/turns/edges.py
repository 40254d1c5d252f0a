"""How an agenda begins and ends in straight code, where no hook has a say in that: what ``begin`` and ``finish`` of the agenda machine do,
written for one agenda; and what its steps leave behind."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import initial_slots
from arbitre.interpreter.wasm.layout.memory import ENTRY, STACK
from arbitre.interpreter.wasm.layout.records import AGENDA

SLOTS = ENTRY + 16  # where the slots of an agenda stand in its entry
MANY = 320  # bytes of slots that are not written one by one


def is_plain(code: Code, p: core.Procedure) -> bool:
    """Does it begin and end without hooks, and once?"""
    hooks = (p.before, p.instead, p.after)
    return not any(hooks) and not p.repeat and p.each is None and code.c.memory.frames["p", p.index].size <= MANY


def put_at(code: Code, name: str, local: int, offset: int = 0) -> None:
    """What a local holds, to a place that has a name."""
    code.f.const(0)
    code.f.wrap()
    code.f.get(local)
    code.f.store("64", code.c.at[name] + offset)


def begin(code: Code, p: core.Procedure, tables: dict[str, int], at: int, frame: int) -> None:
    """Puts an agenda on the stack: its entry and its slots go into locals; leaves the function where it does not begin.

    What it is given stands in slots whose address is the function's first value.
    """
    f, layout, size = code.f, code.c.memory.frames["p", p.index], code.c.memory.frames["p", p.index].size
    code.load_name("STACK_TOP")
    f.tee(at)
    f.const(SLOTS)
    f.op("add")
    f.set(frame)
    f.get(at)
    f.const(code.c.at["STACK_BASE"] + STACK - SLOTS - size)
    f.op("gt_s")
    f.when()
    f.const(2)
    f.const(0)
    f.call("give_up")
    f.end()
    raw, given = initial_slots(code.c, p).ljust(size, b"\0"), set()
    for param in p.params:
        for word in range(max(1, layout.words[param.slot])):
            offset = layout.offsets[param.slot] + 8 * word
            given.add(offset)
            f.get(frame)
            f.wrap()
            f.get(0)
            f.load("64", offset)
            f.store("64", offset)
    for offset in range(0, size, 8):
        if offset not in given:
            f.get(frame)
            f.wrap()
            f.const(int.from_bytes(raw[offset : offset + 8], "little"))
            f.store("64", offset)
    if tables["guard"] >= 0:
        f.get(frame)
        f.call(code.c.module.table[tables["guard"]])
        f.isnt()
        f.when()
        f.call("boundary")
        f.leave()
        f.end()
    _count_run(code, p, tables, frame)
    _enter(code, p, at, frame, size)


def _count_run(code: Code, p: core.Procedure, tables: dict[str, int], frame: int) -> None:
    f, runs = code.f, code.f.local()
    f.const(0)
    f.load("64", code.c.at["RUNS"] + 8 * p.index)
    f.const(1)
    f.op("add")
    f.set(runs)
    put_at(code, "RUNS", runs, 8 * p.index)
    if p.index == code.c.program.main:
        f.const(0)
        code.store_name("STEPS")
    if tables["limits"] >= 0:
        f.get(frame)
        f.call(code.c.module.table[tables["limits"]])
        f.op("drop")


def _enter(code: Code, p: core.Procedure, at: int, frame: int, size: int) -> None:
    """The entry of an agenda whose steps are known: it lists none of them."""
    f, top = code.f, code.f.local()
    f.get(at)
    f.wrap()
    code.load_name("STACK_LAST")
    f.store("64")
    for offset, number in ((8, AGENDA), (16, p.index), (24, -1), (32, -1), (40, 0), (48, 0)):
        f.get(at)
        f.wrap()
        f.const(number)
        f.store("64", offset)
    put_at(code, "STACK_LAST", at)
    f.get(frame)
    f.const(size)
    f.op("add")
    f.set(top)
    put_at(code, "STACK_TOP", top)
    put_at(code, "CURRENT", frame, 8 * p.index)


def wake(code: Code, p: core.Procedure, changed: int) -> None:
    """What begins with an agenda: periods that wait for it, and what was put off until now; ``changed`` is then set."""
    _if_any(code, p, "WAITING", "begin_period", changed)
    _due(code, p, 0, changed)


def end(code: Code, p: core.Procedure, at: int, below: int, changed: int) -> None:
    """Takes an agenda off the stack; ``changed`` is set where something was done at its end."""
    _due(code, p, 1, changed)
    put_at(code, "STACK_TOP", at)
    put_at(code, "STACK_LAST", below)
    _if_any(code, p, "TIMERS", "end_period", changed)


def _if_any(code: Code, p: core.Procedure, entries: str, routine: str, changed: int) -> None:
    code.load_name(entries)
    code.f.when()
    code.f.const(p.index)
    code.f.call(routine)
    code.f.const(1)
    code.f.set(changed)
    code.f.end()


def _due(code: Code, p: core.Procedure, edge: int, changed: int) -> None:
    """What was put off until now."""
    if code.c.at["SCHEDULED_MOST"]:
        code.load_name("SCHEDULED")
        code.f.when()
        code.f.const(p.index)
        code.f.const(edge)
        code.f.call("due")
        code.f.const(1)
        code.f.set(changed)
        code.f.end()


def forget(code: Code, p: core.Procedure, first: int, frame: int) -> None:
    """Slots of a step are as they were at first."""
    f, size = code.f, code.c.memory.frames["p", p.index].size
    raw = initial_slots(code.c, p).ljust(size, b"\0")
    if size - first > MANY:
        f.const(p.index)
        f.get(frame)
        f.call("forget_step")
        return
    for offset in range(first, size, 8):
        f.get(frame)
        f.wrap()
        f.const(int.from_bytes(raw[offset : offset + 8], "little"))
        f.store("64", offset)
