"""SVG shapes in a rulebook's own style: cells, edges, pieces, badges, stacks.  Lengths are in pixels."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from arbitre.graphs.board import Board
from arbitre.graphs.draw.grounds import NONE_FILL
from arbitre.graphs.draw.style import CellStyle, Ruler, Stroke, Style
from arbitre.graphs.draw.svg import themes

Spot = tuple[float, float]
Segment = tuple[Spot, Spot]
INK = themes.paint("ink")


def corners(is_hex: bool, x: float, y: float, size: float) -> list[Spot]:
    """The corners of a cell, in turn: a square of half side ``size``, or a hexagon standing on a vertex, of that radius."""
    turns = [(60 * i - 30, size) for i in range(6)] if is_hex else [(90 * i + 45, size * math.sqrt(2)) for i in range(4)]
    return [(x + far * math.cos(math.radians(t)), y + far * math.sin(math.radians(t))) for t, far in turns]


def sides_of(is_hex: bool, middle: Spot, size: float) -> list[Segment]:
    """The sides of a cell as segments."""
    spots = corners(is_hex, *middle, size)
    return list(zip(spots, [*spots[1:], spots[0]], strict=True))


def _key(side: Segment) -> frozenset[tuple[int, int]]:
    """The same for a side as each of two neighbours has it."""
    return frozenset((round(x * 2), round(y * 2)) for x, y in side)


def shape_of(style: CellStyle, is_hex: bool, spot: Spot, size: float, downwards: bool = False) -> str:
    """The start of an element in a cell's shape, without fill and end; "" for ``none``.  A triangle is as long as its stack."""
    (x, y), shape = spot, style.shape
    if shape == NONE_FILL:
        return ""
    if shape in ("disc", "ring"):
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.86:.1f}"'
    if shape == "triangle":
        way = 1 if downwards else -1
        base = y - way * size
        points = [(x - size, base), (x + size, base), (x, base + way * max(2 * size, size * 0.84 * (style.stack + 0.5)))]
    else:
        points = corners(is_hex if shape == "" else shape == "hexagon", x, y, size)
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"'


def line_of(segments: Iterable[Segment], stroke: Stroke, size: float) -> list[str]:
    """Segments drawn in a stroke: thick ones beside each other make one line, bars stand across it."""
    if stroke.colour == NONE_FILL:
        return []
    ink = themes.line(stroke.colour)
    wide = {"thick": size * 0.26, "barred": size * 0.12}.get(stroke.line, max(1.6, size * 0.12))
    dash = f' stroke-dasharray="{size * 0.3:.1f} {size * 0.24:.1f}"' if stroke.line == "dashed" else ""
    out, below = [], []
    for (x1, y1), (x2, y2) in segments:
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        if stroke.colour in ("white", "light", "yellow", "snow"):  # light lines need a dark one below to be seen on paper
            below.append(f'<line {ends} stroke="#222222" stroke-width="{wide + 1.6:.1f}" stroke-linecap="square"{dash}/>')
        out.append(f'<line {ends} stroke="{ink}" stroke-width="{wide:.1f}" stroke-linecap="square"{dash}/>')
        if stroke.line == "barred":
            far = math.hypot(x2 - x1, y2 - y1) or 1.0
            across = ((y2 - y1) / far * size * 0.22, -(x2 - x1) / far * size * 0.22)
            for part in (0.2, 0.4, 0.6, 0.8):
                x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
                bar = f'x1="{x - across[0]:.1f}" y1="{y - across[1]:.1f}" x2="{x + across[0]:.1f}" y2="{y + across[1]:.1f}"'
                out.append(f'<line {bar} stroke="{ink}" stroke-width="{max(1.2, size * 0.08):.1f}"/>')
    return below + out


def outline_of(cells: Iterable[int], board: Board, middles: Sequence[Spot], size: float) -> list[Segment]:
    """The sides that only one of these cells has."""
    found: dict[frozenset[tuple[int, int]], list[Segment]] = {}
    for cell in cells:
        for side in sides_of(board.is_hex, middles[cell], size):
            found.setdefault(_key(side), []).append(side)
    return [sides[0] for sides in found.values() if len(sides) == 1]


def shared(one: Iterable[int], other: Iterable[int], board: Board, middles: Sequence[Spot], size: float) -> list[Segment]:
    """The sides at which a cell of one set touches a cell of the other."""
    theirs = {_key(side) for cell in other for side in sides_of(board.is_hex, middles[cell], size)}
    return [side for cell in one for side in sides_of(board.is_hex, middles[cell], size) if _key(side) in theirs]


