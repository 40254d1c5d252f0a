"""In how many ways dice come to every sum, exactly: whole numbers over one common denominator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

from arbitre.dsl.core.throws import Dice


def ways(dice: Sequence[Dice]) -> tuple[Mapping[int, int], int]:
    """For every sum in how many ways the dice come to it, and how many ways there are in all."""
    return _ways(tuple(dice))


@lru_cache(maxsize=200)
def _ways(dice: tuple[Dice, ...]) -> tuple[Mapping[int, int], int]:
    low, counts = 0, [1]
    for die in dice:
        for _ in range(die.count):
            low, counts = _with(low, counts, die.faces)
    whole = prod(len(die.faces) ** die.count for die in dice)
    return {low + at: count for at, count in enumerate(counts) if count}, whole


def _with(low: int, counts: list[int], faces: Sequence[int]) -> tuple[int, list[int]]:
    """One die more: of faces in a row each sum differs from the one before it by the first way that comes and the last that goes."""
    least, most, size = min(faces), max(faces), len(faces)
    if size == most - least + 1 == len(set(faces)):
        out, running = [], 0
        for at in range(len(counts) + size - 1):
            if at < len(counts):
                running += counts[at]
            if at >= size:
                running -= counts[at - size]
            out.append(running)
        return low + least, out
    out = [0] * (len(counts) + most - least)
    for at, count in enumerate(counts):
        for face in faces:
            out[at + face - least] += count
    return low + least, out
