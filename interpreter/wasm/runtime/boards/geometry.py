"""Questions to a large board, answered when they are asked: directions, distances, lines."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.records import BoardRow
from arbitre.interpreter.wasm.routines.machine import call_indirect, load32s
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room
from arbitre.interpreter.wasm.runtime.primitives.numbers import floor_div, lesser, sign_of, size_of
from arbitre.interpreter.wasm.runtime.primitives.sets import member, put_member

HALF = 4  # bytes of a number of a board's tables
FAR, ANY = 9999, 100_000  # where no way leads; steps without a bound


def cell_number(table: int, index: int) -> int:
    """A number of a table of a board."""
    return load32s(table + index * HALF)


def words_of(board: BoardRow) -> int:
    """How many words a set of its cells has."""
    return (board.size + 63) >> 6


def step_from(board: BoardRow, cell: int, direction: int) -> int:
    """The cell that a step comes to; -1 where none leads."""
    return cell_number(board.steps, cell * board.directions + direction)


def entered(board: BoardRow, cell: int, other: int) -> int:
    """What a step into a cell costs, 0 where none leads; as things stand, where a value of the rulebook says it."""
    if board.priced >= 0:
        return call_indirect(cell, other, board.priced)
    return cell_number(board.entry, other)


def step_open(board: BoardRow, cell: int, direction: int, joined: int, leads: int, words: int) -> int:
    """The cell a step comes to; -1 where none leads, or as things stand it is not among those that are joined to this one."""
    other = step_from(board, cell, direction)
    if other < 0 or entered(board, cell, other) == 0:
        return -1
    if joined >= 0 and not member(leads, other, words):
        return -1
    return other


def step_cost(board: BoardRow, cell: int, direction: int, other: int) -> int:
    """What a step costs."""
    if board.priced < 0 and board.costs:
        return cell_number(board.costs, cell * board.directions + direction)
    return entered(board, cell, other)


def cell_at(board: BoardRow, x: int, y: int, floor: int) -> int:
    """The cell with these coordinates, or -1."""
    width = board.width
    height = board.height
    if x < 0 or y < 0 or x >= width or y >= height:
        return -1
    return cell_number(board.cells, (floor * height + y) * width + x)


def board_direction(board: BoardRow, a: int, b: int) -> int:
    """The direction from one cell to another, or -1."""
    if cell_number(board.floor, a) != cell_number(board.floor, b):
        return -1
    d = 0
    while d < board.directions:
        if step_from(board, a, d) == b:
            return d
        d += 1
    dx = cell_number(board.x, b) - cell_number(board.x, a)
    dy = cell_number(board.y, b) - cell_number(board.y, a)
    if dx == 0 and dy == 0:
        return -1
    if dx != 0 and dy != 0 and size_of(dx) != size_of(dy):
        return -1
    return cell_number(board.units, sign_of(dx) * 3 + sign_of(dy))


def board_diagonal_distance(board: BoardRow, a: int, b: int) -> int:
    """The greater of both differences of coordinates."""
    if cell_number(board.floor, a) != cell_number(board.floor, b):
        return FAR
    dx = size_of(cell_number(board.x, b) - cell_number(board.x, a))
    dy = size_of(cell_number(board.y, b) - cell_number(board.y, a))
    return dx if dx > dy else dy


def board_spread(board: BoardRow, start: int, steps: int, goal: int, seen: int, words: int) -> int:
    """Marks the cells at most so many steps away; gives how far the goal is, once it is come to."""
    put_member(seen, start, words)
    if start == goal:
        return 0
    areas.heap[0] = start
    first = 0
    last = 1
    far = 0
    while far < steps and first < last:
        far += 1
        wave = last
        while first < wave:
            cell = areas.heap[first]
            first += 1
            d = 0
            while d < board.directions:
                other = step_from(board, cell, d)
                if other >= 0 and not member(seen, other, words):
                    if other == goal:
                        return far
                    put_member(seen, other, words)
                    areas.heap[last] = other
                    last += 1
                d += 1
    return FAR


def board_distance(board: BoardRow, a: int, b: int) -> int:
    """How many steps."""
    words = words_of(board)
    mark = control.tp
    found = board_spread(board, a, ANY, b, take_room(words * WORD), words)
    control.tp = mark
    return found


def board_within(board: BoardRow, cell: int, steps: int) -> int:
    """The cells at most so many steps away, as a set."""
    words = words_of(board)
    seen = take_room(words * WORD)
    if steps >= 0:
        board_spread(board, cell, steps, -1, seen, words)
    return seen


def board_clear(board: BoardRow, a: int, b: int) -> int:
    """Are there cells all along a straight line?"""
    floor = cell_number(board.floor, a)
    if floor != cell_number(board.floor, b):
        return 0
    ax = cell_number(board.x, a)
    ay = cell_number(board.y, a)
    bx = cell_number(board.x, b)
    by = cell_number(board.y, b)
    dx = bx - ax
    dy = by - ay
    span = size_of(dx) + size_of(dy)
    x = lesser(ax, bx)
    while x <= ax or x <= bx:
        y = lesser(ay, by)
        while y <= ay or y <= by:
            if 2 * size_of(dx * (y - ay) - dy * (x - ax)) <= span:
                if cell_at(board, x, y, floor) < 0:
                    return 0
            y += 1
        x += 1
    return 1


def board_line(board: BoardRow, a: int, b: int) -> int:
    """The cells between two, as a set; always drawn from the lower one."""
    words = words_of(board)
    found = take_room(words * WORD)
    floor = cell_number(board.floor, a)
    if floor != cell_number(board.floor, b):
        return found
    if a > b:
        held = a
        a = b
        b = held
    ax = cell_number(board.x, a)
    ay = cell_number(board.y, a)
    dx = cell_number(board.x, b) - ax
    dy = cell_number(board.y, b) - ay
    steps = board_diagonal_distance(board, a, b)
    i = 1
    while i < steps:
        x = ax + floor_div(2 * i * dx + steps, 2 * steps)
        y = ay + floor_div(2 * i * dy + steps, 2 * steps)
        put_member(found, cell_at(board, x, y, floor), words)
        i += 1
    return found
