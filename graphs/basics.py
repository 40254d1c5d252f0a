"""The small records and errors the rest of the package shares, and the tables of directions."""

from __future__ import annotations

from dataclasses import dataclass

NONE = -1
"""No cell, no direction."""
FAR = 9999
"""The distance to where no steps lead."""
NO_WAY = 1_000_000
"""The price of a way where none leads; every way costs less."""
MAX_CELLS = 10_000
"""No board has more cells than this."""

Place = tuple[int, ...]
"""Coordinates: (x, y), (x, y, floor) or, for hexagons, axial (q, r)."""
Step = tuple[int, int]
"""What a step adds to the first two coordinates."""

HEX_STEPS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HEX_NAMES = ("east", "southeast", "southwest", "west", "northwest", "northeast")
# The corners of a hexagon, each between the direction of the same number and the next one clockwise.
VERTEX_NAMES = ("east_southeast", "south", "west_southwest", "west_northwest", "north", "east_northeast")
KING_STEPS: tuple[Step, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
KING_NAMES = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")
SQUARE_STEPS = KING_STEPS[::2]
SQUARE_NAMES = KING_NAMES[::2]


class BoardError(ValueError):
    """A board that cannot be: no cells, too many, a link to nowhere, an unknown topology."""


class WayError(BoardError):
    """A way so long that its price cannot be told from :data:`NO_WAY`; ``price`` is what it costs."""

    def __init__(self, message: str, price: int) -> None:
        super().__init__(message)
        self.price = price

    def __reduce__(self) -> tuple[type[WayError], tuple[str, int]]:
        return WayError, (str(self), self.price)


class MapError(BoardError):
    """A text map that cannot be read.

    Attributes:
        message: what is wrong, which is also the text of the error.
        floor: the number of the floor, as given by the caller.
        line: the line in that floor's text, from 1 (0 when the whole floor is meant).
        column: the character in that line, from 1 (0 when the whole line is meant).
    """

    def __init__(self, message: str, floor: int = 0, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.floor = floor
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[MapError], tuple[str, int, int, int]]:
        return MapError, (self.message, self.floor, self.line, self.column)


@dataclass(frozen=True, slots=True)
class Link:
    """A way from one cell to another that is no plain step: directed; a two-way link is two of them.

    ``kind`` is any word of the caller except ``"step"``; ``cost`` is in the caller's movement units, 0 or more.
    """

    kind: str
    origin: int
    target: int
    cost: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class Legend:
    """What a character of a text map stands for. Where it is not ``passable`` there is no cell at all."""

    name: str
    passable: bool = True
    shown: str = ""  # the character to draw it by, if it is another than the one it is read by


def check_size(cells: int) -> None:
    """Raise :class:`BoardError` unless there are 1 to :data:`MAX_CELLS` cells."""
    if cells < 1:
        raise BoardError("a board has at least one cell")
    if cells > MAX_CELLS:
        raise BoardError(f"a board has at most {MAX_CELLS:,} cells, not {cells:,}")


def check_links(links: tuple[Link, ...], size: int) -> None:
    """Raise :class:`BoardError` for a link that leaves the board, costs less than 0 or is called a step."""
    for link in links:
        if not link.kind or link.kind == "step":
            raise BoardError(f"‘{link.kind}’ cannot be the kind of a link")
        if not (0 <= link.origin < size and 0 <= link.target < size):
            raise BoardError(f"the {link.kind} from cell {link.origin} to cell {link.target} leaves the board")
        if link.cost < 0:
            raise BoardError(f"the {link.kind} from cell {link.origin} has a cost below 0")


def mask_of(cells: tuple[int, ...]) -> int:
    """The mask of some cells: a whole number whose bit ``c`` is set for every cell ``c`` of them."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
