"""Named parts of a board on its picture: a coloured line round each, and its name inside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from arbitre.graphs.board import Board
from arbitre.graphs.draw import shapes
from arbitre.graphs.draw.labels import Labels

INKS = ("#b3261e", "#1b5e9b", "#2e7d32", "#8e24aa", "#8a5200", "#00796b", "#5d4037", "#455a64")
_SIDES = (((0, -1), (-1, -1, 1, -1)), ((1, 0), (1, -1, 1, 1)), ((0, 1), (-1, 1, 1, 1)), ((-1, 0), (-1, -1, -1, 1)))


def area_shapes(
    board: Board,
    middles: Sequence[tuple[float, float]],
    size: float,
    areas: Mapping[str, Collection[int]],
    font: float,
    labels: Labels,
) -> list[str]:
    """Outlines and names of the areas of a board of squares; areas of several floors are named on each."""
    outlines, names = [], []
    for number, (name, cells) in enumerate(areas.items()):
        ink, held = INKS[number % len(INKS)], set(cells)
        for cell in sorted(held):
            x, y, *floor = board.coordinates[cell]
            left, top = middles[cell]
            for (dx, dy), (x1, y1, x2, y2) in _SIDES:
                if board.cell_at(x + dx, y + dy, *floor) in held:
                    continue
                inset = size * 0.9
                line = f'x1="{left + x1 * inset:.1f}" y1="{top + y1 * inset:.1f}" x2="{left + x2 * inset:.1f}" y2="{top + y2 * inset:.1f}"'
                outlines.append(f'<line {line} stroke="{ink}" stroke-width="2.2" stroke-linecap="round"/>')
        for floor_number in board.floors:
            part = sorted(c for c in held if board.floor(c) == floor_number)
            if not part:
                continue
            middle = sum(middles[c][0] for c in part) / len(part)
            half = 0.33 * font * len(name)  # a name wider than its area stays inside the picture
            if len(part) == 1 and half > size and len(around(board, part[0], areas)) > 1:
                continue  # one square within a greater area: its name would hide its neighbours, and its line tells it apart
            middle = max(min(x for x, _ in middles) - 2 * size + half, min(middle, max(x for x, _ in middles) + 1.4 * size - half))
            lines = sorted({middles[c][1] for c in part}, key=lambda y: abs(y - sum(middles[k][1] for k in part) / len(part)))
            at = labels.place(name, font, [(middle, y) for y in lines])
            halo = ' stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke" font-weight="bold"'
            names.append(shapes.label(*at, font, name, ink, extra=halo))
    return outlines + names


def shut_shapes(board: Board, middles: Sequence[tuple[float, float]], size: float, shut: Collection[tuple[int, int]]) -> list[str]:
    """A thick line between squares side by side where something is shut."""
    lines = []
    for one, other in shut:
        (x1, y1), (x2, y2) = middles[one], middles[other]
        if abs(x1 - x2) + abs(y1 - y2) > 2.1 * size:  # past a corner, or round the edge of a board that wraps
            continue
        x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (y2 - y1) / 2, (x2 - x1) / 2
        place = f'x1="{x - dx:.1f}" y1="{y - dy:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}"'
        lines.append(f'<line {place} stroke="#222222" stroke-width="{size * 0.3:.1f}" stroke-linecap="round"/>')
    return lines


def around(board: Board, cell: int, areas: Mapping[str, Collection[int]]) -> list[str]:
    """The areas a cell is part of."""
    return [name for name, cells in areas.items() if cell in cells]
