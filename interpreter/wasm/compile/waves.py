"""Walks over a board, written for one board and one price of a step: cells come up wave after wave, the cheapest first.

Prices are small numbers, so the cells that wait stand in a list for each price, and nothing is sorted. Where a step costs the same from
wherever it is taken (``EVEN``), the first way to a cell is the cheapest, and its price is asked once.

The names that routines use are the module's; Python never runs them, and mypy cannot check them. ``leads_of`` and ``price_of`` stand for
functions of the rulebook: the cells that steps lead to as things stand, and what a step costs; so does ``entered_by``, for what the board
asks as things stand: 0 where no step leads.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def begin_walk(start):
    """Only where it begins waits."""
    if load64(ON_THE_WAY):
        give_up(3, 0)
    store64(ON_THE_WAY, 1)
    store32(WAVES, 0)
    store32(HEAP, start)
    store32(HEAP + 4, -1)


def wait(count, last, cell, price) -> int:
    """A cell waits for the wave of a price; gives the last wave for which any does."""
    if count >= HEAP_MOST or price >= WAVES_MOST:
        give_up(2, 0)
    while last < price:
        last += 1
        store32(WAVES + last * 4, -1)
    store32(HEAP + count * 8, cell)
    store32(HEAP + count * 8 + 4, load32s(WAVES + price * 4))
    store32(WAVES + price * 4, count)
    return last


def reach_evenly(start, budget, avoided, given) -> int:
    """The cells that cost no more than the budget, but for where it begins; no step leads to those that are avoided."""
    found = take_room(WORDS * 8)
    mark = load64(TP)
    seen = take_room(WORDS * 8)
    copy(seen, avoided, WORDS * 8)
    begin_walk(start)
    put_member(seen, start, WORDS)
    count = 1
    last = 0
    spent = 0
    inner = load64(TP)
    while spent <= last:
        node = load32s(WAVES + spent * 4)
        while node >= 0:
            cell = load32s(HEAP + node * 8)
            node = load32s(HEAP + node * 8 + 4)
            put_member(found, cell, WORDS)
            if spent < budget or ASKED_IN_VAIN:
                if JOINED:
                    leads = leads_of(cell)
                at = NEAR + cell * STRIDE
                other = load32s(at)
                while other >= 0:
                    if JOINED:
                        fresh = member(leads, other, WORDS) and not member(seen, other, WORDS)
                    else:
                        fresh = not member(seen, other, WORDS)
                    if fresh:
                        put_member(seen, other, WORDS)
                        if MOVING:
                            cost = entered_by(cell, other)
                        else:
                            cost = load32s(ENTRY + other * 4)
                        if PRICED:
                            if cost:
                                cost = price_of(given, cell, other)
                        if cost > 0 and spent + cost <= budget:
                            last = wait(count, last, other, spent + cost)
                            count += 1
                    at += 4
                    other = load32s(at)
                store64(TP, inner)
        spent += 1
    store64(ON_THE_WAY, 0)
    store64(TP, mark)
    at = found + (start >> 6) * 8
    store64(at, load64(at) & ~(1 << (start & 63)))
    return found


def walk_unevenly(start, budget, avoided, given, goal, found):
    """Marks the cells that cost no more than the budget, no farther than the goal, and notes from where each is come to.

    Of equally cheap walks to a cell the one is kept whose last cell but one has the lowest number.
    """
    mark = load64(TP)
    seen = take_room(WORDS * 8)
    copy(seen, avoided, WORDS * 8)
    begin_walk(start)
    fill(LEAST, 127, CELLS_OF_BOARD * 8)
    if EVEN:
        fill(COSTS, 255, CELLS_OF_BOARD * 4)
    count = 1
    last = 0
    spent = 0
    inner = load64(TP)
    while spent <= last:
        node = load32s(WAVES + spent * 4)
        while node >= 0:
            cell = load32s(HEAP + node * 8)
            node = load32s(HEAP + node * 8 + 4)
            if not member(found, cell, WORDS):
                put_member(found, cell, WORDS)
                put_member(seen, cell, WORDS)
                if cell == goal:
                    spent = last
                    break
                if spent < budget or ASKED_IN_VAIN:
                    if JOINED:
                        leads = leads_of(cell)
                    at = NEAR + cell * STRIDE
                    other = load32s(at)
                    while other >= 0:
                        if JOINED:
                            fresh = member(leads, other, WORDS) and not member(seen, other, WORDS)
                        else:
                            fresh = not member(seen, other, WORDS)
                        if fresh:
                            cost = -1
                            if EVEN:
                                cost = load32s(COSTS + other * 4)
                            if cost == -1:
                                if MOVING:
                                    cost = entered_by(cell, other)
                                else:
                                    cost = load32s(ENTRY + other * 4)
                                if PRICED:
                                    if cost:
                                        cost = price_of(given, cell, other)
                                if EVEN:
                                    store32(COSTS + other * 4, cost)
                            then = spent + cost
                            if cost > 0 and then <= budget and then <= load64(LEAST + other * 8):
                                if then < load64(LEAST + other * 8):
                                    store64(LEAST + other * 8, then)
                                    store32(COME_FROM + other * 4, cell)
                                    last = wait(count, last, other, then)
                                    count += 1
                                elif cell < load32s(COME_FROM + other * 4):
                                    store32(COME_FROM + other * 4, cell)
                        at += 4
                        other = load32s(at)
                    store64(TP, inner)
        spent += 1
    store64(ON_THE_WAY, 0)
    store64(TP, mark)


def reach_unevenly(start, budget, avoided, given) -> int:
    """The cells a walk of so much comes to, where steps have prices of their own."""
    found = take_room(WORDS * 8)
    walk_of(start, budget, avoided, given, -1, found)
    at = found + (start >> 6) * 8
    store64(at, load64(at) & ~(1 << (start & 63)))
    return found


def go_toward(start, goal, avoided, given) -> int:
    """The first cell of the cheapest walk; none where there is no walk."""
    mark = load64(TP)
    found = take_room(WORDS * 8)
    walk_of(start, 1000000, avoided, given, goal, found)
    there = member(found, goal, WORDS)
    store64(TP, mark)
    if start == goal or not there:
        return -1
    while load32s(COME_FROM + goal * 4) != start:
        goal = load32s(COME_FROM + goal * 4)
    return goal


ROUTINES = [begin_walk, wait]
