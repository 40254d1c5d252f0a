"""Positions of a board's cells in a picture."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

from arbitre.graphs.board import Board


def centre(board: Board, cell: int, size: float) -> tuple[float, float]:
    """Where a cell's middle is drawn, in pixels, floors side by side; ``size`` as in :func:`svg`."""
    return middle_of(board, cell, size, floor_shifts(board))


def centres(board: Board, cells: Iterable[int], size: float) -> dict[int, tuple[float, float]]:
    """The same of several cells."""
    shifts = floor_shifts(board)
    return {cell: middle_of(board, cell, size, shifts) for cell in cells}


def middle_of(board: Board, cell: int, size: float, shifts: Mapping[int, tuple[int, int]]) -> tuple[float, float]:
    """The same, the shifts of its floors being known."""
    x, y, *floor = board.coordinates[cell]
    if board.is_hex:
        return size * math.sqrt(3) * (x + y / 2), size * 1.5 * y
    right, down = shifts[floor[0] if floor else 0]
    return 2 * size * (x + right), 2 * size * (y + down)


def floor_shifts(board: Board, stacked: bool = False) -> dict[int, tuple[int, int]]:
    """By how many cells each floor is shifted to the right, or downwards."""
    lengths = dict.fromkeys(board.floors, 0)
    for cell, place in enumerate(board.coordinates):
        lengths[board.floor(cell)] = max(lengths[board.floor(cell)], place[1 if stacked else 0])
    shifts, at = {}, 0
    for number, length in lengths.items():
        shifts[number] = (0, at) if stacked else (at, 0)
        at += length + (3 if stacked else 2)
    return shifts


def fitting(board: Board, shown: Collection[int] | None = None, page: float = 640.0, largest: float = 30.0) -> float:
    """Half a square's side, or a hexagon's radius, with which a picture of these cells, floor below floor, is no wider than a page."""
    cells = shown or range(board.size)
    if board.is_hex:
        across = [board.coordinates[c][0] + board.coordinates[c][1] / 2 for c in cells]
        wide = (max(across) - min(across) + 3) * math.sqrt(3)
    else:
        wide = 1.0
        for floor in board.floors:
            columns = [board.coordinates[c][0] for c in cells if board.floor(c) == floor]
            wide = max(wide, 2 * (max(columns) - min(columns)) + 5.0) if columns else wide
    return max(10.0, min(largest, page / wide))


def part_shifts(board: Board, shown: Collection[int]) -> dict[int, tuple[int, int]]:
    """The same where only some cells are drawn: the part of each floor below that of the one before it."""
    shifts, at = dict.fromkeys(board.floors, (0, 0)), 0
    for number in board.floors:
        places = [board.coordinates[c] for c in shown if board.floor(c) == number]
        if places:
            left, first = min(p[0] for p in places), min(p[1] for p in places)
            shifts[number] = 1 - left, at - first
            at += max(p[1] for p in places) - first + 4
    return shifts
