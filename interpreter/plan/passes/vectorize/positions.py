"""Where a given row stands: what a condition on it may be evaluated over, once for all the places where it could be.

A cell stands where it is.  A man stands on the cell that one of his columns names, or on the one with his column and his row
(``square.x is man.column and square.y is man.row``), or, where a rulebook has no board, on a combination of two numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots
from arbitre.interpreter.analysis.errors import is_there
from arbitre.interpreter.plan.bits import LEAST, WORD, is_of_pieces
from arbitre.interpreter.plan.joins import code_of
from arbitre.interpreter.plan.rewrite import Rewriter, Slots
from arbitre.interpreter.plan.vectors import Vec

LEAST_NUMBERS = 3  # that a column may hold to be taken for a part of a place; sides are two


@dataclass(frozen=True, slots=True)
class Position:
    """Where a given row stands.

    ``number``: which of ``size`` places that is, as an expression in the slots outside.
    ``kind``: whose rows the places are; NONE where they are combinations of numbers.
    ``known``: columns of the given row, with what they hold for each place.
    """

    number: core.Expr
    kind: int
    size: int
    known: tuple[tuple[core.Read, Vec], ...] = ()

    @property
    def is_cell(self) -> bool:
        """Is the place a row that the given one is or names, not a combination of numbers?"""
        return not isinstance(self.number, core.Arith)


@dataclass(frozen=True, slots=True)
class _Part:
    """A number that tells where a row stands: ``number``, one of ``held``; what the column ``read`` holds for each of these."""

    number: core.Expr
    held: range
    read: core.Read
    rows: tuple[int, ...]


def positions(r: Rewriter, e: core.Query, kinds: Iterable[int], slots: Slots) -> Iterator[Position]:
    """The positions of the rows that an expression is given: its free slots that hold cells of these kinds, or pieces."""
    reads = r.facts.effects.of(e).reads
    given = [core.Local(e.place, slot) for slot in sorted(free_slots(e) & set(slots))]
    moving = [one for one in given if slots[one.slot].domain != NONE and is_of_pieces(r.program.domains[slots[one.slot].domain])]
    kinds = list(kinds)
    for kind in kinds:
        size = r.program.domains[kind].size
        for row in given:
            if slots[row.slot].domain == kind:
                yield Position(row, kind, size)
            elif row in moving:
                for column in r.program.fields:
                    plain = column.values is None and not column.is_set
                    if column.domain == slots[row.slot].domain and column.target == kind and plain and column.index in reads:
                        cell = core.Read(e.place, column.index, row)
                        yield Position(cell, kind, size, ((cell, Vec(tuple(range(size)))),))
    for row in moving:
        yield from _by_numbers(r, e, row, slots[row.slot].domain, kinds, reads)


def _by_numbers(r: Rewriter, e: core.Query, row: core.Local, domain: int, kinds: list[int], reads: frozenset[int]) -> Iterator[Position]:
    """The positions that two columns of a given row tell together."""
    columns = [column for column in r.program.fields if column.domain == domain and column.index in reads]
    for pair in permutations(columns, 2):
        parts = [_parts(r, core.Read(e.place, column.index, row)) for column in pair]
        for kind in kinds:
            fixed = [column.values for column in r.program.fields if column.domain == kind and column.values]
            for some, (down, across) in product(product(*parts), permutations(fixed, 2)):
                if _is_numbered(down, across, [part.held for part in some]):
                    yield _position(e, some, kind)
        if e.sink == "any" and pair[0].index < pair[1].index:
            for some in product(*(found[:1] for found in parts)):
                if LEAST <= len(some[0].held) * len(some[1].held) <= WORD:
                    yield _position(e, some, NONE)


def _parts(r: Rewriter, read: core.Read) -> list[_Part]:
    """What a column may be for a place: itself, and a number that never changes of the row that it names."""
    column = r.program.fields[read.field]
    held = range(min(column.low, column.default, *(column.start or ())), max(column.high, column.default, *(column.start or ())) + 1)
    if column.values is not None or column.is_set or column.index == r.program.domains[column.domain].alive:
        return []
    if column.target == NONE:
        return [_Part(read, held, read, tuple(held))] if LEAST_NUMBERS <= len(held) <= WORD else []
    size = r.program.domains[column.target].size
    if not is_there(read, set(), r.program) or not LEAST_NUMBERS <= size <= WORD:
        return []
    out = [_Part(read, range(size), read, tuple(range(size)))]
    for named in r.program.fields:
        if named.domain == column.target and named.values is not None and not named.is_set and named.target == NONE:
            numbers = {number: there for there, number in enumerate(named.values)}
            found = range(min(numbers), max(numbers) + 1)
            if len(numbers) == len(found) == size:
                out.append(_Part(core.Read(read.place, named.index, read), found, read, tuple(numbers[number] for number in found)))
    return out


def _is_numbered(down: list[int], across: list[int], held: list[range]) -> bool:
    """Are the rows of a kind in the order of two of their numbers, which may be these?"""
    whole = [range(min(numbers), max(numbers) + 1) for numbers in (down, across)]
    return list(zip(down, across, strict=True)) == list(product(*whole)) and whole == held


def _position(e: core.Query, some: tuple[_Part, ...], kind: int) -> Position:
    number = code_of(e.place, [part.number for part in some], [part.held for part in some])
    places = list(product(*(part.rows for part in some)))
    known = tuple((part.read, Vec(tuple(place[n] for place in places))) for n, part in enumerate(some))
    return Position(number, kind, len(places), known)


__all__ = ["Position", "positions"]
