"""Boards that move: which cells a step joins, what it costs, and which links can be taken, as the match stands.

``joined to VALUE``, ``entered at VALUE`` and ``open when CONDITION`` say it. A board is made for every way matters can stand, as far as
these look at the state, and kept with the ways found over it: doors and bridges stand in few ways, and stand so again and again.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.graphs.board import Board
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.reference.values.functions import unspent

BoardNow = Callable[["Run"], Board]
MOST_BOARDS = 24  # that are kept of one kind


def board_now(m: Machine, index: int) -> BoardNow | None:
    """The board of a kind as a match stands; None where nothing of it ever moves."""
    if index not in m.moving:
        said = _said(m, index)
        m.moving[index] = None if all(function == NONE for function in said) else _moved(m, index, *said)
    return m.moving[index]


def _said(m: Machine, index: int) -> tuple[int, int, int]:
    """The functions that say how a board stands: cells joined, links open, prices; NONE for what nothing changes."""
    domain, links = m.program.domains[index], links_of(m.program, index)
    priced = domain.priced if domain.priced != NONE and looks_at(m, [domain.priced]) != [] else NONE
    return domain.joined, m.program.domains[links].open_when if links != NONE else NONE, priced


def board_looks_at(m: Machine, index: int) -> list[int] | None:
    """The columns that say how a board stands; None if it reads more than columns, none if it never moves."""
    return looks_at(m, [function for function in _said(m, index) if function != NONE])


def links_of(program: core.Program, index: int) -> int:
    """The kind whose rows are the links of a board, NONE if it has none."""
    ends = (f for f in program.fields if f.name == "start" and f.target == index and program.domains[f.domain].open_when != NONE)
    found = next(ends, None)
    return NONE if found is None else found.domain


def looks_at(m: Machine, functions: list[int]) -> list[int] | None:
    """The columns that values read, by whatever they ask for; None if they read more than columns."""
    return columns_read(m, [m.program.functions[index].body for index in functions])


def columns_read(m: Machine, exprs: list[core.Expr]) -> list[int] | None:
    """The same of expressions."""
    found = m.facts.effects.of(exprs)
    return None if found.beyond else sorted(found.reads)


def _moved(m: Machine, index: int, joined: int, gate: int, priced: int) -> BoardNow:
    board = m.program.domains[index].cells
    columns = looks_at(m, [f for f in (joined, gate, priced) if f != NONE])
    kept: dict[tuple[object, ...], Board] = {}
    spans: list[tuple[int, int]] = []
    if columns is not None:
        bases = [(m.layout.base[f], m.program.domains[m.program.fields[f].domain].size) for f in columns]
        spans = [(base, base + size) for base, size in bases]
    rows = _rows_of_links(m.program, links_of(m.program, index)) if gate != NONE else []
    of_two = priced != NONE and len(m.program.functions[priced].params) == 2

    def made(x: Run) -> Board:
        def asked(function: int, *rows: int) -> int:
            slots = m.program.functions[function].slots
            return unspent(x, lambda: m.bodies[function](x, [*rows, *[0] * (slots - len(rows))]))  # type: ignore[no-any-return]

        masks = [asked(joined, cell) for cell in range(board.size)] if joined != NONE else None
        open_ = [bool(asked(gate, row)) for row in rows] if gate != NONE else None
        stands = board.as_joined(masks, open_)
        if of_two:
            return stands.with_steps_at(lambda origin, target: asked(priced, origin, target))
        return stands if priced == NONE else stands.with_entry([asked(priced, cell) for cell in range(board.size)])

    name = ("board", index)

    def now(x: Run) -> Board:
        return x.once(name, lambda: standing(x))

    def standing(x: Run) -> Board:
        key = tuple(tuple(x.cells[a:b]) for a, b in spans) if columns is not None else tuple(x.cells)
        found = kept.get(key)
        if found is None:
            if len(kept) >= MOST_BOARDS:
                kept.pop(next(iter(kept)))
            found = kept[key] = made(x)
        return found

    return now


def _rows_of_links(program: core.Program, links: int) -> list[int]:
    """The rows of the links that have a place on the board, in the board's order."""
    ends = [f.values or [] for f in program.fields if f.domain == links and f.name in ("start", "finish")]
    return [row for row, at in enumerate(zip(*ends, strict=True)) if min(at) >= 0]
