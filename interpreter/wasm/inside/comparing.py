"""What greedy seats make of the worths their answers came to, world after world: which answers need not be tried in more worlds.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def asking_agenda() -> int:
    """Where the innermost agenda stands on the stack, which is at work until what comes last stands below; 0 where there is none."""
    at = load64(STACK_LAST)
    while at and load64(at + 8) != 1:
        at = load64(at)
    return at


def begin_comparing(n):
    """Nothing was tried yet of the answers that are left: each has a place for what it comes to in every world."""
    i = 0
    while i < n:
        one = load64(LEFT + i * 8)
        store64(TOTALS + one * 8, 0)
        store64(CAME_AT + one * 8, CAME + i * WORLDS_MOST * 8)
        i += 1


def note_worth(one, worlds, value):
    """Notes what an answer came to in a world."""
    store64(TOTALS + one * 8, load64(TOTALS + one * 8) + value)
    store64(load64(CAME_AT + one * 8) + worlds * 8, value)


def without_beaten(n, worlds) -> int:
    """Leaves out what is behind the best by more than chance makes of it, and gives how many are left."""
    best = load64(LEFT)
    i = 1
    while i < n:
        one = load64(LEFT + i * 8)
        if load64(TOTALS + one * 8) > load64(TOTALS + best * 8):
            best = one
        i += 1
    kept = 0
    i = 0
    while i < n:
        one = load64(LEFT + i * 8)
        if not is_beaten(load64(CAME_AT + best * 8), load64(CAME_AT + one * 8), worlds):
            store64(LEFT + kept * 8, one)
            kept += 1
        i += 1
    return kept


def is_beaten(best, other, worlds) -> int:
    total = 0
    squares = 0
    i = 0
    while i < worlds:
        less = within(load64(best + i * 8) - load64(other + i * 8), 0 - DECIDED, DECIDED)
        total += less
        squares += less * less
        i += 1
    return total > 0 and total * total * (worlds - 1 + SURELY) > SURELY * worlds * squares


ROUTINES: list[Any] = [asking_agenda, begin_comparing, note_worth, without_beaten, is_beaten]
