"""Links of a board: the same numbered sign at both ends, or an arc with a name."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from arbitre.graphs.basics import Link
from arbitre.graphs.draw.style import Style
from arbitre.graphs.draw.svg import shapes
from arbitre.graphs.draw.svg.labels import Labels
from arbitre.graphs.draw.svg.themes import paint

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
DASHES = ("none", "7 4", "2 4", "10 3 2 3")


def arrow_head(name: str) -> list[str]:
    """The marker at the end of an arc."""
    start = f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto-start-reverse">'
    return [start, f'<path d="M0,0 L8,4 L0,8 z" fill="{shapes.INK}"/></marker>']


def numbered(links: Sequence[Link], style: Style) -> dict[int, str]:
    """The number of each link that has a sign, by its place among the links: the same for both ways, and in every part of a board."""
    counts: Counter[str] = Counter()
    numbers: dict[frozenset[int], str] = {}
    out: dict[int, str] = {}
    for n, link in enumerate(links):
        sign = style.link_signs.get(link.name) or style.link_signs.get(link.kind)
        if not sign:
            continue
        ends = frozenset((link.origin, link.target))
        if ends not in numbers:
            counts[sign] += 1
            numbers[ends] = f"{sign}{counts[sign]}"
        out[n] = numbers[ends]
    return out


def signed(links: Sequence[Link], style: Style, called: Mapping[str, str], shown: Collection[int]) -> dict[str, str]:
    """For the legend: what the links are called whose sign stands in the picture, and the sign without its number."""
    out: dict[str, str] = {}
    for link in links:
        sign = style.link_signs.get(link.name) or style.link_signs.get(link.kind)
        if sign and called.get(link.kind) and (link.origin in shown or link.target in shown):
            out.setdefault(called[link.kind], sign)
    return out


def straight(links: Sequence[Link], style: Style, middles: Sequence[Spot], size: float, shown: Collection[int]) -> list[str]:
    """The links that are straight lines from middle to middle."""
    ends = {(min(link.origin, link.target), max(link.origin, link.target)) for link in links if {link.kind, link.name} & style.straight}
    out = []
    for one, other in sorted(pair for pair in ends if pair[0] in shown and pair[1] in shown):
        (x1, y1), (x2, y2) = middles[one], middles[other]
        width = f'stroke="{shapes.INK}" stroke-width="{max(1.5, size * 0.09):.1f}" stroke-linecap="round"'
        out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {width}/>')
    return out


def link_signs(
    links: Sequence[Link], style: Style, middles: Sequence[Spot], size: float, shown: Collection[int], font: float = 0.0
) -> tuple[list[str], list[Link]]:
    """The signs of the links that have one, each in a corner of its cells; and the links that have none."""
    out: list[str] = []
    numbers = numbered(links, style)
    done: set[frozenset[int]] = set()
    at: Counter[int] = Counter()
    for n, link in enumerate(links):
        ends = frozenset((link.origin, link.target))
        if n not in numbers or ends in done:
            continue
        done.add(ends)
        for cell in (link.origin, link.target):
            if cell not in shown:
                continue
            corner = ((-0.45, -0.55), (0.45, 0.55), (0.45, -0.55), (-0.45, 0.55))[at[cell] % 4]
            at[cell] += 1
            x, y = middles[cell][0] + corner[0] * size, middles[cell][1] + corner[1] * size
            out += sign_at(numbers[n], x, y, max(font, size * 0.58), size * 0.12)
    return out, [link for n, link in enumerate(links) if n not in numbers and not {link.kind, link.name} & style.straight]


def sign_at(sign: str, x: float, y: float, letters: float, round_by: float = 2.0) -> list[str]:
    """The sign of a link, round its middle."""
    wide, high = letters * (0.68 * len(sign) + 0.35), letters * 1.22
    box = f'x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{round_by:.1f}"'
    return [
        f'<rect {box} fill="#fff8dc" stroke="#222222" stroke-width="0.8"/>',
        shapes.label(x, y, letters, sign, shapes.DARK, extra=' font-weight="bold"'),
    ]


def arcs(
    links: Sequence[Link], kinds: Sequence[str], called: Mapping[str, str], middles: Sequence[Spot], size: float, labels: Labels, head: str,
    least: float = 9.0,
) -> tuple[list[str], list[Spot]]:  # fmt: skip
    """Links as arcs with their names, and spots that the picture has to hold.  ``head``: the marker at their ends."""
    back = {(k.kind, k.target, k.origin): n for n, k in enumerate(links)}
    halos, drawn, texts, out = [], [], [], list[Spot]()
    for number, link in enumerate(links):
        returns = back.get((link.kind, link.origin, link.target))
        if link.origin == link.target or (returns is not None and returns < number):
            continue
        both = f' marker-start="url(#{head})"' if returns is not None else ""
        (x1, y1), (x2, y2) = middles[link.origin], middles[link.target]
        bend = max(size, 0.16 * math.hypot(x2 - x1, y2 - y1)) * (1 if x2 >= x1 else -1)
        path, spots = shapes.curve(x1, y1, x2, y2, size * 0.45, bend)
        said, font = called.get(link.kind) or link.name or link.kind, max(least, size * 0.58)
        x, y = labels.place(said, font, spots)
        dash = DASHES[kinds.index(link.kind) % len(DASHES)]
        halos.append(f'<path d="{path}" fill="none" stroke="{paint("halo")}" stroke-width="4.5" stroke-opacity="0.8"/>')
        drawn.append(
            f'<path d="{path}" fill="none" stroke="{shapes.INK}" stroke-width="1.8" stroke-dasharray="{dash}" '
            f'marker-end="url(#{head})"{both}/>'
        )
        halo = f' stroke="{paint("halo")}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
        texts.append(shapes.label(x, y, font, said, extra=halo))
        wide = 0.31 * font * len(said)  # an arc bulges, and its name stands beside it: neither is cut
        out += [(x - wide, y - font * 1.5), (x + wide, y)]
        out += [(sx + d, sy) for sx, sy in spots for d in (-size * 0.4, size * 0.4)]
    return halos + drawn + texts, out
