"""What is known of a throw: its dice, how they are looked at, and what tells them from all others."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.dsl.core.expressions import Expr


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice, each with ``faces`` (values in order; equal values are allowed: a custom die)."""

    count: int
    faces: tuple[int, ...]


@dataclass(eq=False, slots=True)
class Look:
    """What rules read of some dice one by one: odds keep apart only that.  Filled in while they are bound."""

    read: bool = False
    ordered: bool = False  # which die shows what, not only how many do


@dataclass(eq=False, slots=True)
class Faces:
    """The slots of the dice of a roll, filled once a rule reads them."""

    slots: list[int]
    look: Look


@dataclass(frozen=True, slots=True)
class Occasion:
    """What tells the dice of a statement from all others of a turn: the name of its rule, and ``about`` which rows that rule is."""

    rule: str = ""
    about: tuple[Expr, ...] = ()


class Drawn(int):
    """What a scenario says is drawn: a row by its number, where a die would show its place among those it is drawn from."""


UNNAMED = Occasion()
