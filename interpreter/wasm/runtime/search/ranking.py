"""What came of the answers that were tried, world after world: which need not be tried in more, and which is best."""

from __future__ import annotations

from arbitre.interpreter.state.trials import DECIDED, SURELY
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import state
from arbitre.interpreter.wasm.layout.records import AGENDA, Entry
from arbitre.interpreter.wasm.routines.machine import load_word, lt_u, store_word
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_word
from arbitre.interpreter.wasm.runtime.primitives.numbers import within


def asking_agenda() -> Entry:
    """Where the innermost agenda stands on the stack, which is at work until what comes last stands below; 0 where there is none."""
    at = state.stack_last
    while at and at.tag != AGENDA:
        at = at.below
    return at


def begin_comparing(n: int) -> None:
    """Nothing was tried yet of the answers that are left: each has a place for what it comes to in every world."""
    i = 0
    while i < n:
        one = areas.left[i]
        areas.totals[one] = 0
        areas.came_at[one] = areas.came.at(i * sizes.worlds_most)
        i += 1


def note_worth(one: int, worlds: int, value: int) -> None:
    """Notes what an answer came to in a world."""
    areas.totals[one] += value
    store_word(areas.came_at[one], worlds, value)


def without_beaten(n: int, worlds: int) -> int:
    """Leaves out what is behind the best by more than chance makes of it, and gives how many are left."""
    best = areas.left[0]
    i = 1
    while i < n:
        one = areas.left[i]
        if areas.totals[one] > areas.totals[best]:
            best = one
        i += 1
    kept = 0
    i = 0
    while i < n:
        one = areas.left[i]
        if not is_beaten(areas.came_at[best], areas.came_at[one], worlds):
            areas.left[kept] = one
            kept += 1
        i += 1
    return kept


def is_beaten(best: int, other: int, worlds: int) -> int:
    """Is an answer behind the best by more than chance makes of it?"""
    total = 0
    squares = 0
    i = 0
    while i < worlds:
        less = within(load_word(best, i) - load_word(other, i), 0 - DECIDED, DECIDED)
        total += less
        squares += less * less
        i += 1
    return total > 0 and total * total * (worlds - 1 + SURELY) > SURELY * worlds * squares


def is_before(one: int, its: int, other: int, others: int) -> int:
    """By their worth, then by lot."""
    if areas.totals[one] != areas.totals[other]:
        return areas.totals[one] > areas.totals[other]
    return lt_u(others, its)


def best_of(n: int) -> int:
    """The best of those that are left."""
    best = areas.left[0]
    lot = lot_word()
    i = 1
    while i < n:
        one = areas.left[i]
        its = lot_word()
        if is_before(one, its, best, lot):
            best = one
            lot = its
        i += 1
    return best


def better_half(n: int) -> int:
    """The better half, the best first."""
    i = 0
    while i < n:
        one = areas.left[i]
        its = lot_word()
        at = i
        while at > 0 and comes_first(one, its, at - 1):
            areas.left[at] = areas.left[at - 1]
            areas.ranked[at] = areas.ranked[at - 1]
            at -= 1
        areas.left[at] = one
        areas.ranked[at] = its
        i += 1
    return (n + 1) // 2


def comes_first(one: int, its: int, at: int) -> int:
    """Does it come before the one in that place?"""
    other = areas.left[at]
    if areas.totals[one] != areas.totals[other]:
        return areas.totals[one] > areas.totals[other]
    return lt_u(its, areas.ranked[at])
