"""WebAssembly as bytes: numbers, sections, and the codes of the instructions that are used here."""

from __future__ import annotations

I64, I32, NOTHING = 0x7E, 0x7F, 0x40

OPS = {
    "unreachable": 0x00, "else": 0x05, "end": 0x0B, "return": 0x0F, "drop": 0x1A,
    "i32.add": 0x6A, "i32.eqz": 0x45, "i64.eqz": 0x50,
    "eq": 0x51, "ne": 0x52, "lt_s": 0x53, "lt_u": 0x54, "gt_s": 0x55, "gt_u": 0x56, "le_s": 0x57, "le_u": 0x58, "ge_s": 0x59, "ge_u": 0x5A,
    "clz": 0x79, "ctz": 0x7A, "popcnt": 0x7B, "add": 0x7C, "sub": 0x7D, "mul": 0x7E, "div_s": 0x7F, "rem_s": 0x81, "rem_u": 0x82,
    "and": 0x83, "or": 0x84, "xor": 0x85, "shl": 0x86, "shr_s": 0x87, "shr_u": 0x88, "rotl": 0x89, "rotr": 0x8A,
    "wrap": 0xA7, "extend": 0xAD,
}  # fmt: skip
COMPARISONS = frozenset(("eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u", "i64.eqz"))
LOADS = {"8s": 0x30, "8u": 0x31, "16s": 0x32, "16u": 0x33, "32s": 0x34, "32u": 0x35, "64": 0x29}
STORES = {"8": 0x3C, "16": 0x3D, "32": 0x3E, "64": 0x37}


def unsigned(value: int) -> bytes:
    """LEB128 of a number from 0 on."""
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def number_at(code: bytearray, at: int) -> tuple[int, int]:
    """An unsigned number that stands in code, and where it ends."""
    value = shift = 0
    while True:
        byte = code[at]
        value |= (byte & 0x7F) << shift
        shift += 7
        at += 1
        if byte < 0x80:
            return value, at


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
