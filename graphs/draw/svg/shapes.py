"""SVG elements: texts, tokens, hatchings, arrows. Lengths are in pixels, y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from arbitre.graphs.draw.grounds import GROUNDS
from arbitre.graphs.draw.grounds import colour as ground_colour
from arbitre.graphs.draw.svg.styled_shapes import piece_outline
from arbitre.graphs.draw.svg.themes import paint, stroke
from arbitre.graphs.draw.tokens import NEUTRAL_COLOUR, Token, angle, borne, luminance, readable_ink

INK = paint("ink")
FAINT = paint("faint")
DARK = "#222222"  # on what is pale on every page
_HATCHINGS = (
    "M0,4 h8 M4,0 v8",
    "M0,8 L8,0",
    "M0,0 L8,8",
    "M3,4 h2 M4,3 v2",
    "M0,4 h8",
    "M4,0 v8",
    "M0,0 L8,8 M0,8 L8,0",
)


def words(text: str) -> str:
    """Text made safe for XML: escaped, without the control characters XML cannot hold."""
    return escape("".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"))


def label(x: float, y: float, size: float, text: str, colour: str = INK, anchor: str = "middle", extra: str = "") -> str:
    """A text whose middle line is at ``y``."""
    place = f'x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:.1f}"'
    return f'<text {place} text-anchor="{anchor}" fill="{words(colour)}"{extra}>{words(text)}</text>'


def outline(is_hex: bool, x: float, y: float, size: float) -> str:
    """The corners of a cell: a square of half side ``size``, or a hexagon standing on a vertex, of that radius."""
    turns = [(60 * i - 30, size) for i in range(6)] if is_hex else [(90 * i + 45, size * math.sqrt(2)) for i in range(4)]
    corners = [(x + far * math.cos(math.radians(t)), y + far * math.sin(math.radians(t))) for t, far in turns]
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def hatching(number: int, name: str) -> str:
    """The definition of a light pattern for black and white print."""
    path = _HATCHINGS[number % len(_HATCHINGS)]
    return (
        f'<pattern id="{name}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<path d="{path}" stroke="{paint("hatch")}" stroke-opacity="0.28" stroke-width="0.8" fill="none"/></pattern>'
    )


def token(piece: Token, x: float, y: float, radius: float, colour: str, turn: float | None) -> list[str]:
    """A token: its side's shape and colour, its letters, and an arrowhead at ``turn`` degrees."""
    out = []
    if turn is not None:
        tip = math.radians(turn)
        points = [(0.0, 1.62), (math.radians(42), 1.05), (math.radians(-42), 1.05)]
        corners = " ".join(f"{x + f * radius * math.cos(tip + d):.1f},{y + f * radius * math.sin(tip + d):.1f}" for d, f in points)
        out.append(f'<polygon points="{corners}" fill="#000000" stroke="#ffffff" stroke-width="0.8"/>')
    fill = "#ffffff" if piece.ghost else colour
    line = f'stroke="{words(stroke(colour))}" stroke-width="2" stroke-dasharray="3 2"' if piece.ghost else f'stroke="{rim_of(colour)}"'
    if piece.stress:
        dash = "" if piece.stress == "active" else ' stroke-dasharray="4 3"'
        out.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 1.45:.1f}" fill="none" stroke="{paint("rim")}" stroke-width="2.5"{dash}/>'
        )
    letters = piece.letters[:3] if piece.face is None else piece.face
    size = radius * (1.2, 1.2, 1.0, 0.78)[len(letters)] if len(letters) <= 3 else min(radius * 0.78, 2.9 * radius / len(letters))
    if piece.shape == "icon":
        light = readable_ink(colour) == "#000000"  # a light sign stands on light cells by its outline
        edge, wide = (DARK, max(0.8, radius * 0.13)) if light else (paint("edge"), max(0.8, radius * 0.08))
        halo = f' stroke="{edge}" stroke-width="{wide:.1f}" paint-order="stroke"'
        out.append(label(x, y, radius * 1.9, letters, colour, extra=halo))
    elif piece.shape in ("cross", "ring"):
        wide = radius * 0.28
        out.append(
            f'{piece_outline(piece.shape, x, y, radius * 0.8)} fill="none" stroke="{words(stroke(colour))}" stroke-width="{wide:.1f}"/>'
        )
    else:
        start = piece_outline(piece.shape, x, y, radius) if piece.shape else _side_shape(piece.side, x, y, radius)
        out.append(f'{start} fill="{words(fill)}" {line}/>')
        if piece.shape == "ball":
            out += halves(x, y, radius, readable_ink(fill))
        elif letters:
            out.append(label(x, y, size, letters, readable_ink(fill), extra=' font-weight="bold"'))
    for number, sign in enumerate(piece.badges[:4]):
        turn_to = math.radians(-45 + 90 * number)
        bx, by = x + radius * 1.18 * math.cos(turn_to), y + radius * 1.18 * math.sin(turn_to)
        out += badge(sign, bx, by, max(radius * 0.42, min(6.0, radius * 0.6)))
    return out


def rim_of(colour: str) -> str:
    """The line round a piece: dark on light pages, light on dark ones but round pale pieces, which lie on each other."""
    return "#000000" if colour.startswith("#") and luminance(colour) > 0.5 else paint("rim")


