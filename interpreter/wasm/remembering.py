"""Values that are asked for again and again while options are listed, and those of what never changes: kept in a table.

A place of the table holds one value, with the listing it was reckoned in, the value of the rulebook and what it was asked of; another that
falls on the same place takes it.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def listing():
    """Options are listed from here on: until they are, nothing changes."""
    store64(LISTING, load64(LISTED) + 1)
    store64(LISTED, load64(LISTED) + 1)


def listed():
    store64(LISTING, 0)


def memo_place(function, one, two, three, four) -> int:
    key = (function * 31 + one) * 0x9E3779B97F4A7C15
    key = (key ^ (key >> 29) ^ two) * 0xBF58476D1CE4E5B9
    key = (key ^ (key >> 32) ^ (three << 7) ^ four) * 0x94D049BB133111EB
    return MEMO + (key >> 52) * MEMO_ENTRY


def memo_holds(at, listing, function, one, two, three, four) -> int:
    if load64(at) != listing or load64(at + 8) != function or load64(at + 16) != one or load64(at + 24) != two:
        return 0
    return load64(at + 32) == three and load64(at + 40) == four


def memo_put(at, listing, function, one, two, three, four):
    store64(at, listing)
    store64(at + 8, function)
    store64(at + 16, one)
    store64(at + 24, two)
    store64(at + 32, three)
    store64(at + 40, four)


ROUTINES: list[Any] = [listing, listed, memo_place, memo_holds, memo_put]
