"""Making boards: grids, regions of hexagons, and floors drawn as text.

Every builder raises :class:`~arbitre.graphs.basics.BoardError` (a ``ValueError``) for a board without cells or with more than
:data:`~arbitre.graphs.basics.MAX_CELLS`. ``links`` are between the numbers of the cells; where those are only known once the
board is made, :meth:`graphs.Board.with_links` adds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arbitre.graphs.basics import (
    HEX_NAMES,
    HEX_STEPS,
    KING_NAMES,
    KING_STEPS,
    NONE,
    SQUARE_NAMES,
    SQUARE_STEPS,
    BoardError,
    Legend,
    Link,
    MapError,
    Place,
    check_size,
)
from arbitre.graphs.board import Board, step_table

TOPOLOGIES = ("closed", "buoy", "torus")
"""Closed: edges all round. Buoy: left and right are joined. Torus: top and bottom too."""


def grid(width: int, height: int, topology: str = "closed", diagonals: bool = False, links: Iterable[Link] = ()) -> Board:
    """Squares, row by row from (1, 1) at the top left, with 4 directions or, with diagonals, 8.

    Raises:
        BoardError: for a topology that is not in :data:`TOPOLOGIES`, or a wrong size.
    """
    _check_lengths(width, height)
    if topology not in TOPOLOGIES:
        raise BoardError(f"a topology is closed, buoy or torus, not {topology}")
    wrap = (width if topology != "closed" else 0, height if topology == "torus" else 0)
    name = f"grid {width} x {height}" + ("" if topology == "closed" else f" {topology}")
    moves, names = (KING_STEPS, KING_NAMES) if diagonals else (SQUARE_STEPS, SQUARE_NAMES)
    places = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
    return Board(name, places, step_table(places, moves, wrap), names, links=links, wrap=wrap, is_hex=False)


def hexagon(radius: int, links: Iterable[Link] = ()) -> Board:
    """A hexagon of hexagons: all cells at most ``radius`` steps from (0, 0), row r then q; axial coordinates.

    There are 3 radius (radius + 1) + 1 of them; the radius goes from 0 to 57.
    """
    if radius < 0:
        raise BoardError(f"a radius is 0 or more, not {radius}")
    check_size(3 * radius * (radius + 1) + 1)
    around = range(-radius, radius + 1)
    return _hexes(f"hexagon {radius}", [(q, r) for r in around for q in around if abs(q + r) <= radius], links)


def hex_rectangle(width: int, height: int, links: Iterable[Link] = ()) -> Board:
    """``height`` rows of ``width`` hexagons, every other row (the second, fourth...) half a cell further right.

    Axial coordinates: (0, 0) is the top left cell, row r starts at q = -(r // 2).
    """
    _check_lengths(width, height)
    places = [(column - r // 2, r) for r in range(height) for column in range(width)]
    return _hexes(f"hex rectangle {width} x {height}", places, links)


def hex_rhombus(width: int, height: int, links: Iterable[Link] = ()) -> Board:
    """``height`` rows of ``width`` hexagons, every row half a cell further right than the one above: each side meets the next.

    Axial coordinates, from (1, 1) at the top left.
    """
    _check_lengths(width, height)
    places = [(q, r) for r in range(1, height + 1) for q in range(1, width + 1)]
    return _hexes(f"hex rhombus {width} x {height}", places, links)


def floors(
    maps: Sequence[tuple[int, str]], legend: Mapping[str, Legend], links: Iterable[Link] = (), diagonals: bool = True, corners: bool = False
) -> Board:  # fmt: skip
    """Floors drawn as text: one character a cell, all lines of a floor equally long; floor after floor as given.

    Args:
        maps: per floor its number and its text. Empty lines before and after the drawing are ignored, and so is white
            space at line ends, unless the legend knows it.
        legend: what each character means. Where it is not passable there is no cell, but the place counts: (x, y) are
            those of the drawing.
        links: typed edges, the only ways from floor to floor.
        diagonals: 8 directions, otherwise 4. Steps never leave the floor.
        corners: a diagonal step needs the two cells beside it: nobody cuts the corner of a wall.

    Raises:
        MapError: lines of unequal length, a character the legend does not know, a floor or map without a cell, a floor
            number given twice. It tells the floor, and the line and column in its text, from 1.
        BoardError: too many cells, a link off the board.
    """
    if not maps:
        raise MapError("the map has no floor")
    if any(len(character) != 1 for character in legend):
        raise MapError("a mark of the legend is one character")
    places: list[Place] = []
    characters: list[str] = []
    seen: set[int] = set()
    for number, text in maps:
        if number in seen:
            raise MapError(f"floor {number} is drawn twice", number)
        seen.add(number)
        found = _read_floor(number, text, legend)
        if not found:
            raise MapError(f"floor {number} has no cell", number)
        places += [(*place, number) for place, _ in found]
        characters += [character for _, character in found]
        check_size(len(places))
    moves, names = (KING_STEPS, KING_NAMES) if diagonals else (SQUARE_STEPS, SQUARE_NAMES)
    marks = [legend[c].name for c in characters]
    characters = [legend[c].shown or c for c in characters]
    steps = step_table(places, moves, (0, 0))
    if corners and diagonals:
        steps = [[NONE if d % 2 and NONE in (row[d - 1], row[(d + 1) % 8]) else row[d] for d in range(8)] for row in steps]
    name = "1 floor" if len(maps) == 1 else f"{len(maps)} floors"
    return Board(name, places, steps, names, marks, links, is_hex=False, characters=characters)


def _hexes(name: str, places: list[tuple[int, int]], links: Iterable[Link]) -> Board:
    return Board(name, places, step_table(places, HEX_STEPS, (0, 0)), HEX_NAMES, links=links, is_hex=True)


def _read_floor(number: int, text: str, legend: Mapping[str, Legend]) -> list[tuple[tuple[int, int], str]]:
    ignored = "".join(c for c in " \t\r" if c not in legend)
    lines = [line.rstrip(ignored) for line in text.split("\n")]
    drawn = [at for at, line in enumerate(lines) if line]
    if not drawn:
        raise MapError(f"floor {number} is empty", number)
    first, last = drawn[0], drawn[-1]
    width = len(lines[first])
    found = []
    for at in range(first, last + 1):
        line, y = lines[at], at - first + 1
        for x, character in enumerate(line, 1):
            if character not in legend:
                raise MapError(f"‘{character}’ on floor {number} has no mark", number, at + 1, x)
            if legend[character].passable:
                found.append(((x, y), character))
        if len(line) != width:
            message = f"line {y} of floor {number} has {len(line)} characters, the first has {width}"
            raise MapError(message, number, at + 1, min(len(line), width) + 1)
    return found


def _check_lengths(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise BoardError(f"a board has at least one column and one row, not {width} by {height}")
    check_size(width * height)
