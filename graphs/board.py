"""A board: cells numbered from 0, how they touch, and the questions rules ask of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import networkx as nx

NONE = -1
FAR = 9999
MAX_CELLS = 10_000
Cost = Callable[[int, int], int | None]


@dataclass(frozen=True, slots=True)
class Link:
    """A typed edge besides the ordinary steps: ladder, rope, teleporter...  The kind is the caller's word."""

    kind: str
    origin: int
    target: int
    cost: int = 1
    name: str = ""


class Board:
    """Cells, directions and links.

    ``coordinates[cell]`` are (x, y) on grids, counted from 1 at the top left; axial (q, r) on hexes; (x, y, floor) on floors.
    ``steps[cell][direction]`` is the cell ahead, or -1.  Direction 0 and its neighbours go clockwise.
    """

    def __init__(
        self,
        name: str,
        coordinates: Sequence[tuple[int, ...]],
        steps: Sequence[Sequence[int]],
        direction_names: Sequence[str],
        marks: Sequence[str] = (),
        links: Sequence[Link] = (),
        wrap: tuple[int, int] = (0, 0),
    ) -> None:
        if not coordinates:
            raise ValueError("a board has at least one cell")
        if len(coordinates) > MAX_CELLS:
            raise ValueError(f"a board has at most {MAX_CELLS:,} cells, not {len(coordinates):,}")
        self.name = name
        self.coordinates = tuple(coordinates)
        self.size = len(self.coordinates)
        self.steps = tuple(tuple(row) for row in steps)
        self.direction_names = tuple(direction_names)
        self.directions = len(self.direction_names)
        self.marks = tuple(marks) or ("",) * self.size
        self.links = tuple(links)
        self.wrap = wrap
        self._cells = {place: cell for cell, place in enumerate(self.coordinates)}
        self._neighbours = tuple(tuple(dict.fromkeys(c for c in row if c >= 0)) for row in self.steps)
        self._masks = tuple(sum(1 << c for c in row) for row in self._neighbours)
        self._distances: dict[int, tuple[int, ...]] = {}

    @property
    def is_hex(self) -> bool:
        return self.name.startswith("hex")

    # ------------------------------------------------------------------------------------ places

    def cell_at(self, *place: int) -> int:
        """The cell at these coordinates, -1 if there is none."""
        return self._cells.get(tuple(place), NONE)

    def label(self, cell: int) -> str:
        return "(" + ", ".join(str(x) for x in self.coordinates[cell]) + ")"

    def floor(self, cell: int) -> int:
        place = self.coordinates[cell]
        return place[2] if len(place) > 2 else 0

    @cached_property
    def floors(self) -> tuple[int, ...]:
        return tuple(sorted({self.floor(c) for c in range(self.size)}))

    # ------------------------------------------------------------------------------------ questions

    def ahead(self, cell: int, direction: int) -> int:
        """The next cell in a direction (taken modulo their number), -1 beyond the edge."""
        return self.steps[cell][direction % self.directions]

    def neighbours(self, cell: int) -> tuple[int, ...]:
        return self._neighbours[cell]

    def neighbour_mask(self, cell: int) -> int:
        return self._masks[cell]

    def opposite(self, direction: int) -> int:
        return (direction + self.directions // 2) % self.directions

    def distances(self, cell: int) -> tuple[int, ...]:
        """Steps to every cell; 9999 where none leads."""
        known = self._distances.get(cell)
        if known is None:
            out = [FAR] * self.size
            out[cell] = 0
            queue = deque([cell])
            while queue:
                here = queue.popleft()
                for other in self._neighbours[here]:
                    if out[other] == FAR:
                        out[other] = out[here] + 1
                        queue.append(other)
            known = self._distances[cell] = tuple(out)
        return known

    def distance(self, a: int, b: int) -> int:
        return self.distances(a)[b]

    def diagonal_distance(self, a: int, b: int) -> int:
        """Moves of a chess king between two cells of a grid, round the edges where it wraps; on hexes, steps."""
        if self.is_hex:
            return self.distance(a, b)
        one, two = self.coordinates[a], self.coordinates[b]
        if len(one) > 2 and one[2] != two[2]:
            return FAR
        gaps = []
        for axis in (0, 1):
            gap = abs(one[axis] - two[axis])
            gaps.append(min(gap, self.wrap[axis] - gap) if self.wrap[axis] else gap)
        return max(gaps)

    def direction(self, a: int, b: int) -> int:
        """The direction from a to b: that of the straight line they stand on, else the nearest one; -1 for one same cell.

        The nearest is the direction whose step leaves b the fewest steps away, the first clockwise from 0 among equals.
        """
        if a == b:
            return NONE
        for heading in range(self.directions):
            if b in self.ray(a, heading):
                return heading
        best, found = FAR, NONE
        for heading in range(self.directions):
            step = self.steps[a][heading]
            if step >= 0 and self.distance(step, b) < best:
                best, found = self.distance(step, b), heading
        return found

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells in a straight line, nearest first, to the edge or until the line comes round."""
        out: list[int] = []
        here = self.ahead(cell, direction)
        while here >= 0 and here != cell and here not in out:
            out.append(here)
            here = self.ahead(here, direction)
        return tuple(out)

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The cells strictly between two cells: along the straight line, nudged the same way where it runs on an edge."""
        steps = self.distance(a, b) if self.is_hex else self.diagonal_distance(a, b)
        if steps in (0, 1, FAR):
            return ()
        out: list[int] = []
        one, two = self.coordinates[a], self.coordinates[b]
        for step in range(1, steps):
            cell = self._between(one, two, step, steps)
            if cell >= 0 and cell not in (a, b) and cell not in out:
                out.append(cell)
        return tuple(out)

    def _between(self, one: tuple[int, ...], two: tuple[int, ...], step: int, steps: int) -> int:
        x = one[0] + (two[0] - one[0]) * step / steps + 1e-6
        y = one[1] + (two[1] - one[1]) * step / steps + 2e-6
        if not self.is_hex:
            return self.cell_at(round(x), round(y), *one[2:])
        z = -x - y
        rx, ry, rz = round(x), round(y), round(z)
        dx, dy, dz = abs(rx - x), abs(ry - y), abs(rz - z)
        if dx > dy and dx > dz:
            rx = -ry - rz
        elif dy > dz:
            ry = -rx - rz
        return self.cell_at(rx, ry)

    def within_mask(self, cell: int, steps: int) -> int:
        """Cells at most so many steps away, itself included, as a bit mask."""
        return sum(1 << c for c, d in enumerate(self.distances(cell)) if d <= steps)

    # ------------------------------------------------------------------------------------ the graph

    @cached_property
    def graph(self) -> nx.MultiDiGraph:
        """Nodes carry coordinates, floor and mark; edges their relation (``step`` or a link's kind) and cost."""
        graph: nx.MultiDiGraph = nx.MultiDiGraph(name=self.name)
        for cell, place in enumerate(self.coordinates):
            graph.add_node(cell, label=self.label(cell), floor=self.floor(cell), mark=self.marks[cell], at=place)
        for cell in range(self.size):
            for heading, other in enumerate(self.steps[cell]):
                if other >= 0:
                    graph.add_edge(cell, other, relation="step", cost=1, direction=heading)
        for link in self.links:
            graph.add_edge(link.origin, link.target, relation=link.kind, cost=link.cost, name=link.name)
        return graph

    def cheapest_path(self, a: int, b: int, cost: Cost | None = None) -> tuple[int, list[int]] | None:
        """Cost and cells of the cheapest way over steps and links; ``cost(a, b)`` None forbids an edge."""

        def weight(u: int, v: int, edges: dict[int, dict[str, int]]) -> int | None:
            cheapest = min(e["cost"] for e in edges.values())
            return cheapest if cost is None else cost(u, v)

        try:
            total, path = nx.single_source_dijkstra(self.graph, a, b, weight=weight)
        except nx.NetworkXNoPath:
            return None
        return int(total), list(path)

    def unreachable_cells(self) -> tuple[int, ...]:
        """Cells that no way joins with the greatest connected part of the board."""
        parts = sorted(nx.weakly_connected_components(self.graph), key=lambda part: (-len(part), min(part)))
        return tuple(sorted(c for part in parts[1:] for c in part))

    def one_way_traps(self) -> tuple[int, ...]:
        """Cells one can enter but never leave for the greatest strongly connected part."""
        parts = sorted(nx.strongly_connected_components(self.graph), key=lambda part: (-len(part), min(part)))
        if len(parts) < 2:
            return ()
        main = parts[0]
        reached = set(main)
        for cell in sorted(main)[:1]:
            reached |= nx.descendants(self.graph, cell)
        return tuple(sorted(reached - main))
