"""What ways over a board cost, kept for as long as it stands as it does: from all cells to one, found at once.

Many ask how far it is to the same few cells.  So the steps that lead to each cell are listed once, and followed back from where a way ends.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def kept_travel(board, a, b, table, cell, joined) -> int:
    """What the cheapest way costs; ``cell``: see ``recheck``, 0 for a board that never changes.

    Behind the table's first number, which says when the steps were listed, they stand; then for each cell when ways to it were found, and
    what they cost from each.
    """
    when = 1
    if cell:
        if load64(cell) != load64(CLOCK):
            recheck(cell)
        when = load64(cell + 8) + 1
    size = load64(board)
    if load64(table) != when:
        list_steps(board, table + 8, joined)
        store64(table, when)
    most = size * load64(board + 8) + load64(board + 112)
    row = table + 8 + size * 8 + most * 16 + b * (8 + ((size * 2 + 7) & ~7))
    if load64(row) != when:
        find_ways(size, b, row + 8, table + 8)
        store64(row, when)
    return load16u(row + 8 + a * 2)


def list_steps(board, heads, joined):
    """All steps and open links: for each cell the last that leads to it; of each the one before it, where it begins and what it costs."""
    if load64(ON_THE_WAY):
        give_up(3, 0)
    store64(ON_THE_WAY, 1)
    size = load64(board)
    words = (size + 63) >> 6
    mark = load64(TP)
    fill(heads, 0, size * 8)
    at = heads + size * 8
    cell = 0
    while cell < size:
        leads = 0
        if joined >= 0:
            leads = numbered(cell, joined)
        d = 0
        while d < load64(board + 8):
            other = step_open(board, cell, d, joined, leads, words)
            d += 1
            if other < 0:
                continue
            cost = step_cost(board, cell, d - 1, other)
            if cost > 0:
                note_step(heads, at, cell, other, cost)
                at += 16
        store64(TP, mark)
        cell += 1
    link = load64(board + 104)
    end = link + load64(board + 112) * 16
    while link < end:
        is_open = 1
        if load64(board + 120) >= 0:
            is_open = numbered(load32s(link + 12), load64(board + 120))
        if is_open:
            note_step(heads, at, load32s(link), load32s(link + 4), load32s(link + 8))
            at += 16
        link += 16
    store64(TP, mark)
    store64(ON_THE_WAY, 0)


def note_step(heads, at, cell, other, cost):
    store64(at, load64(heads + other * 8))
    store64(at + 8, (cost << 20) | cell)
    store64(heads + other * 8, at)


def find_ways(size, b, row, heads):
    """What the cheapest way from each cell to one costs; 9999 where none leads."""
    fill(LEAST, 127, size * 8)
    store64(LEAST + b * 8, 0)
    store64(HEAP, b)
    count = 1
    while count > 0:
        key = load64(HEAP)
        heap_pop(count)
        count -= 1
        cell = key & 65535
        spent = key >> 16
        if spent > load64(LEAST + cell * 8):
            continue
        step = load64(heads + cell * 8)
        while step:
            other = load64(step + 8) & 0xFFFFF
            cost = spent + (load64(step + 8) >> 20)
            if cost < 9999 and cost < load64(LEAST + other * 8):
                store64(LEAST + other * 8, cost)
                heap_push(count, (cost << 16) | other)
                count += 1
            step = load64(step)
    cell = 0
    while cell < size:
        store16(row + cell * 2, lesser(load64(LEAST + cell * 8), 9999))
        cell += 1


ROUTINES: list[Any] = [kept_travel, list_steps, note_step, find_ways]
