"""Small pictures: charts of chances, cells around a piece, the wheel of directions.  SVG, readable without colour."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from arbitre import graphs
from arbitre.graphs.draw.svg import shapes, themes
from arbitre.graphs.draw.svg.positions import centres
from arbitre.graphs.draw.tokens import angle

INKS = (("#1b4965", "#8fc1e3"), ("#b5541c", "#f0a070"), ("#4f772d", "#9ccb72"), ("#6d597a", "#c9aedb"), ("#8a6d00", "#e0c04d"),
        ("#333333", "#d8d8d8"))  # fmt: skip
"""The lines of a chart on light pages and on dark ones; ``rulebook.css`` has the dark ones, which a test holds it to."""
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 3", "10 4")


def chart(title: str, points: Sequence[int], series: Sequence[tuple[str, Sequence[float]]], axis: str, percent: str = "%") -> str:
    """Lines of percentages by a whole number, each with its name in the legend below; lines differ in dashes and marks too."""
    if len(points) < 2:
        return ""
    width, height, left, top = 420.0, 170.0, 44.0, 12.0
    legend = [(name, values) for name, values in series]
    bottom = top + height
    full = bottom + 46 + 18 * len(legend)
    step = (width - left - 14) / (len(points) - 1)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 {width:.0f} {full:.0f}" '
           f'width="{width:.0f}" height="{full:.0f}">',
           f"<title>{html.escape(title)}</title>"]  # fmt: skip
    for share in (0, 25, 50, 75, 100):
        y = bottom - height * share / 100
        out.append(
            f'<line x1="{left}" y1="{y:.1f}" x2="{width - 14:.0f}" y2="{y:.1f}" stroke="currentColor" '
            f'stroke-opacity="{0.5 if not share else 0.18}"/>'
        )
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" font-size="11" text-anchor="end" fill="currentColor">{share}{percent}</text>')
    every = 1 if len(points) <= 16 else 2
    for n, point in enumerate(points):
        if n % every == 0:
            out.append(
                f'<text x="{left + n * step:.1f}" y="{bottom + 15:.0f}" font-size="11" text-anchor="middle" '
                f'fill="currentColor">{point}</text>'
            )
    out.append(
        f'<text x="{(left + width) / 2:.0f}" y="{bottom + 32:.0f}" font-size="11" text-anchor="middle" '
        f'fill="currentColor">{html.escape(axis)}</text>'
    )
    for number, (name, values) in enumerate(legend):
        ink, dash = number % len(INKS), DASHES[number % len(DASHES)]
        spots = [(left + n * step, bottom - height * v) for n, v in enumerate(values)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        out.append(_line(line, ink, dash))
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" class="ink{ink}" fill="{INKS[ink][0]}"/>' for x, y in spots]
        y = bottom + 50 + 18 * number
        out.append(_line(f"{left},{y - 4:.0f} {left + 34},{y - 4:.0f}", ink, dash))
        out.append(f'<text x="{left + 42}" y="{y:.0f}" font-size="12" fill="currentColor">{html.escape(name)}</text>')
    return "".join([*out, "</svg>"])


def _line(points: str, ink: int, dash: str) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{points}" class="ink{ink}" fill="none" stroke="{INKS[ink][0]}" stroke-width="2.2"{dashed}/>'


def dark(page: str = "[data-md-color-scheme=slate] .chart") -> str:
    """The rules of charts on dark pages; ``page``: how a style sheet tells a chart on one."""
    return "".join(f"{page} polyline.ink{n}{{stroke:{ink}}}{page} circle.ink{n}{{fill:{ink}}}" for n, (_, ink) in enumerate(INKS))


def _two_palettes(head: str, drawn: Sequence[str]) -> str:
    """A picture of its own file, in the colours of light pages and of dark ones."""
    lines = themes.themed(drawn)
    return "".join([head, f"<style>{themes.rules(lines)}</style>", *lines, "</svg>"])


def bar(share: float) -> str:
    """A bar of that share of a cell's width, for tables; the number stands beside it."""
    return f'<span class="bar" aria-hidden="true"><span style="width:{round(share * 100, 1):g}%"></span></span>'


def zone(board: graphs.Board, middle: int, cells: Sequence[int], facing: int | None, alt: str, vertex: bool = False) -> str:
    """The cells around one piece, those of the zone filled and hatched."""
    size = 15.0
    near = {c for c in range(board.size) if board.distance(middle, c) <= 3} | set(cells)
    spots = centres(board, near, size)
    left, right = min(x for x, _ in spots.values()) - size * 1.2, max(x for x, _ in spots.values()) + size * 1.2
    top, bottom = min(y for _, y in spots.values()) - size * 1.2, max(y for _, y in spots.values()) + size * 1.2
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}" '
            f'width="{right - left:.0f}" height="{bottom - top:.0f}"><title>{html.escape(alt)}</title>')  # fmt: skip
    paper, tinted, rim, grid = (themes.paint(name) for name in ("paper", "terrain2", "rim", "grid"))
    out = [f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" fill="{paper}"/>']
    for cell, (x, y) in sorted(spots.items()):
        inside = cell in cells
        out.append(f'<polygon points="{shapes.outline(board.is_hex, x, y, size)}" fill="{tinted if inside else paper}" stroke="{grid}"/>')
        if inside:
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{themes.paint("area1")}"/>')
    x, y = spots[middle]
    out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8.5" fill="{themes.paint("area4")}" stroke="{rim}"/>')
    if facing is not None:
        turn = math.radians(angle(board.is_hex, board.directions, facing, vertex))
        out.append(
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x + 15 * math.cos(turn):.1f}" y2="{y + 15 * math.sin(turn):.1f}" '
            f'stroke="{rim}" stroke-width="3"/>'
        )
    return _two_palettes(head, out)


def wheel(names: Sequence[str], is_hex: bool, alt: str) -> str:
    """The directions of a board as arrows with their numbers and names."""
    count = len(names)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-150 -105 300 210" width="300" height="210">'
            f'<title>{html.escape(alt)}</title>')  # fmt: skip
    arrow, ink = themes.paint("area1"), themes.paint("ink")
    out = [f'<rect x="-150" y="-105" width="300" height="210" fill="{themes.paint("paper")}"/>']
    for number, name in enumerate(names):
        turn = math.radians((0 if is_hex else -90) + 360 / count * number)
        x, y = math.cos(turn), math.sin(turn)
        out.append(f'<line x1="{14 * x:.1f}" y1="{14 * y:.1f}" x2="{52 * x:.1f}" y2="{52 * y:.1f}" stroke="{arrow}" stroke-width="3"/>')
        out.append(f'<circle cx="{54 * x:.1f}" cy="{54 * y:.1f}" r="4" fill="{arrow}"/>')
        anchor = "middle" if abs(x) < 0.2 else "start" if x > 0 else "end"
        out.append(
            f'<text x="{66 * x:.1f}" y="{74 * y + 4:.1f}" font-size="13" text-anchor="{anchor}" font-family="sans-serif" fill="{ink}">'
            f"{number} {html.escape(name)}</text>"
        )
    return _two_palettes(head, out)
