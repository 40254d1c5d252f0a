"""Cells where more happens than elsewhere: those of a rare sort (terrain, rooms, doors), the rims of boards, and the cells beside them."""

from __future__ import annotations

import random

from arbitre.dsl import core

RARE = 8  # a sort of cell is rare if at most one in so many cells is of it
RARELY = 0.5  # how often such a cell is wanted
BESIDE = 0.6  # and how often one next to it


class Spots:
    """The cells of one board, by what is said of them."""

    def __init__(self, program: core.Program, domain: core.Domain) -> None:
        self.cells, self.size = domain.cells, domain.size
        groups: dict[tuple[int, int], list[int]] = {}
        for column in program.fields:
            if column.domain == domain.index and column.values is not None and column.target >= 0 and not column.is_set:
                for cell, value in enumerate(column.values):
                    if value >= 0:
                        groups.setdefault((column.index, value), []).append(cell)
        most = max((len(self.cells.neighbours(cell)) for cell in range(self.size)), default=0)
        rim = [cell for cell in range(self.size) if len(self.cells.neighbours(cell)) < most]
        self.groups = [group for group in (*groups.values(), rim) if group and len(group) * RARE <= self.size]

    def near(self, rng: random.Random) -> set[int]:
        """A cell of a rare sort, or those beside one; nothing where there are none, or where it is not wanted."""
        if not self.groups or rng.random() > RARELY:
            return set()
        cell = rng.choice(rng.choice(self.groups))
        return set(self.cells.neighbours(cell)) or {cell} if rng.random() < BESIDE else {cell}

    def around(self, rng: random.Random) -> set[int]:
        """The cells around a rare one, two steps away at most; nothing where there are none."""
        if not self.groups:
            return set()
        first = set(self.cells.neighbours(rng.choice(rng.choice(self.groups))))
        return first | {far for cell in first for far in self.cells.neighbours(cell) if rng.random() < BESIDE / 4}
