"""What is drawn over a board to explain it: cells in reach, ways as arrows, where pieces stood before, dice."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arbitre.graphs.board import Board
from arbitre.graphs.draw.grounds import colour
from arbitre.graphs.draw.style import Stroke
from arbitre.graphs.draw.svg import shapes
from arbitre.graphs.draw.svg.styled_shapes import corners, line_of, outline_of
from arbitre.graphs.draw.tokens import NEUTRAL, Pieces, Token, readable_ink

Spot = tuple[float, float]
LINES = ("thin", "thick", "double", "dashed", "dotted", "none")
"""How the line of an arrow may be drawn; a double one has two heads."""
TINTS = ("yellow", "blue", "red", "green", "purple", "orange")
"""The colours of zones, in turn."""
_NEAR = 0.18  # how far arrows that run against each other are moved aside, in sizes of a cell
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from cell to cell.  ``line``: one of :data:`LINES`; ``side``: whose colour it has; ``title``: for the legend."""

    cells: tuple[int, ...]
    line: str = "thin"
    side: int = NEUTRAL
    title: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Cells that are tinted together, with a line round them; ``title``: for the legend."""

    cells: frozenset[int]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of one throw: what they show and how many faces each has."""

    title: str
    faces: tuple[int, ...]
    sizes: tuple[int, ...] = ()
    side: int = NEUTRAL


@dataclass(frozen=True, slots=True)
class Overlay:
    """All of it.  ``before``: what stood where and does not stand there now; ``gone``: cells whose piece has left the board."""

    zones: Sequence[Zone] = ()
    arrows: Sequence[Arrow] = ()
    throws: Sequence[Throw] = ()
    before: Pieces = field(default_factory=dict)
    gone: Collection[int] = ()


NOTHING = Overlay()


def zone_colour(number: int) -> str:
    """The colour of a zone by its place among those of a picture."""
    return colour(TINTS[number % len(TINTS)])


def zone_shapes(zones: Sequence[Zone], board: Board, middles: Sequence[Spot], shown: Collection[int], size: float) -> list[str]:
    """The tints of zones, and a line round each that is hatched apart from the others, so that they differ without colours."""
    out: list[str] = []
    seen = set(shown)
    for number, zone in enumerate(zones):
        ink, there = zone_colour(number), sorted(zone.cells & seen)
        for cell in there:
            spots = corners(board.is_hex, *middles[cell], size * 0.97)
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            out.append(f'<polygon points="{points}" fill="{ink}" fill-opacity="0.38"/>')
        line = ("thin", "dashed", "thick", "dashed")[number % 4]
        out += line_of(outline_of(there, board, middles, size * 0.94), Stroke(TINTS[number % len(TINTS)], line), size)
    return out


def faded(before: Pieces, draw: Iterable[str]) -> list[str]:
    """Shapes of what is no longer there."""
    drawn = list(draw)
    return ['<g opacity="0.42">', *drawn, "</g>"] if before and drawn else []


def cross_out(spot: Spot, size: float) -> list[str]:
    """A cross over a piece that has left the board."""
    (x, y), far = spot, size * 0.55
    path = f"M{x - far:.1f},{y - far:.1f} L{x + far:.1f},{y + far:.1f} M{x - far:.1f},{y + far:.1f} L{x + far:.1f},{y - far:.1f}"
    return [f'<path d="{path}" stroke="#ffffff" stroke-width="{size * 0.3:.1f}" fill="none" stroke-linecap="round"/>'
            f'<path d="{path}" stroke="#b00020" stroke-width="{size * 0.16:.1f}" fill="none" stroke-linecap="round"/>']  # fmt: skip


def arrow_shapes(
    arrows: Sequence[Arrow], middles: Mapping[int, Spot] | Sequence[Spot], size: float, colours: Sequence[str], taken: Collection[int]
) -> list[str]:
    """The arrows; those that run against each other lie side by side.  ``taken``: cells on which something stands."""
    steps = {(a, b) for arrow in arrows for a, b in zip(arrow.cells, arrow.cells[1:], strict=False)}
    twice = {pair for pair in steps if pair[::-1] in steps}
    below: list[str] = []
    out: list[str] = []
    for arrow in arrows:
        if len(arrow.cells) < 2 or arrow.line == "none":
            continue
        spots = _moved(arrow, middles, size, twice)
        ink = colours[arrow.side % len(colours)] if arrow.side >= 0 else "#222222"
        under, over = arrow_at(spots, arrow.line, ink, size, arrow.cells[0] in taken, arrow.cells[-1] in taken)
        below += under
        out += over
    return below + out


def _moved(arrow: Arrow, middles: Mapping[int, Spot] | Sequence[Spot], size: float, twice: Collection[tuple[int, int]]) -> list[Spot]:
    spots = [middles[c] for c in arrow.cells]
    if not any(pair in twice for pair in zip(arrow.cells, arrow.cells[1:], strict=False)):
        return spots
    (x1, y1), (x2, y2) = spots[0], spots[-1] if spots[-1] != spots[0] else spots[1]
    far = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -(y2 - y1) / far * size * _NEAR, (x2 - x1) / far * size * _NEAR
    return [(x + dx, y + dy) for x, y in spots]


