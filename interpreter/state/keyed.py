"""Dice that are told apart by what they are thrown for: a change in one event shifts no die of any other.

A die of a match is known by the turn, by its *occasion* (the rule, the name of the throw, the rows that the rule is about), and by how
many were thrown for the same occasion in the turn before.  It shows SipHash-2-4 (Aumasson and Bernstein, 2012) of occasion and number,
under a key of 128 bits that BLAKE2b makes of the seed: whoever sees dice learns nothing of the seed or of other dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence
from functools import lru_cache
from struct import unpack

from arbitre.dsl.diagnostics.position import Place

COUNTERS = 64  # occasions of a turn that are counted by themselves, a power of two; more share counters
KEY_BLOCK = (1 << 64) - 1  # the block of a seed that is its key
DieKey = tuple[int, int]  # of a die: its occasion, and its number
UNKEYED: DieKey = (0, 0)
ORDER = "order"  # the name of what those who are tied throw for
_WORD = (1 << 64) - 1
TURN_BITS, COUNT_BITS, TAG_BITS = 20, 20, 23  # of a counter: the tag of an occasion above the turn above the count
MIX = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4096)
def occasion(rule: str, label: str) -> int:
    """64 bits for what dice are thrown for: the name of the rule, and that of the throw."""
    return int.from_bytes(hashlib.blake2b(f"{rule}/{label}".encode(), digest_size=8).digest(), "little")


def about(occasion: int, row: int) -> int:
    """The same where the rule is about a row."""
    mixed = (occasion ^ (row & _WORD)) * MIX & _WORD
    return mixed ^ (mixed >> 29)


def counted(counters: MutableSequence[int], turn: int, occasion: int) -> int:
    """How many dice were thrown for an occasion before in this turn; one more is counted.

    ``counters``: :data:`COUNTERS` numbers, all 0 at first; those of earlier turns are free again.
    """
    now = (turn + 1) & ((1 << TURN_BITS) - 1)
    wanted = (occasion >> (64 - TAG_BITS)) << TURN_BITS | now
    home = occasion & (COUNTERS - 1)
    for step in range(COUNTERS):
        at = (home + step) & (COUNTERS - 1)
        held = counters[at] >> COUNT_BITS
        if held == wanted:
            break
        if held & ((1 << TURN_BITS) - 1) != now:
            counters[at] = wanted << COUNT_BITS
            break
    else:
        at = home
    count = counters[at] & ((1 << COUNT_BITS) - 1)
    counters[at] += 1
    return count


def siphash(key: DieKey, one: int, two: int) -> int:
    """SipHash-2-4 of sixteen bytes, two words, under a key of two words."""
    a, b = key[0] ^ 0x736F6D6570736575, key[1] ^ 0x646F72616E646F6D
    c, d = key[0] ^ 0x6C7967656E657261, key[1] ^ 0x7465646279746573
    for word, rounds in ((one, 2), (two, 2), (16 << 56, 2), (0, 4)):
        d ^= word
        if rounds == 4:
            c ^= 0xFF
        for _ in range(rounds):
            a = (a + b) & _WORD
            b = ((b << 13 | b >> 51) & _WORD) ^ a
            a = (a << 32 | a >> 32) & _WORD
            c = (c + d) & _WORD
            d = ((d << 16 | d >> 48) & _WORD) ^ c
            a = (a + d) & _WORD
            d = ((d << 21 | d >> 43) & _WORD) ^ a
            c = (c + b) & _WORD
            b = ((b << 17 | b >> 47) & _WORD) ^ c
            c = (c << 32 | c >> 32) & _WORD
        a ^= word
    return a ^ b ^ c ^ d


class KeyedDice:
    """The dice of a seed, each by its key, the same on every machine.  No face's chance is out by more than ``2 ** -63``."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        block = KEY_BLOCK.to_bytes(8, "little") + key_of(seed)
        self.key: DieKey = unpack("<2Q", hashlib.blake2b(block).digest()[:16])

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey) -> int:
        """A number from 0 to ``size - 1``."""
        return siphash(self.key, *key) * size >> 64


def key_of(seed: int) -> bytes:
    """A seed as bytes, of whatever size."""
    return seed.to_bytes(max(8, seed.bit_length() // 8 + 1), "little", signed=True)
