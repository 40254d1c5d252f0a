"""What routines work on when Python runs them: bytes, addresses by name, and functions by name and by index.

A test makes a :class:`Machine` and calls routines within :func:`running`; nothing is compiled.  Translated routines never come here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
BITS = 64
SIZES = {"8s": 1, "8u": 1, "16s": 2, "16u": 2, "32s": 4, "32u": 4, "64": 8}  # bytes of a number, by how it is read


class Trap(Exception):
    """``stop()`` was called: a module would end here."""


class GivenUp(Exception):
    """What ``throw()`` raises, up to the innermost ``try``."""


@dataclass
class Machine:
    """Memory and names of a module.

    ``names``: addresses and constants by their names; ``provided``: functions that rules provide, or the variant of a routine that is
    chosen; ``table``: functions that are called by index.
    """

    memory: bytearray = field(default_factory=lambda: bytearray(1 << 16))
    names: Mapping[str, int] = field(default_factory=dict)
    provided: Mapping[str, Callable[..., int | None]] = field(default_factory=dict)
    table: Sequence[Callable[..., int]] = ()


_running: list[Machine] = []


@contextmanager
def running(machine: Machine) -> Iterator[Machine]:
    """Within it routines work on this machine."""
    _running.append(machine)
    try:
        yield machine
    finally:
        _running.pop()


def current() -> Machine:
    """The machine that routines work on.

    Raises:
        RuntimeError: there is none; see :func:`running`.
    """
    if not _running:
        raise RuntimeError("a routine was called outside of running(machine)")
    return _running[-1]


def named(name: str) -> int:
    """An address or a constant."""
    return current().names[name]


def provided(routine: Callable[P, R]) -> Callable[P, R]:
    """A function whose code comes from elsewhere: from the rules, or from the variant that a module is built with."""
    name = routine.__name__

    @wraps(routine)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return current().provided[name](*args, **kwargs)  # type: ignore[return-value]

    return call


# ------------------------------------------------------------------------------------ numbers


def word(value: int) -> int:
    """64 bits read as a signed number."""
    value &= (1 << BITS) - 1
    return value - (1 << BITS) if value >> (BITS - 1) else value


def _bits(value: int) -> int:
    return value & ((1 << BITS) - 1)


def load(kind: str, at: int) -> int:
    """A number from memory."""
    size = SIZES[kind]
    return int.from_bytes(current().memory[at : at + size], "little", signed=not kind.endswith("u"))


def store(kind: str, at: int, value: int) -> None:
    """A number into memory, cut to its size."""
    size = SIZES[kind]
    current().memory[at : at + size] = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")


# The names below are known to the translator; each is one instruction, or a few.


def load8u(at: int) -> int:
    """A number of one byte, from 0 on."""
    return load("8u", at)


def load8s(at: int) -> int:
    """A number of one byte, with a sign."""
    return load("8s", at)


def load16u(at: int) -> int:
    """A number of two bytes, from 0 on."""
    return load("16u", at)


def load16s(at: int) -> int:
    """A number of two bytes, with a sign."""
    return load("16s", at)


def load32u(at: int) -> int:
    """A number of four bytes, from 0 on."""
    return load("32u", at)


def load32s(at: int) -> int:
    """A number of four bytes, with a sign."""
    return load("32s", at)


def load64(at: int) -> int:
    """A number of eight bytes."""
    return load("64", at)


def store8(at: int, value: int) -> None:
    """A number into one byte."""
    store("8u", at, value)


def store16(at: int, value: int) -> None:
    """A number into two bytes."""
    store("16u", at, value)


def store32(at: int, value: int) -> None:
    """A number into four bytes."""
    store("32u", at, value)


def store64(at: int, value: int) -> None:
    """A number into eight bytes."""
    store("64", at, value)


def load_word(at: int, index: int) -> int:
    """A number of a list of 64-bit numbers that stands somewhere."""
    return load("64", at + index * 8)


def store_word(at: int, index: int, value: int) -> None:
    """A number into such a list."""
    store("64", at + index * 8, value)


def copy(to: int, source: int, size: int) -> None:
    """So many bytes to another place; both may overlap."""
    memory = current().memory
    memory[to : to + size] = memory[source : source + size]


def fill(at: int, byte: int, size: int) -> None:
    """So many bytes become the same."""
    current().memory[at : at + size] = bytes([byte & 255]) * size


def popcnt(value: int) -> int:
    """How many bits are set."""
    return _bits(value).bit_count()


def ctz(value: int) -> int:
    """The number of the lowest bit that is set; 64 where none is."""
    value = _bits(value)
    return (value & -value).bit_length() - 1 if value else BITS


def clz(value: int) -> int:
    """How many bits above the highest that is set."""
    return BITS - _bits(value).bit_length()


def lt_u(one: int, other: int) -> int:
    """Is one less than the other, both read as numbers from 0 on?"""
    return int(_bits(one) < _bits(other))


def shr_u(value: int, by: int) -> int:
    """Shifted right, zeros coming in from the left."""
    return word(_bits(value) >> (by & 63))


def shl(value: int, by: int) -> int:
    """Shifted left, of 64 bits."""
    return word(value << (by & 63))


def mul(one: int, other: int) -> int:
    """The lower 64 bits of a product."""
    return word(one * other)


def add(one: int, other: int) -> int:
    """The lower 64 bits of a sum."""
    return word(one + other)


def div_s(one: int, by: int) -> int:
    """Divided and cut towards 0."""
    found = abs(one) // abs(by)
    return -found if (one < 0) != (by < 0) else found


def call_indirect(*args: int) -> int:
    """Calls a function by its index in the table, which comes last, with all else."""
    *given, index = args
    return current().table[index](*given)


def stop() -> None:
    """The module ends here."""
    raise Trap


def throw() -> None:
    """Leaves everything up to the innermost ``try``."""
    raise GivenUp
