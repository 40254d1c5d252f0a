"""Boards drawn: SVG for pages, plain text for terminals, GraphML for other tools."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import networkx as nx

from graphs.board import Board

# Okabe and Ito's colours, told apart by colour-blind readers and by their greys.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000")
_TERRAIN = ("#f7f3ea", "#dfe8d8", "#d8e2ec", "#ecdcd8", "#e6dcec", "#ece8c8", "#d0d0d0", "#c8dcdc")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on a board: one to three letters, the number of its side's colour, perhaps a facing.

    On hexes facing ``k`` looks at the vertex between directions ``k`` and ``k + 1``; elsewhere along direction ``k``.
    """

    letters: str
    side: int = 0
    facing: int | None = None
    ghost: bool = False


def centre(board: Board, cell: int, size: float) -> tuple[float, float]:
    """Where a cell's middle is drawn, in pixels, floors side by side."""
    place = board.coordinates[cell]
    if board.is_hex:
        q, r = place[0], place[1]
        return size * math.sqrt(3) * (q + r / 2), size * 1.5 * r
    width = max(p[0] for p in board.coordinates) + 2
    shift = board.floors.index(board.floor(cell)) * width if len(board.floors) > 1 else 0
    return 2 * size * (place[0] + shift), 2 * size * place[1]


def _outline(board: Board, x: float, y: float, size: float) -> str:
    if board.is_hex:
        corners = [(x + size * math.cos(math.radians(60 * i - 30)), y + size * math.sin(math.radians(60 * i - 30))) for i in range(6)]
    else:
        corners = [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def svg(
    board: Board,
    pieces: Mapping[int, Sequence[Token]] | None = None,
    title: str = "",
    description: str = "",
    notes: Sequence[str] = (),
    size: float = 22,
) -> str:
    """A standalone picture with a title for screen readers; ``pieces`` maps cells to tokens, ``notes`` go below."""
    middles = [centre(board, c, size) for c in range(board.size)]
    left, top = min(x for x, _ in middles) - 2 * size, min(y for _, y in middles) - 2 * size
    width = max(x for x, _ in middles) - left + 2 * size
    height = max(y for _, y in middles) - top + 2 * size + 18 * len(notes)
    kinds = sorted({m for m in board.marks if m})
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif">',
        f"<title>{escape(title or board.name)}</title>",
        f"<desc>{escape(description or f'{board.size} cells')}</desc>",
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>',
    ]
    for cell, (x, y) in enumerate(middles):
        fill = _TERRAIN[(kinds.index(board.marks[cell]) + 1) % len(_TERRAIN)] if board.marks[cell] else _TERRAIN[0]
        out.append(f'<polygon points="{_outline(board, x, y, size)}" fill="{fill}" stroke="#8a8272" stroke-width="1"/>')
        spot = ",".join(str(v) for v in board.coordinates[cell][:2])
        out.append(f'<text x="{x:.1f}" y="{y + size * 0.82:.1f}" font-size="{size * 0.3:.1f}" text-anchor="middle" fill="#6b6455">{spot}</text>')
    for link in board.links:
        (x1, y1), (x2, y2) = middles[link.origin], middles[link.target]
        out.append(f'<path d="M{x1:.1f},{y1:.1f} Q{(x1 + x2) / 2:.1f},{min(y1, y2) - size * 2:.1f} {x2:.1f},{y2:.1f}" '
                   'fill="none" stroke="#444444" stroke-width="2" stroke-dasharray="5 3"/>')  # fmt: skip
    for cell, tokens in (pieces or {}).items():
        out += _tokens(board, tokens, *middles[cell], size)
    for line, note in enumerate(notes):
        y = top + height - 18 * (len(notes) - line) + 8
        out.append(f'<text x="{left + size:.1f}" y="{y:.1f}" font-size="13" fill="#222222">{escape(note)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _tokens(board: Board, tokens: Sequence[Token], x: float, y: float, size: float) -> list[str]:
    out = []
    for place, token in enumerate(tokens):
        cx = x + (place - (len(tokens) - 1) / 2) * size * 0.55
        cy = y - size * 0.08
        radius = size * (0.55 if len(tokens) == 1 else 0.42)
        colour = COLOURS[token.side % len(COLOURS)]
        ink = "#000000" if colour in ("#f0e442", "#e69f00", "#56b4e9") else "#ffffff"
        if token.ghost:
            out.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius:.1f}" fill="#ffffff" stroke="{colour}" '
                       'stroke-width="2" stroke-dasharray="3 2"/>')  # fmt: skip
            ink = "#000000"
        else:
            out.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius:.1f}" fill="{colour}" stroke="#000000"/>')
        if token.facing is not None:
            turn = 60 * token.facing + 30 if board.is_hex else 360 / board.directions * token.facing - 90
            tip, back = math.radians(turn), radius
            ax, ay = cx + (back + size * 0.32) * math.cos(tip), cy + (back + size * 0.32) * math.sin(tip)
            sides = [(cx + back * math.cos(tip + d), cy + back * math.sin(tip + d)) for d in (0.5, -0.5)]
            points = " ".join(f"{a:.1f},{b:.1f}" for a, b in [(ax, ay), *sides])
            out.append(f'<polygon points="{points}" fill="#000000"/>')
        out.append(f'<text x="{cx:.1f}" y="{cy + radius * 0.35:.1f}" font-size="{radius * 0.95:.1f}" font-weight="bold" '
                   f'text-anchor="middle" fill="{ink}">{escape(token.letters[:3])}</text>')  # fmt: skip
    return out


