"""The surest walk over a board: the most probable, of these the cheapest, of these the first by its cells."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import BoardRow, Chance
from arbitre.interpreter.wasm.routines.machine import call_indirect, copy, store_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.boards.chances import chance_less, chance_times
from arbitre.interpreter.wasm.runtime.boards.geometry import step_cost, step_open, words_of
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room
from arbitre.interpreter.wasm.runtime.primitives.sets import member, put_member, set_equal

FURTHEST = 1 << 60  # beyond every price


def walk_before(one: int, two: int) -> int:
    """Does a walk come first: the surer one, then the cheaper one, then by cells?"""
    a = areas.walks[one]
    b = areas.walks[two]
    if not set_equal(a, b, 2):
        return chance_less(Chance(b), Chance(a))
    if a.price != b.price:
        return a.price < b.price
    if a.cell != b.cell:
        return a.cell < b.cell
    first = areas.walks[one].steps < areas.walks[two].steps
    while areas.walks[one].steps > areas.walks[two].steps:
        one = areas.walks[one].before
    while areas.walks[two].steps > areas.walks[one].steps:
        two = areas.walks[two].before
    while one != two:
        if areas.walks[one].cell != areas.walks[two].cell:
            first = areas.walks[one].cell < areas.walks[two].cell
        one = areas.walks[one].before
        two = areas.walks[two].before
    return first


def walk_push(count: int, walk: int) -> None:
    """A walk joins those that wait."""
    at = count
    while at > 0:
        up = (at - 1) >> 1
        other = areas.walk_heap[up]
        if not walk_before(walk, other):
            break
        areas.walk_heap[at] = other
        at = up
    areas.walk_heap[at] = walk


def walk_pop(count: int) -> None:
    """Takes the first away: the last of so many goes where it belongs."""
    last = count - 1
    walk = areas.walk_heap[last]
    at = 0
    while at * 2 + 1 < last:
        down = at * 2 + 1
        if down + 1 < last and walk_before(areas.walk_heap[down + 1], areas.walk_heap[down]):
            down += 1
        if not walk_before(areas.walk_heap[down], walk):
            break
        areas.walk_heap[at] = areas.walk_heap[down]
        at = down
    areas.walk_heap[at] = walk


def new_walk(number: int, chance: int, price: int, cell: int, before: int, steps: int) -> None:
    """A walk with that number."""
    if number >= sizes.walks_most:
        give_up(StopReason.FULL, 0)
    at = areas.walks[number]
    copy(at, chance, Chance.SIZE)
    at.price = price
    at.cell = cell
    at.before = before
    at.steps = steps


def board_surest(
    board: BoardRow, start: int, goal: int, limit: int, avoided: int, given: int, chance: int, told: int, price: int, joined: int
) -> int:
    """The end of the surest walk to a cell, entering none that are avoided, for no more than so much."""
    if start < 0 or goal < 0 or start == goal:
        return -1
    if control.on_a_walk:
        give_up(StopReason.TOO_LARGE, 0)
    control.on_a_walk = 1
    words = words_of(board)
    mark = control.tp
    i = 0
    while i < board.size:
        areas.walk_least[i] = FURTHEST
        i += 1
    sure = Chance(take_room(Chance.SIZE))
    sure.part = 1
    new_walk(0, sure, 0, start, -1, 0)
    areas.walk_heap[0] = 0
    made = 1
    count = 1
    end = -1
    while count > 0:
        walk = areas.walk_heap[0]
        walk_pop(count)
        count -= 1
        cell = areas.walks[walk].cell
        spent = areas.walks[walk].price
        if spent >= areas.walk_least[cell]:
            continue
        areas.walk_least[cell] = spent
        if cell == goal:
            end = walk
            break
        leads = 0
        if joined >= 0:
            leads = call_indirect(cell, joined)
        d = 0
        while d < board.directions:
            other = step_open(board, cell, d, joined, leads, words)
            d += 1
            if other < 0 or member(avoided, other, words):
                continue
            cost = call_indirect(told, cell, other, price) if price >= 0 else step_cost(board, cell, d - 1, other)
            paid = spent + cost
            if cost == 0 or paid > limit or paid >= areas.walk_least[other]:
                continue
            step = Chance(call_indirect(given, cell, other, paid, chance))
            if step.part > 0:
                new_walk(made, chance_times(Chance(areas.walks[walk]), step), paid, other, walk, areas.walks[walk].steps + 1)
                walk_push(count, made)
                made += 1
                count += 1
        control.tp = mark
    control.tp = mark
    control.on_a_walk = 0
    return end


def walk_chance(walk: int) -> Chance:
    """Of a whole walk; none has no chance."""
    at = Chance(take_room(Chance.SIZE))
    if walk >= 0:
        copy(at, areas.walks[walk], Chance.SIZE)
    return at


def walk_length(walk: int) -> int:
    """How many steps it has."""
    return areas.walks[walk].steps if walk >= 0 else 0


def walk_cells(walk: int, words: int) -> int:
    """The cells of a walk without the one it starts from, as a set."""
    at = take_room(words * WORD)
    while walk > 0:
        put_member(at, areas.walks[walk].cell, words)
        walk = areas.walks[walk].before
    return at


def walk_list(walk: int, at: int) -> None:
    """The cells of a walk, one after the other."""
    while walk > 0:
        store_word(at, areas.walks[walk].steps - 1, areas.walks[walk].cell)
        walk = areas.walks[walk].before
