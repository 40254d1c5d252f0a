"""Straight lines and directions, in whole numbers only, so that every machine gives the same answer.

A *delta* is what leads from one cell to another: (dx, dy) on squares, axial (dq, dr) on hexagons.
"""

from __future__ import annotations

from arbitre.graphs.basics import HEX_STEPS, NONE, Step


def shortest(delta: int, period: int) -> int:
    """``delta`` the short way round an axis of ``period`` cells (0: no wrap); half way round counts as forwards."""
    if not period:
        return delta
    delta %= period
    return delta - period if 2 * delta > period else delta


def square_direction(dx: int, dy: int, steps: tuple[Step, ...]) -> int:
    """The direction of a delta that lies exactly on a straight line, otherwise -1."""
    longest = max(abs(dx), abs(dy))
    if not longest or (dx and dy and abs(dx) != abs(dy)):
        return NONE
    unit = (dx // longest, dy // longest)
    return steps.index(unit) if unit in steps else NONE


def hex_direction(dq: int, dr: int) -> int:
    """The direction whose 60 degree sector holds the delta; -1 for no delta.

    On the border of two sectors (the ray through a vertex, between directions k and k + 1) the answer is k, so it turns
    with the board: turning the delta by one direction turns the answer by one.
    """
    if not dq and not dr:
        return NONE
    products = [q * dq + r * dr + (q + r) * (dq + dr) for q, r in HEX_STEPS]
    best = max(products)
    first = products.index(best)
    return 5 if first == 0 and products[5] == best else first


def square_line(dx: int, dy: int) -> list[tuple[int, int]]:
    """Bresenham: the deltas strictly between (0, 0) and (dx, dy), one per step of the longer axis.

    The other axis is rounded to the nearest cell; exactly half way it goes right or down.
    """
    steps = max(abs(dx), abs(dy))
    return [((2 * i * dx + steps) // (2 * steps), (2 * i * dy + steps) // (2 * steps)) for i in range(1, steps)]


def hex_length(dq: int, dr: int) -> int:
    """Steps from (0, 0) to axial (dq, dr)."""
    return max(abs(dq), abs(dr), abs(dq + dr))


def hex_line(dq: int, dr: int) -> list[tuple[int, int]]:
    """Cube interpolation: the axial deltas strictly between (0, 0) and (dq, dr), one per step.

    The straight line is nudged by a hair (+1, +2, -3 hairs in q, r, s) so that a line running along an edge between two
    cells always takes the same one.
    """
    steps = hex_length(dq, dr)
    scale = 1_000_000 * steps  # one cell is this many hairs; whole numbers throughout
    cells = []
    for i in range(1, steps):
        cells.append(_hex_round(1_000_000 * i * dq + 1, 1_000_000 * i * dr + 2, scale))
    return cells


def _hex_round(q: int, r: int, scale: int) -> tuple[int, int]:
    """The cell holding the point (q / scale, r / scale)."""
    s = -q - r
    nearest = [(2 * v + scale) // (2 * scale) for v in (q, r, s)]
    errors = [abs(n * scale - v) for n, v in zip(nearest, (q, r, s), strict=True)]
    if errors[0] > errors[1] and errors[0] > errors[2]:
        nearest[0] = -nearest[1] - nearest[2]
    elif errors[1] > errors[2]:
        nearest[1] = -nearest[0] - nearest[2]
    return nearest[0], nearest[1]


def wrapped(x: int, y: int, wrap: tuple[int, int]) -> tuple[int, int]:
    """A place counted from 1 brought back onto a board with these periods (0: that axis does not wrap)."""
    across, down = wrap
    return (x - 1) % across + 1 if across else x, (y - 1) % down + 1 if down else y
