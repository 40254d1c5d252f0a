"""The board as a NetworkX graph, and the questions asked of it: what can be reached, at what price, and from where not.

These are for loading, checking and planning; the questions asked millions of times are in :mod:`arbitre.graphs.board`.
"""

from __future__ import annotations

import heapq
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from arbitre.graphs.basics import NO_WAY, NONE, WayError

if TYPE_CHECKING:
    import networkx as nx

    from arbitre.graphs.basics import Link, Place

Chance = Callable[[int, int, int], Fraction]
"""chance(origin, target, price) -> the chance, 0 to 1, that the step succeeds; ``price`` is that of the walk, the step included."""
Price = Callable[[int, int], int]
"""price(origin, target) -> what a step costs, 0 where there is none; asked only where the board itself has a step and a price."""
Ways = Sequence[Sequence[tuple[int, int | None]]]
"""Per cell the cells that come next and what each costs, None where a :data:`Price` says it."""
MOST_PRICES = 5_000_000  # of ways kept: eight bytes each


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

    _travels: dict[int, array[int]]
    _ways: dict[tuple[bool, bool], Ways]

    def travel(self, a: int, b: int, price: Price | None = None) -> int:
        """Price of the cheapest way from ``a`` to ``b``, by steps and links; :data:`NO_WAY` if none leads there.

        Args:
            a: where from.
            b: where to.
            price: what a step costs, if not what the board says (see :data:`Price`). Links cost what the board says.

        Raises:
            WayError: when the cheapest way costs :data:`NO_WAY` or more.
        """
        if a < 0 or b < 0:
            return NO_WAY
        if price is not None:
            found = self._cheapest(a, None, 0, price, b, links=True).get(b)
            return NO_WAY if found is None else self._payable(a, b, found[0])
        row = self._travels.get(a)
        if row is None:
            if len(self._travels) * self.size > MOST_PRICES:
                self._travels.clear()
            row = self._travels[a] = array("l", [NONE]) * self.size
            for cell, (spent, _) in self._cheapest(a, None, 0, None, links=True).items():
                row[cell] = spent
        return NO_WAY if row[b] < 0 else self._payable(a, b, row[b])

    def _payable(self, a: int, b: int, price: int) -> int:
        if price >= NO_WAY:
            raise WayError(f"from {self.label(a)} to {self.label(b)} costs {price:,}, and no way may cost {NO_WAY:,}", price)
        return price

    def step_cost(self, origin: int, target: int) -> int:
        """The price of a step from a cell to the next as the board says it; 0 where it may not be taken."""
        return self.stepping[origin, target] if self.stepping else self.entry[target]

    @cached_property
    def graph(self) -> nx.MultiDiGraph[int]:
        """The whole board, built once and frozen.

        Nodes are the cells, with ``coordinates`` (also as ``at``), ``label``, ``floor``, ``mark`` and ``name``. Edges
        have ``relation`` (``"step"`` or the kind of the link) and ``cost``; a step its ``direction``, a link its ``name``.
        """
        import networkx as nx  # it takes a while to come, and a match seldom needs it

        made: nx.MultiDiGraph[int] = nx.MultiDiGraph(name=self.name)
        for cell, place in enumerate(self.coordinates):
            made.add_node(
                cell, coordinates=place, at=place, label=self.label(cell), floor=self.floor(cell),
                mark=self.marks[cell], name=self.names[cell],
            )  # fmt: skip
        for cell, row in enumerate(self.steps):
            for direction, other in enumerate(row):
                if other >= 0 and (cost := self.step_cost(cell, other)):
                    made.add_edge(cell, other, relation="step", cost=cost, direction=direction)
        for link in self.links:
            made.add_edge(link.origin, link.target, relation=link.kind, cost=link.cost, name=link.name)
        nx.freeze(made)
        return made

    @property
    def relations(self) -> tuple[str, ...]:
        """``"step"``, then the kinds of links in the order they were first given."""
        return tuple(dict.fromkeys(("step", *(link.kind for link in self.links))))

    def cheapest_path(self, a: int, b: int) -> tuple[int, list[int]] | None:
        """(price, cells from ``a`` to ``b``, both included) by steps and links, None when there is no way.

        Of several cheapest paths always the same one is given.
        """
        if a < 0 or b < 0:
            return None
        import networkx as nx

        try:
            found = nx.single_source_dijkstra(self.graph, a, b, weight="cost")
        except nx.NetworkXNoPath:
            return None
        price, path = cast("tuple[int, list[int]]", found)
        return int(price), path

    def reach_mask(self, cell: int, budget: int, avoided: int, price: Price | None = None) -> int:
        """The cells a walk of steps comes to for at most that price, entering none of the mask ``avoided``; without ``cell``."""
        found = 0
        for other in self._cheapest(cell, budget, avoided, price):
            found |= 1 << other
        return found & ~(1 << cell) if cell >= 0 else 0

    def toward(self, a: int, b: int, avoided: int, price: Price | None = None) -> int:
        """The first cell of the cheapest walk of steps from ``a`` to ``b`` that enters none of the mask ``avoided``, -1 if there is none.

        Of several cheapest walks the one that comes to ``b``, and to every cell before it, from the cell with the lowest number.
        """
        found = self._cheapest(a, None, avoided, price, b)
        if a == b or b not in found:
            return NONE
        while found[b][1] != a:
            b = found[b][1]
        return b

    def surest_walks(
        self, start: int, limit: int, avoided: int, chance: Chance, goal: int = NONE, price: Price | None = None
    ) -> dict[int, tuple[Fraction, tuple[int, ...]]]:
        """Per cell the surest walk of steps to it: its chance and its cells, ``start`` not among them, surest first.

        Args:
            start: where from; nothing is reached from -1.
            limit: no walk costs more than that.
            avoided: mask of the cells that are not entered.
            chance: that a step succeeds (see :data:`Chance`), asked once for each cell left, cell entered and price.
            goal: the search ends as soon as the walk to this cell is known.
            price: what a step costs, if not what the board says.

        Of equally sure walks the cheapest, of these the one that comes first in the order of cells.
        """
        found: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        first: tuple[int, ...] = ()
        ways = self._leads(price is not None, False)
        for sure, _, cell, way in _search(start, ways, price, limit, avoided, lambda way, _, other: (*way, other), first, chance):
            if cell not in found and cell != start:
                found[cell] = -sure, way
            if cell == goal:
                break
        return found

    def _cheapest(
        self, start: int, budget: int | None, avoided: int, price: Price | None, goal: int = NONE, links: bool = False
    ) -> dict[int, tuple[int, int]]:
        """Per cell the lowest price of coming there and the cell before it, cheapest first, no farther than ``goal``."""
        found: dict[int, tuple[int, int]] = {}
        ways = self._leads(price is not None, links)
        for _, spent, cell, before in _search(start, ways, price, budget, avoided, lambda _, left, other: left, NONE):
            found[cell] = spent, before
            if cell == goal:
                break
        return found

    def _leads(self, priced: bool, links: bool) -> Ways:
        """The steps of the board, and its links if asked; ``priced``: what a step costs is said by others."""
        found = self._ways.get((priced, links))
        if found is None:
            made: list[list[tuple[int, int | None]]] = []
            for cell, row in enumerate(self.steps):
                entered = (c for c in dict.fromkeys(row) if c >= 0 and self.entry[c])
                made.append([(c, None if priced else self.step_cost(cell, c)) for c in entered if priced or self.step_cost(cell, c)])
            for link in self.links if links else ():
                made[link.origin].append((link.target, link.cost))
            found = self._ways[priced, links] = made
        return found

    def unreachable_cells(self, start: int | None = None) -> tuple[int, ...]:
        """The cells no walk over steps and links leads to from ``start``, in order.

        Without a start: those not joined, in either direction, with the greatest connected part of the board.
        """
        if start is not None:
            reached = self._cheapest(start, None, 0, None, links=True)
            return tuple(c for c in range(self.size) if c not in reached)
        joined = self._reached_from_first(forwards=True, backwards=True)
        if 2 * len(joined) > self.size:
            return tuple(c for c in range(self.size) if c not in joined)
        import networkx as nx

        parts = sorted(nx.weakly_connected_components(self.graph), key=lambda part: (-len(part), min(part)))
        return tuple(sorted(c for part in parts[1:] for c in part))

    def one_way_traps(self) -> tuple[int, ...]:
        """The cells one can enter from the greatest strongly connected part but never go back there from, in order.

        A strongly connected part is a set of cells that can all be reached from one another, by steps and links.
        """
        reached = self._reached_from_first(forwards=True)
        part = reached & self._reached_from_first(backwards=True)
        if 2 * len(part) > self.size:
            return tuple(sorted(reached - part))
        import networkx as nx

        parts = sorted(nx.strongly_connected_components(self.graph), key=lambda part: (-len(part), min(part)))
        start = min(parts[0])
        return tuple(sorted(nx.descendants(self.graph, start) - parts[0]))

    def _reached_from_first(self, forwards: bool = False, backwards: bool = False) -> set[int]:
        """The cells that steps and links lead to from the first cell, followed in these directions.

        A part of the board that holds most cells is the greatest: then NetworkX, half a second of imports, need not look for it.
        """
        ways: list[list[tuple[int, int | None]]] = [[] for _ in range(self.size)]
        for cell, row in enumerate(self._leads(False, True)):
            for other, _ in row:
                if forwards:
                    ways[cell].append((other, 1))
                if backwards:
                    ways[other].append((cell, 1))
        return {cell for _, _, cell, _ in _search(0, ways, None, None, 0, lambda _, left, other: left, NONE)}


