"""Walks that avoid cells, against NetworkX on the board without them."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from graphs import Board, grid


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
    open_ = [c for c in range(board.size) if c == start or not avoided >> c & 1]
    graph = board.relation("step").subgraph(open_)
    found = nx.single_source_dijkstra_path_length(graph, start, weight="cost")
    return {int(c): int(price) for c, price in found.items()}


@pytest.mark.parametrize("seed", range(12))
def test_reach_and_toward(seed: int) -> None:
    rng = random.Random(seed)
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
