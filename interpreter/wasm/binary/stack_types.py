"""What waits on the stack of an expression below the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.interpreter.wasm.binary.instr import Block, Call, CallIndirect, Instr, Scope
from arbitre.interpreter.wasm.binary.liveness import Site
from arbitre.interpreter.wasm.binary.opcodes import ENDS, I32, I64

Signature = Callable[[str], tuple[int, bool]]  # of a function: how many values it takes, and whether it gives one


class OutOfReach(Exception):
    """A call in a block within an expression: values wait below the block, where they cannot be moved into locals."""


def find_waiting(code: Sequence[Instr], signature: Signature) -> None:
    """Sets ``waiting`` of all sites in a function.

    Raises:
        OutOfReach: values wait outside the block that a site stands in.
    """
    _Stack(signature).run(code, 0)


class _Stack:
    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        self.types: list[str] = []

    def run(self, code: Sequence[Instr], base: int) -> bool:
        """Goes through instructions of a block that began with so many values; False if its end is not come to."""
        for one in code:
            if isinstance(one, Scope):
                if not self.run(one.body, base):
                    return False
            elif isinstance(one, Block):
                self.block(one)
            elif one.name in ENDS:
                return False
            else:
                self.plain(one, base)
        return True

    def block(self, block: Block) -> None:
        if block.kind == "if":
            self.types.pop()
        base = len(self.types)
        for body in (block.body, block.otherwise or ()):
            self.run(body, base)
            del self.types[base:]
        self.types += [I64] * block.gives

    def plain(self, one: Instr, base: int) -> None:
        called = one.call if isinstance(one, Site) else one
        if isinstance(called, (Call, CallIndirect)):
            params, gives = self.signature(called.callee) if isinstance(called, Call) else (called.operand + 1, True)
            del self.types[len(self.types) - params :]
            if isinstance(one, Site):
                if base:
                    raise OutOfReach
                one.waiting = [held == I32 for held in self.types]
            self.types += [I64] * gives
            return
        takes = len(one.opcode.takes)
        if takes:
            del self.types[-takes:]
        self.types += one.opcode.leaves


__all__ = ["OutOfReach", "find_waiting"]
