"""The board as a NetworkX graph, and the questions asked of it: what can be reached, at what price, and from where not.

These are for loading, checking and planning; the questions asked millions of times are in :mod:`arbitre.graphs.board`.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from arbitre.graphs.basics import FAR, NONE

if TYPE_CHECKING:
    import networkx as nx

    from arbitre.graphs.basics import Link, Place

Cost = Callable[[int, int], int | None]
"""cost(origin, target) -> the price of going there, 0 or more, or None where one cannot go."""
Chance = Callable[[int, int, int], Fraction]
"""chance(origin, target, price) -> the chance, 0 to 1, that the step succeeds; ``price`` is that of the walk, the step included."""
Price = Callable[[int, int], int]
"""price(origin, target) -> what a step costs, 0 where there is none; asked only where the board itself has a step and a price."""
MOST_PRICES = 20_000_000  # of ways kept: two bytes each
_Edges = Mapping[Any, Mapping[str, Any]]


class Paths:
    """The part of a board that answers from its NetworkX graph."""

    if TYPE_CHECKING:
        name: str
        size: int
        coordinates: tuple[Place, ...]
        marks: tuple[str, ...]
        names: tuple[str, ...]
        links: tuple[Link, ...]
        steps: tuple[tuple[int, ...], ...]

        def floor(self, cell: int) -> int: ...
        def label(self, cell: int) -> str: ...

        entry: tuple[int, ...]
        stepping: Mapping[tuple[int, int], int]

    _graphs: dict[str | None, nx.MultiDiGraph[int]]
    _travels: dict[int, array[int]]
    _travels_back: list[list[int]]
    _ways: list[list[tuple[int, int]]]
    _leads: list[int]
    _priced: list[tuple[int, int]]

    def travel(self, a: int, b: int) -> int:
        """Price of the cheapest way from ``a`` to ``b``, by steps (at what each cell costs to enter) and links; 9999 if none."""
        row = self._travels.get(a)
        if row is None:
            if len(self._travels) * self.size > MOST_PRICES:
                self._travels.clear()
            row = self._travels[a] = self._prices(a)
        return row[b] if b >= 0 else FAR

    def step_cost(self, origin: int, target: int) -> int:
        """The price of a step from a cell to the next as the board says it; 0 where it may not be taken."""
        return self.stepping[origin, target] if self.stepping else self.entry[target]

    def _prices(self, start: int) -> array[int]:
        """As :meth:`reachable` without limit, 9999 where none leads: NetworkX answers the same, some ten times slower."""
        if not self._ways:
            for cell, row in enumerate(self.steps):
                self._ways.append([(c, cost) for c in dict.fromkeys(row) if c >= 0 and (cost := self.step_cost(cell, c))])
            for link in self.links:
                self._ways[link.origin].append((link.target, link.cost))
        prices = [FAR] * self.size
        waves: list[list[int]] = [[start]] if start >= 0 else []  # cells by what it costs to come there
        if start >= 0:
            prices[start] = 0
        for price, wave in enumerate(waves):  # both grow meanwhile
            for cell in wave:
                if prices[cell] != price:
                    continue
                for other, cost in self._ways[cell]:
                    if price + cost < prices[other]:
                        prices[other] = price + cost
                        while len(waves) <= price + cost:
                            waves.append([])
                        waves[price + cost].append(other)
        return array("H", prices)

    @property
    def graph(self) -> nx.MultiDiGraph[int]:
        """The whole board, built once and frozen.

        Nodes are the cells, with ``coordinates`` (also as ``at``), ``label``, ``floor``, ``mark`` and ``name``. Edges
        have ``relation`` (``"step"`` or the kind of the link) and ``cost`` (1 for a step); a step its ``direction``, a
        link its ``name``.
        """
        made = self._graphs.get(None)
        if made is None:
            made = self._graphs[None] = self._build(None)
        return made

    @property
    def relations(self) -> tuple[str, ...]:
        """``"step"``, then the kinds of links in the order they were first given."""
        return tuple(dict.fromkeys(("step", *(link.kind for link in self.links))))

    def relation(self, name: str) -> nx.MultiDiGraph[int]:
        """The same cells with the edges of one relation only; no edges for a relation the board does not have."""
        made = self._graphs.get(name)
        if made is None:
            made = self._graphs[name] = self._build(name)
        return made

    def reachable(
        self, cell: int, budget: int | None = None, cost: Cost | None = None, relations: Collection[str] | None = None
    ) -> dict[int, int]:
        """The cells that can be reached, each with its lowest price, cheapest first; ``cell`` itself at 0.

        Args:
            cell: where from; nothing is reached from -1.
            budget: no more than this is spent; None for no limit.
            cost: the price of going from a cell to the next (see :data:`Cost`); by default that of the edge.
            relations: the relations that may be used; by default all, links included.

        Raises:
            ValueError: when ``cost`` gives a price below 0.
        """
        if cell < 0 or (budget is not None and budget < 0):
            return {}
        import networkx as nx  # it takes a while to come, and a match seldom needs it

        weight = _weight(cost, relations)
        prices = nx.single_source_dijkstra_path_length(self.graph, cell, cutoff=budget, weight=weight)
        return {c: int(price) for c, price in prices.items()}

    def cheapest_path(
        self, a: int, b: int, cost: Cost | None = None, relations: Collection[str] | None = None
    ) -> tuple[int, list[int]] | None:
        """(price, cells from ``a`` to ``b``, both included), None when there is no way; arguments as ``reachable``.

        Of several cheapest paths always the same one is given.
        """
        if a < 0 or b < 0:
            return None
        import networkx as nx

        try:
            found = nx.single_source_dijkstra(self.graph, a, b, weight=_weight(cost, relations))
        except nx.NetworkXNoPath:
            return None
        price, path = cast("tuple[int, list[int]]", found)
        return int(price), path

    def reach_mask(self, cell: int, budget: int, avoided: int, price: Price | None = None) -> int:
        """The cells a walk of steps comes to for at most that price, entering none of the mask ``avoided``; without ``cell``."""
        found = 0
        price = self.step_cost if price is None and self.stepping else price
        if price is not None:
            for other in self._cheapest(cell, budget, avoided, price):
                found |= 1 << other
            return found & ~(1 << cell)
        for _, cells in self._walk(cell, budget, avoided):
            found |= cells
        return found & ~(1 << cell)

    def toward(self, a: int, b: int, avoided: int, price: Price | None = None) -> int:
        """The first cell of the cheapest walk from ``a`` to ``b`` that enters none of the mask ``avoided``, -1 if there is none.

        Of several cheapest walks the one whose cells come first in the order of the directions, looking back from ``b``.
        """
        price = self.step_cost if price is None and self.stepping else price
        if price is not None:
            return self._first_step(a, b, self._cheapest(a, None, avoided, price, b))
        waves = dict(self._walk(a, None, avoided, b))
        spent = next(reversed(waves))
        if a == b or not waves[spent] >> b & 1:
            return NONE
        here = b
        while True:
            spent -= self.entry[here]
            last = waves[spent]
            before = next(c for c in self._before[here] if last >> c & 1)
            if before == a:
                return here
            here = before

    def travel_at(self, a: int, b: int, price: Price) -> int:
        """As ``travel``, with steps at that price."""
        found = self._cheapest(a, None, 0, price, b, links=True).get(b)
        return found[0] if found is not None else FAR

    def _cheapest(
        self, start: int, budget: int | None, avoided: int, price: Price, goal: int = NONE, links: bool = False
    ) -> dict[int, tuple[int, int]]:
        """Per cell the lowest price of coming there and the cell before it, cheapest first, no farther than ``goal``."""
        found: dict[int, tuple[int, int]] = {}
        waiting = [(0, start, NONE)] if start >= 0 else []
        while waiting:
            spent, cell, before = heapq.heappop(waiting)
            if cell in found:
                continue
            found[cell] = spent, before
            if cell == goal:
                break
            open_ = [c for c in dict.fromkeys(self.steps[cell]) if c >= 0 and self.entry[c] and not avoided >> c & 1]
            ways = [(price(cell, other), other) for other in open_ if other not in found]
            ways = [way for way in ways if way[0] > 0]
            if links:
                ways += [(link.cost, link.target) for link in self.links if link.origin == cell]
            for cost, other in ways:
                if budget is None or spent + cost <= budget:
                    heapq.heappush(waiting, (spent + cost, other, cell))
        return found

    def _first_step(self, a: int, b: int, found: dict[int, tuple[int, int]]) -> int:
        if a == b or b not in found:
            return NONE
        while found[b][1] != a:
            b = found[b][1]
        return b

    def surest_walks(
        self, start: int, limit: int, avoided: int, chance: Chance, goal: int = NONE, price_of: Price | None = None
    ) -> dict[int, tuple[Fraction, tuple[int, ...]]]:
        """Per cell the surest walk of steps to it: its chance and its cells, ``start`` not among them, surest first.

        Args:
            start: where from; nothing is reached from -1.
            limit: no walk costs more than that.
            avoided: mask of the cells that are not entered.
            chance: that a step succeeds (see :data:`Chance`), asked once for each cell left, cell entered and price.
            goal: the search ends as soon as the walk to this cell is known.
            price_of: what a step costs, if not what the board says.

        Of equally sure walks the cheapest, of these the one that comes first in the order of cells.
        """
        found: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        least: dict[int, int] = {}  # the lowest price a cell was left at: a less sure walk is worth going on from below that only
        waiting: list[tuple[Fraction, int, int, tuple[int, ...]]] = [(Fraction(-1), 0, start, ())] if start >= 0 else []
        while waiting:
            sure, price, cell, way = heapq.heappop(waiting)
            if price >= least.get(cell, FAR):
                continue
            least[cell] = price
            if cell not in found and cell != start:
                found[cell] = (-sure, way)
            if cell == goal:
                break
            for other in dict.fromkeys(self.steps[cell]):
                if other < 0 or not self.entry[other] or avoided >> other & 1:
                    continue
                cost = self.step_cost(cell, other) if price_of is None else price_of(cell, other)
                spent = price + cost
                if not cost or spent > limit or spent >= least.get(other, FAR):
                    continue
                step = chance(cell, other, spent)
                if step > 0:
                    heapq.heappush(waiting, (sure * step, spent, other, (*way, other)))
        return found

    @property
    def _before(self) -> list[list[int]]:
        """Per cell the cells a step leads from."""
        found = self._travels_back
        if not found:
            found.extend([] for _ in range(self.size))
            for cell, row in enumerate(self.steps):
                for other in row:
                    if other >= 0:
                        found[other].append(cell)
        return found

    def _walk(self, start: int, budget: int | None, avoided: int, goal: int = NONE) -> list[tuple[int, int]]:
        """The cells a walk of steps comes to, as a mask for each lowest price, cheapest first; no farther than ``goal``."""
        if not self._leads:
            for row in self.steps:
                self._leads.append(sum(1 << c for c in set(row) if c >= 0 and self.entry[c]))
            for price in sorted(set(self.entry) - {0}):
                self._priced.append((price, sum(1 << c for c, cost in enumerate(self.entry) if cost == price)))
        waiting, closed = {0: 1 << start}, avoided
        waves: list[tuple[int, int]] = []
        while waiting:
            price = min(waiting)
            wave = left = waiting.pop(price) & ~closed if price else waiting.pop(price)
            if not wave:
                continue
            waves.append((price, wave))
            if goal >= 0 and wave >> goal & 1:
                break
            closed |= wave
            around = 0
            while left:
                low = left & -left
                around |= self._leads[low.bit_length() - 1]
                left ^= low
            around &= ~closed
            for cost, cells in self._priced:
                if around & cells and (budget is None or price + cost <= budget):
                    waiting[price + cost] = waiting.get(price + cost, 0) | around & cells
        return waves

    def unreachable_cells(self, start: int | None = None) -> tuple[int, ...]:
        """The cells no walk over steps and links leads to from ``start``, in order.

        Without a start: those not joined, in either direction, with the greatest connected part of the board.
        """
        if start is not None:
            reached = self.reachable(start)
            return tuple(c for c in range(self.size) if c not in reached)
        import networkx as nx

        parts = sorted(nx.weakly_connected_components(self.graph), key=lambda part: (-len(part), min(part)))
        return tuple(sorted(c for part in parts[1:] for c in part))

    def one_way_traps(self) -> tuple[int, ...]:
        """The cells one can enter from the greatest strongly connected part but never go back there from, in order.

        A strongly connected part is a set of cells that can all be reached from one another, by steps and links.
        """
        import networkx as nx

        parts = sorted(nx.strongly_connected_components(self.graph), key=lambda part: (-len(part), min(part)))
        start = min(parts[0])
        return tuple(sorted(nx.descendants(self.graph, start) - parts[0]))

    def _build(self, only: str | None) -> nx.MultiDiGraph[int]:
        import networkx as nx

        made: nx.MultiDiGraph[int] = nx.MultiDiGraph(name=self.name if only is None else f"{self.name}: {only}")
        for cell, place in enumerate(self.coordinates):
            made.add_node(
                cell, coordinates=place, at=place, label=self.label(cell), floor=self.floor(cell),
                mark=self.marks[cell], name=self.names[cell],
            )  # fmt: skip
        if only in (None, "step"):
            for cell, row in enumerate(self.steps):
                for direction, other in enumerate(row):
                    if other >= 0 and (cost := self.step_cost(cell, other)):
                        made.add_edge(cell, other, relation="step", cost=cost, direction=direction)
        for link in self.links:
            if only in (None, link.kind):
                made.add_edge(link.origin, link.target, relation=link.kind, cost=link.cost, name=link.name)
        nx.freeze(made)
        return made


def _weight(cost: Cost | None, relations: Collection[str] | None) -> Callable[[int, int, _Edges], int | None]:
    """The weight function NetworkX wants: the cheapest of the parallel edges, None where none may be used."""
    allowed = None if relations is None else frozenset(relations)

    def weight(origin: int, target: int, edges: _Edges) -> int | None:
        prices = [edge["cost"] for edge in edges.values() if allowed is None or edge["relation"] in allowed]
        if not prices:
            return None
        price: int | None = min(prices) if cost is None else cost(origin, target)
        if price is not None and price < 0:
            raise ValueError(f"the cost from cell {origin} to cell {target} is below 0")
        return price

    return weight
