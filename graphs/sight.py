"""Straight ahead: the rays and lines of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbitre.graphs import geometry
from arbitre.graphs.basics import NONE, Place


class Sight:
    """The part of a board that answers what lies straight ahead or between."""

    if TYPE_CHECKING:
        is_hex: bool
        size: int
        coordinates: tuple[Place, ...]
        directions: int
        wrap: tuple[int, int]
        _ahead: tuple[tuple[int, ...], ...]
        _cells: dict[Place, int]

        def floor(self, cell: int) -> int: ...
        def _delta(self, a: int, b: int) -> tuple[int, int]: ...

    _rays: dict[int, tuple[int, ...]]
    _clear: dict[int, bool]
    _lines: dict[int, tuple[tuple[int, ...], bool]]

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells met going straight on, nearest first, without ``cell``, until the edge or back at ``cell``."""
        if cell < 0:
            return ()
        heading = direction % self.directions
        key = cell * self.directions + heading
        found = self._rays.get(key)
        if found is None:
            met: list[int] = []
            here = self._ahead[cell][heading]
            while here >= 0 and here != cell:
                met.append(here)
                here = self._ahead[here][heading]
            found = self._rays[key] = tuple(met)
        return found

    def first_on_ray(self, cell: int, direction: int, mask: int) -> int:
        """The first cell of the ray that is in the mask, -1 if none is."""
        return next((met for met in self.ray(cell, direction) if mask >> met & 1), NONE)

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The cells strictly between ``a`` and ``b`` on the straight line, from ``a`` to ``b``.

        One cell per step of the longer axis: Bresenham on squares (steps may be diagonal whatever the directions of the
        board), cube interpolation on hexagons, the short way round where the board wraps. ``line(b, a)`` is the same
        line backwards. Places without a cell are left out (``unbroken`` tells). Empty between floors.
        """
        return self._line(a, b)[0]

    def unbroken(self, a: int, b: int) -> bool:
        """Both cells are on one floor and the line between them crosses no place without a cell."""
        return self._line(a, b)[1]

    def clear(self, a: int, b: int) -> bool:
        """Every square that the segment between the middles of ``a`` and ``b`` touches, be it at a corner, is a cell.

        On hexagons, and across the seam of a board that wraps, the line of :meth:`line` decides. Never between floors.
        """
        if a < 0 or b < 0 or self.floor(a) != self.floor(b):
            return False
        if self.is_hex or any(self.wrap):
            return self.unbroken(a, b)
        key = min(a, b) * self.size + max(a, b)
        found = self._clear.get(key)
        if found is None:
            found = self._clear[key] = self._is_clear(a, b)
        return found

    def _is_clear(self, a: int, b: int) -> bool:
        (ax, ay, *floor), (bx, by, *_) = self.coordinates[a], self.coordinates[b]
        dx, dy = bx - ax, by - ay
        for x in range(min(ax, bx), max(ax, bx) + 1):
            for y in range(min(ay, by), max(ay, by) + 1):
                # Twice the distance of its middle from the line, against twice what half a square spans across it.
                touched = 2 * abs(dx * (y - ay) - dy * (x - ax)) <= abs(dx) + abs(dy)
                if touched and (x, y, *floor) not in self._cells:
                    return False
        return True

    def _line(self, a: int, b: int) -> tuple[tuple[int, ...], bool]:
        if a < 0 or b < 0:
            return (), False
        key = a * self.size + b
        found = self._lines.get(key)
        if found is None:
            if a > b:
                cells, whole = self._line(b, a)
                found = cells[::-1], whole
            else:
                found = self._draw_line(a, b)
            self._lines[key] = found
        return found

    def _draw_line(self, a: int, b: int) -> tuple[tuple[int, ...], bool]:
        if self.floor(a) != self.floor(b):
            return (), False
        delta = self._delta(a, b)
        line = geometry.hex_line(*delta) if self.is_hex else geometry.square_line(*delta)
        x, y, *floor = self.coordinates[a]
        places = (geometry.wrapped(x + dx, y + dy, self.wrap) for dx, dy in line)
        cells = [self._cells.get((*place, *floor), NONE) for place in places]
        return tuple(c for c in cells if c >= 0), NONE not in cells