def border(side: str, cells: Sequence[int], board: Board, middles: Sequence[Spot], size: float) -> list[Segment]:
    """The outer sides of the board at these cells that look left, right, up or down."""
    every, out, near = range(board.size), [], 0.5 * size
    outer = {_key(segment) for segment in outline_of(every, board, middles, size)}
    for cell in cells:
        for segment in sides_of(board.is_hex, middles[cell], size):
            if _key(segment) not in outer:
                continue
            (x1, y1), (x2, y2) = segment
            dx, dy = (x1 + x2) / 2 - middles[cell][0], (y1 + y2) / 2 - middles[cell][1]
            if board.is_hex:
                good = side == _hex_side(board, cell, every, dx, dy)
            else:
                good = {"left": dx < -near, "right": dx > near, "top": dy < -near, "bottom": dy > near}.get(side, False)
            if good:
                out.append(segment)
    return out


def _hex_side(board: Board, cell: int, cells: Sequence[int], dx: float, dy: float) -> str:
    """At which side of a board of hexagons an outer side of a cell lies: above and below only those of the first and the last row."""
    rows = [board.coordinates[c][1] for c in cells]
    row = board.coordinates[cell][1]
    if row == min(rows) and dy < -1:
        return "top"
    if row == max(rows) and dy > 1:
        return "bottom"
    return "left" if dx < 0 else "right"


def strokes(style: Style, cells: Sequence[int], board: Board, middles: Sequence[Spot], size: float) -> list[str]:
    """Lines along the sides of the board, round cells and between them."""
    out: list[str] = []
    if any(stroke.colour == NONE_FILL for stroke in style.borders.values()):  # then lines stand between cells only
        outer = {_key(side) for side in outline_of(cells, board, middles, size)}
        inner = (side for cell in cells for side in sides_of(board.is_hex, middles[cell], size) if _key(side) not in outer)
        out += line_of({_key(side): side for side in inner}.values(), Stroke("black"), size)
    for name, stroke in style.borders.items():
        out += line_of(border(name, cells, board, middles, size), stroke, size)
    shown = set(cells)
    for there, stroke in style.around:
        out += line_of(outline_of(sorted(there & shown), board, middles, size), stroke, size)
    for one, other, stroke in style.between:
        out += line_of(shared(sorted(one & shown), sorted(other & shown), board, middles, size), stroke, size)
    return out


def ground_behind(style: Style, middles: Mapping[int, Spot] | Sequence[Spot], cells: Sequence[int], size: float) -> list[str]:
    """A panel behind all cells."""
    if not style.ground:
        return []
    spots = [middles[c] for c in cells]
    x, y = min(a for a, _ in spots) - size * 1.15, min(b for _, b in spots) - size * 1.15
    w, h = max(a for a, _ in spots) + size * 1.15 - x, max(b for _, b in spots) + size * 1.15 - y
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{size * 0.15:.1f}" fill="{themes.behind(style.ground)}" '
        f'stroke="{INK}" stroke-width="1"/>'
    ]


def piece_outline(shape: str, x: float, y: float, radius: float) -> str:
    """The start of an element in a piece's own shape; ``cross`` and ``ring`` are strokes without a filling."""
    if shape == "pawn":
        r = radius
        return (
            f'<path d="M{x - 0.8 * r:.1f},{y + r:.1f} L{x + 0.8 * r:.1f},{y + r:.1f} L{x + 0.55 * r:.1f},{y + 0.55 * r:.1f} '
            f"L{x + 0.28 * r:.1f},{y - 0.1 * r:.1f} A{0.5 * r:.1f},{0.5 * r:.1f} 0 1 0 {x - 0.28 * r:.1f},{y - 0.1 * r:.1f} "
            f'L{x - 0.55 * r:.1f},{y + 0.55 * r:.1f} z"'
        )
    if shape == "cross":
        f = radius * 0.85
        return f'<path d="M{x - f:.1f},{y - f:.1f} L{x + f:.1f},{y + f:.1f} M{x - f:.1f},{y + f:.1f} L{x + f:.1f},{y - f:.1f}"'
    if shape in ("disc", "ring", "ball"):
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    if shape == "square":
        half = radius * 0.9
        return f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="{radius * 0.12:.1f}"'
    if shape == "triangle":
        points = [(x, y - radius), (x + radius * 0.95, y + radius * 0.75), (x - radius * 0.95, y + radius * 0.75)]
    else:
        points = corners(True, x, y, radius)
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"'


