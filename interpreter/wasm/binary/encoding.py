"""The binary format of WebAssembly: numbers, lists, names, sections."""

from __future__ import annotations

import struct
from collections.abc import Sequence

_FORMATS = {1: "B", 2: "H", 4: "I", 8: "Q"}


def unsigned(value: int) -> bytes:
    """LEB128 of a number from 0 on."""
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def signed(value: int) -> bytes:
    """LEB128 of any number."""
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        done = (value == 0 and not low & 0x40) or (value == -1 and low & 0x40)
        out.append(low if done else low | 0x80)
        if done:
            return bytes(out)


def as_word(value: int) -> int:
    """64 bits read as a signed number."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def listed(items: list[bytes]) -> bytes:
    """Items with their number before them."""
    return unsigned(len(items)) + b"".join(items)


def section(number: int, body: bytes) -> bytes:
    """One section of a module."""
    return bytes([number]) + unsigned(len(body)) + body


def named(text: str) -> bytes:
    """A name as the format has it."""
    raw = text.encode()
    return unsigned(len(raw)) + raw


def packed(values: Sequence[int], size: int) -> bytes:
    """Numbers in so many bytes each (1, 2, 4 or 8), the lowest first, modulo what fits."""
    mask = (1 << 8 * size) - 1
    return struct.pack(f"<{len(values)}{_FORMATS[size]}", *[value & mask for value in values])
