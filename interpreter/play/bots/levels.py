"""Levels of strength of bots for people to play against, from blunders to as well as they can: the same wherever one chooses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot is.  ``blunders``: so many answers of a hundred are given by lot; ``thinks``: the share of a thinker's time that it
    takes for the others, nothing if it is greedy."""

    blunders: int
    thinks: float = 0.0


LEVELS = {
    "level1": Level(60),
    "level2": Level(30),
    "level3": Level(0),
    "level4": Level(0, 0.15),
    "level5": Level(0, 1.0),
}
