"""Where everything stands in the block of integers that a match is."""

from __future__ import annotations

from arbitre.dsl.core import NONE, Program


class Layout:
    """Where each changing column stands in the block: ``base[field] + row``.  Constant columns stand outside."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.base: list[int] = []
        self.constant: list[tuple[int, ...] | None] = []
        self.owner: list[int] = []  # field of every cell
        start: list[int] = []
        for column in program.fields:
            if column.values is not None:
                self.base.append(NONE)
                self.constant.append(tuple(column.values))
                continue
            size = program.domains[column.domain].size
            self.base.append(len(start))
            self.constant.append(None)
            values = column.start if column.start is not None else [column.default] * size
            start += values
            self.owner += [column.index] * size
        self.start = start
