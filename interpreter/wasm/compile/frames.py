"""The slots of calls: taken, filled, read, given back."""

from __future__ import annotations

from collections.abc import Collection

from arbitre.dsl import core
from arbitre.interpreter.wasm.binary.function import Mark
from arbitre.interpreter.wasm.binary.instr import Slots
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code, Compiler

LONG = 160  # bytes of slots that are not written one by one


def take_frame(c: Code, p: core.Procedure) -> int:
    """Fresh slots for a procedure, as they are when it starts; gives the local with their address."""
    f, held = c.f, c.f.local()
    f.call(fresh(c.c, c.c.memory.frames["p", p.index].size))
    f.set(held)
    initial(c, p, held)
    return held


def fresh(c: Compiler, size: int) -> str:
    """The name of a function that takes so many bytes of slots, all 0; given back by whoever takes them."""
    size = max(8, size)
    name = f"take_frame.{size}"
    if name not in c.module.funcs:
        f = c.module.func(name, 0)
        at = f.local()
        if size > LONG:
            f.const(size)
            f.call("take_frame")
            return name
        f.const(0)
        f.load("64", c.at["SP"])
        f.tee(at)
        f.const(c.at["FRAMES_END"] - size)
        f.op("gt_s")
        f.when()
        f.const(2)
        f.const(0)
        f.call("give_up")
        f.end()
        f.const(0)
        f.wrap()
        f.get(at)
        f.const(size)
        f.op("add")
        f.store("64", c.at["SP"])
        for offset in range(0, size, 8):
            f.get(at)
            f.wrap()
            f.const(0)
            f.store("64", offset)
        f.get(at)
    return name


def initial_slots(c: Compiler, p: core.Procedure) -> bytes:
    """The slots of a procedure when it starts, as they lie in memory."""
    frame = c.memory.frames["p", p.index]
    return b"".join((v & ((1 << 64 * max(1, w)) - 1)).to_bytes(8 * max(1, w), "little") for v, w in zip(p.init, frame.words, strict=False))


def initial(c: Code, p: core.Procedure, held: int) -> None:
    """Puts what the slots of a call hold at first."""
    f, raw = c.f, initial_slots(c.c, p)
    if len(raw) <= LONG:
        for offset in range(0, len(raw), 8):
            value = int.from_bytes(raw[offset : offset + 8], "little")
            if value:
                f.get(held)
                f.wrap()
                f.const(value)
                f.store("64", offset)
    elif any(raw):
        for local in (held, None):
            f.const(c.c.module.constant(raw)) if local is None else f.get(local)
            f.wrap()
        f.const(len(raw))
        f.wrap()
        f.copy()


def put_argument(c: Code, p: core.Procedure, held: int, param: core.Param, arg: core.Expr) -> None:
    """Evaluates an argument into the slots of a call."""
    f, frame = c.f, c.c.memory.frames["p", p.index]
    words = frame.words[param.slot]
    value = f.local()
    c.any(arg, words)
    f.set(value)
    store_in(c, held, frame.offsets[param.slot], words, value)


def store_in(c: Code, held: int, offset: int, words: int, value: int) -> None:
    """Puts what a local holds at an offset from the address in another."""
    f = c.f
    f.get(held)
    if words > 1:
        f.const(offset)
        f.op("add")
        f.get(value)
        f.call(wide(c.c.module, "copy", words))
        return
    f.wrap()
    f.get(value)
    f.store("64", offset)


def load_from(c: Code, held: int, offset: int, words: int) -> None:
    """Leaves what stands at an offset: a number, a set of one word, or the address of a longer one."""
    c.f.get(held)
    if words > 1:
        c.f.const(offset)
        c.f.op("add")
    else:
        c.f.load("64", offset)


def give_back(c: Code, held: int) -> None:
    """The slots of a call are no longer needed; what is in them can still be read until the next call."""
    c.f.const(0)
    c.f.wrap()
    c.f.get(held)
    c.f.store("64", c.c.at["SP"])


def words_of(c: Compiler, param: core.Param) -> int:
    """How many words the set of all values of a parameter takes."""
    return max(1, (c.program.domains[param.domain].size + 63) // 64)


def note_region(c: Code, start: Mark, live: Collection[int]) -> None:
    """For odds: what was written since ``start`` needs no other slots than these once dice fall in it."""
    if c.frame is None:
        return
    dead = [
        (offset, 8 * max(1, words))
        for slot, (offset, words) in enumerate(zip(c.layout.offsets, c.layout.words, strict=True))
        if slot not in live and slot not in c.env
    ]
    c.f.scope(start, Slots(c.frame, dead))
