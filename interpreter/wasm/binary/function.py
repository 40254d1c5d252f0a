"""A function being written: a builder that appends instructions to the block that is open.

All values are 64-bit integers, addresses too.  Conditions are 32-bit integers in WebAssembly: comparisons are followed by a widening to
64 bits, which is taken back where the value is used as a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from arbitre.interpreter.wasm.binary.encoding import listed, unsigned
from arbitre.interpreter.wasm.binary.instr import Block, Indices, Instr, Scope, Slots, call, call_indirect, encode, instr
from arbitre.interpreter.wasm.binary.opcodes import COMPARISONS, LOADS, OPCODES, STORES

Mark = tuple[int, int]  # a point of a function being written: blocks open, instructions in the innermost

_I64 = 0x7E
_WRAP, _WIDEN, _ZERO, _NE, _NOT = instr("i32.wrap_i64"), instr("i64.extend_i32_u"), instr("i64.const", 0), instr("i64.ne"), instr("i32.eqz")
_COPY, _FILL, _RETURN, _SELECT, _THROW = (instr(n) for n in ("memory.copy", "memory.fill", "return", "select", "throw"))
_SHORT = {"wrap": "i32.wrap_i64", "extend": "i64.extend_i32_u"}
_PLAIN = {
    name: instr(full)
    for full in OPCODES
    for name in {full, full.removeprefix("i64.")}
    if OPCODES[full].operand == "-"
} | {name: instr(full) for name, full in _SHORT.items()}  # fmt: skip
_TRUTHS = COMPARISONS | {"i32.eqz"}


class Home(Indices, Protocol):
    """The module that a function belongs to."""

    throws: bool

    def constant(self, raw: bytes) -> int:
        """The address of bytes that never change."""


class Func:
    """A function that is being written.  ``code``: the instructions of the innermost block that is open, of all of it once none is."""

    def __init__(self, module: Home, index: int, name: str, params: int, gives: bool) -> None:
        self.module, self.index, self.name, self.params, self.gives = module, index, name, params, gives
        self.code: list[Instr] = []
        self.open: list[tuple[Block, list[Instr]]] = []  # blocks that are open, each with the instructions it belongs to
        self.counters: set[int] = set()  # locals that only count rounds: no state of the match depends on them
        self.locals = params
        self.rare = False  # called seldom: it is not written where it is called

    @property
    def depth(self) -> int:
        """How many blocks are open."""
        return len(self.open)

    # ------------------------------------------------------------------------------------ values

    def local(self) -> int:
        """A new local."""
        self.locals += 1
        return self.locals - 1

    def get(self, local: int) -> None:
        self.code.append(instr("local.get", local))

    def set(self, local: int) -> None:
        self.code.append(instr("local.set", local))

    def tee(self, local: int) -> None:
        self.code.append(instr("local.tee", local))

    def const(self, value: int) -> None:
        self.code.append(instr("i64.const", value))

    def op(self, name: str) -> None:
        """An instruction without an operand, with or without its ``i64.``; a comparison leaves 0 or 1 as an i64."""
        made = _PLAIN[name]
        self.code.append(made)
        if made.opcode.name in COMPARISONS:
            self.code.append(_WIDEN)

    def add(self, name: str, operand: int = 0) -> None:
        """Any plain instruction, by its name in the specification."""
        self.code.append(instr(name, operand))

    def _is_truth(self) -> bool:
        """Is the value on top a condition that was widened to 64 bits?"""
        code = self.code
        return len(code) > 1 and code[-1] is _WIDEN and code[-2].opcode.name in _TRUTHS

    def isnt(self) -> None:
        """0 becomes 1, all else 0."""
        if self._is_truth():
            self.code[-1:] = (_NOT, _WIDEN)
        else:
            self.op("eqz")

    def truth(self) -> None:
        """The value on top as a condition of 32 bits."""
        if self._is_truth():
            self.code.pop()
        else:
            self.code += (_ZERO, _NE)

    def flagged(self) -> None:
        """The value on top as 0 or 1."""
        if not self._is_truth():
            self.const(0)
            self.op("ne")

    def select(self) -> None:
        """One of two values: the first where the condition on top of them holds."""
        self.truth()
        self.code.append(_SELECT)

    def call(self, name: str) -> None:
        """Calls a function of the module.

        Raises:
            KeyError: the module has no such function.
        """
        self.module.index_of(name)
        self.code.append(call(name))

    def call_by_number(self, params: int) -> None:
        """Calls the function whose index in the table is on top, above its arguments; it gives a value."""
        self.module.type_of(params, True)
        self.code.append(_WRAP)
        self.code.append(call_indirect(params))

    # ------------------------------------------------------------------------------------ points and pieces

    def mark(self) -> Mark:
        """Where the function is at."""
        return len(self.open), len(self.code)

    def cut(self, mark: Mark) -> None:
        """Takes back what was written since, blocks that were opened too."""
        while len(self.open) > mark[0]:
            self.code = self.open.pop()[1]
        del self.code[mark[1] :]

    def scope(self, mark: Mark, slots: Slots) -> None:
        """Marks what was written since as a piece during which some slots are dead."""
        assert mark[0] == len(self.open)
        if len(self.code) > mark[1]:
            self.code[mark[1] :] = [Scope(self.code[mark[1] :], slots)]

    # ------------------------------------------------------------------------------------ memory

    def wrap(self) -> None:
        """The address on top as one of 32 bits."""
        self.code.append(_WRAP)

    def load(self, kind: str, offset: int = 0) -> None:
        """The address is on top."""
        self.code.append(_WRAP)
        self.code.append(instr(LOADS[kind], offset))

    def store(self, kind: str, offset: int = 0) -> None:
        """Address (already wrapped) and value are on top."""
        self.code.append(instr(STORES[kind], offset))

    def copy(self) -> None:
        """To, from and length (each wrapped) are on top."""
        self.code.append(_COPY)

    def fill(self) -> None:
        """Where, with what and how long (each wrapped) are on top."""
        self.code.append(_FILL)

    # ------------------------------------------------------------------------------------ control

    def _begin(self, block: Block) -> int:
        self.open.append((block, self.code))
        self.code = block.body
        return len(self.open)

    @contextmanager
    def block(self) -> Iterator[int]:
        """What can be left with ``br``."""
        yield self._begin(Block("block", []))
        self.end()

    @contextmanager
    def loop(self) -> Iterator[int]:
        """What is begun again with ``br``."""
        yield self._begin(Block("loop", []))
        self.end()

    @contextmanager
    def each_number(self, at: int, count: int, size: int = 8) -> Iterator[tuple[int, int]]:
        """The first number of each of so many records that lie one after the other, in a local; and where ``br`` goes on to the next."""
        number, found = self.local(), self.local()
        self.const(0)
        self.set(number)
        with self.block() as out, self.loop() as again:
            self.get(number)
            self.get(count)
            self.op("lt_s")
            self.isnt()
            self.br_if(out)
            self.get(at)
            self.get(number)
            self.const(size)
            self.op("mul")
            self.op("add")
            self.load("64")
            self.set(found)
            self.get(number)
            self.const(1)
            self.op("add")
            self.set(number)
            yield found, again
            self.br(again)

    def when(self, value: bool = False) -> None:
        """``if``: the condition is on top; with ``value`` each arm leaves one."""
        self.truth()
        self._begin(Block("if", [], value))

    def otherwise(self) -> None:
        """``else`` of the innermost block, which is an ``if``."""
        block = self.open[-1][0]
        assert block.kind == "if" and block.otherwise is None
        block.otherwise = self.code = []

    def end(self) -> None:
        """Closes the innermost block."""
        block, self.code = self.open.pop()
        self.code.append(block)

    def br(self, label: int) -> None:
        self.code.append(instr("br", len(self.open) - label))

    def br_if(self, label: int) -> None:
        self.truth()
        self.code.append(instr("br_if", len(self.open) - label))

    def leave(self) -> None:
        self.code.append(_RETURN)

    @contextmanager
    def rescuing(self, failed: Callable[[], None]) -> Iterator[None]:
        """What :meth:`throw` leaves wherever it stands below; ``failed`` writes what is done then."""
        with self.block() as out:
            with self.block() as handler:
                self._begin(Block("try_table", [], operand=len(self.open) - handler))
                yield
                self.end()
                self.br(out)
            failed()

    def throw(self) -> None:
        """Leaves everything up to the innermost ``rescuing``."""
        self.module.throws = True
        self.module.type_of(0, False)
        self.code.append(_THROW)

    def body(self) -> bytes:
        """The function as the code section has it."""
        assert not self.open, self.name
        extra = self.locals - self.params
        groups = [unsigned(extra) + bytes([_I64])] if extra else []
        whole = listed(groups) + encode(self.code, self.module) + b"\x0b"
        return unsigned(len(whole)) + whole


__all__ = ["Func", "Mark"]
