"""Shortest paths written for one board and one price of a step: cells come up wave after wave, the cheapest first.

Prices are small numbers, so the cells that wait stand in a list for each price, and nothing is sorted.  Where a step costs the same from
wherever it is taken (``even``), the first way to a cell is the cheapest, and its price is asked once.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import copy, fill
from arbitre.interpreter.wasm.routines.records import WORD, Array, Constants
from arbitre.interpreter.wasm.runtime.boards.paths import FOR_EVER
from arbitre.interpreter.wasm.runtime.interfaces import entered_by, give_up, leads_of, price_of, walk_of
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room
from arbitre.interpreter.wasm.runtime.primitives.sets import member, put_member, remove_member


class Searched(Constants):
    """What is known of a search when it is written."""

    words: int  # of a set of cells
    cells_of_board: int
    stride: int  # cells beside one, at most, and one for the end of the list
    joined: int  # rules say to which cells one leads
    priced: int  # they say what a step costs
    even: int  # it costs the same from wherever it is taken
    moving: int  # the board asks for steps as things stand
    asked_in_vain: int  # it may be an error to ask what a step costs, so it is asked even where nothing is left to spend


PRICE = 4  # bytes of a price

how = Searched()
near, entry = Array("NEAR", "32s"), Array("ENTRY", "32s")


def begin_walk(start: int) -> None:
    """Only where it begins waits."""
    if control.on_the_way:
        give_up(StopReason.TOO_LARGE, 0)
    control.on_the_way = 1
    areas.wave_of[0] = 0
    areas.wave_heap[0].cell = start
    areas.wave_heap[0].next = -1


def wait(count: int, last: int, cell: int, price: int) -> int:
    """A cell waits for the wave of a price; gives the last wave for which any does."""
    if count >= sizes.heap_most or price >= sizes.waves_most:
        give_up(StopReason.FULL, 0)
    while last < price:
        last += 1
        areas.wave_of[last] = -1
    areas.wave_heap[count].cell = cell
    areas.wave_heap[count].next = areas.wave_of[price]
    areas.wave_of[price] = count
    return last


def reach_evenly(start: int, budget: int, avoided: int, given: int) -> int:
    """The cells that cost no more than the budget, but for where it begins; no step leads to those that are avoided."""
    found = take_room(how.words * WORD)
    mark = control.tp
    seen = take_room(how.words * WORD)
    copy(seen, avoided, how.words * WORD)
    begin_walk(start)
    put_member(seen, start, how.words)
    count = 1
    last = 0
    spent = 0
    inner = control.tp
    while spent <= last:
        node = areas.wave_of[spent]
        while node >= 0:
            cell = areas.wave_heap[node].cell
            node = areas.wave_heap[node].next
            put_member(found, cell, how.words)
            if spent < budget or how.asked_in_vain:
                if how.joined:
                    leads = leads_of(cell)
                at = cell * how.stride
                other = near[at]
                while other >= 0:
                    if how.joined:
                        fresh = member(leads, other, how.words) and not member(seen, other, how.words)
                    else:
                        fresh = not member(seen, other, how.words)
                    if fresh:
                        put_member(seen, other, how.words)
                        if how.moving:
                            cost = entered_by(cell, other)
                        else:
                            cost = entry[other]
                        if how.priced:
                            if cost:
                                cost = price_of(given, cell, other)
                        if cost > 0 and spent + cost <= budget:
                            last = wait(count, last, other, spent + cost)
                            count += 1
                    at += 1
                    other = near[at]
                control.tp = inner
        spent += 1
    control.on_the_way = 0
    control.tp = mark
    remove_member(found, start)
    return found


def walk_unevenly(start: int, budget: int, avoided: int, given: int, goal: int, found: int) -> None:
    """Marks the cells that cost no more than the budget, no farther than the goal, and notes from where each is come to.

    Of equally cheap walks to a cell the one is kept whose last cell but one has the lowest number.
    """
    mark = control.tp
    seen = take_room(how.words * WORD)
    copy(seen, avoided, how.words * WORD)
    begin_walk(start)
    fill(areas.least.address, 127, how.cells_of_board * WORD)
    if how.even:
        fill(areas.costs.address, 255, how.cells_of_board * PRICE)
    count = 1
    last = 0
    spent = 0
    inner = control.tp
    while spent <= last:
        node = areas.wave_of[spent]
        while node >= 0:
            cell = areas.wave_heap[node].cell
            node = areas.wave_heap[node].next
            if not member(found, cell, how.words):
                put_member(found, cell, how.words)
                put_member(seen, cell, how.words)
                if cell == goal:
                    spent = last
                    break
                if spent < budget or how.asked_in_vain:
                    if how.joined:
                        leads = leads_of(cell)
                    at = cell * how.stride
                    other = near[at]
                    while other >= 0:
                        if how.joined:
                            fresh = member(leads, other, how.words) and not member(seen, other, how.words)
                        else:
                            fresh = not member(seen, other, how.words)
                        if fresh:
                            cost = -1
                            if how.even:
                                cost = areas.costs[other]
                            if cost == -1:
                                if how.moving:
                                    cost = entered_by(cell, other)
                                else:
                                    cost = entry[other]
                                if how.priced:
                                    if cost:
                                        cost = price_of(given, cell, other)
                                if how.even:
                                    areas.costs[other] = cost
                            then = spent + cost
                            if cost > 0 and then <= budget and then <= areas.least[other]:
                                if then < areas.least[other]:
                                    areas.least[other] = then
                                    areas.come_from[other] = cell
                                    last = wait(count, last, other, then)
                                    count += 1
                                elif cell < areas.come_from[other]:
                                    areas.come_from[other] = cell
                        at += 1
                        other = near[at]
                    control.tp = inner
        spent += 1
    control.on_the_way = 0
    control.tp = mark


def reach_unevenly(start: int, budget: int, avoided: int, given: int) -> int:
    """The cells a walk of so much comes to, where steps have prices of their own."""
    found = take_room(how.words * WORD)
    walk_of(start, budget, avoided, given, -1, found)
    remove_member(found, start)
    return found


def go_toward(start: int, goal: int, avoided: int, given: int) -> int:
    """The first cell of the cheapest walk; none where there is no walk."""
    mark = control.tp
    found = take_room(how.words * WORD)
    walk_of(start, FOR_EVER, avoided, given, goal, found)
    there = member(found, goal, how.words)
    control.tp = mark
    if start == goal or not there:
        return -1
    while areas.come_from[goal] != start:
        goal = areas.come_from[goal]
    return goal
