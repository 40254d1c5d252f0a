"""Lots of those that need no person: a small generator that costs nothing to begin, the same in Python and in compiled modules."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

_WORD = (1 << 64) - 1
T = TypeVar("T")


class Lots:
    """SplitMix64 (Steele, Lea and Flood, 2014): 64 bits of state, which are the seed itself; any text may be a seed too.

    A number below ``size`` is the upper half of ``size`` times 64 bits: no number's chance is out by more than ``2 ** -64``.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int | str) -> None:
        if isinstance(seed, str):
            seed = int.from_bytes(blake2b(seed.encode(), digest_size=8).digest(), "little")
        self.state = seed & _WORD

    def word(self) -> int:
        """64 bits."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & _WORD
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
        return z ^ (z >> 31)

    def below(self, size: int) -> int:
        """A number from 0 to ``size - 1``."""
        return self.word() * size >> 64

    def between(self, low: int, high: int) -> int:
        """A number from ``low`` to ``high``, both among them."""
        return low + self.below(high - low + 1)

    def once_in(self, times: int) -> bool:
        """True once in so many times."""
        return self.below(times) == 0

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """So many of the items, in the order in which they were drawn."""
        left, out = list(items), []
        for _ in range(count):
            at = self.below(len(left))
            out.append(left[at])
            left[at] = left[-1]
            left.pop()
        return out
