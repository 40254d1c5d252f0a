"""Types of expressions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbitre.dsl.core import NONE

WIDE = 1_000_000


@dataclass(frozen=True, slots=True)
class Ty:
    """``kind``: number, flag, chance (an exact fraction), row, set, none (of any kind), empty (a set of any kind), result (of a
    test), several (a row of one of several kinds), bad."""

    kind: str
    domain: int = NONE
    low: int = -WIDE
    high: int = WIDE
    optional: bool = False
    step: int = field(default=1, compare=False)  # between numbers that are offered as options or arguments; no matter of type

    @property
    def is_row(self) -> bool:
        return self.kind == "row"

    @property
    def is_set(self) -> bool:
        return self.kind == "set"

    def __or__(self, other: Ty) -> Ty:
        """The type that holds both."""
        if self.kind == "none":
            return replace(other, optional=True) if other.kind == "row" else other
        if other.kind == "none":
            return replace(self, optional=True) if self.kind == "row" else self
        if self.kind == other.kind == "number":
            return Ty("number", NONE, min(self.low, other.low), max(self.high, other.high))
        if self.kind == "empty":
            return other
        if self.kind == "row" and other.kind == "row" and self.domain == other.domain:
            return replace(self, optional=self.optional or other.optional)
        return self


def number(low: int, high: int, step: int = 1) -> Ty:
    """The type of numbers in a range."""
    return Ty("number", NONE, max(low, -WIDE), min(high, WIDE), step=step)


def row(domain: int, optional: bool = False) -> Ty:
    """The type of one thing of a kind."""
    return Ty("row", domain, optional=optional)


def group(domain: int) -> Ty:
    """The type of a set of things of a kind."""
    return Ty("set", domain)


FLAG = Ty("flag", low=0, high=1)


CHANCE = Ty("chance", low=0, high=1)


NUMBER = Ty("number")


NOTHING = Ty("none", optional=True)


SEVERAL = Ty("several", optional=True)


EMPTY = Ty("empty")


BAD = Ty("bad")
