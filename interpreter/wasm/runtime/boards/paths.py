"""Shortest paths over a large board: what a walk of steps comes to at their prices, and what the cheapest way costs."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import BoardRow
from arbitre.interpreter.wasm.routines.machine import call_indirect, fill, lt_u
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.boards.geometry import entered, step_cost, step_from, step_open, words_of
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room
from arbitre.interpreter.wasm.runtime.primitives.sets import member, put_member, remove_member

CELL = 0xFFFF  # of a key of the heap: the cell
FOR_EVER = 1_000_000  # a budget that no walk uses up
NO_WAY = 1_000_000  # what a way costs where none leads


def payable(price: int) -> int:
    """A way that costs more than any may is for the interpreter to tell."""
    if price > NO_WAY:
        give_up(StopReason.TOO_LARGE, 0)
    return price


def heap_push(count: int, key: int) -> None:
    """A key joins the heap."""
    if count >= sizes.heap_most:
        give_up(StopReason.FULL, 0)
    at = count
    while at > 0:
        up = (at - 1) >> 1
        other = areas.heap[up]
        if other <= key:
            break
        areas.heap[at] = other
        at = up
    areas.heap[at] = key


def heap_pop(count: int) -> None:
    """Takes the first away: the last of so many goes where it belongs."""
    key = areas.heap[count - 1]
    last = count - 1
    at = 0
    while at * 2 + 1 < last:
        down = at * 2 + 1
        if down + 1 < last and areas.heap[down + 1] < areas.heap[down]:
            down += 1
        if areas.heap[down] >= key:
            break
        areas.heap[at] = areas.heap[down]
        at = down
    areas.heap[at] = key


def board_walk(board: BoardRow, start: int, budget: int, avoided: int, given: int, price: int, joined: int, goal: int, found: int) -> None:
    """Marks the cells a walk of steps comes to for at most so much, entering none that are avoided, no farther than the goal.

    ``price`` and ``joined``: functions by number, what a step costs and which cells one leads to; -1 for what the board says.
    Of equally cheap walks to a cell the one is kept whose last cell but one has the lowest number.
    """
    words = words_of(board)
    if control.on_the_way:
        give_up(StopReason.TOO_LARGE, 0)
    control.on_the_way = 1
    mark = control.tp
    fill(areas.least.address, 255, board.size * WORD)
    areas.heap[0] = start << 16
    count = 1
    while count > 0:
        key = areas.heap[0]
        heap_pop(count)
        count -= 1
        cell = (key >> 16) & CELL
        spent = key >> 32
        if not member(found, cell, words):
            put_member(found, cell, words)
            areas.come_from[cell] = (key & CELL) - 1
            if cell == goal:
                break
            leads = 0
            if joined >= 0:
                leads = call_indirect(cell, joined)
            d = 0
            while d < board.directions:
                other = step_from(board, cell, d)
                d += 1
                if other < 0 or member(avoided, other, words) or member(found, other, words) or entered(board, cell, other) == 0:
                    continue
                if joined >= 0 and not member(leads, other, words):
                    continue
                cost = call_indirect(given, cell, other, price) if price >= 0 else step_cost(board, cell, d - 1, other)
                key = ((spent + cost) << 32) | (other << 16) | (cell + 1)
                if cost > 0 and spent + cost <= budget and lt_u(key, areas.least[other]):
                    areas.least[other] = key
                    heap_push(count, key)
                    count += 1
            control.tp = mark
    control.on_the_way = 0


def board_reach(board: BoardRow, start: int, budget: int, avoided: int, given: int, price: int, joined: int) -> int:
    """The cells a walk of steps comes to for at most so much, but for where it begins, as a set."""
    found = take_room(words_of(board) * WORD)
    board_walk(board, start, budget, avoided, given, price, joined, -1, found)
    remove_member(found, start)
    return found


def board_toward(board: BoardRow, start: int, goal: int, avoided: int, given: int, price: int, joined: int) -> int:
    """The first cell of the cheapest walk; none where there is no walk."""
    words = words_of(board)
    found = take_room(words * WORD)
    board_walk(board, start, FOR_EVER, avoided, given, price, joined, goal, found)
    if start == goal or not member(found, goal, words):
        return -1
    while areas.come_from[goal] != start:
        goal = areas.come_from[goal]
    return goal


def board_travel(board: BoardRow, a: int, b: int, given: int, price: int, joined: int) -> int:
    """What the cheapest way costs, by steps and by links that are open; ``NO_WAY`` where none leads."""
    if control.on_the_way:
        give_up(StopReason.TOO_LARGE, 0)
    control.on_the_way = 1
    words = words_of(board)
    mark = control.tp
    fill(areas.least.address, 127, board.size * WORD)
    areas.least[a] = 0
    areas.heap[0] = a
    count = 1
    found = NO_WAY
    while count > 0:
        key = areas.heap[0]
        heap_pop(count)
        count -= 1
        cell = key & CELL
        spent = key >> 16
        if spent > areas.least[cell]:
            continue
        if cell == b:
            found = spent if spent < NO_WAY else NO_WAY + 1
            break
        leads = 0
        if joined >= 0:
            leads = call_indirect(cell, joined)
        d = 0
        while d < board.directions:
            other = step_open(board, cell, d, joined, leads, words)
            d += 1
            if other < 0:
                continue
            cost = call_indirect(given, cell, other, price) if price >= 0 else step_cost(board, cell, d - 1, other)
            if cost > 0 and spent + cost < areas.least[other]:
                areas.least[other] = spent + cost
                heap_push(count, ((spent + cost) << 16) | other)
                count += 1
        link = board.links
        end = link.nth(board.count)
        while link < end:
            if link.cell == cell:
                cost = spent + link.cost
                other = link.other
                is_open = 1
                if board.open >= 0:
                    is_open = call_indirect(link.number, board.open)
                if is_open and cost < areas.least[other]:
                    areas.least[other] = cost
                    heap_push(count, (cost << 16) | other)
                    count += 1
            link = link.nth(1)
        control.tp = mark
    control.on_the_way = 0
    return payable(found)
