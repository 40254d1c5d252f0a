"""A module put together: functions, a table of those that are called by number, memory with its first contents.

Every value is a 64-bit integer, addresses too, so that a function is known by how many values it takes and whether it gives one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from arbitre.interpreter.wasm.binary.encoding import (
    COMPARISONS,
    I64,
    LOADS,
    NOTHING,
    OPS,
    STORES,
    as_word,
    listed,
    named,
    section,
    signed,
    unsigned,
)

PAGE = 65536


@dataclass(slots=True)
class Region:
    """A piece of a function that works on slots.  ``frame``: the local with their address; ``dead``: which of them nobody reads any more
    once dice fall in it, as offsets and sizes."""

    start: int
    end: int
    frame: int
    dead: list[tuple[int, int]]


class Func:
    """A function that is being written, instruction by instruction."""

    def __init__(self, module: Module, index: int, name: str, params: int, gives: bool) -> None:
        self.module, self.index, self.name, self.params, self.gives = module, index, name, params, gives
        self.code = bytearray()
        self.calls: list[tuple[int, str]] = []  # where each call stands, and of which function
        self.regions: list[Region] = []  # pieces that work on slots, for odds
        self.untold: set[int] = set()  # locals that only keep count of rounds, which tell no way from another
        self.locals = params
        self.depth = 0
        self.flag = -1  # where the code stood after a truth was widened to 64 bits

    # ------------------------------------------------------------------------------------ values

    def local(self) -> int:
        self.locals += 1
        return self.locals - 1

    def get(self, local: int) -> None:
        self.code += b"\x20" + unsigned(local)

    def set(self, local: int) -> None:
        self.code += b"\x21" + unsigned(local)

    def tee(self, local: int) -> None:
        self.code += b"\x22" + unsigned(local)

    def const(self, value: int) -> None:
        self.code += b"\x42" + signed(as_word(value))

    def op(self, name: str) -> None:
        """An instruction on 64-bit values; a comparison gives 0 or 1."""
        self.code.append(OPS[name])
        if name in COMPARISONS:
            self.code.append(OPS["extend"])
            self.flag = len(self.code)

    def isnt(self) -> None:
        """0 becomes 1, all else 0."""
        if self.flag == len(self.code):
            self.code.pop()
            self.code += bytes((OPS["i32.eqz"], OPS["extend"]))
            self.flag = len(self.code)
        else:
            self.op("i64.eqz")

    def truth(self) -> None:
        """The value on top as a condition of 32 bits."""
        if self.flag == len(self.code):
            self.code.pop()
            self.flag = -1
            return
        self.code += b"\x42\x00" + bytes([OPS["ne"]])

    def flagged(self) -> None:
        """The value on top as 0 or 1."""
        if self.flag != len(self.code):
            self.const(0)
            self.op("ne")

    def select(self) -> None:
        """One of two values: the first where the condition on top of them holds."""
        self.truth()
        self.code.append(0x1B)

    def cut(self, length: int) -> None:
        """Takes back what was written after so many bytes."""
        del self.code[length:]
        while self.calls and self.calls[-1][0] >= length:
            self.calls.pop()
        self.regions = [region for region in self.regions if region.start < length]
        self.flag = -1

    def call(self, name: str) -> None:
        self.calls.append((len(self.code), name))
        self.code += b"\x10" + unsigned(self.module.index_of(name))

    def call_by_number(self, params: int) -> None:
        """Calls the function whose place in the table is on top, above its arguments; it gives a value."""
        self.code.append(OPS["wrap"])
        self.code += b"\x11" + unsigned(self.module.type_of(params, True)) + b"\x00"

    # ------------------------------------------------------------------------------------ memory

    def wrap(self) -> None:
        self.code.append(OPS["wrap"])

    def load(self, kind: str, offset: int = 0) -> None:
        """The address is on top."""
        self.wrap()
        self.code += bytes([LOADS[kind], 0]) + unsigned(offset)

    def store(self, kind: str, offset: int = 0) -> None:
        """Address (already wrapped) and value are on top."""
        self.code += bytes([STORES[kind], 0]) + unsigned(offset)

    def copy(self) -> None:
        """To, from and length (each wrapped) are on top."""
        self.code += b"\xfc\x0a\x00\x00"

    def fill(self) -> None:
        """Where, with what and how long (each wrapped) are on top."""
        self.code += b"\xfc\x0b\x00"

    # ------------------------------------------------------------------------------------ control

    @contextmanager
    def block(self) -> Iterator[int]:
        """What can be left with ``br``."""
        self.code += bytes([0x02, NOTHING])
        self.depth += 1
        yield self.depth
        self.end()

    @contextmanager
    def loop(self) -> Iterator[int]:
        """What is begun again with ``br``."""
        self.code += bytes([0x03, NOTHING])
        self.depth += 1
        yield self.depth
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
        self.code += bytes([0x04, I64 if value else NOTHING])
        self.depth += 1

    def otherwise(self) -> None:
        self.code.append(OPS["else"])
        self.flag = -1

    def end(self) -> None:
        self.code.append(OPS["end"])
        self.depth -= 1
        self.flag = -1

    def br(self, label: int) -> None:
        self.code += b"\x0c" + unsigned(self.depth - label)

    def br_if(self, label: int) -> None:
        self.truth()
        self.code += b"\x0d" + unsigned(self.depth - label)

    def leave(self) -> None:
        self.op("return")

    @contextmanager
    def rescuing(self, failed: Callable[[], None]) -> Iterator[None]:
        """What :meth:`throw` leaves wherever it stands below; ``failed`` writes what is done then."""
        with self.block() as out:
            with self.block() as handler:
                self.code += bytes([0x1F, NOTHING, 1, 2]) + unsigned(self.depth - handler)
                self.depth += 1
                yield
                self.end()
                self.br(out)
            failed()

    def throw(self) -> None:
        """Leaves everything up to the innermost ``rescuing``."""
        self.module.throws = True
        self.module.type_of(0, False)
        self.code += b"\x08\x00"

    def body(self) -> bytes:
        extra = self.locals - self.params
        groups = [unsigned(extra) + bytes([I64])] if extra else []
        whole = listed(groups) + bytes(self.code) + bytes([OPS["end"]])
        return unsigned(len(whole)) + whole


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
        """The place of a function in the table."""
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
        types = [b"\x60" + listed([bytes([I64])] * n) + listed([bytes([I64])] * gives) for n, gives in self.types]
        funcs = list(self.funcs.values())
        declared = [unsigned(self.types[f.params, f.gives]) for f in funcs]
        exports = [named("memory") + b"\x02\x00", *(named(n) + b"\x00" + unsigned(self.index_of(n)) for n in self.exports)]
        table = bytes([0x70, 0x00]) + unsigned(len(self.table))
        numbered = b"\x00\x41\x00\x0b" + listed([unsigned(self.index_of(n)) for n in self.table])
        raw = bytes(self.data)
        parts = [b"\x00\x41" + signed(self.low) + b"\x0b" + unsigned(len(raw)) + raw] if raw else []
        out = [
            section(1, listed(types)),
            section(3, listed(declared)),
            section(4, listed([table])),
            section(5, listed([b"\x00" + unsigned(pages)])),
            *([section(13, listed([b"\x00" + unsigned(self.types[0, False])]))] if self.throws else ()),
            section(7, listed(exports)),
            section(9, listed([numbered])),
            section(10, listed([f.body() for f in funcs])),
            section(11, listed(parts)),
        ]
        return b"\x00asm\x01\x00\x00\x00" + b"".join(out)


__all__ = ["Func", "Module", "Region"]