def _search(
    start: int,
    ways: Ways,
    price_of: Price | None,
    limit: int | None,
    avoided: int,
    trace: Callable[[Any, int, int], Any],
    origin: Any,
    chance: Chance | None = None,
) -> Iterator[tuple[Any, int, int, Any]]:
    """Walks from a cell, best first: (minus its chance, its price, its last cell, its trace). The one search of this package.

    A label-setting search for the surest walks, among equally sure ones the cheapest, then the lowest trace. A cell is given
    again for a less sure walk that costs less, since that may go on farther; where all steps are sure this is Dijkstra's search.

    Args:
        start: where from; nothing is given for -1.
        ways: the steps and links from each cell; those of price 0 are links.
        price_of: what a step costs, where ``ways`` does not say it.
        limit: no walk costs more than that.
        avoided: mask of the cells that are not entered.
        trace: (trace so far, cell left, cell entered) -> what is kept of a walk, and told apart by.
        origin: the trace of standing still.
        chance: that a step succeeds; None where every step does.
    """
    # The lowest price a cell was given at: a less sure walk is worth going on from below that only, and one into what is avoided never.
    settled: dict[int, int] = {}
    while avoided:
        settled[(avoided & -avoided).bit_length() - 1] = -1
        avoided &= avoided - 1
    settled.pop(start, None)
    offered: dict[int, tuple[Any, int, Any]] = {}  # the last walk to a cell that was put off: one that is no better never comes up
    waiting: list[tuple[Any, int, int, Any]] = [(-1, 0, start, origin)] if start >= 0 else []
    most = sys.maxsize if limit is None else limit
    while waiting:
        sure, price, cell, way = heapq.heappop(waiting)
        if cell in settled and price >= settled[cell]:
            continue
        settled[cell] = price
        yield sure, price, cell, way
        for other, told in ways[cell]:
            cost = told
            if cost is None:
                assert price_of is not None
                if other in settled and price >= settled[other]:
                    continue
                cost = price_of(cell, other)
                if cost <= 0:
                    continue
            spent = price + cost
            if spent > most or (other in settled and spent >= settled[other]):
                continue
            odds = sure if chance is None else sure * chance(cell, other, spent)
            if not odds:
                continue
            walk = (odds, spent, trace(way, cell, other))
            if other in offered:
                before = offered[other]
                if before <= walk and before[1] <= spent:
                    continue
            offered[other] = walk
            heapq.heappush(waiting, (odds, spent, other, walk[2]))
