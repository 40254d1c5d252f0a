"""Ways that pieces went, as arrows from cell to cell."""

from __future__ import annotations

import math
from collections.abc import Sequence

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
