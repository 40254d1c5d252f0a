"""Ways that pieces went, as arrows from cell to cell, and the signs of links."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence

from arbitre.graphs.basics import Link
from arbitre.graphs.draw import shapes
from arbitre.graphs.draw.style import Style

Spot = tuple[float, float]


def way_shapes(spots: Sequence[Spot], size: float, head: str) -> list[str]:
    """An arrow through the middles of cells: a ring where it sets out, a head at the edge of what stands where it ends.

    ``head``: the name of the marker drawn at its end.  A white line lies below the dark one, so that it is seen on every ground.
    """
    if len(spots) < 2:
        return []
    (x, y), (before_x, before_y) = spots[-1], spots[-2]
    far = math.hypot(x - before_x, y - before_y) or 1.0
    short = min(size * 0.66, far * 0.5)
    end = (x - (x - before_x) / far * short, y - (y - before_y) / far * short)
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in [*spots[:-1], end])
    first = f'cx="{spots[0][0]:.1f}" cy="{spots[0][1]:.1f}" r="{size * 0.28:.1f}"'
    wide = size * 0.1  # the head is as many times as wide
    return [
        f'<circle {first} fill="#ffffff" stroke="#222222" stroke-width="{wide * 0.8:.1f}" stroke-dasharray="3 2"/>',
        f'<polyline points="{line}" fill="none" stroke="#ffffff" stroke-width="{wide * 2.6:.1f}" stroke-opacity="0.85"/>',
        f'<polyline points="{line}" fill="none" stroke="#222222" stroke-width="{wide:.1f}" marker-end="url(#{head})"/>',
    ]


def link_signs(
    links: Sequence[Link], style: Style, middles: Sequence[Spot], size: float, shown: Collection[int]
) -> tuple[list[str], list[Link]]:
    """The same numbered sign at both ends of each link that has one, in a corner of its cells; and the links that have none."""
    out: list[str] = []
    rest: list[Link] = []
    counts: Counter[str] = Counter()
    numbers: dict[frozenset[int], str] = {}
    at: Counter[int] = Counter()
    for link in links:
        sign = style.link_signs.get(link.name) or style.link_signs.get(link.kind)
        if not sign:
            rest.append(link)
            continue
        ends = frozenset((link.origin, link.target))
        if ends in numbers:  # the way back
            continue
        counts[sign] += 1
        numbers[ends] = f"{sign}{counts[sign]}"
        for cell in (link.origin, link.target):
            if cell not in shown:
                continue
            corner = ((-0.55, -0.6), (0.55, -0.6), (-0.55, 0.6), (0.55, 0.6))[at[cell] % 4]
            at[cell] += 1
            x, y = middles[cell][0] + corner[0] * size, middles[cell][1] + corner[1] * size
            wide, font = size * 0.36 * max(2, len(numbers[ends])), size * 0.55
            box = f'x="{x - wide / 2:.1f}" y="{y - size * 0.33:.1f}" width="{wide:.1f}" height="{size * 0.66:.1f}" rx="{size * 0.12:.1f}"'
            out.append(f'<rect {box} fill="#fff8dc" stroke="#222222" stroke-width="0.8"/>')
            out.append(shapes.label(x, y, font, numbers[ends], extra=' font-weight="bold"'))
    return out, rest
