"""Walks that avoid cells, against NetworkX on the board without them."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import networkx as nx
import pytest

from arbitre.graphs import NO_WAY, Board, Link, WayError, grid
from tests import lots


def priced(board: Board, prices: list[int]) -> Board:
    """The same board with other prices to enter its cells."""
    return Board(
        name=board.name,
        coordinates=board.coordinates,
        direction_names=board.direction_names,
        steps=board.steps,
        links=board.links,
        entry=prices,
    )


def distances(board: Board, start: int, avoided: int) -> dict[int, int]:
    """What NetworkX finds on the graph that a board gives away, links and avoided cells taken out."""
    open_ = [c for c in range(board.size) if c == start or not avoided >> c & 1]
    graph = nx.subgraph_view(board.graph.subgraph(open_), filter_edge=lambda a, b, key: board.graph[a][b][key]["relation"] == "step")
    found = nx.single_source_dijkstra_path_length(graph, start, weight="cost")
    return {int(c): int(price) for c, price in found.items()}


@pytest.mark.parametrize("seed", range(12))
def test_reach_and_toward(seed: int) -> None:
    rng = random.Random(lots.seed(seed))
    shape = grid(7, 6, "torus" if seed % 4 == 1 else "closed", diagonals=True) if seed % 2 else grid(8, 5)
    board = priced(shape, [rng.choice((0, 1, 1, 1, 2, 3)) if seed % 3 else 1 for _ in range(shape.size)])
    for _ in range(30):
        start, goal = rng.randrange(board.size), rng.randrange(board.size)
        avoided = sum(1 << c for c in range(board.size) if rng.random() < 0.3)
        prices = distances(board, start, avoided)
        for budget in (0, 2, 5, 99):
            wanted = {c for c, price in prices.items() if price <= budget and c != start}
            found = board.reach_mask(start, budget, avoided)
            assert {c for c in range(board.size) if found >> c & 1} == wanted
        first = board.toward(start, goal, avoided)
        if goal == start or goal not in prices:
            assert first == -1
        else:
            assert first in board.steps[start] and not avoided >> first & 1
            rest = 0 if first == goal else distances(board, first, avoided)[goal]
            assert board.entry[first] + rest == prices[goal]


@pytest.mark.parametrize("seed", range(8))
def test_walks_at_prices_of_others(seed: int) -> None:
    """What a step costs depends on where it starts; where the board has no way in, no price makes one."""
    rng = random.Random(lots.seed(seed))
    shape = grid(6, 5, "closed", diagonals=bool(seed % 2))
    board = priced(shape, [rng.choice((0, 1, 1, 1)) for _ in range(shape.size)])
    costs = {(a, b): rng.choice((0, 1, 2, 3)) for a in range(board.size) for b in board.steps[a] if b >= 0}

    graph = nx.DiGraph([(a, b, {"cost": cost}) for (a, b), cost in costs.items() if cost and board.entry[b]])
    graph.add_nodes_from(range(board.size))

    def prices(origin: int) -> dict[int, int]:
        return dict(nx.single_source_dijkstra_path_length(graph, origin, weight="cost"))

    for _ in range(20):
        start, goal = rng.randrange(board.size), rng.randrange(board.size)
        wanted = prices(start)
        for budget in (0, 2, 5, 99):
            found = board.reach_mask(start, budget, 0, lambda a, b: costs[a, b])
            assert {c for c in range(board.size) if found >> c & 1} == {c for c, p in wanted.items() if p <= budget and c != start}
        assert board.travel(start, goal, lambda a, b: costs[a, b]) == wanted.get(goal, NO_WAY)
        first = board.toward(start, goal, 0, lambda a, b: costs[a, b])
        if goal == start or goal not in wanted:
            assert first == -1
        else:
            assert costs[start, first] + prices(first)[goal] == wanted[goal]
        sure = board.surest_walks(start, 4, 0, lambda a, b, spent: Fraction(1), -1, lambda a, b: costs[a, b])
        assert set(sure) == {c for c, p in wanted.items() if p <= 4 and c != start}


def surest_by_hand(board: Board, start: int, goal: int, limit: int, avoided: int, chance: Callable[[int, int, int], Fraction]) -> Fraction:
    """Every simple walk tried."""
    best = Fraction(0)
    open_ = [(start, 0, Fraction(1), frozenset([start]))]
    while open_:
        cell, price, sure, seen = open_.pop()
        if cell == goal:
            best = max(best, sure)
            continue
        for other in set(board.steps[cell]):
            if other < 0 or other in seen or not board.entry[other] or avoided >> other & 1:
                continue
            spent = price + board.entry[other]
            if spent <= limit and (step := chance(cell, other, spent)):
                open_.append((other, spent, sure * step, seen | {other}))
    return best


@pytest.mark.parametrize("seed", range(10))
def test_surest_walks(seed: int) -> None:
    """The chance of a step depends on where it leads and on whether the walk has cost much already."""
    rng = random.Random(lots.seed(seed))
    board = priced(grid(4, 3), [rng.choice((0, 1, 1, 2)) for _ in range(12)])
    risk = [Fraction(rng.choice((0, 2, 3, 5, 6, 6, 6)), 6) for _ in range(12)]

    def chance(origin: int, target: int, price: int) -> Fraction:
        return risk[target] * (Fraction(5, 6) if price > 4 else 1)

    for _ in range(12):
        start, limit = rng.randrange(12), rng.randrange(1, 9)
        avoided = sum(1 << c for c in range(12) if rng.random() < 0.2)
        found = board.surest_walks(start, limit, avoided, chance)
        for goal in range(12):
            wanted = surest_by_hand(board, start, goal, limit, avoided, chance) if goal != start else Fraction(0)
            assert found.get(goal, (Fraction(0), ()))[0] == wanted
            assert board.surest_walks(start, limit, avoided, chance, goal).get(goal) == found.get(goal)
        for goal, (sure, way) in found.items():
            here, price, product = start, 0, Fraction(1)
            for cell in way:
                assert cell in board.steps[here]
                price += board.entry[cell]
                product *= chance(here, cell, price)
                here = cell
            assert (here, product) == (goal, sure) and price <= limit


@pytest.mark.parametrize("seed", range(6))
def test_steps_that_cost_by_where_they_start(seed: int) -> None:
    """The board's own prices for a step from a cell to the next: every question computes with them."""
    rng = random.Random(lots.seed(seed))
    shape = grid(6, 5, diagonals=bool(seed % 2))
    costs = {(a, b): rng.choice((0, 1, 1, 2, 3)) for a in range(shape.size) for b in shape.neighbours(a)}
    board = shape.with_steps_at(lambda a, b: costs[a, b])
    assert board.with_names([""] * board.size).step_cost(0, 1) == costs[0, 1]
    for _ in range(20):
        start, goal = rng.randrange(board.size), rng.randrange(board.size)
        avoided = sum(1 << c for c in range(board.size) if rng.random() < 0.2)
        graph = nx.DiGraph([(a, b, {"cost": cost}) for (a, b), cost in costs.items() if cost])
        graph.add_nodes_from(range(board.size))
        assert board.travel(start, goal) == nx.single_source_dijkstra_path_length(graph, start, weight="cost").get(goal, NO_WAY)
        prices = distances(board, start, avoided)
        wanted = {c for c, price in prices.items() if price <= 4 and c != start}
        found = board.reach_mask(start, 4, avoided)
        assert {c for c in range(board.size) if found >> c & 1} == wanted
        first = board.toward(start, goal, avoided)
        assert (first == -1) == (goal == start or goal not in prices)
        if first >= 0:
            assert costs[start, first] + (0 if first == goal else distances(board, first, avoided)[goal]) == prices[goal]


