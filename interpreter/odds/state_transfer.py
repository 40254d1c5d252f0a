"""Worlds of the compiled executor as states of a match: what differs from where it all began is put into a copy of that."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.interpreter.wasm.run.state_transfer import FORMS

WORD = struct.Struct("<q")


def parts_of(world: bytes) -> list[bytes]:
    """What stands behind the cells of a world: changes that last, those to come, what is put off, what was told, the stack."""
    at = 8 + int.from_bytes(world[:8], "little")
    out = []
    for part in range(5):
        more = 8 if part == 4 else 0  # where its last entry stands comes before
        size = int.from_bytes(world[at + more : at + more + 8], "little")
        out.append(world[at : at + more] + world[at + more + 8 : at + more + 8 + size])
        at += more + 8 + size
    return out


class Worlds:
    """Worlds that begin with a state."""

    def __init__(self, runner: Runner, state: State) -> None:
        self.runner, self.first = runner, state.copy()
        runner.load(state)
        self.base = self.written("base_of")
        self.parts = parts_of(self.base)
        self.lists: dict[tuple[int, bytes], list[tuple[int, ...]]] = {}  # those that were read, by what they stand in
        self.cells: dict[int, list[tuple[int, int, struct.Struct, int]]] = {}  # by the offset of a word: the cells in it
        self.columns = list(self._columns())

    def _columns(self) -> Iterator[tuple[int, int, int, int, str]]:
        """Of each field that may change: where it begins, its first cell, its rows, the bytes of each, and their form; none for sets."""
        first = 0
        for declared, column in zip(self.runner.program.fields, self.runner.shape.columns, strict=True):
            if declared.values is None:
                yield column.at - self.runner.at["STATE"], first, column.rows, column.size, "" if column.words else FORMS[column.load]
                first += column.rows

    def written(self, name: str) -> bytes:
        at = self.runner.call(name)
        return bytes(self.runner.view[at : self.runner.number("WRITTEN")])

    def world(self, state: State) -> bytes:
        """A state as a world."""
        self.runner.load(state)
        return self.written("world_of")

    def state(self, world: bytes) -> State:
        """A world as a state; what a scenario holds is for whoever asks."""
        end = 8 + int.from_bytes(world[:8], "little")
        state = self.first.copy()
        parts = parts_of(world)
        if parts != self.parts:
            if parts[2:4] != self.parts[2:4] or (parts[4] != self.parts[4] and len(parts[4]) > 8):
                return self.slowly(world)
            state.timers = self.entries(5, parts[0])
            state.waiting = self.entries(6, parts[1])
            if len(parts[4]) == 8:
                state.stack = []
        at = self.runner.at
        runs, cells, over = at["RUNS"] - at["STATE"], at["CELLS"] - at["STATE"], at["CELLS_END"] - at["STATE"]
        for offset, word in struct.iter_unpack("<2q", world[8:end]):
            if cells <= offset < over:
                self.put(state, offset, word)
            elif runs <= offset < runs + 8 * len(state.runs):
                state.runs[(offset - runs) // 8] = word
            else:
                return self.slowly(world)
        return state

    def put(self, state: State, offset: int, word: int) -> None:
        """The cells of a word of a world."""
        for cell, shift, form, words in self.within(offset):
            if words:
                kept = state.cells[cell] & ~(((1 << 64) - 1) << shift)
                state.cells[cell] = kept | (word & ((1 << 64) - 1)) << shift
            else:
                state.cells[cell] = form.unpack_from(word.to_bytes(8, "little", signed=True), shift)[0]

    def shown(self, world: bytes, ranges: list[tuple[int, int]]) -> State:
        """A world as a state of which nothing is looked at but what stands in certain columns."""
        state = self.first.copy()
        for offset, word in self.seen(world, ranges):
            self.put(state, offset, word)
        return state

    def ranges(self, columns: Iterable[int]) -> list[tuple[int, int]]:
        """Where these columns begin and end."""
        out, start = [], self.runner.at["STATE"]
        for index in columns:
            column = self.runner.shape.columns[index]
            if self.runner.program.fields[index].values is None:
                out.append((column.at - start, column.at - start + column.rows * column.size))
        return out

    def seen(self, world: bytes, ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """What of a world differs there from where it all began."""
        end = 8 + int.from_bytes(world[:8], "little")
        return tuple([pair for pair in struct.iter_unpack("<2q", world[8:end]) if any(low <= pair[0] < high for low, high in ranges)])

    def entries(self, numbers: int, raw: bytes) -> list[tuple[int, ...]]:
        """Changes that last, or are to come: so many numbers, and a value."""
        if (numbers, raw) not in self.lists:
            out, size = [], 8 * numbers + 8 * self.runner.shape.wide
            for at in range(8, len(raw), size):
                head = struct.unpack_from(f"<{numbers}q", raw, at)
                value = raw[at + 8 * numbers : at + size]
                number = struct.unpack_from("<q", value)[0] if head[-1] < 2 else int.from_bytes(value, "little")
                out.append((*head, number))
            self.lists[numbers, raw] = out
        return self.lists[numbers, raw][:]

    def slowly(self, world: bytes) -> State:
        """The same, compiled."""
        runner = self.runner
        at = runner.number("WRITTEN")
        runner.view[at : at + len(world)] = world
        runner.call("become", at)
        state = runner.state()
        state.locals = self.first.locals[:]
        return state

    def within(self, offset: int) -> list[tuple[int, int, struct.Struct, int]]:
        """The cells in a word: number, where in the word (bytes, or bits for a set), form, and is it a set?"""
        if offset not in self.cells:
            self.cells[offset] = list(self._within(offset))
        return self.cells[offset]

    def _within(self, offset: int) -> Iterator[tuple[int, int, struct.Struct, int]]:
        for begin, first, rows, size, form in self.columns:
            if begin + rows * size <= offset or begin > offset + 7:
                continue
            if not form:
                row, byte = divmod(offset - begin, size)
                yield first + row, 8 * byte, WORD, 1
                continue
            for place in range(0, 8, size):
                row = (offset + place - begin) // size
                if 0 <= row < rows:
                    yield first + row, place, struct.Struct("<" + form), 0
