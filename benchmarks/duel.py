"""The yardstick: two abstract fighters trade blows with dice, written by hand in plain Python.

No rules language, no trace, no saving, no hooks: this is what a programmer would write for one game and nothing else,
so it bounds from above what an interpreter written in Python can hope for.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

TITLE = "duel, hand-written Python"
BATCH = 50
ROUND_LIMIT = 200


@dataclass(slots=True)
class Fighter:
    agility: int
    attack: int
    defence: int
    life: int
    stamina: int
    fatigue: int = 0

    def nimbleness(self) -> int:
        """Agility, less one for every point of fatigue beyond stamina."""
        return self.agility - max(0, self.fatigue - self.stamina)


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: int | None  # 0 or 1; None when both still stand at the round limit
    rounds: int
    dice: int


class Dice:
    """Two dice at a time, counted: one count is one roll of 2d6."""

    __slots__ = ("_random", "count")

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.count = 0

    def two(self) -> int:
        self.count += 1
        value = self._random.random
        return int(value() * 6) + int(value() * 6) + 2


def passes(dice: Dice, fighter: Fighter) -> bool:
    """A test: 2d6 at most the current agility."""
    return dice.two() <= fighter.nimbleness()


def goes_first(dice: Dice, one: Fighter, other: Fighter) -> bool:
    """Initiative: agility as it is now plus 2d6, rolled again while equal."""
    while True:
        mine = one.nimbleness() + dice.two()
        theirs = other.nimbleness() + dice.two()
        if mine != theirs:
            return mine > theirs


def blow(dice: Dice, striker: Fighter, target: Fighter) -> None:
    """A tested opening adds 2; a natural 2 misses; 2d6 plus attack above the defence wounds, 12 or a wide margin doubly."""
    bonus = 2 if passes(dice, striker) else 0
    roll = dice.two()
    if roll == 2:
        return
    margin = roll + striker.attack + bonus - target.defence
    if margin > 0:
        target.life -= 2 if roll == 12 or margin >= 6 else 1


def tire(dice: Dice, fighter: Fighter) -> None:
    if not passes(dice, fighter):
        fighter.fatigue += 1


def duel(dice: Dice) -> Outcome:
    """One whole duel between two equal fighters."""
    fighters = (Fighter(8, 3, 12, 6, 2), Fighter(8, 3, 12, 6, 2))
    before = dice.count
    for turn in range(1, ROUND_LIMIT + 1):
        first = 0 if goes_first(dice, *fighters) else 1
        for striker in (first, 1 - first):
            blow(dice, fighters[striker], fighters[1 - striker])
            if fighters[1 - striker].life <= 0:
                return Outcome(striker, turn, dice.count - before)
        for fighter in fighters:
            tire(dice, fighter)
    return Outcome(None, ROUND_LIMIT, dice.count - before)


def playouts(seconds: float, seed: int = 7) -> float:
    """Whole duels per second, measured over at least `seconds`."""
    dice = Dice(seed)
    done = 0
    start = time.perf_counter()
    while True:
        for _ in range(BATCH):
            duel(dice)
        done += BATCH
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            return done / elapsed
