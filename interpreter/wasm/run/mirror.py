"""A state beside the memory of a module: do both say the same?  Found without reading all of the memory out again.

What lies there as it was when last read is known already, and so are the rows of a field of which the state holds the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from arbitre.interpreter.state.state import Entry, State
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.interpreter.wasm.run.state_transfer import Unfit, column_bytes, counters_of

KNOWN = 20_000  # entries of stacks that are remembered
ODD = (OverflowError, TypeError, Unfit)  # of what no column can hold


class Mirror:
    """The memory of a module, and what was found in it."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        first = 0
        self.columns = []  # field, column, its first cell and the one after its last
        for field, column in zip(runner.program.fields, runner.shape.columns, strict=True):
            if field.values is None:
                self.columns.append((field, column, first, first + column.rows))
                first += column.rows
        self.cells = first
        self.rows: list[list[int]] = [[] for _ in self.columns]  # of each column, those whose bytes are in the image
        start, end = runner.at["CELLS"], runner.at["CELLS_END"]
        self.image = bytearray(runner.view[start:end])  # the cells as they should lie
        self.read: dict[str, tuple[bytes, Any]] = {}  # parts of the memory, with what they say
        self.entries: dict[bytes, Entry] = {}
        self.published: tuple[tuple[int, ...], bytes] | None = None  # the same for good

    def same(self, state: State) -> bool:
        """Does the module hold this very state?  Where it says no, the states themselves are to be compared."""
        runner, at = self.runner, self.runner.at
        number = runner.number
        if (number("ROLLS"), number("OVER"), number("WINNERS"), number("WINNER_DOMAIN")) != (
            state.rolls, state.over, state.winners, state.winner_domain,
        ):  # fmt: skip
            return False
        return (
            counters_of(runner) == state.counters
            and self._cells(state.cells)
            and self._stack() == state.stack
            and self._part("RUNS", at["RUNS"], 8 * len(runner.program.procedures), lambda raw: array("q", raw).tolist()) == state.runs
            and self._timed("TIMERS") == state.timers
            and self._timed("WAITING") == state.waiting
            and self._list("SCHEDULED", at["SCHEDULED_ENTRY"], lambda raw: runner.scheduled()) == state.scheduled
            and self._list("TOLD", 16, lambda raw: runner.told()) == state.told
            and self._published(state.published)
        )  # fmt: skip

    def _timed(self, name: str) -> Any:
        return self._list(name, self.runner.shape.entries[name], lambda raw: self.runner.timed(name))

    def _part(self, name: str, at: int, size: int, read: Callable[[bytes], Any]) -> Any:
        """What a part of the memory says."""
        raw = bytes(self.runner.view[at : at + size])
        known = self.read.get(name)
        if known is None or known[0] != raw:
            known = self.read[name] = raw, read(raw)
        return known[1]

    def _list(self, name: str, size: int, read: Callable[[bytes], Any]) -> Any:
        return self._part(name, self.runner.at[name], 8 + size * self.runner.number(name), read)

    def _cells(self, cells: Sequence[int]) -> bool:
        if len(cells) != self.cells:
            return False
        base = self.runner.at["CELLS"]
        for number, (field, column, first, end) in enumerate(self.columns):
            rows = cells[first:end]
            if rows != self.rows[number]:
                try:
                    raw = column_bytes(field, column, rows)
                except ODD:
                    return False
                self.rows[number] = list(rows)
                self.image[column.at - base : column.at - base + len(raw)] = raw
        return self._lies(base)

    def _lies(self, base: int) -> bool:
        """Do the cells lie there as they should?"""
        raw = bytes(self.runner.view[base : base + len(self.image)])
        if raw == self.image:
            return True
        for _, column, _, _ in self.columns:
            part = slice(column.at - base, column.at - base + column.rows * column.size)
            if raw[part] != self.image[part]:
                return False
        self.image[:] = raw  # what lies between columns says nothing
        return True

    def _stack(self) -> list[Entry]:
        out: list[Entry] = []
        runner, view = self.runner, self.runner.view
        at, end = runner.number("STACK_LAST"), runner.number("STACK_TOP")
        while at:
            raw = bytes(view[at + 8 : end])  # without where the one below it lies
            entry = self.entries.get(raw)
            if entry is None:
                if len(self.entries) > KNOWN:
                    self.entries.clear()
                entry = self.entries[raw] = runner.entry(at)
            out.append(entry)
            at, end = runner.at_address(at), at
        return out[::-1]

    def _published(self, published: tuple[int, ...] | None) -> bool:
        runner = self.runner
        if published is None or not runner.number("PUBLISHED"):
            return published is None and not runner.number("PUBLISHED")
        at = runner.at["PUBLISHED_CELLS"]
        raw = bytes(runner.view[at : at + runner.at["PUBLISHED_SIZE"]])
        if self.published is None or self.published[0] is not published or self.published[1] != raw:
            if published != tuple(runner.cells(at - runner.at["CELLS"])):
                return False
            self.published = published, raw
        return True
