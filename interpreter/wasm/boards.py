"""Questions to a board that stands still: its answers are tables of the module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl import core
from dsl.core import NONE
from graphs.board import Board
from interpreter.wasm.code import Code, Unsupported

FAR = 9999
MOST_ANSWERS = 40_000  # of one question that are reckoned beforehand


def _two(c: Code, e: core.Ask) -> tuple[int, int]:
    """Both things asked about, in locals."""
    out = []
    for arg in e.args[:2]:
        held = c.f.local()
        c.value(arg)
        c.f.set(held)
        out.append(held)
    return out[0], out[1]


def _both(c: Code, one: int, two: int, rows: int, columns: int) -> None:
    """Are both there, and of this board?  Leaves the condition."""
    c.f.get(one)
    c.f.const(rows)
    c.f.op("lt_u")
    c.f.get(two)
    c.f.const(columns)
    c.f.op("lt_u")
    c.f.op("and")


def ask(c: Code, e: core.Ask) -> None:
    """A question that is answered with a number."""
    f, board = c.f, c.c.program.domains[e.board].cells
    if isinstance(e.args[-1], core.Partial):
        raise Unsupported(f"{e.query} at prices of the rulebook")
    if e.query in ("below", "above", "opposite"):
        down = -1 if e.query == "below" else 1
        if e.query == "opposite":
            table = c.c.memory.table([board.opposite(d) for d in range(board.directions)])
        else:
            table = c.c.memory.table([board.stacked(cell, down) for cell in range(board.size)])
        held = f.local()
        c.value(e.args[0])
        f.tee(held)
        f.const(table.rows)
        f.op("lt_u")
        f.when(True)
        f.get(held)
        f.const(table.size)
        f.op("mul")
        f.load(table.load, table.at)
        f.otherwise()
        f.const(NONE)
        f.end()
        return
    if e.query == "ahead":
        _ahead(c, e, board)
    elif e.query in ("distance", "diagonal_distance", "direction", "clear"):
        if board.size**2 > MOST_ANSWERS:
            raise Unsupported(f"{e.query} on a large board")
        answer = getattr(board, e.query)
        table = c.c.memory.table([answer(a, b) for a in range(board.size) for b in range(board.size)])
        one, two = _two(c, e)
        _both(c, one, two, board.size, board.size)
        f.when(True)
        f.get(one)
        f.const(board.size)
        f.op("mul")
        f.get(two)
        f.op("add")
        f.const(table.size)
        f.op("mul")
        f.load(table.load, table.at)
        f.otherwise()
        f.const({"direction": NONE, "clear": 0}.get(e.query, FAR))
        f.end()
    elif e.query == "first_on_ray":
        _first_on_ray(c, e, board)
    else:
        raise Unsupported(f"the question {e.query}")


def _ahead(c: Code, e: core.Ask, board: Board) -> None:
    f, count = c.f, board.directions
    table = c.c.memory.table([cell for row in board.steps for cell in row])
    one, two = _two(c, e)
    f.get(one)
    f.const(board.size)
    f.op("lt_u")
    f.get(two)
    f.const(0)
    f.op("ge_s")
    f.op("and")
    f.when(True)
    f.get(one)
    f.const(count)
    f.op("mul")
    f.get(two)
    if not (isinstance(e.args[1], core.Const) and e.args[1].value < count):
        f.const(count)
        f.op("rem_u")
    f.op("add")
    f.const(table.size)
    f.op("mul")
    f.load(table.load, table.at)
    f.otherwise()
    f.const(NONE)
    f.end()


def _first_on_ray(c: Code, e: core.Ask, board: Board) -> None:
    """The first cell of a ray that is in a set: the rays are lists that end with none."""
    f, words = c.f, max(1, c.words(e.args[2]))
    most = max((len(board.ray(a, d)) for a in range(board.size) for d in range(board.directions)), default=0) + 1
    cells: list[int] = []
    for a in range(board.size):
        for d in range(board.directions):
            ray = list(board.ray(a, d))
            cells += ray + [NONE] * (most - len(ray))
    table = c.c.memory.table(cells)
    one, two = _two(c, e)
    _both(c, one, two, board.size, board.directions)
    f.when(True)
    f.const(table.at)
    f.get(one)
    f.const(board.directions)
    f.op("mul")
    f.get(two)
    f.op("add")
    f.const(most * table.size)
    f.op("mul")
    f.op("add")
    c.set(e.args[2], words)
    if words == 1:
        f.call("boxed")
    f.const(words)
    f.const(table.size)
    f.call("first_in")
    f.otherwise()
    f.const(NONE)
    f.end()


def ask_set(c: Code, e: core.Ask) -> None:
    """A question that is answered with a set of cells."""
    f, board, words = c.f, c.c.program.domains[e.board].cells, c.words(e)
    if e.query == "neighbours":
        first = c.c.memory.masks([board.neighbour_mask(cell) for cell in range(board.size)], words)
        held = f.local()
        c.value(e.args[0])
        f.tee(held)
        f.const(board.size)
        f.op("lt_u")
        f.when(True)
        f.get(held)
    elif e.query == "ray":
        rays = [sum(1 << cell for cell in board.ray(a, d)) for a in range(board.size) for d in range(board.directions)]
        first = c.c.memory.masks(rays, words)
        one, two = _two(c, e)
        _both(c, one, two, board.size, board.directions)
        f.when(True)
        f.get(one)
        f.const(board.directions)
        f.op("mul")
        f.get(two)
        f.op("add")
    elif e.query == "line" and board.size**2 * words <= MOST_ANSWERS:
        lines = [sum(1 << cell for cell in board.line(a, b)) for a in range(board.size) for b in range(board.size)]
        first = c.c.memory.masks(lines, words)
        one, two = _two(c, e)
        _both(c, one, two, board.size, board.size)
        f.when(True)
        f.get(one)
        f.const(board.size)
        f.op("mul")
        f.get(two)
        f.op("add")
    else:
        raise Unsupported(f"the question {e.query}")
    f.const(8 * words)
    f.op("mul")
    if words == 1:
        f.load("64", first)
    else:
        f.const(first)
        f.op("add")
    f.otherwise()
    f.const(0 if words == 1 else c.c.memory.mask(0, words))
    f.end()


BOARDS: dict[type, Callable[[Code, Any], None]] = {core.Ask: ask}
BOARD_SETS: dict[type, Callable[[Code, Any], None]] = {core.Ask: ask_set}
