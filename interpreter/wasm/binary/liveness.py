"""Which locals are read after a call: live variables, found backwards from the end of a function."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.interpreter.wasm.binary.instr import Block, Instr, Scope, Slots


class Site(Instr):
    """A call of which it is to be found out what is live after it; ``call`` is the call itself, ``slots`` those of its innermost scope.

    ``live``: the locals that are read after it, as bits.  ``waiting``: the values on the stack below its arguments, True for an i32.
    """

    __slots__ = ("call", "live", "slots", "waiting")

    def __init__(self, call: Instr, slots: Slots | None = None) -> None:
        super().__init__(call.opcode, call.operand)
        self.call, self.slots, self.live = call, slots, 0
        self.waiting: list[bool] = []


def find_live(code: Sequence[Instr]) -> None:
    """Sets ``live`` of all sites in a function."""
    _backwards(code, 0, (0,))


def _backwards(code: Sequence[Instr], after: int, labels: tuple[int, ...]) -> int:
    """What is live before some code, as bits, where ``after`` is live behind it; ``labels``: what is live where each block is left for,
    the innermost last."""
    live = after
    for one in reversed(code):
        name = one.name
        if name == "local.get":
            live |= 1 << one.operand
        elif name in ("local.set", "local.tee"):
            live &= ~(1 << one.operand)
        elif name == "br":
            live = labels[-1 - one.operand]
        elif name == "br_if":
            live |= labels[-1 - one.operand]
        elif name in ("unreachable", "return"):
            live = 0
        elif isinstance(one, Site):
            one.live |= live
        elif isinstance(one, Scope):
            live = _backwards(one.body, live, labels)
        elif isinstance(one, Block):
            live = _block(one, live, labels)
    return live


def _block(block: Block, after: int, labels: tuple[int, ...]) -> int:
    if block.kind == "loop":
        begin, again = 0, -1
        while again != begin:
            again = begin
            begin = _backwards(block.body, after, (*labels, again))
        return begin
    body = _backwards(block.body, after, (*labels, after))
    if block.kind != "if":
        return body
    return body | (after if block.otherwise is None else _backwards(block.otherwise, after, (*labels, after)))


__all__ = ["Site", "find_live"]