def ruled(ruler: Ruler, left: float, top: float, across: int, down: int, size: float, font: float, part: bool) -> list[str]:
    """A frame with a measure along its lower and left edge; of a part of a board a single length below it."""
    right, low, step = left + 2 * size * across, top + 2 * size * down, 2 * size * ruler.cells
    frame = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{low - top:.1f}"'
    out = [f'<rect {frame} fill="none" stroke="{INK}" stroke-width="1.2"/>']
    tick = size * 0.5

    def line(x1: float, y1: float, x2: float, y2: float) -> None:
        out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{INK}" stroke-width="1"/>')

    def text(x: float, y: float, said: str, anchor: str) -> None:
        place = f'x="{x:.1f}" y="{y + font * 0.35:.1f}" font-size="{font:.1f}" text-anchor="{anchor}"'
        out.append(f'<text {place} fill="{INK}">{escape(said)}</text>')

    if part:
        y = low + tick * 1.2
        line(left, y, left + step, y)
        for x in (left, left + step):
            line(x, y - tick * 0.5, x, y + tick * 0.5)
        text(left + step + font * 0.5, y, ruler.mark(1), "start")
        return out
    for number in range(int(across / ruler.cells) + 1):
        line(left + number * step, low, left + number * step, low + tick)
        text(left + number * step, low + tick + font * 0.7, ruler.mark(number), "middle")
    for number in range(int(down / ruler.cells) + 1):
        line(left - tick, low - number * step, left, low - number * step)
        if number:
            text(left - tick * 1.3, low - number * step, ruler.mark(number), "end")
    return out


def stacked(count: int, most: int, spot: Spot, size: float, downwards: bool) -> list[Spot]:
    """Where the middles of a stack's pieces lie: from the board's edge inwards, at most so many."""
    step = size * 0.84
    first = spot[1] - size * 0.55 if downwards else spot[1] + size * 0.55
    return [(spot[0], first + step * n * (1 if downwards else -1)) for n in range(min(count, most))]


Rim = tuple[dict[int, str], dict[int, str]]
"""What stands over each column and before each row."""


def rim_of(board: Board, cells: Sequence[int], called: Mapping[int, str]) -> Rim | None:
    """The letters of columns and the numbers of rows, where the cells' names are made of both (``b3``); else their numbers."""
    columns: dict[int, set[str]] = {}
    rows: dict[int, set[str]] = {}
    for cell in cells:
        x, y = board.coordinates[cell][:2]
        found = re.fullmatch(r"([^\W\d]+)[ -]?(\d+)", called.get(cell) or board.names[cell])
        columns.setdefault(x, set()).add(found[1] if found else "")
        rows.setdefault(y, set()).add(found[2] if found else "")
    if all(len(said) == 1 and "" not in said for said in (*columns.values(), *rows.values())):
        return {x: min(said) for x, said in columns.items()}, {y: min(said) for y, said in rows.items()}
    return {x: str(x) for x in columns}, {y: str(y) for y in rows}


def placed_rim(rim: Rim, board: Board, middles: Sequence[Spot], size: float, shown: Sequence[int]) -> list[tuple[str, Spot]]:
    """The labels with their places: above the first cell of each column, to the left of the first of each row."""
    out: list[tuple[str, Spot]] = []
    places = {c: board.coordinates[c] for c in shown}
    first = min(place[1] for place in places.values())
    # Where columns begin along the left edge their labels stand there, and those of the rows at the right.
    slanting = board.is_hex and {p[0] for p in places.values()} != {p[0] for p in places.values() if p[1] == first}
    for x, said in rim[0].items():
        there = [middles[c] for c, place in places.items() if place[0] == x]
        top = min(there, key=lambda spot: spot[1])
        out.append((said, (top[0] - (size * 0.5 if board.is_hex else 0), top[1] - size * 1.45)))
    for y, said in rim[1].items():
        there = [middles[c] for c, place in places.items() if place[1] == y]
        spot, way = (max(there), 1) if slanting else (min(there), -1)
        out.append((said, (spot[0] + way * size * 1.4, spot[1])))
    return out
