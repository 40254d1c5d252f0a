"""Lots and dice inside the module: the very numbers that Python draws, so that a match is the same wherever it is played.

Bots draw as :class:`random.Random` does (a Mersenne twister); a die is BLAKE2b of seed and number, as in
:class:`interpreter.state.dice.Generator`.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def seed_lots(seed):
    """As ``random.seed`` with a number from 0 on."""
    store32(LOT, 19650218)
    i = 1
    before = 19650218
    while i < 624:
        before = (1812433253 * (before ^ (before >> 30)) + i) & 0xFFFFFFFF
        store32(LOT + i * 4, before)
        i += 1
    words = 2 if seed >> 32 else 1
    i = 1
    j = 0
    k = 624
    before = load32u(LOT)
    while k > 0:
        key = (seed >> 32) if j else seed & 0xFFFFFFFF
        before = ((load32u(LOT + i * 4) ^ ((before ^ (before >> 30)) * 1664525)) + key + j) & 0xFFFFFFFF
        store32(LOT + i * 4, before)
        i += 1
        j += 1
        if i >= 624:
            store32(LOT, load32u(LOT + 623 * 4))
            i = 1
        if j >= words:
            j = 0
        k -= 1
    k = 623
    while k > 0:
        before = ((load32u(LOT + i * 4) ^ ((before ^ (before >> 30)) * 1566083941)) - i) & 0xFFFFFFFF
        store32(LOT + i * 4, before)
        i += 1
        if i >= 624:
            store32(LOT, load32u(LOT + 623 * 4))
            i = 1
        k -= 1
    store32(LOT, 0x80000000)
    store64(LOT_AT, 624)


def lot_word() -> int:
    """The next 32 bits of the twister."""
    at = load64(LOT_AT)
    if at >= 624:
        i = 0
        while i < 624:
            other = LOT + i * 4 + 4 if i < 623 else LOT
            both = (load32u(LOT + i * 4) & 0x80000000) | (load32u(other) & 0x7FFFFFFF)
            far = LOT + i * 4 + 1588 if i < 227 else LOT + i * 4 - 908
            store32(LOT + i * 4, load32u(far) ^ (both >> 1) ^ (0x9908B0DF if both & 1 else 0))
            i += 1
        at = 0
    y = load32u(LOT + at * 4)
    store64(LOT_AT, at + 1)
    y = y ^ (y >> 11)
    y = y ^ ((y << 7) & 0x9D2C5680)
    y = y ^ ((y << 15) & 0xEFC60000)
    return y ^ (y >> 18)


def lot_below(size) -> int:
    """A number from 0 to ``size`` - 1, as ``random.randrange`` gives it."""
    shift = clz(size) - 32
    drawn = lot_word() >> shift
    while drawn >= size:
        drawn = lot_word() >> shift
    return drawn


def seed_dice(seed):
    """The key of a match's dice: BLAKE2b of its seed in decimal signs, of 32 bytes; and the state after it, from which each die starts."""
    digits = 0
    left = seed
    while left > 0 or digits == 0:
        store8(DECIMAL + 31 - digits, 48 + left % 10)
        left = left // 10
        digits += 1
    fill(DIE_M, 0, 128)
    copy(DIE_M, DECIMAL + 32 - digits, digits)
    digest_key(0, 32)
    compress(digits, -1)
    fill(DIE_M, 0, 128)
    copy(DIE_M, DIE_H, 32)
    digest_key(32, 8)
    compress(128, 0)
    copy(DIE_KEYED, DIE_H, 64)
    fill(DIE_M, 0, 128)


def die_below(size, number) -> int:
    """Die ``number`` of the match, from 0 to ``size`` - 1."""
    over = (-1 % size + 1) % size
    attempt = 0
    while 1:
        copy(DIE_H, DIE_KEYED, 64)
        store64(DIE_M, number)
        store64(DIE_M + 8, attempt)
        compress(140, -1)
        value = load64(DIE_H)
        if over == 0 or lt_u(value, 0 - over):
            return value % size
        attempt += 1


ROUTINES: list[Any] = [seed_lots, lot_word, lot_below, seed_dice, die_below]
