"""Invariants, compiled: each law is checked again when a column changes that it reads."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.layout.counts import BORNE
from arbitre.interpreter.wasm.layout.value_types import Unit


def watch_laws(c: Compiler) -> None:
    """Which laws are to be checked when a column changes."""
    for number, law in enumerate(c.program.always):
        bit = 1 << min(number, 62)
        found = c.facts.effects.of(law.test)
        for column in found.reads:
            c.watchers[column] = c.watchers.get(column, 0) | bit
        if found.beyond:
            c.unwatched.add(number)
    if c.counting is None:
        return
    for nth, borne in enumerate(c.counting.bearing.values()):
        bit = c.counting.bits[borne.index] = _bit_of(c, nth)
        owner = c.program.domains[borne.domain]
        for index in (borne.index, *((owner.alive,) if owner.dynamic else ())):
            c.watchers[index] = c.watchers.get(index, 0) | BORNE | bit


def _bit_of(c: Compiler, number: int) -> int:
    """The bit of DIRTY that says that who bears what is to be checked for one column; several may share one, and so may laws."""
    laws = len(c.program.always)
    return 1 << (laws + number % (63 - laws)) if laws < 63 else BORNE


def write_laws(c: Compiler) -> None:
    """``check_laws()``: gives up where one no longer holds.

    It only finds out whether there is anything to check, so that it is short enough to be inlined; ``check_each_law()`` does the rest.
    """
    func = c.module.funcs["check_laws"]
    if c.has_bots:  # what is only tried may break laws
        func.const(0)
        for name in ("PENDING", "TRYING", "THINKING"):
            func.const(0)
            func.load("64", c.at[name])
            func.op("or")
        func.when()
        func.leave()
        func.end()
    first = next(iter(c.types.units.values()), None)
    if c.flow is not None:  # odds do not ask for them
        return
    if c.counting is None and c.program.always:  # what is played out only to count its ends may break them too
        func.const(0)
        func.load("64", c.at["LAWS_ASLEEP"])
        func.when()
        func.leave()
        func.end()
    if c.counting is not None:
        func.const(0)
        func.load("64", c.at["DIRTY"])
        func.const(0)
        func.op("lt_s")
        func.when()
        func.call("look_who_bears")
        func.end()
    elif first is None or not c.program.always:
        return
    if not c.unwatched:
        func.const(0)
        func.load("64", c.at["DIRTY"])
        func.isnt()
        func.when()
        func.leave()
        func.end()
    each = c.module.func("check_each_law", 0, False)
    each.rare = True
    func.call(each.name)
    func = each
    for number, law in enumerate(c.program.always):
        _write_law(c, number, law)
        if number in c.unwatched:
            func.const(1)
        else:
            func.const(0)
            func.load("64", c.at["DIRTY"])
            func.const(1 << min(number, 62))
            func.op("and")
        func.when()
        func.call(f"law.{number}")
        func.isnt()
        func.when()
        func.const(1)
        func.const(c.site(law.place))
        func.call("give_up")
        func.end()
        func.end()
    func.const(0)
    func.wrap()
    func.const(0)
    func.store("64", c.at["DIRTY"])


def law_code(c: Compiler, name: str, law: core.Always, test: core.Expr) -> Code:
    """A function without values that asks what a law asks, or some of it."""
    unit = Unit((name, 0), law.slots, [test])
    c.types.units[unit.key] = unit
    while any(
        c.types.widen(to, slot, type_)  # the slots of a law are all its own
        for part in unit.parts
        for to, slot, type_ in c.types.assigned_by(part, unit)
    ):
        pass
    c.memory.frames[unit.key] = c.memory.frame_of(unit)
    code = Code(c, c.module.func(name, 0), unit, None)
    for slot in range(law.slots):
        code.env[slot] = code.f.local()
    return code


def _write_law(c: Compiler, number: int, law: core.Always) -> None:
    """``law.NUMBER()``: does it hold?"""
    code = law_code(c, f"law.{number}", law, law.test)

    def body() -> None:
        mark = code.mark()
        code.test(law.test)
        code.f.flagged()
        held = code.f.local()
        code.f.set(held)
        code.release(mark)
        code.f.get(held)

    code.attempt(body, law.place)
