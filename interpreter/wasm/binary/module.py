"""A module put together: functions, the table of those that are called by index, and memory with its first contents."""

from __future__ import annotations

from arbitre.interpreter.wasm.binary.encoding import listed, named, section, signed, unsigned
from arbitre.interpreter.wasm.binary.function import Func

PAGE = 65536
_I64, _FUNC, _FUNCREF = 0x7E, b"\x60", b"\x70"


class Module:
    """Functions by name, and what memory holds at first."""

    def __init__(self) -> None:
        self.funcs: dict[str, Func] = {}
        self.types: dict[tuple[int, bool], int] = {}
        self.table: list[str] = []
        self.numbers: dict[str, int] = {}
        self.low = 16  # address 0 is never a thing's
        self.data = bytearray()
        self.known: dict[bytes, int] = {}
        self.exports: list[str] = []
        self.throws = False  # is anything thrown that a guard catches?

    def type_of(self, params: int, gives: bool) -> int:
        return self.types.setdefault((params, gives), len(self.types))

    def func(self, name: str, params: int, gives: bool = True, export: bool = False) -> Func:
        """A new function; its name must be new."""
        assert name not in self.funcs, name
        self.type_of(params, gives)
        made = self.funcs[name] = Func(self, len(self.funcs), name, params, gives)
        if export:
            self.exports.append(name)
        return made

    def index_of(self, name: str) -> int:
        return self.funcs[name].index

    def number_of(self, name: str) -> int:
        """The index of a function in the table."""
        if name not in self.numbers:
            self.numbers[name] = len(self.table)
            self.table.append(name)
        return self.numbers[name]

    def room(self, size: int) -> int:
        """The address of that many bytes below all contents; all of this is asked for before anything else."""
        assert not self.data
        at = self.low
        self.low += (size + 15) // 16 * 16
        return at

    def reserve(self, size: int) -> int:
        """The address of that many bytes, 0 at first."""
        while len(self.data) % 8:
            self.data.append(0)
        at = len(self.data)
        self.data += bytes(size)
        return self.low + at

    def constant(self, raw: bytes) -> int:
        """The address of bytes that never change; the same bytes stand once."""
        if raw not in self.known:
            at = self.reserve(len(raw))
            self.data[at - self.low : at - self.low + len(raw)] = raw
            self.known[raw] = at
        return self.known[raw]

    def encode(self) -> bytes:
        """The module as bytes."""
        pages = (self.low + len(self.data)) // PAGE + 1
        funcs = list(self.funcs.values())
        bodies = [f.body() for f in funcs]  # may add function types
        types = [_FUNC + listed([bytes([_I64])] * n) + listed([bytes([_I64])] * gives) for n, gives in self.types]
        declared = [unsigned(self.types[f.params, f.gives]) for f in funcs]
        exports = [named("memory") + b"\x02\x00", *(named(n) + b"\x00" + unsigned(self.index_of(n)) for n in self.exports)]
        numbered = b"\x00\x41\x00\x0b" + listed([unsigned(self.index_of(n)) for n in self.table])
        raw = bytes(self.data)
        parts = [b"\x00\x41" + signed(self.low) + b"\x0b" + unsigned(len(raw)) + raw] if raw else []
        out = [
            section(1, listed(types)),
            section(3, listed(declared)),
            section(4, listed([_FUNCREF + b"\x00" + unsigned(len(self.table))])),
            section(5, listed([b"\x00" + unsigned(pages)])),
            *([section(13, listed([b"\x00" + unsigned(self.types[0, False])]))] if self.throws else ()),
            section(7, listed(exports)),
            section(9, listed([numbered])),
            section(10, listed(bodies)),
            section(11, listed(parts)),
        ]
        return b"\x00asm\x01\x00\x00\x00" + b"".join(out)


__all__ = ["Module"]
