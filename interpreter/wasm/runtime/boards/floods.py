"""Cells that so many steps lead to on a small board, where each costs one: a wave of cells is a set, and so is what lies beside a cell."""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.machine import ctz, load_word, store_word
from arbitre.interpreter.wasm.routines.records import WORD, Array, Constants
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room

BITS = 64


class Flooded(Constants):
    """What is known of a search when it is written."""

    words: int  # of a set of cells: one or two


how = Flooded()
beside = Array("BESIDE")  # by cell, the set of those that a step leads to


def flood(start: int, budget: int, avoided: int, given: int) -> int:
    """The cells that a walk of so many steps comes to, but for where it begins; no step leads to those that are avoided."""
    found = take_room(how.words * WORD)
    free_low = ~load_word(avoided, 0)
    free_high = 0
    if how.words == 2:
        free_high = ~load_word(avoided, 1)
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
