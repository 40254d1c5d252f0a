"""Named areas of a board in its picture: a coloured outline round each, and its name inside."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from arbitre.graphs.board import Board
from arbitre.graphs.draw.svg import shapes
from arbitre.graphs.draw.svg.labels import Labels
from arbitre.graphs.draw.svg.styled_shapes import outline_of
from arbitre.graphs.draw.svg.themes import paint

INKS = tuple(paint(f"area{n}") for n in range(8))
UPRIGHT = 2.5  # times as high as wide: the name of such an area is set upright


def area_shapes(
    board: Board,
    middles: Sequence[tuple[float, float]],
    size: float,
    areas: Mapping[str, Collection[int]],
    font: float,
    labels: Labels,
    edges: tuple[float, float] = (-math.inf, math.inf),
) -> list[str]:
    """Outlines and names of areas; those of several floors are named on each.  ``edges``: left and right, which no name crosses."""
    outlines, names = [], []
    for number, (name, cells) in enumerate(areas.items()):
        ink, held = INKS[number % len(INKS)], set(cells)
        if board.is_hex and len(held) < 2:
            continue  # what one hexagon is, it says itself
        for (x1, y1), (x2, y2) in outline_of(sorted(held), board, middles, size * 0.9 if board.is_hex else size):
            line = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            outlines.append(f'<line {line} stroke="{ink}" stroke-width="2.2" stroke-linecap="round"/>')
        for floor_number in board.floors:
            part = sorted(c for c in held if board.floor(c) == floor_number)
            if part:
                names += _name(board, part, middles, size, areas, name, ink, font, labels, edges)
    return outlines + names


def _name(
    board: Board,
    part: Sequence[int],
    middles: Sequence[tuple[float, float]],
    size: float,
    areas: Mapping[str, Collection[int]],
    name: str,
    ink: str,
    font: float,
    labels: Labels,
    edges: tuple[float, float],
) -> list[str]:
    """The name of an area on one floor, where it covers least; upright in one that is high and narrow."""
    middle = sum(middles[c][0] for c in part) / len(part)
    half = 0.33 * font * len(name)
    wide = max(middles[c][0] for c in part) - min(middles[c][0] for c in part) + 2 * size
    high = max(middles[c][1] for c in part) - min(middles[c][1] for c in part) + 2 * size
    halo = f' stroke="{paint("halo")}" stroke-width="3" stroke-linejoin="round" paint-order="stroke" font-weight="bold"'
    if len(part) == 1 and half > size and len(around(board, part[0], areas)) > 1:
        return []  # one square within a greater area: its name would hide its neighbours, and its line tells it apart
    rows = sorted({middles[c][1] for c in part}, key=lambda y: abs(y - sum(middles[k][1] for k in part) / len(part)))
    if 2 * half > wide and high > UPRIGHT * wide and high > 2 * half:
        y = sum(rows) / len(rows)
        labels.take(middle, y, font * 0.7, half)
        return [shapes.label(middle, y, font, name, ink, extra=f'{halo} transform="rotate(-90 {middle:.1f} {y:.1f})"')]
    middle = max(edges[0] + half, min(middle, edges[1] - half))  # a name wider than its area stays inside the picture
    at = labels.place(name, font, [(middle, y) for y in rows])
    return [shapes.label(*at, font, name, ink, extra=halo)]


def shut_shapes(board: Board, middles: Sequence[tuple[float, float]], size: float, shut: Collection[tuple[int, int]]) -> list[str]:
    """A thick line between squares side by side where something is shut."""
    lines = []
    for one, other in shut:
        (x1, y1), (x2, y2) = middles[one], middles[other]
        if abs(x1 - x2) + abs(y1 - y2) > 2.1 * size:  # past a corner, or round the edge of a board that wraps
            continue
        x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (y2 - y1) / 2, (x2 - x1) / 2
        place = f'x1="{x - dx:.1f}" y1="{y - dy:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}"'
        lines.append(f'<line {place} stroke="{shapes.INK}" stroke-width="{size * 0.3:.1f}" stroke-linecap="round"/>')
    return lines


def around(board: Board, cell: int, areas: Mapping[str, Collection[int]]) -> list[str]:
    """The areas a cell is part of."""
    return [name for name, cells in areas.items() if cell in cells]
