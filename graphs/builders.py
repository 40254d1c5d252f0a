"""Boards made from a shape or from text maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.board import MAX_CELLS, NONE, Board, Link

HEX_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HEX_NAMES = ("east", "southeast", "southwest", "west", "northwest", "northeast")
SQUARE_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
SQUARE_NAMES = ("up", "right", "down", "left")
KING_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
KING_NAMES = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")


class MapError(ValueError):
    """A text map that cannot be read; ``floor``, ``line`` and ``column`` (from 1) say where."""

    def __init__(self, text: str, floor: int = 0, line: int = 0, column: int = 0) -> None:
        super().__init__(text)
        self.floor, self.line, self.column = floor, line, column


@dataclass(frozen=True, slots=True)
class Legend:
    """What a character of a map stands for; a passable one is a cell."""

    name: str
    passable: bool = True


def _check(count: int) -> None:
    if not 1 <= count <= MAX_CELLS:
        raise ValueError(f"a board has 1 to {MAX_CELLS:,} cells, not {count:,}")


def grid(width: int, height: int, topology: str = "closed", diagonals: bool = False) -> Board:
    """Squares, (1, 1) at the top left.  ``buoy`` joins left and right, ``torus`` also top and bottom."""
    if width < 1 or height < 1:
        raise ValueError("a grid has at least one column and one row")
    _check(width * height)
    if topology not in ("closed", "buoy", "torus"):
        raise ValueError(f"a topology is closed, buoy or torus, not {topology}")
    round_x, round_y = topology in ("buoy", "torus"), topology == "torus"
    moves, names = (KING_STEPS, KING_NAMES) if diagonals else (SQUARE_STEPS, SQUARE_NAMES)
    coordinates = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
    steps = []
    for x, y in coordinates:
        row = []
        for dx, dy in moves:
            nx_, ny = x + dx, y + dy
            if round_x:
                nx_ = (nx_ - 1) % width + 1
            if round_y:
                ny = (ny - 1) % height + 1
            inside = 1 <= nx_ <= width and 1 <= ny <= height and (nx_, ny) != (x, y)
            row.append((ny - 1) * width + nx_ - 1 if inside else NONE)
        steps.append(row)
    return Board("grid", coordinates, steps, names, wrap=(width if round_x else 0, height if round_y else 0))


def _hexes(name: str, places: list[tuple[int, int]]) -> Board:
    _check(len(places))
    index = {place: cell for cell, place in enumerate(places)}
    steps = [[index.get((q + dq, r + dr), NONE) for dq, dr in HEX_STEPS] for q, r in places]
    return Board(name, places, steps, HEX_NAMES)


def hexagon(radius: int) -> Board:
    """Hexes at most ``radius`` steps from (0, 0); axial coordinates, directions clockwise from east."""
    if not 0 <= radius <= 57:
        raise ValueError(f"the radius goes from 0 to 57, not {radius}")
    span = range(-radius, radius + 1)
    return _hexes("hexagon", [(q, r) for r in span for q in span if abs(q + r) <= radius])


def hex_rectangle(width: int, height: int) -> Board:
    """Rows of hexes, every other row half a hex further right; axial coordinates, (0, 0) at the top left."""
    if width < 1 or height < 1:
        raise ValueError("a board has at least one column and one row")
    return _hexes("hexes", [(x - r // 2, r) for r in range(height) for x in range(width)])


def floors(maps: Sequence[tuple[int, str]], legend: Mapping[str, Legend], links: Sequence[Link] = ()) -> Board:
    """Floors drawn as text, cells (x, y, floor), eight directions within a floor."""
    coordinates: list[tuple[int, int, int]] = []
    marks: list[str] = []
    for number, text in maps:
        lines = [line for line in text.split("\n") if line]
        if not lines:
            raise MapError(f"floor {number} is empty", number, 1, 1)
        for y, line in enumerate(lines, 1):
            if len(line) != len(lines[0]):
                raise MapError(f"line {y} of floor {number} has {len(line)} signs, the first has {len(lines[0])}", number, y, 1)
            for x, sign in enumerate(line, 1):
                entry = legend.get(sign)
                if entry is None:
                    raise MapError(f"‘{sign}’ on floor {number} has no mark", number, y, x)
                if entry.passable:
                    coordinates.append((x, y, number))
                    marks.append(entry.name)
    if not coordinates:
        raise MapError("the map has no cell", maps[0][0] if maps else 0, 1, 1)
    _check(len(coordinates))
    index = {place: cell for cell, place in enumerate(coordinates)}
    steps = [[index.get((x + dx, y + dy, f), NONE) for dx, dy in KING_STEPS] for x, y, f in coordinates]
    return Board("floors", coordinates, steps, KING_NAMES, marks, links)
