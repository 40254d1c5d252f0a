"""Hooks: which of them fit, which stand over others, and carrying them out."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.frames import fresh, give_back, load_from, store_in
from arbitre.interpreter.wasm.compile.queries.instrumentation import count
from arbitre.interpreter.wasm.compile.statements import block


def hook_name(c: Compiler, hook: core.Hook) -> str:
    """The name of the function that carries out a hook."""
    return f"hook.{c.types.number[id(hook)]}"


def standing(c: Code, hooks: list[core.Hook], event: int) -> list[tuple[core.Hook, int]]:
    """The hooks that stand over others, each with the local that says whether it fits; asked before the first of them runs."""
    out = []
    for hook in hooks:
        if hook.over:
            held = c.f.local()
            c.f.get(event)
            c.f.call(f"{hook_name(c.c, hook)}.fits")
            c.f.set(held)
            out.append((hook, held))
    return out


def unless_beaten(c: Code, stands: list[tuple[core.Hook, int]], hook: core.Hook, write: Callable[[], None]) -> None:
    """Does something unless another hook that fits stands over this one."""
    over = [held for other, held in stands if other is not hook and hook.name in other.over]
    if not over:
        write()
        return
    c.f.get(over[0])
    for held in over[1:]:
        c.f.get(held)
        c.f.op("or")
    c.f.isnt()
    c.f.when()
    write()
    c.f.end()


def run_hooks(c: Code, hooks: list[core.Hook], event: int, then: Callable[[int], None]) -> None:
    """The hooks of one place in turn; ``then`` is written after each, with the local that has its signal."""
    stands, signal = standing(c, hooks, event), c.f.local()
    for hook in hooks:

        def run(hook: core.Hook = hook) -> None:
            c.f.get(event)
            c.f.call(hook_name(c.c, hook))
            c.f.set(signal)
            then(signal)

        unless_beaten(c, stands, hook, run)


def fitting(c: Code, hooks: list[core.Hook], event: int) -> int:
    """A local with the position of the one hook that stands instead, or none; two that fit are reported by the interpreter."""
    f, found = c.f, c.f.local()
    fits = []
    for hook in hooks:
        held = f.local()
        f.get(event)
        f.call(f"{hook_name(c.c, hook)}.fits")
        f.set(held)
        fits.append(held)
    f.const(NONE)
    f.set(found)
    for number, hook in enumerate(hooks):
        f.get(fits[number])
        for other, held in zip(hooks, fits, strict=True):
            if other is not hook and hook.name in other.over:
                f.get(held)
                f.isnt()
                f.op("and")
        f.when()
        f.get(found)
        f.const(NONE)
        f.op("eq")
        c.stop_unless(hook.place)
        f.const(number)
        f.set(found)
        f.end()
    return found


def write_hook(c: Compiler, hook: core.Hook) -> None:
    """Three functions: does it fit, what it does, and both with slots of its own."""
    unit, name = c.types.hook(hook), hook_name(c, hook)
    assert unit.owner is not None
    frame, event = c.memory.frames[unit.key], c.memory.frames[unit.owner]
    declared = c.module.funcs

    def slots(f: Code) -> int:
        held = f.f.local()
        f.f.call(fresh(c, frame.size + 8))
        f.f.set(held)
        for source, target in hook.params:
            value = f.f.local()
            load_from(f, 0, event.offsets[source], event.words[source])
            if frame.words[target] != event.words[source]:
                f.resize(max(1, event.words[source]), max(1, frame.words[target]))
            f.f.set(value)
            store_in(f, held, frame.offsets[target], frame.words[target], value)
        f.f.get(held)
        f.f.wrap()
        f.f.get(0)
        f.f.store("64", frame.size)
        return held

    def test(f: Code, held: int) -> None:
        if hook.when is None:
            f.f.const(1)
            return
        f.frame = held
        mark = f.mark()
        when = hook.when
        f.attempt(lambda: f.test(when), hook.place)
        f.f.flagged()
        f.release(mark)

    fits = Code(c, declared[f"{name}.fits"], unit, 0)
    held = slots(fits)
    test(fits, held)
    give_back(fits, held)
    body = Code(c, declared[f"{name}.body"], unit, 0)
    block(body, hook.body)
    body.f.const(0)
    whole = Code(c, declared[name], unit, 0)
    held, signal = slots(whole), whole.f.local()
    whole.f.const(0)
    whole.f.set(signal)
    test(whole, held)
    whole.f.when()
    count(whole, ("rule", hook.place.file, hook.name))
    whole.f.const(c.site(hook.place))
    whole.f.call("enter_rule")
    whole.f.get(held)
    whole.f.call(f"{name}.body")
    whole.f.set(signal)
    whole.f.call("leave_rule")
    whole.f.end()
    give_back(whole, held)
    whole.f.get(signal)


def declare_hook(c: Compiler, hook: core.Hook) -> None:
    """The names of a hook's functions."""
    name = hook_name(c, hook)
    for part in ("", ".fits", ".body"):
        c.module.func(name + part, 1)
