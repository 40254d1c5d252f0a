"""What a board that stands still answers, for many rows at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitre.dsl.core import NONE
from arbitre.graphs.basics import FAR
from arbitre.graphs.board import Board

NUMBERS = frozenset(("ahead", "opposite", "below", "above", "distance", "diagonal_distance", "direction", "first_on_ray"))
SETS = frozenset(("neighbours", "ray", "line"))
ANSWERED = NUMBERS | SETS


def answers(board: Board, query: str, args: Sequence[Sequence[int]]) -> Iterator[int]:
    """A cell, a direction, a distance for each row; of sets, masks."""
    known: dict[tuple[int, ...], int] = {}
    for given in zip(*args, strict=True):
        if given not in known:
            known[given] = answer(board, query, given)
        yield known[given]


def answer(board: Board, query: str, given: tuple[int, ...]) -> int:
    """The answer to one question."""
    one, two = given[0], given[-1]
    here, there = 0 <= one < board.size, 0 <= two < board.size
    match query:
        case "ahead":
            return board.steps[one][two % board.directions] if here and two >= 0 else NONE
        case "opposite":
            return board.opposite(one) if 0 <= one < board.directions else NONE
        case "below" | "above":
            return board.stacked(one, -1 if query == "below" else 1) if here else NONE
        case "distance":
            return board.distance(one, two) if here and there else FAR
        case "diagonal_distance":
            return board.diagonal_distance(one, two) if here and there else FAR
        case "direction":
            return board.direction(one, two) if here and there else NONE
        case "neighbours":
            return board.neighbour_mask(one) if here else 0
        case "ray":
            return sum(1 << cell for cell in board.ray(one, two)) if here and 0 <= two < board.directions else 0
    assert query == "line"
    return sum(1 << cell for cell in board.line(one, two)) if here and there else 0