@pytest.mark.parametrize("seed", range(6))
def test_ways_with_links(seed: int) -> None:
    """Links that cost nothing, little or much, beside the steps: one search and NetworkX agree, from every cell to every cell."""
    rng = random.Random(lots.seed(seed))
    ends = [(rng.randrange(20), rng.randrange(20), rng.choice((0, 0, 1, 2, 7))) for _ in range(8)]
    board = priced(grid(5, 4, links=[Link("chute", a, b, cost) for a, b, cost in ends]), [rng.choice((0, 1, 2, 3)) for _ in range(20)])
    for start in range(board.size):
        wanted = nx.single_source_dijkstra_path_length(board.graph, start, weight="cost")
        assert [board.travel(start, goal) for goal in range(board.size)] == [wanted.get(goal, NO_WAY) for goal in range(board.size)]
        assert set(board.unreachable_cells(start)) == set(range(board.size)) - set(wanted)
    assert board.travel(-1, 3) == board.travel(3, -1) == NO_WAY


def test_a_way_may_cost_much() -> None:
    """Ten cells of 2,000 cost 18,000; what would be taken for no way at all is an error."""
    assert priced(grid(10, 1), [2000] * 10).travel(0, 9) == 18_000
    assert priced(grid(10, 1), [111_111] * 10).travel(0, 9) == 999_999
    dear = priced(grid(10, 1), [111_112] * 10)
    assert dear.travel(0, 8) == 888_896
    with pytest.raises(WayError, match="1,000,008"):
        dear.travel(0, 9)


def test_of_equal_walks_always_the_same() -> None:
    """Towards a cell by the lowest of the cells before it, at the board's prices and at the rulebook's alike."""
    board = grid(4, 4, diagonals=True)
    for start in range(16):
        for goal in range(16):
            assert board.toward(start, goal, 0) == board.toward(start, goal, 0, lambda a, b: 1)
    assert board.toward(15, 3, 0) == 10 and board.toward(12, 15, 0) == 9
