"""The board: cells, directions, distances, lines.

Cells are numbered 0 to ``size - 1`` in a fixed order, and every question takes and gives these numbers. ``-1`` is *no
cell* (or *no direction*), and every question may be asked about it: nothing is ahead of no cell, it has no neighbours,
it is 9999 away. Numbers beyond the board are not checked: questions are asked millions of times and are plain lookups.

A *mask* is a whole number whose bit ``c`` is set when cell ``c`` belongs to the set.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NoReturn

from arbitre.graphs import geometry
from arbitre.graphs.basics import FAR, KING_STEPS, NONE, SQUARE_STEPS, BoardError, Link, Place, check_links, check_size, mask_of
from arbitre.graphs.paths import Paths
from arbitre.graphs.sight import Sight

_Row = Sequence[int]
_ROWS_AS_TUPLES = 1_024  # longer rows of numbers are kept in two bytes a number


class Board(Paths, Sight):
    """Cells, directions and links; nothing of it changes once it is built. :mod:`arbitre.graphs.builders` makes them.

    Attributes:
        name: what it is called, such as ``"grid 8 x 8"``.
        is_hex: cells are hexagons, otherwise squares.
        size: number of cells.
        coordinates: per cell. Squares: (x, y), 1-based, x the column from the left, y the row from the top; on floors
            (x, y, floor). Hexagons: axial (q, r).
        directions: 4, 6 or 8.
        direction_names: one word per direction, clockwise: from up on squares, from east on hexagons.
        steps: ``steps[cell][direction]`` is the cell ahead, -1 at the edge; no cell is ahead of itself.
        marks: per cell, the legend name of its character on the map, "" if it comes from no map.
        characters: per cell, that character itself, "" likewise.
        names: per cell, its own name, "" if none.
        entry: per cell, the price of a step into it; 0 where no step leads.
        stepping: (cell left, cell entered) -> the price of that step, where it depends on both; empty where ``entry`` says it.
        links: the typed directed edges besides plain steps.
        wrap: the periods of x and y on boards that wrap, 0 for an axis that does not.

    Raises:
        BoardError: no cells or too many, coordinates given twice, texts not one per cell, a link off the board.
    """

    def __init__(
        self,
        name: str,
        coordinates: Sequence[Place],
        steps: Sequence[Sequence[int]],
        direction_names: Sequence[str],
        marks: Sequence[str] = (),
        links: Iterable[Link] = (),
        wrap: tuple[int, int] = (0, 0),
        *,
        is_hex: bool | None = None,
        characters: Sequence[str] = (),
        names: Sequence[str] = (),
        entry: Sequence[int] = (),
        stepping: Mapping[tuple[int, int], int] | None = None,
    ) -> None:
        size = len(coordinates)
        check_size(size)
        found = {place: cell for cell, place in enumerate(coordinates)}
        links = tuple(links)
        check_links(links, size)
        if len(found) != size or any(len(texts) not in (0, size) for texts in (steps, marks, characters, names)):
            raise BoardError("a board has one place, one row of steps and one mark and name for every cell")
        directions = len(direction_names)
        hexagons = directions == 6 if is_hex is None else is_hex
        rows = tuple(tuple(row) for row in steps)
        neighbours = tuple(tuple(dict.fromkeys(c for c in row if c >= 0)) for row in rows)
        blank = ("",) * size
        self.__dict__.update(
            name=name,
            is_hex=hexagons,
            size=size,
            coordinates=tuple(coordinates),
            directions=directions,
            direction_names=tuple(direction_names),
            steps=rows,
            marks=tuple(marks) or blank,
            characters=tuple(characters) or blank,
            names=tuple(names) or blank,
            entry=tuple(entry) or (1,) * size,
            stepping=dict(stepping or {}),
            links=links,
            wrap=wrap,
            _cells=found,
            # Python finds the last row for -1: there stands what is true of no cell.
            _ahead=(*rows, (NONE,) * directions),
            _neighbours=(*neighbours, ()),
            _masks=(*map(mask_of, neighbours), 0),
            _distances=[*([None] * size), (FAR,) * (size + 1)],
            _king_distances=[*([None] * size), (FAR,) * (size + 1)],
            _headings=[*([None] * size), (NONE,) * (size + 1)],
            _within=[*([None] * size), (0,)],
            _rays={},
            _lines={},
            _clear={},
            _travels={},
            _ways={},
        )

    # The attributes, for readers and type checkers: they are set once, above.
    name: str
    is_hex: bool
    size: int
    coordinates: tuple[Place, ...]
    directions: int
    direction_names: tuple[str, ...]
    steps: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]
    characters: tuple[str, ...]
    names: tuple[str, ...]
    entry: tuple[int, ...]
    stepping: Mapping[tuple[int, int], int]
    links: tuple[Link, ...]
    wrap: tuple[int, int]
    _cells: dict[Place, int]
    _ahead: tuple[tuple[int, ...], ...]
    _neighbours: tuple[tuple[int, ...], ...]
    _masks: tuple[int, ...]
    _distances: list[_Row | None]
    _king_distances: list[_Row | None]
    _headings: list[_Row | None]
    _within: list[tuple[int, ...] | None]

    # ------------------------------------------------------------------------------------ places

    def cell_at(self, *place: int) -> int:
        """The cell with these coordinates, -1 when there is none. They are not wrapped."""
        return self._cells.get(place, NONE)

    def label(self, cell: int) -> str:
        """The coordinates as text, ``"(3, 4)"``; ``"none"`` for -1."""
        return "none" if cell < 0 else "(" + ", ".join(map(str, self.coordinates[cell])) + ")"

    def spot(self, cell: int) -> str:
        """How people call it: its label, without the floor where there is only one."""
        if len(self.coordinates[cell]) < 3 or len(self.floors) > 1:
            return self.label(cell)
        x, y, _ = self.coordinates[cell]
        return f"({x}, {y})"

    def floor(self, cell: int) -> int:
        """The number of the floor the cell is on; 0 on boards without floors."""
        place = self.coordinates[cell]
        return place[2] if len(place) > 2 else 0

    def stacked(self, cell: int, way: int) -> int:
        """The cell with the same column and row on the next floor up (``way`` 1) or down (-1) that has one, -1 if none has."""
        return self._shafts[way][cell]

    @cached_property
    def _shafts(self) -> dict[int, tuple[int, ...]]:
        columns: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell, (x, y, *_) in enumerate(self.coordinates):
            columns.setdefault((x, y), []).append((self.floor(cell), cell))
        out = {1: [NONE] * self.size, -1: [NONE] * self.size}
        for column in columns.values():
            for (_, low), (_, high) in pairwise(sorted(column)):
                out[1][low], out[-1][high] = high, low
        return {way: tuple(cells) for way, cells in out.items()}

    @cached_property
    def floors(self) -> tuple[int, ...]:
        """The floor numbers, lowest first; (0,) on boards without floors."""
        return tuple(sorted({self.floor(c) for c in range(self.size)}))

    # ------------------------------------------------------------------------------------ directions

    def ahead(self, cell: int, direction: int) -> int:
        """The next cell in a direction (taken modulo their number), -1 at the edge."""
        return self._ahead[cell][direction % self.directions]

    def opposite(self, direction: int) -> int:
        """The direction half a turn from this one."""
        return (direction + self.directions // 2) % self.directions

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """The cells one step away, in the order of the directions, each once."""
        return self._neighbours[cell]

    def neighbour_mask(self, cell: int) -> int:
        """The neighbours as a mask."""
        return self._masks[cell]

    def direction(self, a: int, b: int) -> int:
        """The direction from ``a`` to ``b``, the short way round on a board that wraps.

        Exact where ``b`` lies on a straight line from ``a`` (cells missing in between do not matter). Elsewhere: on
        hexagons the sector ``b`` lies in (see :func:`arbitre.graphs.geometry.hex_direction`), on squares -1. Also -1 when ``a``
        is ``b`` and between floors.
        """
        row = self._headings[a]
        if row is None:
            row = self._headings[a] = _row([*(self._heading(a, c) for c in range(self.size)), NONE])
        return row[b]

    def _heading(self, a: int, b: int) -> int:
        if self.floor(a) != self.floor(b):
            return NONE
        if b in self._neighbours[a]:
            return self.steps[a].index(b)
        dx, dy = self._delta(a, b)
        if self.is_hex:
            return geometry.hex_direction(dx, dy)
        return geometry.square_direction(dx, dy, KING_STEPS if self.directions == 8 else SQUARE_STEPS)

    # ------------------------------------------------------------------------------------ distances

    def distances(self, cell: int) -> tuple[int, ...]:
        """Steps from a cell to every cell; 9999 where none leads."""
        self.distance(cell, cell)
        row = self._distances[cell]
        return () if row is None else tuple(row[:-1])

    def distance(self, a: int, b: int) -> int:
        """Fewest steps (links not counted) from ``a`` to ``b``; 9999 where none leads."""
        row = self._distances[a]
        if row is None:
            row = self._distances[a] = self._measure(a)
        return row[b]

    def diagonal_distance(self, a: int, b: int) -> int:
        """Steps in eight directions from ``a`` to ``b``, whatever the directions of the board; on hexagons, steps.

        The short way round where the board wraps; missing cells do not lengthen it; 9999 between floors.
        """
        if self.is_hex:
            return self.distance(a, b)
        row = self._king_distances[a]
        if row is None:
            moves = (max(map(abs, self._delta(a, c))) if self.floor(a) == self.floor(c) else FAR for c in range(self.size))
            row = self._king_distances[a] = _row([*moves, FAR])
        return row[b]

    def within_mask(self, cell: int, steps: int) -> int:
        """Cells at most so many steps away, ``cell`` included, as a mask; empty for fewer than 0 steps."""
        if steps < 0:
            return 0
        masks = self._within[cell]
        if masks is None:
            masks = self._within[cell] = _rings(self.distances(cell))
        return masks[steps] if steps < len(masks) else masks[-1]

    def _delta(self, a: int, b: int) -> tuple[int, int]:
        (x, y), (to_x, to_y) = self.coordinates[a][:2], self.coordinates[b][:2]
        return geometry.shortest(to_x - x, self.wrap[0]), geometry.shortest(to_y - y, self.wrap[1])

    def _measure(self, start: int) -> _Row:
        steps = [FAR] * (self.size + 1)
        steps[start] = 0
        edge = [start]
        while edge:
            beyond = []
            for cell in edge:
                for other in self._neighbours[cell]:
                    if steps[other] == FAR:
                        steps[other] = steps[cell] + 1
                        beyond.append(other)
            edge = beyond
        return _row(steps)

    # ------------------------------------------------------------------------------------ variants

    def with_links(self, links: Iterable[Link]) -> Board:
        """A board with these links added."""
        return self._variant((*self.links, *links), self.names, self.entry, self.stepping)

    def with_names(self, names: Sequence[str]) -> Board:
        """A board with these names of cells, one for every cell, "" for none."""
        return self._variant(self.links, names, self.entry, self.stepping)

    def as_joined(self, masks: Sequence[int] | None, open_links: Sequence[bool] | None) -> Board:
        """This board with those of its steps only that the masks, one for every cell left, allow, and with the links that are open."""
        links = self.links if open_links is None else tuple(link for link, kept in zip(self.links, open_links, strict=True) if kept)
        steps = self.steps
        if masks is not None:
            steps = tuple(tuple(c if c >= 0 and mask >> c & 1 else NONE for c in row) for row, mask in zip(steps, masks, strict=True))
        return self._variant(links, self.names, self.entry, self.stepping, steps)

    def with_entry(self, entry: Sequence[int]) -> Board:
        """A board with these prices of a step into each cell; 0 where no step leads."""
        return self._variant(self.links, self.names, entry, {})

    def with_steps_at(self, price: Callable[[int, int], int]) -> Board:
        """A board with these prices of a step from a cell to the next; 0 where no step leads. ``entry`` has the lowest of each cell."""
        stepping = {(a, b): price(a, b) for a in range(self.size) for b in self._neighbours[a]}
        lowest: dict[int, int] = {}
        for (_, b), cost in stepping.items():
            if cost:
                lowest[b] = min(cost, lowest.get(b, cost))
        return self._variant(self.links, self.names, [lowest.get(c, 0) for c in range(self.size)], stepping)

    def _variant(
        self, links: tuple[Link, ...], names: Sequence[str], entry: Sequence[int], stepping: Mapping[tuple[int, int], int],
        steps: Sequence[Sequence[int]] | None = None,
    ) -> Board:  # fmt: skip
        return Board(
            self.name, self.coordinates, self.steps if steps is None else steps, self.direction_names, self.marks, links, self.wrap,
            is_hex=self.is_hex, characters=self.characters, names=names, entry=entry,
            stepping=stepping,
        )  # fmt: skip

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a board does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a board does not change: {name}")

    def __getstate__(self) -> dict[str, object]:
        """Without its graph: it is large, and built again when it is asked for."""
        return {name: value for name, value in self.__dict__.items() if name != "graph"}

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        return self

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self.size} cells, {len(self.links)} links>"


def step_table(places: Sequence[Place], moves: Sequence[tuple[int, int]], wrap: tuple[int, int]) -> list[list[int]]:
    """Per place and move the number of the place it leads to, -1 where there is none; no place leads to itself."""
    found = {place: cell for cell, place in enumerate(places)}
    table = []
    for cell, (x, y, *floor) in enumerate(places):
        row = [found.get((*geometry.wrapped(x + dx, y + dy, wrap), *floor), NONE) for dx, dy in moves]
        table.append([NONE if other == cell else other for other in row])
    return table


def _row(values: list[int]) -> _Row:
    return tuple(values) if len(values) <= _ROWS_AS_TUPLES else array("h", values)


def _rings(steps: Sequence[int]) -> tuple[int, ...]:
    """Entry n: the mask of the cells at most n steps away."""
    reached = [d for d in steps if d < FAR]
    rings = [0] * (max(reached, default=0) + 1)
    for cell, d in enumerate(steps):
        if d < FAR:
            rings[d] |= 1 << cell
    for n in range(1, len(rings)):
        rings[n] |= rings[n - 1]
    return tuple(rings)
