"""What came of matches in a row, as a module tells it."""

from __future__ import annotations

import struct
from collections import Counter
from typing import NamedTuple

from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.wasm.layout.records import Result

WORDS = Result.SIZE // 8  # that tell what came of one match, or of those that ended alike


class Finished(NamedTuple):
    """What came of a match: was it won or drawn, by which rows of which kind, after how many turns and answers?

    ``used``: what of the rules was used, where the module counts that.
    """

    seed: int
    over: bool
    winners: int
    winner_domain: int
    turns: int
    answers: int
    used: Counter[Name] | None = None


def finished(raw: memoryview, seed: int) -> list[Finished]:
    """The matches that a module has written down, from the one with this seed on."""
    new = tuple.__new__  # of the smallest games so many are played that how results are reported counts
    ends = struct.iter_unpack("<5q8x", raw)
    return [new(Finished, (n, over != 0, won, kind, turns, asked, None)) for n, (over, won, kind, turns, asked) in enumerate(ends, seed)]
