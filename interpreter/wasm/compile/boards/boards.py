"""Questions to a board that stands still: its answers are tables of the module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.graphs.basics import FAR
from arbitre.graphs.board import Board
from arbitre.interpreter.wasm.compile.boards.pathways import board_address, both_there, travelled, two_of, walked
from arbitre.interpreter.wasm.compile.code import Code, Unsupported
from arbitre.interpreter.wasm.compile.values.expressions import is_within
from arbitre.interpreter.wasm.layout.memory import Column

MOST_ANSWERS = 40_000  # of one question that are computed at compile time
MOST_BENT = 1_000_000  # of a board that is no plain grid


def most_answers(board: Board) -> int:
    """How many answers to one question may be tabulated: more where they cannot be computed when they are asked."""
    return MOST_BENT if board.is_hex or any(board.wrap) else MOST_ANSWERS


def ask(c: Code, e: core.Ask) -> None:
    """A question that is answered with a number."""
    f, board = c.f, c.c.program.domains[e.board].cells
    if e.query == "toward":
        walked(c, e)
        return
    if e.query == "travel":
        travelled(c, e)
        return
    large = board.size**2 > most_answers(board)
    if large and e.query in ("distance", "diagonal_distance", "direction", "clear"):
        computed(c, e, {"direction": NONE, "clear": 0}.get(e.query, FAR))
        return
    if e.query in ("below", "above", "opposite"):
        down = -1 if e.query == "below" else 1
        if e.query == "opposite":
            answers = [board.opposite(d) for d in range(board.directions)]
        else:
            answers = [board.stacked(cell, down) for cell in range(board.size)]
        c.value(e.args[0])
        if c.c.types.of(e.args[0], c.unit)[1] <= len(answers):  # one of them, or none: the table has an answer for none as well
            table = c.c.memory.table([NONE, *answers])
            f.const(1)
            f.op("add")
            _answer(c, table)
            return
        table, held = c.c.memory.table(answers), f.local()
        f.tee(held)
        f.const(table.rows)
        f.op("lt_u")
        f.when(True)
        f.get(held)
        _answer(c, table)
        f.otherwise()
        f.const(NONE)
        f.end()
        return
    if e.query == "ahead":
        _ahead(c, e, board)
    elif e.query in ("distance", "diagonal_distance", "direction", "clear"):
        answer = getattr(board, e.query)
        table = c.c.memory.table([answer(a, b) for a in range(board.size) for b in range(board.size)])
        one, two = two_of(c, e)
        both_there(c, one, two, board.size, board.size)
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
    if all(c.c.types.of(arg, c.unit)[1] <= most for arg, most in zip(e.args, (board.size, board.directions), strict=True)):
        _ahead_of_any(c, e, board)
        return
    f, count = c.f, board.directions
    table = c.c.memory.table([cell for row in board.steps for cell in row])
    one, two = two_of(c, e)
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
    _answer(c, table)
    f.otherwise()
    f.const(NONE)
    f.end()


def _ahead_of_any(c: Code, e: core.Ask, board: Board) -> None:
    """The cell ahead where it is known that a cell and a direction are given, or none: the table has answers for none as well.

    So there is no branch, and what is asked again on the way is found to be the same.
    """
    sure = is_within(c, e.args[1], board.directions)
    rows = [[NONE] * board.directions, *board.steps]
    table = c.c.memory.table([cell for row in rows for cell in (row if sure else [NONE, *row])])
    wide = board.directions + (not sure)
    f = c.f
    c.value(e.args[0])
    f.const(wide)
    f.op("mul")
    c.value(e.args[1])
    f.op("add")
    f.const(wide + (not sure))  # the cell none has a row, and so has the direction none a column
    f.op("add")
    _answer(c, table)


def _answer(c: Code, table: Column) -> None:
    """The number in a row of a table."""
    if table.size > 1:
        c.f.const(table.size)
        c.f.op("mul")
    c.f.load(table.load, table.at)


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
    one, two = two_of(c, e)
    both_there(c, one, two, board.size, board.directions)
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


def along_ray(c: Code, e: core.Ask, body: Callable[[int], None]) -> None:
    """The cells of a ray, or of the line between two cells, in their order: lists that end with none."""
    f, board, at, row = c.f, c.c.program.domains[e.board].cells, c.f.local(), c.f.local()
    others = board.directions if e.query == "ray" else board.size
    if board.size * others > MOST_ANSWERS:
        raise Unsupported(f"a loop along a {e.query} of a large board")
    answer = getattr(board, e.query)
    lists = [list(answer(a, b)) for a in range(board.size) for b in range(others)]
    most = max(map(len, lists), default=0) + 1
    table = c.c.memory.numbers([cell for cells in lists for cell in cells + [NONE] * (most - len(cells))])
    one, two = two_of(c, e)
    both_there(c, one, two, board.size, others)
    f.when()
    f.get(one)
    f.const(others)
    f.op("mul")
    f.get(two)
    f.op("add")
    f.const(4 * most)
    f.op("mul")
    f.set(at)
    with f.block() as out, f.loop() as again:
        f.get(at)
        f.load("32s", table)
        f.tee(row)
        f.const(0)
        f.op("lt_s")
        f.br_if(out)
        body(row)
        f.get(at)
        f.const(4)
        f.op("add")
        f.set(at)
        f.br(again)
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
        one, two = two_of(c, e)
        both_there(c, one, two, board.size, board.directions)
        f.when(True)
        f.get(one)
        f.const(board.directions)
        f.op("mul")
        f.get(two)
        f.op("add")
    elif e.query == "line" and board.size**2 * words <= most_answers(board):
        lines = [sum(1 << cell for cell in board.line(a, b)) for a in range(board.size) for b in range(board.size)]
        first = c.c.memory.masks(lines, words)
        one, two = two_of(c, e)
        both_there(c, one, two, board.size, board.size)
        f.when(True)
        f.get(one)
        f.const(board.size)
        f.op("mul")
        f.get(two)
        f.op("add")
    elif e.query in ("line", "within"):
        computed(c, e, c.c.memory.mask(0, words))
        if words == 1:
            f.load("64")
        return
    elif e.query == "reach":
        walked(c, e)
        if words == 1:
            f.load("64")
        return
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


# ------------------------------------------------------------------------------------ computed when they are asked


def computed(c: Code, e: core.Ask, otherwise: int) -> None:
    """A question about two things, both of which must be there."""
    f, board = c.f, c.c.program.domains[e.board].cells
    if e.query not in ("distance", "within") and (board.is_hex or any(board.wrap)):
        raise Unsupported(f"{e.query} on a large board that is no plain grid")
    one, two = two_of(c, e)
    if e.query == "within":
        f.get(one)
        f.const(board.size)
        f.op("lt_u")
        f.get(two)
        f.const(0)
        f.op("ge_s")
        f.op("and")
    else:
        both_there(c, one, two, board.size, board.size)
    f.when(True)
    f.const(board_address(c, e.board))
    f.get(one)
    f.get(two)
    f.call(f"board_{e.query}")
    f.otherwise()
    f.const(otherwise)
    f.end()


BOARDS: dict[type, Callable[[Code, Any], None]] = {core.Ask: ask}
BOARD_SETS: dict[type, Callable[[Code, Any], None]] = {core.Ask: ask_set}
