"""The parts of a board's picture, for whoever puts them together on a screen: what lies still, the cells, what stands on them.

They are drawn by :mod:`arbitre.graphs.draw.svg.picture`, so that a board looks the same wherever it is shown.  Lengths are in pixels.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from arbitre.graphs.board import Board
from arbitre.graphs.draw.style import PLAIN, Style
from arbitre.graphs.draw.svg import shapes, styled_shapes
from arbitre.graphs.draw.svg.overlay import NOTHING
from arbitre.graphs.draw.svg.picture import Picture
from arbitre.graphs.draw.svg.themes import rules, themed
from arbitre.graphs.draw.tokens import COLOURS, Pieces

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
SIZE = 22.0


@dataclass(frozen=True, slots=True)
class Layers:
    """What of a board's picture stays as it is while pieces move.

    ``box``: all of it; ``floors``: each floor by its number.  ``svg``: the content of an ``<svg>``, definitions included.
    ``middles``: of every cell, where pieces stand; ``cells``: its corners, in turn.
    """

    box: Box
    floors: dict[int, Box]
    svg: str
    middles: tuple[Spot, ...]
    cells: tuple[tuple[Spot, ...], ...]


def layers(
    board: Board,
    *,
    areas: Mapping[str, Collection[int]] | None = None,
    ways: Mapping[str, str] | None = None,
    names: Mapping[int, str] | None = None,
    floor_title: str = "{}",
    stacked: bool = False,
    shut: Collection[tuple[int, int]] = (),
    style: Style = PLAIN,
    size: float = SIZE,
) -> Layers:
    """The still parts; the arguments are those of :func:`arbitre.graphs.svg`."""
    drawing = _drawing(board, {}, size, COLOURS, names, stacked, style)
    drawing.areas, drawing.ways, drawing.shut = areas or {}, ways or {}, shut
    body = drawing.ground(floor_title)
    lift = drawing.lift()
    middles = tuple((round(x, 1), round(y - lift, 1)) for x, y in drawing.middles)
    cells = tuple(corners(board, style, drawing, cell) for cell in range(board.size))
    box = (drawing.left, drawing.top, drawing.right - drawing.left, drawing.bottom - drawing.top)
    floors = {number: _box([cells[c] for c in range(board.size) if board.floor(c) == number], size) for number in board.floors}
    for number, columns, rows, x, y in drawing.floor_boxes():  # what is no cell belongs to a floor as well, and the numbers beside it
        left, top, width, height = floors[number]
        right, bottom = max(left + width, x + (2 * columns + 0.6) * size), max(top + height, y + (2 * rows + 0.6) * size)
        left, top = min(left, x - 1.4 * size), min(top, y - 1.4 * size)
        floors[number] = _rounded((left, top, right - left, bottom - top))
    return Layers(_rounded(box), floors, "\n".join(themed([*drawing.definitions(), *body])), middles, cells)


def placed(
    board: Board,
    pieces: Pieces,
    *,
    colours: Sequence[str] = COLOURS,
    names: Mapping[int, str] | None = None,
    stacked: bool = False,
    style: Style = PLAIN,
    size: float = SIZE,
) -> dict[int, list[shapes.Part]]:
    """What stands on each cell, token by token: its number among those of the cell and its shapes, where they lie on the picture."""
    drawing = _drawing(board, pieces, size, colours, names, stacked, style)
    return {c: [(n, themed(part)) for n, part in drawing.standing(c, tokens)] for c, tokens in pieces.items() if tokens}


def _drawing(
    board: Board, pieces: Pieces, size: float, colours: Sequence[str], names: Mapping[int, str] | None, stacked: bool, style: Style
) -> Picture:
    drawing = Picture(board, pieces, size, colours, {}, "", stacked, None, style)
    drawing.areas, drawing.ways, drawing.called, drawing.shut, drawing.overlay = {}, {}, names or {}, (), NOTHING
    return drawing


def corners(board: Board, style: Style, drawing: Picture, cell: int) -> tuple[Spot, ...]:
    """The corners of what is drawn for a cell; of a round one, and of one that is not drawn, those of the board's own shape."""
    shape = styled_shapes.shape_of(style.cell(cell), board.is_hex, drawing.middles[cell], drawing.size, drawing.upper(cell))
    found = re.search(r'points="([^"]*)"', shape)
    if found is None:
        spots = styled_shapes.corners(board.is_hex, *drawing.middles[cell], drawing.size)
        return tuple((round(x, 1), round(y, 1)) for x, y in spots)
    pairs = (pair.split(",") for pair in found[1].split())
    return tuple((float(x), float(y)) for x, y in pairs)


def _box(cells: Sequence[Sequence[Spot]], size: float) -> Box:
    xs = [x for spots in cells for x, _ in spots]
    ys = [y for spots in cells for _, y in spots]
    left, top = min(xs) - 1.4 * size, min(ys) - 2.4 * size
    return _rounded((left, top, max(xs) + 0.6 * size - left, max(ys) + 0.6 * size - top))


def _rounded(box: Box) -> Box:
    left, top, width, height = (round(number, 1) for number in box)
    return left, top, width, height


def legend(
    board: Board,
    pieces: Pieces,
    *,
    called: Mapping[str, str],
    sides: Sequence[str],
    width: float,
    colours: Sequence[str] = COLOURS,
    style: Style = PLAIN,
    size: float = SIZE,
    ways: Mapping[str, str] | None = None,
) -> tuple[Box, str]:
    """What grounds, signs of links, sides and badges mean, in lines of that width: a box and the content of an ``<svg>``."""
    drawing = _drawing(board, pieces, size, colours, {}, False, style)
    drawing.ways = ways or {}
    drawing.id += "k"  # its hatchings are its own
    drawing.cells()  # grounds are hatched as they are on the board
    drawing.left, drawing.top, drawing.right, drawing.bottom = 0.0, 0.0, width, 0.0
    body = drawing.legend(called, sides)
    drawn = themed([*drawing.definitions(), *body])  # a picture of its own, which no style sheet of the page reaches
    return _rounded((0.0, 0.0, drawing.right, drawing.bottom)), "\n".join([f"<style>{rules(drawn)}</style>", *drawn]) if body else ""
