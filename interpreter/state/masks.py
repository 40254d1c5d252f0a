"""Sets of rows are bit masks; here they become rows."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=100_000)
def rows_of(mask: int) -> tuple[int, ...]:
    """The rows of a mask, in order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return tuple(out)
