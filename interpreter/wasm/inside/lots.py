"""Lots and dice inside the module: the very numbers that Python draws, so that a match is the same wherever it is played.

Bots draw as :class:`arbitre.interpreter.state.lots.Lots` does; dice are those of :class:`arbitre.interpreter.state.dice.Generator`.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def seed_lots(seed):
    store64(LOT, seed)


def lot_word() -> int:
    """The next 64 bits."""
    word = load64(LOT) + 0x9E3779B97F4A7C15
    store64(LOT, word)
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB
    return word ^ (word >> 31)


def share(word, size) -> int:
    """The upper half of a word times a number of less than 32 bits."""
    return ((word >> 32) * size + (((word & 0xFFFFFFFF) * size) >> 32)) >> 32


def lot_below(size) -> int:
    """A number from 0 to ``size`` - 1."""
    return share(lot_word(), size)


def seed_dice(seed):
    """From now on dice are those of this seed."""
    store64(SEED, seed)
    store64(DIE_BLOCK, -1)


def die_below(size, number) -> int:
    """Die ``number`` of the seed, from 0 to ``size`` - 1; the block it comes from is kept for the seven others."""
    block = number >> 3
    if block != load64(DIE_BLOCK):
        store64(DIE_BLOCK, block)
        throw_block(load64(SEED), block)
    return share(load64(DIE_H + (number & 7) * 8), size)


def throw_block(seed, block):
    """Eight dice of a seed.  One that is longer than a word goes by a word that stands for it: its bytes lie in ``LONG_KEY``."""
    length = 8
    if load64(LONG_BYTES):
        if seed == load64(LONG_SEED):
            length = load64(LONG_BYTES)
    store64(DIE_M, block)
    if length == 8:
        store64(DIE_M + 8, seed)
    else:
        copy(DIE_M + 8, LONG_KEY, 120)
    begin_digest()
    compress(8 + length, -1)
    if length > 8:
        fill(DIE_M + 16, 0, 112)


ROUTINES: list[Any] = [seed_lots, lot_word, share, lot_below, seed_dice, die_below, throw_block]
