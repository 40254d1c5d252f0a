"""Hooks that stand instead of a step or an agenda and may let it proceed: agenda code on slots of their own."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import statements_of
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import load_from, store_in
from arbitre.interpreter.wasm.layout.records import BLOCK
from arbitre.interpreter.wasm.layout.value_types import Unit
from arbitre.interpreter.wasm.turns.choices import picked_branch


def push(code: Code, tag: int, one: int) -> None:
    """A new entry on the stack; leaves 0."""
    for value in (tag, one, 0, 0, 0):
        code.f.const(value)
    code.f.call("push")
    code.f.op("drop")
    code.f.const(0)


def proceeds(stmts: tuple[core.Stmt, ...]) -> bool:
    """Is there anything in it that lets what it stands for go on?"""
    return any(isinstance(s, core.Proceed) for s in statements_of(stmts))


def stand_instead(code: Code, hook: core.Hook, step: int, number: int, block: int) -> None:
    """A hook takes the place of a step (none: of the agenda): its slots and its block go onto the stack."""
    f, held, value = code.f, code.f.local(), code.f.local()
    frame, event = code.c.memory.frames[code.c.types.hook(hook).key], code.layout
    for part in (code.unit.key[1], step, number, block, frame.size):
        f.const(part)
    f.call("stand_instead")
    f.set(held)
    for source, target in hook.params:
        load_from(code, 0, event.offsets[source], event.words[source])
        if frame.words[target] != event.words[source]:
            code.resize(max(1, event.words[source]), max(1, frame.words[target]))
        f.set(value)
        store_in(code, held, frame.offsets[target], frame.words[target], value)


def proceed(code: Code, stmt: core.Proceed) -> None:
    """What a hook stands for runs now, above it; slots of the agenda hold something else from then on."""
    assert code.unit.owner is not None
    frame, f, slots, kept = code.c.memory.frames[code.unit.owner], code.f, code.f.local(), []
    for slot, value in stmt.values:
        held = f.local()
        code.any(value, frame.words[slot])
        f.set(held)
        kept.append((slot, held))
    if is_of_agenda(code, code.unit):
        f.call("hook_at_work")
        f.call("slots_below")
        f.set(slots)
        for slot, held in kept:
            store_in(code, slots, frame.offsets[slot], frame.words[slot], held)
    f.call("proceed")
    f.const(0)


def is_of_agenda(code: Code, unit: Unit) -> bool:
    """Does a hook stand instead of a whole agenda, not of one of its steps?"""
    assert unit.owner is not None
    return any(code.c.types.hook(hook) is unit for hook in code.c.program.procedures[unit.owner[1]].instead)


def choose(code: Code, stmt: core.ChooseBranch, blocks: list[int]) -> None:
    """The branch that is picked goes onto the stack."""
    picked = picked_branch(code, stmt)
    for number, block in enumerate(blocks):
        code.f.get(picked)
        code.f.const(number)
        code.f.op("eq")
        code.f.when()
        push(code, BLOCK, block)
        code.f.op("drop")
        code.f.end()
    code.f.const(0)
