"""The cells of a state, watched: which of them a question looks at, and what else it depends on."""

from __future__ import annotations

from typing import Any, SupportsIndex


def only_for(audience: int) -> int:
    """What stands among the cells that were looked at for something these seats may know that is no cell: dice, an answer."""
    return -2 - audience


class Looking(list[int]):
    """Cells that remember which of them were looked at."""

    def __init__(self, cells: list[int]) -> None:
        super().__init__(cells)
        self.looked: set[int] = set()

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        if isinstance(at, slice):
            self.looked |= set(range(len(self))[at])
        else:
            self.looked.add(int(at))
        return super().__getitem__(at)

    def index(self, value: int, start: SupportsIndex = 0, stop: SupportsIndex = 9_223_372_036_854_775_807, /) -> int:
        self.looked |= set(range(len(self))[start:stop])
        return super().index(value, start, stop)
