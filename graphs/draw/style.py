"""How a board and what stands on it look, as a rulebook says it: what :func:`arbitre.graphs.svg` draws instead of what is usual."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from arbitre.graphs.board import Board


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line: a name of :data:`arbitre.graphs.draw.grounds.GROUNDS` or ``none``, and thin, thick, dashed or barred."""

    colour: str
    line: str = "thin"


@dataclass(frozen=True, slots=True)
class CellStyle:
    """One cell.

    Args:
        shape: square, hexagon, triangle, disc, ring, or "" for the board's own; ``none`` draws nothing.
        fill: a named ground; "" for that of its mark.
        label: what is written in it; None for what is usual.
        stack: how many pieces are drawn on each other; 0 for side by side.
        at: the column and row it is drawn at, where that is not its own.
    """

    shape: str = ""
    fill: str = ""
    label: str | None = None
    stack: int = 0
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measure along the edges of a board: ``cells`` of them are ``length`` long (``10 cm``)."""

    cells: int
    length: str

    def mark(self, number: int) -> str:
        """What stands at a mark: its number of lengths, with the unit."""
        amount, _, unit = self.length.partition(" ")
        return f"{int(amount) * number} {unit}"


PLAIN_CELL = CellStyle()


@dataclass(frozen=True, slots=True)
class Style:
    """A whole board.

    Args:
        cells: cell -> its style; by default all are plain.
        borders: left, right, top, bottom -> the line along that side of the board.
        around: sets of cells with the line round them.
        between: two sets of cells and the line where one of each touch.
        rim: coordinates stand along the edges only.
        bare: cells bear no labels, and no coordinates are written.
        ground: what lies behind the cells.
        link_signs: kind of a link or name of one -> the sign at both its ends, in place of a line.
        straight: kinds of links, or names of some, that are straight lines below what stands on the board, without their name.
        badges: sign of a badge -> what it stands for, for the legend.
        ruler: a measure along the edges in place of coordinates and of lines between cells.
    """

    cells: Mapping[int, CellStyle] = field(default_factory=dict)
    borders: Mapping[str, Stroke] = field(default_factory=dict)
    around: Sequence[tuple[frozenset[int], Stroke]] = ()
    between: Sequence[tuple[frozenset[int], frozenset[int], Stroke]] = ()
    rim: bool = False
    bare: bool = False
    ground: str = ""
    link_signs: Mapping[str, str] = field(default_factory=dict)
    straight: frozenset[str] = frozenset()
    badges: Mapping[str, str] = field(default_factory=dict)
    ruler: Ruler | None = None

    def cell(self, cell: int) -> CellStyle:
        """The style of a cell."""
        return self.cells.get(cell, PLAIN_CELL)

    def label(self, cell: int, name: str, board: Board) -> str:
        """What is written in a cell: as the rulebook says, else its name, on hexagons its coordinates."""
        own = self.cell(cell).label
        if own is not None:
            return own
        if self.rim or self.bare:
            return ""
        return name or (",".join(map(str, board.coordinates[cell])) if board.is_hex else "")


PLAIN = Style()


def worn_badges(titles: Mapping[str, str], worn: Collection[str]) -> dict[str, str]:
    """What the badges mean that can be seen: title -> one of its signs.  ``titles``: by the pattern of the sign, values in braces."""
    out: dict[str, str] = {}
    for pattern, title in titles.items():
        parts = "(.+)".join(map(re.escape, re.split(r"\{[^{}]*\}", pattern)))
        found = next((sign for sign in sorted(worn) if re.fullmatch(parts, sign)), None)
        if found is not None:
            out.setdefault(title, found)
    return out