def halves(x: float, y: float, radius: float, ink: str) -> list[str]:
    """What makes a ball of a disc: two halves, the right one dark."""
    r = radius * 0.96
    return [f'<path d="M{x:.1f},{y - r:.1f} A{r:.1f},{r:.1f} 0 0 1 {x:.1f},{y + r:.1f} z" fill="{ink}"/>']


def badge(sign: str, x: float, y: float, radius: float) -> list[str]:
    """A sign in a small disc."""
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#ffffff" stroke="#222222" stroke-width="0.8"/>'
    return [disc, label(x, y, radius * 1.4, sign, DARK, extra=' font-weight="bold"')]


def _side_shape(side: int, x: float, y: float, radius: float) -> str:
    """The start of an element: circle, square, octagon, shield by turns; a diamond for what belongs to nobody."""
    if side < 0:
        far = radius * 1.15
        return f'<polygon points="{x:.1f},{y - far:.1f} {x + far:.1f},{y:.1f} {x:.1f},{y + far:.1f} {x - far:.1f},{y:.1f}"'
    if side % 4 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    if side % 4 == 1:
        half = radius * 0.9
        return f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="{radius * 0.15:.1f}"'
    if side % 4 == 2:
        corners = [(math.radians(45 * i + 22.5), 1.06) for i in range(8)]
    else:
        corners = [(math.radians(t), f) for t, f in ((-140, 1.2), (-40, 1.2), (25, 1.02), (90, 1.15), (155, 1.02))]
    points = " ".join(f"{x + f * radius * math.cos(t):.1f},{y + f * radius * math.sin(t):.1f}" for t, f in corners)
    return f'<polygon points="{points}"'


def stack(tokens: Sequence[Token], size: float) -> list[tuple[Token | None, float, float, float]]:
    """Where the tokens of one cell stand: (token, dx, dy, radius); None stands for "and so many more"."""
    if len(tokens) == 1:
        return [(tokens[0], 0.0, 0.0, size * 0.55)]
    if len(tokens) == 2:
        places = [(-0.42, 0.0), (0.42, 0.0)]
    elif len(tokens) == 3:
        places = [(-0.4, 0.34), (0.4, 0.34), (0.0, -0.36)]
    else:
        places = [(-0.4, -0.38), (0.4, -0.38), (-0.4, 0.38), (0.4, 0.38)]
    shown: list[Token | None] = [*tokens] if len(tokens) <= 4 else [*tokens[:3], None]
    return [(t, dx * size, dy * size, size * 0.35) for t, (dx, dy) in zip(shown, places, strict=True)]


Part = tuple[int, list[str]]
"""Which of the tokens of a cell is drawn, -1 for how many more there are, and its shapes."""


def piece_parts(
    tokens: Sequence[Token], x: float, y: float, size: float, colours: Sequence[str], is_hex: bool, directions: int
) -> list[Part]:
    """The tokens of a cell whose middle is (x, y), each by itself."""
    out: list[Part] = []
    index = {id(piece): n for n, piece in enumerate(tokens)}
    standing = borne(tokens)
    held = {id(piece): carried for piece, carried in standing}
    tokens = [piece for piece, _ in standing]
    places = stack(tokens, size)
    for piece, dx, dy, radius in list(places):
        carried = held.get(id(piece), []) if piece is not None else []
        places += [(t, dx + radius * 1.1, dy + radius * (1.1 - 0.9 * n), radius * 0.5) for n, t in enumerate(carried[:3])]
    for piece, dx, dy, radius in places:
        if piece is None:
            out.append((-1, [label(x + dx, y + dy, radius * 1.2, f"+{len(tokens) - 3}", extra=' font-weight="bold"')]))
            continue
        turn = None if piece.facing is None else angle(is_hex, directions, piece.facing, piece.vertex)
        wide = radius * (1.5 if large(piece) and len(places) == 1 else 1)
        out.append((index[id(piece)], token(piece, x + dx, y + dy, wide, colour_of(piece, colours), turn)))
    return out


def large(piece: Token) -> bool:
    """Is it drawn as large as its cell: strokes, icons?"""
    return piece.shape in ("cross", "ring", "icon")


def colour_of(piece: Token, colours: Sequence[str]) -> str:
    """What a piece is filled with: as the rulebook says, else the colour of its side."""
    if piece.fill in GROUNDS:
        return ground_colour(piece.fill)
    return colours[piece.side % len(colours)] if piece.side >= 0 else NEUTRAL_COLOUR


def curve(x1: float, y1: float, x2: float, y2: float, gap: float, bend: float) -> tuple[str, list[tuple[float, float]]]:
    """(path, places for its label, the best first) of an arc between two points, stopping ``gap`` before each, bulging by ``bend``."""
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    cx, cy = (x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend
    ends = []
    for x, y in ((x1, y1), (x2, y2)):
        away = math.hypot(cx - x, cy - y) or 1.0
        near = min(gap, away / 3)
        ends.append((x + (cx - x) / away * near, y + (cy - y) / away * near))
    (ax, ay), (bx, by) = ends
    path = f"M{ax:.1f},{ay:.1f} Q{cx:.1f},{cy:.1f} {bx:.1f},{by:.1f}"
    spots = []
    for part in (0.35, 0.5, 0.65, 0.25, 0.75, 0.15, 0.85):
        near, middle, far = (1 - part) ** 2, 2 * part * (1 - part), part**2
        spots.append((near * ax + middle * cx + far * bx, near * ay + middle * cy + far * by))
    return path, spots