Span = tuple[str, int | None]  # a piece of a line, and the side whose colour it has


def text(board: Board, pieces: Mapping[int, Sequence[Token]] | None = None) -> list[list[Span]]:
    """Lines for a terminal, each a list of (text, side or None); hexes are staggered, floors side by side."""
    pieces = pieces or {}
    return _hex_text(board, pieces) if board.is_hex else _grid_text(board, pieces)


def _cell_text(tokens: Sequence[Token], width: int, empty: str) -> Span:
    if not tokens:
        return empty.center(width), None
    shown = tokens[0].letters[:2] + ("+" if len(tokens) > 1 else "")
    if tokens[0].facing is not None and len(tokens) == 1:
        shown = shown[:2] + str(tokens[0].facing)
    return shown.center(width), tokens[0].side


def _hex_text(board: Board, pieces: Mapping[int, Sequence[Token]]) -> list[list[Span]]:
    rows: dict[int, list[int]] = {}
    for cell, (_, r) in enumerate(board.coordinates):
        rows.setdefault(r, []).append(cell)
    start = min(2 * board.coordinates[c][0] + board.coordinates[c][1] for c in range(board.size))
    out: list[list[Span]] = []
    for r in sorted(rows):
        cells = sorted(rows[r])
        indent = 2 * board.coordinates[cells[0]][0] + r - start
        line: list[Span] = [(f"{r:4} " + " " * (2 * indent), None)]
        for cell in cells:
            line.append(_cell_text(pieces.get(cell, ()), 4, "."))
        out.append(line)
    return out


def _grid_text(board: Board, pieces: Mapping[int, Sequence[Token]]) -> list[list[Span]]:
    height = max(p[1] for p in board.coordinates)
    width = max(p[0] for p in board.coordinates)
    out: list[list[Span]] = []
    heads = "    " + "".join(f"{x:4}" for x in range(1, width + 1))
    out.append([(heads + "     " if len(board.floors) > 1 else heads, None)] * len(board.floors))
    for y in range(1, height + 1):
        line: list[Span] = []
        for number in board.floors:
            line.append((f"{y:4} ", None))
            for x in range(1, width + 1):
                cell = board.cell_at(x, y, number) if len(board.coordinates[0]) > 2 else board.cell_at(x, y)
                mark = board.marks[cell][:1] if cell >= 0 and board.marks[cell] else "."
                line.append(_cell_text(pieces.get(cell, ()), 4, mark) if cell >= 0 else ("    ", None))
            line.append(("    ", None))
        out.append(line)
    return out


def graphml(board: Board) -> str:
    """The board for other tools; coordinates are written as a text."""
    graph: nx.MultiDiGraph = nx.MultiDiGraph(name=board.name)
    for cell, data in board.graph.nodes(data=True):
        graph.add_node(cell, label=data["label"], floor=data["floor"], mark=data["mark"])
    for a, b, data in board.graph.edges(data=True):
        graph.add_edge(a, b, **{k: v for k, v in data.items() if v is not None})
    buffer = io.BytesIO()
    nx.write_graphml(graph, buffer)
    return buffer.getvalue().decode("utf-8")
