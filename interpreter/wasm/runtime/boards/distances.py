"""Costs of the cheapest ways over a board, memoised: from all cells to one, found at once.

Many ask how far it is to the same few cells.  So the steps that lead to each cell are listed once, and followed back from where a way ends.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.cells import control
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import Arc, BoardRow, Costs, MemoFunction
from arbitre.interpreter.wasm.routines.machine import call_indirect, fill, load32s, load_word, store32, store_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.boards.geometry import step_cost, step_open, words_of
from arbitre.interpreter.wasm.runtime.boards.paths import CELL, NO_WAY, heap_pop, heap_push, payable
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.match.memo import recheck

HALF = 4  # bytes of a cost
CELL_BITS, CELL_MASK = 20, 0xFFFFF  # of a step: the cell it comes from, and above that its cost


def kept_travel(board: BoardRow, a: int, b: int, table: int, cell: MemoFunction, joined: int) -> int:
    """What the cheapest way costs; ``cell``: see ``recheck``, 0 for a board that never changes.

    Behind the table's first number, which says when the steps were listed, they stand; then for each cell when ways to it were found, and
    what they cost from each.
    """
    when = 1
    if cell:
        if cell.seen != control.clock:
            recheck(cell)
        when = cell.generation + 1
    size = board.size
    steps = Costs(table)
    if steps.when != when:
        list_steps(board, steps.costs, joined)
        steps.when = when
    most = size * board.directions + board.count
    row = Costs(steps.costs + size * WORD + most * Arc.SIZE + b * (WORD + ((size * HALF + WORD - 1) & ~(WORD - 1))))
    if row.when != when:
        find_ways(size, b, row.costs, steps.costs)
        row.when = when
    return payable(load32s(row.costs + a * HALF))


def list_steps(board: BoardRow, heads: int, joined: int) -> None:
    """All steps and open links: for each cell the last that leads to it; of each the one before it, where it begins and what it costs."""
    if control.on_the_way:
        give_up(StopReason.TOO_LARGE, 0)
    control.on_the_way = 1
    size = board.size
    words = words_of(board)
    mark = control.tp
    fill(heads, 0, size * WORD)
    at = Arc(heads + size * WORD)
    cell = 0
    while cell < size:
        leads = 0
        if joined >= 0:
            leads = call_indirect(cell, joined)
        d = 0
        while d < board.directions:
            other = step_open(board, cell, d, joined, leads, words)
            d += 1
            if other < 0:
                continue
            cost = step_cost(board, cell, d - 1, other)
            if cost > 0:
                note_step(heads, at, cell, other, cost)
                at = at.nth(1)
        control.tp = mark
        cell += 1
    link = board.links
    end = link.nth(board.count)
    while link < end:
        is_open = 1
        if board.open >= 0:
            is_open = call_indirect(link.number, board.open)
        if is_open:
            note_step(heads, at, link.cell, link.other, link.cost)
            at = at.nth(1)
        link = link.nth(1)
    control.tp = mark
    control.on_the_way = 0


def note_step(heads: int, at: Arc, cell: int, other: int, cost: int) -> None:
    """A step that leads to a cell joins those."""
    at.before = Arc(load_word(heads, other))
    at.from_and_cost = (cost << CELL_BITS) | cell
    store_word(heads, other, at)


def find_ways(size: int, b: int, row: int, heads: int) -> None:
    """What the cheapest way from each cell to one costs; ``NO_WAY`` where none leads, one more where it costs too much."""
    fill(areas.least.address, 127, size * WORD)  # beyond every price: its highest bits are 0111
    areas.least[b] = 0
    areas.heap[0] = b
    count = 1
    while count > 0:
        key = areas.heap[0]
        heap_pop(count)
        count -= 1
        cell = key & CELL
        spent = key >> 16
        if spent > areas.least[cell]:
            continue
        step = Arc(load_word(heads, cell))
        while step:
            other = step.from_and_cost & CELL_MASK
            cost = spent + (step.from_and_cost >> CELL_BITS)
            if cost < areas.least[other]:
                areas.least[other] = cost
                heap_push(count, (cost << 16) | other)
                count += 1
            step = step.before
    cell = 0
    while cell < size:
        cost = areas.least[cell]
        if cost >= NO_WAY:
            cost = NO_WAY if cost >> 60 == 7 else NO_WAY + 1
        store32(row + cell * HALF, cost)
        cell += 1
