"""Breadth-first search whose frontier is a bit set: the cells within so many steps on a board of at most 128 cells, if each step costs one.

The neighbours of a cell are a bit set too, so a wave is the union of one set for each cell of the last wave, without the cells seen before.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.machine import ctz, load_word, store_word
from arbitre.interpreter.wasm.routines.records import WORD, Array, Constants
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room

BITS = 64
WHOLE = (1 << BITS) - 1  # a word with all bits; Python's own numbers are negative after ``~``


class Flooded(Constants):
    """What is known of a search when it is written."""

    words: int  # of a set of cells: one for boards of at most 64 cells, else two


how = Flooded()
beside = Array("BESIDE")  # by cell, the set of its neighbours


def flood(start: int, budget: int, avoided: int, given: int) -> int:
    """The address of the set of cells within a number of steps of a cell, which is not one of them itself.

    ``budget``: the greatest number of steps; ``avoided``: the address of the set of cells that no step leads to.  ``given``: the arguments
    of a function for the cost of a step, which all searches of this kind are called with and this one does not need.
    """
    found = take_room(how.words * WORD)
    free_low = ~load_word(avoided, 0) & WHOLE
    free_high = 0
    if how.words == 2:
        free_high = ~load_word(avoided, 1) & WHOLE
    low = 0
    high = 0
    if start < BITS:
        low = 1 << start
    else:
        high = 1 << (start - BITS)
    free_low &= ~low
    free_high &= ~high
    found_low = 0
    found_high = 0
    spent = 0
    while spent < budget and (low | high) != 0:
        next_low = 0
        next_high = 0
        while low != 0:
            cell = ctz(low)
            low &= low - 1
            next_low |= beside[cell * how.words]
            if how.words == 2:
                next_high |= beside[cell * how.words + 1]
        while high != 0:
            cell = BITS + ctz(high)
            high &= high - 1
            next_low |= beside[cell * how.words]
            next_high |= beside[cell * how.words + 1]
        low = next_low & free_low
        high = next_high & free_high
        free_low ^= low
        free_high ^= high
        found_low |= low
        found_high |= high
        spent += 1
    store_word(found, 0, found_low)
    if how.words == 2:
        store_word(found, 1, found_high)
    return found
