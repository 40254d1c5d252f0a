"""Reckoning with chances, and the surest walk over a board; see :mod:`arbitre.interpreter.wasm.compile.chances`.

What would need numbers that are too large is left to the closures.  A walk is six numbers: its chance (two), its price, its cell, the walk
it goes on from, and how many steps it has.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def common(a, b) -> int:
    """The greatest number that divides both."""
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def multiplied(a, b) -> int:
    """Of two numbers from 0 on."""
    if clz(a) + clz(b) < 66:
        give_up(3, 0)
    return a * b


def chance_made(part, whole) -> int:
    by = common(size_of(part), whole)
    at = take_room(16)
    store64(at, part // by)
    store64(at + 8, whole // by - 1)
    return at


def chance_times(one, two) -> int:
    a = load64(one)
    b = load64(one + 8) + 1
    c = load64(two)
    d = load64(two + 8) + 1
    below = (a < 0) != (c < 0)
    a = size_of(a)
    c = size_of(c)
    by = common(a, d)
    a = a // by
    d = d // by
    by = common(c, b)
    c = c // by
    b = b // by
    at = take_room(16)
    part = multiplied(a, c)
    store64(at, 0 - part if below else part)
    store64(at + 8, multiplied(b, d) - 1)
    return at


def chance_plus(one, two, sign) -> int:
    """The sum, or with a sign of -1 the difference."""
    a = load64(one)
    b = load64(one + 8) + 1
    c = load64(two) * sign
    d = load64(two + 8) + 1
    by = common(b, d)
    left = multiplied(size_of(a), d // by)
    right = multiplied(size_of(c), b // by)
    if a < 0:
        left = 0 - left
    if c < 0:
        right = 0 - right
    return chance_made(left + right, multiplied(b // by, d))


def high_word(x, y) -> int:
    """The upper half of the product of two numbers from 0 on."""
    a = x & 0xFFFFFFFF
    b = x >> 32
    c = y & 0xFFFFFFFF
    d = y >> 32
    middle = ((a * c) >> 32) + ((a * d) & 0xFFFFFFFF) + ((b * c) & 0xFFFFFFFF)
    return b * d + ((a * d) >> 32) + ((b * c) >> 32) + (middle >> 32)


def product_less(a, d, c, b) -> int:
    """Is a * d less than c * b, of numbers from 0 on?"""
    one = high_word(a, d)
    two = high_word(c, b)
    if one != two:
        return one < two
    return lt_u(a * d, c * b)


def chance_less(one, two) -> int:
    a = load64(one)
    c = load64(two)
    if (a < 0) != (c < 0):
        return a < 0
    if a < 0:
        return product_less(0 - c, load64(one + 8) + 1, 0 - a, load64(two + 8) + 1)
    return product_less(a, load64(two + 8) + 1, c, load64(one + 8) + 1)


def chance_least(one, two) -> int:
    return two if chance_less(two, one) else one


def chance_most(one, two) -> int:
    return two if chance_less(one, two) else one


def chance_percent(at) -> int:
    part = load64(at)
    whole = load64(at + 8) + 1
    if clz(size_of(part)) < 12 or clz(whole) < 12:
        give_up(3, 0)
    return (200 * part + whole) // (2 * whole)


# ------------------------------------------------------------------------------------ walks


def walk_part(walk, part) -> int:
    return load64(WALKS + walk * 48 + part * 8)


def walk_before(one, two) -> int:
    """Does a walk come first: the surer one, then the cheaper one, then by cells?"""
    a = WALKS + one * 48
    b = WALKS + two * 48
    if not set_equal(a, b, 2):
        return chance_less(b, a)
    part = 2
    while part < 4:
        if load64(a + part * 8) != load64(b + part * 8):
            return load64(a + part * 8) < load64(b + part * 8)
        part += 1
    first = walk_part(one, 5) < walk_part(two, 5)
    while walk_part(one, 5) > walk_part(two, 5):
        one = walk_part(one, 4)
    while walk_part(two, 5) > walk_part(one, 5):
        two = walk_part(two, 4)
    while one != two:
        if walk_part(one, 3) != walk_part(two, 3):
            first = walk_part(one, 3) < walk_part(two, 3)
        one = walk_part(one, 4)
        two = walk_part(two, 4)
    return first


def walk_push(count, walk):
    at = count
    while at > 0:
        up = (at - 1) >> 1
        other = load64(WALK_HEAP + up * 8)
        if not walk_before(walk, other):
            break
        store64(WALK_HEAP + at * 8, other)
        at = up
    store64(WALK_HEAP + at * 8, walk)


def walk_pop(count):
    """Takes the first away: the last of so many goes where it belongs."""
    last = count - 1
    walk = load64(WALK_HEAP + last * 8)
    at = 0
    while at * 2 + 1 < last:
        down = at * 2 + 1
        if down + 1 < last and walk_before(load64(WALK_HEAP + down * 8 + 8), load64(WALK_HEAP + down * 8)):
            down += 1
        if not walk_before(load64(WALK_HEAP + down * 8), walk):
            break
        store64(WALK_HEAP + at * 8, load64(WALK_HEAP + down * 8))
        at = down
    store64(WALK_HEAP + at * 8, walk)


def new_walk(number, chance, price, cell, before, steps):
    if number >= WALKS_MOST:
        give_up(2, 0)
    at = WALKS + number * 48
    copy(at, chance, 16)
    store64(at + 16, price)
    store64(at + 24, cell)
    store64(at + 32, before)
    store64(at + 40, steps)


def board_surest(board, start, goal, limit, avoided, given, chance, told, price, joined) -> int:
    """The end of the surest walk to a cell, entering none that are avoided, for no more than so much."""
    if start < 0 or goal < 0 or start == goal:
        return -1
    if load64(ON_A_WALK):
        give_up(3, 0)
    store64(ON_A_WALK, 1)
    words = (load64(board) + 63) >> 6
    mark = load64(TP)
    i = 0
    while i < load64(board):
        store64(WALK_LEAST + i * 8, 9999)
        i += 1
    sure = take_room(16)
    store64(sure, 1)
    new_walk(0, sure, 0, start, -1, 0)
    store64(WALK_HEAP, 0)
    made = 1
    count = 1
    end = -1
    while count > 0:
        walk = load64(WALK_HEAP)
        walk_pop(count)
        count -= 1
        cell = walk_part(walk, 3)
        spent = walk_part(walk, 2)
        if spent >= load64(WALK_LEAST + cell * 8):
            continue
        store64(WALK_LEAST + cell * 8, spent)
        if cell == goal:
            end = walk
            break
        leads = 0
        if joined >= 0:
            leads = numbered(cell, joined)
        d = 0
        while d < load64(board + 8):
            other = step_open(board, cell, d, joined, leads, words)
            d += 1
            if other < 0 or member(avoided, other, words):
                continue
            cost = numbered(told, cell, other, price) if price >= 0 else step_cost(board, cell, d - 1, other)
            paid = spent + cost
            if cost == 0 or paid > limit or paid >= load64(WALK_LEAST + other * 8):
                continue
            step = numbered(given, cell, other, paid, chance)
            if load64(step) > 0:
                new_walk(made, chance_times(WALKS + walk * 48, step), paid, other, walk, walk_part(walk, 5) + 1)
                walk_push(count, made)
                made += 1
                count += 1
        store64(TP, mark)
    store64(TP, mark)
    store64(ON_A_WALK, 0)
    return end


def walk_chance(walk) -> int:
    """Of a whole walk; none has no chance."""
    at = take_room(16)
    if walk >= 0:
        copy(at, WALKS + walk * 48, 16)
    return at


def walk_length(walk) -> int:
    return walk_part(walk, 5) if walk >= 0 else 0


def walk_cells(walk, words) -> int:
    """The cells of a walk without the one it starts from, as a set."""
    at = take_room(words * 8)
    while walk > 0:
        put_member(at, walk_part(walk, 3), words)
        walk = walk_part(walk, 4)
    return at


def walk_list(walk, at):
    """The cells of a walk, one after the other."""
    while walk > 0:
        store64(at + (walk_part(walk, 5) - 1) * 8, walk_part(walk, 3))
        walk = walk_part(walk, 4)


ROUTINES: list[Any] = [
    common, multiplied, chance_made, chance_times, chance_plus, high_word, product_less, chance_less, chance_least, chance_most,
    chance_percent,
]  # fmt: skip
WALKS: list[Any] = [
    walk_part, walk_before, walk_push, walk_pop, new_walk, board_surest, walk_chance, walk_length, walk_cells, walk_list,
]  # fmt: skip