def arrow_at(
    spots: Sequence[Spot], line: str, ink: str, size: float, from_piece: bool = False, to_piece: bool = True
) -> tuple[list[str], list[str]]:
    """An arrow through these spots: what lies below it, and itself.  It stops at the edge of what stands at its ends."""
    first, last = spots[0], spots[-1]
    start = _short(first, spots[1], size * (0.5 if from_piece else 0.2))
    tip = _short(last, spots[-2], size * (0.6 if to_piece else 0.15))
    head = size * (0.46 if line == "thick" else 0.36)
    neck = _short(tip, spots[-2], head * 0.8)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [start, *spots[1:-1], neck])
    wide = size * (0.17 if line == "thick" else 0.1)
    dash = {"dashed": f' stroke-dasharray="{size * 0.26:.1f} {size * 0.2:.1f}"', "dotted": f' stroke-dasharray="0.1 {size * 0.24:.1f}"'}
    cap = ' stroke-linecap="round"' if line == "dotted" else ""
    wide = wide * 1.35 if line == "dotted" else wide
    pale = readable_ink(ink) == "#000000" and ink not in ("#d55e00", "#cc79a7", "#009e73", "#56b4e9", "#e69f00")
    halo = "#222222" if pale else "#ffffff"
    heads = [_head(tip, neck, head)]
    if line == "double":
        second = _short(tip, spots[-2], head * 0.75)
        heads.append(_head(second, _short(second, spots[-2], head * 0.8), head))
    below = [
        f'<polyline points="{points}" fill="none" stroke="{halo}" stroke-width="{wide + size * 0.12:.1f}" stroke-opacity="0.9" '
        f'stroke-linejoin="round"{cap}/>',
        *(f'<polygon points="{h}" fill="{halo}" stroke="{halo}" stroke-width="{size * 0.12:.1f}" stroke-linejoin="round"/>' for h in heads),
    ]
    over = [
        f'<polyline class="arrow" points="{points}" fill="none" stroke="{ink}" stroke-width="{wide:.1f}" stroke-linejoin="round"'
        f"{dash.get(line, '')}{cap}/>",
        *(f'<polygon points="{h}" fill="{ink}"/>' for h in heads),
    ]
    return below, over


def _short(end: Spot, before: Spot, by: float) -> Spot:
    """A point so far from the end towards the one before it, at most three fifths of the way."""
    (x, y), (bx, by_) = end, before
    far = math.hypot(bx - x, by_ - y) or 1.0
    part = min(by, far * 0.6) / far
    return x + (bx - x) * part, y + (by_ - y) * part


def _head(tip: Spot, neck: Spot, size: float) -> str:
    (x, y), (nx, ny) = tip, neck
    far = math.hypot(x - nx, y - ny) or 1.0
    dx, dy = (x - nx) / far * size, (y - ny) / far * size
    corners_ = ((x, y), (x - dx - dy * 0.5, y - dy + dx * 0.5), (x - dx + dy * 0.5, y - dy - dx * 0.5))
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners_)


def die(face: int, sides: int, x: float, y: float, size: float, ink: str = "#ffffff") -> list[str]:
    """A die whose middle is (x, y): pips for six faces, its number in a diamond for others."""
    half = size / 2
    dark = readable_ink(ink)
    if sides != 6 or not 1 <= face <= 6:
        points = f"{x:.1f},{y - half * 1.15:.1f} {x + half * 1.15:.1f},{y:.1f} {x:.1f},{y + half * 1.15:.1f} {x - half * 1.15:.1f},{y:.1f}"
        shape = f'<polygon class="die" points="{points}" fill="{ink}" stroke="#222222" stroke-width="1.2" stroke-linejoin="round"/>'
        return [shape, shapes.label(x, y, size * 0.5, str(face), dark, extra=' font-weight="bold"')]
    square = f'x="{x - half:.1f}" y="{y - half:.1f}" width="{size:.1f}" height="{size:.1f}" rx="{size * 0.18:.1f}"'
    out = [f'<rect class="die" {square} fill="{ink}" stroke="#222222" stroke-width="1.2"/>']
    for dx, dy in _PIPS[face]:
        out.append(f'<circle cx="{x + dx * size * 0.26:.1f}" cy="{y + dy * size * 0.26:.1f}" r="{size * 0.095:.1f}" fill="{dark}"/>')
    return out


def throw_width(throw: Throw, size: float, font: float) -> float:
    """How much room a throw takes across."""
    return len(throw.faces) * size * 1.25 + 0.58 * font * len(throw.title) + font * 1.6


def throw_shapes(throw: Throw, x: float, y: float, size: float, font: float, colours: Sequence[str]) -> list[str]:
    """A throw from the left edge ``x`` on: its dice, then what it is for."""
    out: list[str] = []
    ink = colours[throw.side % len(colours)] if throw.side >= 0 else "#ffffff"
    for number, face in enumerate(throw.faces):
        sides = throw.sizes[number] if number < len(throw.sizes) else 6
        out += die(face, sides, x + size / 2, y, size, ink)
        x += size * 1.25
    return [*out, shapes.label(x + font * 0.2, y, font, throw.title, anchor="start")]


def turned(token: Token) -> Token:
    """A token as it is drawn where it stood before."""
    return Token(token.letters, token.side, shape=token.shape, fill=token.fill, face=token.face)
