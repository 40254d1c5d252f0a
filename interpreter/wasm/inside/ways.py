"""Questions to a large board, reckoned when they are asked: directions, distances, lines, and walks of steps at their prices.

A board is a row of numbers: cells, directions, and where the tables of its steps, prices and places stand.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

PARTS = (
    "size",
    "directions",
    "steps",
    "entry",
    "x",
    "y",
    "floor",
    "cells",
    "width",
    "height",
    "units",
    "priced",
    "costs",
    "links",
    "count",
    "open",
)


def step_from(board, cell, direction) -> int:
    return load32s(load64(board + 16) + (cell * load64(board + 8) + direction) * 4)


def place(board, part, cell) -> int:
    return load32s(load64(board + part * 8) + cell * 4)


def entered(board, cell, other) -> int:
    """What a step into a cell costs, 0 where none leads; as things stand, where a value of the rulebook says it."""
    if load64(board + 88) >= 0:
        return numbered(cell, other, load64(board + 88))
    return place(board, 3, other)


def step_open(board, cell, direction, joined, leads, words) -> int:
    """The cell a step comes to; -1 where none leads, or as things stand it is not among those that are joined to this one."""
    other = step_from(board, cell, direction)
    if other < 0 or entered(board, cell, other) == 0:
        return -1
    if joined >= 0 and not member(leads, other, words):
        return -1
    return other


def step_cost(board, cell, direction, other) -> int:
    if load64(board + 88) < 0 and load64(board + 96):
        return load32s(load64(board + 96) + (cell * load64(board + 8) + direction) * 4)
    return entered(board, cell, other)


def cell_at(board, x, y, floor) -> int:
    width = load64(board + 64)
    height = load64(board + 72)
    if x < 0 or y < 0 or x >= width or y >= height:
        return -1
    return load32s(load64(board + 56) + ((floor * height + y) * width + x) * 4)


def size_of(number) -> int:
    return 0 - number if number < 0 else number


def sign_of(number) -> int:
    if number < 0:
        return 0
    return 2 if number > 0 else 1


def board_direction(board, a, b) -> int:
    if place(board, 6, a) != place(board, 6, b):
        return -1
    d = 0
    while d < load64(board + 8):
        if step_from(board, a, d) == b:
            return d
        d += 1
    dx = place(board, 4, b) - place(board, 4, a)
    dy = place(board, 5, b) - place(board, 5, a)
    if dx == 0 and dy == 0:
        return -1
    if dx != 0 and dy != 0 and size_of(dx) != size_of(dy):
        return -1
    return load32s(load64(board + 80) + (sign_of(dx) * 3 + sign_of(dy)) * 4)


def board_diagonal_distance(board, a, b) -> int:
    if place(board, 6, a) != place(board, 6, b):
        return 9999
    dx = size_of(place(board, 4, b) - place(board, 4, a))
    dy = size_of(place(board, 5, b) - place(board, 5, a))
    return dx if dx > dy else dy


def board_spread(board, start, steps, goal, seen, words) -> int:
    """Marks the cells at most so many steps away; gives how far the goal is, once it is come to."""
    put_member(seen, start, words)
    if start == goal:
        return 0
    store64(HEAP, start)
    first = 0
    last = 1
    far = 0
    while far < steps and first < last:
        far += 1
        wave = last
        while first < wave:
            cell = load64(HEAP + first * 8)
            first += 1
            d = 0
            while d < load64(board + 8):
                other = step_from(board, cell, d)
                if other >= 0 and not member(seen, other, words):
                    if other == goal:
                        return far
                    put_member(seen, other, words)
                    store64(HEAP + last * 8, other)
                    last += 1
                d += 1
    return 9999


def board_distance(board, a, b) -> int:
    words = (load64(board) + 63) >> 6
    mark = load64(TP)
    found = board_spread(board, a, 100000, b, take_room(words * 8), words)
    store64(TP, mark)
    return found


def board_within(board, cell, steps) -> int:
    words = (load64(board) + 63) >> 6
    seen = take_room(words * 8)
    if steps >= 0:
        board_spread(board, cell, steps, -1, seen, words)
    return seen


def board_clear(board, a, b) -> int:
    floor = place(board, 6, a)
    if floor != place(board, 6, b):
        return 0
    ax = place(board, 4, a)
    ay = place(board, 5, a)
    bx = place(board, 4, b)
    by = place(board, 5, b)
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


def board_line(board, a, b) -> int:
    """The cells between two, as a set; always drawn from the lower one."""
    words = (load64(board) + 63) >> 6
    found = take_room(words * 8)
    floor = place(board, 6, a)
    if floor != place(board, 6, b):
        return found
    if a > b:
        held = a
        a = b
        b = held
    ax = place(board, 4, a)
    ay = place(board, 5, a)
    dx = place(board, 4, b) - ax
    dy = place(board, 5, b) - ay
    steps = board_diagonal_distance(board, a, b)
    i = 1
    while i < steps:
        x = ax + floor_div(2 * i * dx + steps, 2 * steps)
        y = ay + floor_div(2 * i * dy + steps, 2 * steps)
        put_member(found, cell_at(board, x, y, floor), words)
        i += 1
    return found


def heap_push(count, key):
    if count >= HEAP_MOST:
        give_up(2, 0)
    at = count
    while at > 0:
        up = (at - 1) >> 1
        other = load64(HEAP + up * 8)
        if other <= key:
            break
        store64(HEAP + at * 8, other)
        at = up
    store64(HEAP + at * 8, key)


def heap_pop(count):
    """Takes the first away: the last of so many goes where it belongs."""
    key = load64(HEAP + (count - 1) * 8)
    last = count - 1
    at = 0
    while at * 2 + 1 < last:
        down = at * 2 + 1
        if down + 1 < last and load64(HEAP + down * 8 + 8) < load64(HEAP + down * 8):
            down += 1
        if load64(HEAP + down * 8) >= key:
            break
        store64(HEAP + at * 8, load64(HEAP + down * 8))
        at = down
    store64(HEAP + at * 8, key)


def board_walk(board, start, budget, avoided, given, price, joined, goal, found):
    """Marks the cells a walk of steps comes to for at most so much, entering none that are avoided, no farther than the goal.

    ``price`` and ``joined``: functions by number, what a step costs and which cells one leads to; -1 for what the board says.
    Of equally cheap walks to a cell the one is kept whose last cell but one has the lowest number.
    """
    words = (load64(board) + 63) >> 6
    if load64(ON_THE_WAY):
        give_up(3, 0)
    store64(ON_THE_WAY, 1)
    mark = load64(TP)
    fill(LEAST, 255, load64(board) * 8)
    store64(HEAP, start << 16)
    count = 1
    while count > 0:
        key = load64(HEAP)
        heap_pop(count)
        count -= 1
        cell = (key >> 16) & 65535
        spent = key >> 32
        if not member(found, cell, words):
            put_member(found, cell, words)
            store32(COME_FROM + cell * 4, (key & 65535) - 1)
            if cell == goal:
                break
            leads = 0
            if joined >= 0:
                leads = numbered(cell, joined)
            d = 0
            while d < load64(board + 8):
                other = step_from(board, cell, d)
                d += 1
                if other < 0 or member(avoided, other, words) or member(found, other, words) or entered(board, cell, other) == 0:
                    continue
                if joined >= 0 and not member(leads, other, words):
                    continue
                cost = numbered(given, cell, other, price) if price >= 0 else step_cost(board, cell, d - 1, other)
                key = ((spent + cost) << 32) | (other << 16) | (cell + 1)
                if cost > 0 and spent + cost <= budget and lt_u(key, load64(LEAST + other * 8)):
                    store64(LEAST + other * 8, key)
                    heap_push(count, key)
                    count += 1
            store64(TP, mark)
    store64(ON_THE_WAY, 0)


def board_reach(board, start, budget, avoided, given, price, joined) -> int:
    found = take_room(((load64(board) + 63) >> 6) * 8)
    board_walk(board, start, budget, avoided, given, price, joined, -1, found)
    at = found + (start >> 6) * 8
    store64(at, load64(at) & ~(1 << (start & 63)))
    return found


def board_toward(board, start, goal, avoided, given, price, joined) -> int:
    """The first cell of the cheapest walk; none where there is no walk."""
    words = (load64(board) + 63) >> 6
    found = take_room(words * 8)
    board_walk(board, start, 1000000, avoided, given, price, joined, goal, found)
    if start == goal or not member(found, goal, words):
        return -1
    while load32s(COME_FROM + goal * 4) != start:
        goal = load32s(COME_FROM + goal * 4)
    return goal


def board_travel(board, a, b, most, given, price, joined) -> int:
    """What the cheapest way costs, by steps and by links that are open; 9999 where none leads."""
    if load64(ON_THE_WAY):
        give_up(3, 0)
    store64(ON_THE_WAY, 1)
    words = (load64(board) + 63) >> 6
    mark = load64(TP)
    fill(LEAST, 127, load64(board) * 8)
    store64(LEAST + a * 8, 0)
    store64(HEAP, a)
    count = 1
    found = 9999
    while count > 0:
        key = load64(HEAP)
        heap_pop(count)
        count -= 1
        cell = key & 65535
        spent = key >> 16
        if spent > load64(LEAST + cell * 8):
            continue
        if cell == b:
            found = spent
            break
        leads = 0
        if joined >= 0:
            leads = numbered(cell, joined)
        d = 0
        while d < load64(board + 8):
            other = step_open(board, cell, d, joined, leads, words)
            d += 1
            if other < 0:
                continue
            cost = numbered(given, cell, other, price) if price >= 0 else step_cost(board, cell, d - 1, other)
            if cost > 0 and spent + cost < most and spent + cost < load64(LEAST + other * 8):
                store64(LEAST + other * 8, spent + cost)
                heap_push(count, ((spent + cost) << 16) | other)
                count += 1
        link = load64(board + 104)
        end = link + load64(board + 112) * 16
        while link < end:
            if load32s(link) == cell:
                cost = spent + load32s(link + 8)
                other = load32s(link + 4)
                is_open = 1
                if load64(board + 120) >= 0:
                    is_open = numbered(load32s(link + 12), load64(board + 120))
                if is_open and cost < most and cost < load64(LEAST + other * 8):
                    store64(LEAST + other * 8, cost)
                    heap_push(count, (cost << 16) | other)
                    count += 1
            link += 16
        store64(TP, mark)
    store64(ON_THE_WAY, 0)
    return found


ROUTINES: list[Any] = [
    step_from, place, entered, step_open, step_cost, board_travel,
    cell_at, size_of, sign_of, board_direction, board_diagonal_distance, board_spread, board_distance, board_within,
    board_clear, board_line, heap_push, heap_pop, board_walk, board_reach, board_toward,
]  # fmt: skip
