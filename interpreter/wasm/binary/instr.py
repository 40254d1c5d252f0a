"""Instructions as data: what functions of a module consist of until they are encoded.

A body is a list of :class:`Instr`.  Most instructions are an opcode and one operand; blocks hold their bodies, calls know functions by
name, and :class:`Scope` marks instructions that belong together without being an instruction itself.  Equal plain instructions are one
object (:func:`instr`), so lists of them are small, quick to compare and quick to encode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from arbitre.interpreter.wasm.binary.encoding import as_word, signed, unsigned
from arbitre.interpreter.wasm.binary.opcodes import OPCODES, Opcode

END, ELSE = b"\x0b", b"\x05"
_BLOCKS = {
    name: Opcode(name, bytes([code]), "b", ("i32",) if name == "if" else (), ())
    for name, code in (("block", 0x02), ("loop", 0x03), ("if", 0x04), ("try_table", 0x1F))
}
_EMPTY, _GIVES = b"\x40", b"\x7e"  # nothing, or an i64


class Indices(Protocol):
    """What an encoder must know of a module."""

    def index_of(self, name: str) -> int:
        """The index of a function."""

    def type_of(self, params: int, gives: bool) -> int:
        """The index of a function type."""


class Instr:
    """An instruction; ``raw``: its bytes where they do not depend on the module, else empty."""

    __slots__ = ("opcode", "operand", "raw")

    def __init__(self, opcode: Opcode, operand: int = 0, raw: bytes = b"") -> None:
        self.opcode, self.operand, self.raw = opcode, operand, raw

    @property
    def name(self) -> str:
        return self.opcode.name

    def __repr__(self) -> str:
        return f"{self.name} {self.operand}" if self.opcode.operand in ("n", "i", "m") else self.name


@cache
def instr(name: str, operand: int = 0) -> Instr:
    """The plain instruction with this name and operand; constants are taken modulo 2 to the power of 64."""
    opcode = OPCODES[name]
    if opcode.operand == "n":
        raw = unsigned(operand)
    elif opcode.operand == "i":
        operand = as_word(operand)
        raw = signed(operand)
    elif opcode.operand == "m":
        raw = b"\0" + unsigned(operand)  # no alignment is promised
    else:
        raw = bytes.fromhex(opcode.operand) if opcode.operand != "-" else b""
    return Instr(opcode, operand, opcode.code + raw)


_CALL = Opcode("call", b"\x10", "f", (), ())
_INDIRECT = Opcode("call_indirect", b"\x11", "t", (), ())


class Call(Instr):
    """A call of a function of the module."""

    __slots__ = ("callee",)

    def __init__(self, callee: str) -> None:
        super().__init__(_CALL)
        self.callee = callee

    def __repr__(self) -> str:
        return f"call ${self.callee}"


class CallIndirect(Instr):
    """A call of the function with an index in the table, which is on top above ``operand`` arguments (i64 each); it returns an i64."""

    __slots__ = ()

    def __init__(self, params: int) -> None:
        super().__init__(_INDIRECT, params)

    def __repr__(self) -> str:
        return f"call_indirect {self.operand}"


call = cache(Call)
call_indirect = cache(CallIndirect)


class Block(Instr):
    """``block``, ``loop``, ``if`` or ``try_table`` with its body; ``otherwise``: the ``else`` of an ``if``.  ``gives``: it leaves an i64.

    The operand of a ``try_table`` is the label (counted from inside) that exceptions lead to.
    """

    __slots__ = ("body", "gives", "kind", "otherwise")

    def __init__(self, kind: str, body: list[Instr], gives: bool = False, otherwise: list[Instr] | None = None, operand: int = 0) -> None:
        super().__init__(_BLOCKS[kind], operand)
        self.kind, self.body, self.gives, self.otherwise = kind, body, gives, otherwise

    def __repr__(self) -> str:
        return f"{self.kind}{self.body}" if self.otherwise is None else f"{self.kind}{self.body} else {self.otherwise}"


@dataclass(slots=True)
class Slots:
    """Where the slots of a unit stand (a local with their address), and which are dead, as offsets and sizes in bytes."""

    frame: int
    dead: list[tuple[int, int]] = field(default_factory=list)


_SCOPE = Opcode("scope", b"", "-", (), ())


class Scope(Instr):
    """Instructions during which some slots are dead.  It has no label and no bytes of its own."""

    __slots__ = ("body", "slots")

    def __init__(self, body: list[Instr], slots: Slots) -> None:
        super().__init__(_SCOPE)
        self.body, self.slots = body, slots

    def __repr__(self) -> str:
        return f"scope{self.body}"


def walk(code: Sequence[Instr]) -> Iterator[Instr]:
    """All instructions in the order in which they stand, blocks before what is in them."""
    for one in code:
        yield one
        if not one.raw and isinstance(one, (Block, Scope)):
            yield from walk(one.body)
            if isinstance(one, Block) and one.otherwise is not None:
                yield from walk(one.otherwise)


def callees(code: Sequence[Instr]) -> list[str]:
    """The functions that are called by name, as often as they are, in order."""
    out: list[str] = []
    _callees(code, out)
    return out


def _callees(code: Sequence[Instr], out: list[str]) -> None:
    for one in [one for one in code if not one.raw]:
        if isinstance(one, Call):
            out.append(one.callee)
        elif isinstance(one, (Block, Scope)):
            _callees(one.body, out)
            if isinstance(one, Block) and one.otherwise is not None:
                _callees(one.otherwise, out)


def is_shorter(code: Sequence[Instr], most: int) -> bool:
    """Are these at most so many instructions, those in blocks counted?  They take no fewer bytes."""
    open_ = [code]
    while open_ and most >= 0:
        some = open_.pop()
        most -= len(some)
        for one in [one for one in some if not one.raw]:
            if isinstance(one, (Block, Scope)):
                open_.append(one.body)
                if isinstance(one, Scope):
                    most += 1
                elif isinstance(one, Block) and one.otherwise is not None:
                    open_.append(one.otherwise)
    return most >= 0


def encode(code: Sequence[Instr], module: Indices) -> bytes:
    """A body as bytes, without its last ``end``."""
    return b"".join([one.raw or _encoded(one, module) for one in code])


def _encoded(one: Instr, module: Indices) -> bytes:
    """An instruction whose bytes depend on the module, or on what stands in it."""
    if isinstance(one, Call):
        return b"\x10" + unsigned(module.index_of(one.callee))
    if isinstance(one, CallIndirect):
        return b"\x11" + unsigned(module.type_of(one.operand, True)) + b"\0"
    if isinstance(one, Scope):
        return encode(one.body, module)
    assert isinstance(one, Block)
    head = one.opcode.code + (_GIVES if one.gives else _EMPTY)
    if one.kind == "try_table":
        head += b"\x01\x02" + unsigned(one.operand)  # one clause, which catches all
    otherwise = b"" if one.otherwise is None else ELSE + encode(one.otherwise, module)
    return head + encode(one.body, module) + otherwise + END


def text(code: Sequence[Instr], names: Mapping[int, str] | None = None, indent: int = 0) -> Iterator[str]:
    """A body as lines of text, as the specification writes them; ``names``: of addresses, for constants and offsets."""
    pad = "  " * indent
    for one in code:
        if isinstance(one, Scope):
            yield from text(one.body, names, indent)
        elif isinstance(one, Block):
            yield f"{pad}{one.kind}{' (result i64)' if one.gives else ''}"
            yield from text(one.body, names, indent + 1)
            if one.otherwise is not None:
                yield f"{pad}else"
                yield from text(one.otherwise, names, indent + 1)
            yield f"{pad}end"
        else:
            named = names is not None and one.opcode.operand in ("i", "m") and names.get(one.operand)
            yield f"{pad}{one!r}{f'  ;; {named}' if named else ''}"


__all__ = [
    "Block", "Call", "CallIndirect", "Indices", "Instr", "Scope", "Slots", "call", "call_indirect", "callees", "encode", "instr",
    "is_shorter", "text", "walk",
]  # fmt: skip
