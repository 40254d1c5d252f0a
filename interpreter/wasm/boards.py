"""Questions to a board that stands still: its answers are tables of the module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl import core
from dsl.core import NONE
from graphs.basics import KING_STEPS, SQUARE_STEPS
from graphs.board import Board
from interpreter.wasm.code import Code, Unsupported
from interpreter.wasm.sorts import SET

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
    if e.query == "toward":
        walked(c, e)
        return
    large = board.size**2 > MOST_ANSWERS
    if large and e.query in ("distance", "diagonal_distance", "direction", "clear"):
        reckoned(c, e, {"direction": NONE, "clear": 0}.get(e.query, FAR))
        return
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
    elif e.query in ("line", "within"):
        reckoned(c, e, c.c.memory.mask(0, words))
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


# ------------------------------------------------------------------------------------ reckoned when they are asked


def board_address(c: Code, index: int) -> int:
    """Where what the routines know of a board stands."""
    if index not in c.c.boards:
        board, memory = c.c.program.domains[index].cells, c.c.memory
        floors = {floor: n for n, floor in enumerate(board.floors)}
        places = [(x, y, floors[board.floor(cell)]) for cell, (x, y, *_) in enumerate(board.coordinates)]
        width, height = (max((place[i] for place in places), default=0) + 1 for i in (0, 1))
        cells = [NONE] * (width * height * len(floors))
        if min((min(place) for place in places), default=0) >= 0:
            for cell, (x, y, floor) in enumerate(places):
                cells[(floor * height + y) * width + x] = cell
        steps = KING_STEPS if board.directions == 8 else SQUARE_STEPS
        units = [steps.index((x, y)) if (x, y) in steps else NONE for x in (-1, 0, 1) for y in (-1, 0, 1)]
        tables = [
            [cell for row in board.steps for cell in row], list(board.entry), [p[0] for p in places], [p[1] for p in places],
            [p[2] for p in places], cells, units,
        ]  # fmt: skip
        at = [memory.numbers(table) for table in tables]
        c.c.boards[index] = memory.numbers([board.size, board.directions, *at[:6], width, height, at[6]], 8)
    return c.c.boards[index]


def reckoned(c: Code, e: core.Ask, otherwise: int) -> None:
    """A question about two things, both of which must be there."""
    f, board = c.f, c.c.program.domains[e.board].cells
    if e.query not in ("distance", "within") and (board.is_hex or any(board.wrap)):
        raise Unsupported(f"{e.query} on a large board that is no plain grid")
    one, two = _two(c, e)
    if e.query == "within":
        f.get(one)
        f.const(board.size)
        f.op("lt_u")
        f.get(two)
        f.const(0)
        f.op("ge_s")
        f.op("and")
    else:
        _both(c, one, two, board.size, board.size)
    f.when(True)
    f.const(board_address(c, e.board))
    f.get(one)
    f.get(two)
    f.call(f"board_{e.query}")
    f.otherwise()
    f.const(otherwise)
    f.end()


def walked(c: Code, e: core.Ask) -> None:
    """``reach`` and ``toward``: each step at the board's price, or at one that the rulebook says."""
    f, kind = c.f, c.c.program.domains[e.board]
    words = (kind.size + 63) // 64
    start, budget, avoided, given = (f.local() for _ in range(4))
    price = NONE
    f.const(0)
    f.set(given)
    if isinstance(e.args[-1], core.Partial):
        price = step_price(c, e.args[-1], given)
    elif kind.cells.stepping:
        raise Unsupported("steps that each have a price")
    c.value(e.args[0])
    f.set(start)
    c.value(e.args[1])
    f.set(budget)
    c.set(e.args[2], words)
    if words == 1:
        f.call("boxed")
    f.set(avoided)
    _both(c, start, budget, kind.size, kind.size if e.query == "toward" else 1 << 30)
    f.when(True)
    f.const(board_address(c, e.board))
    for local in (start, budget, avoided, given):
        f.get(local)
    f.const(price)
    f.const(joined_steps(c, e.board, words))
    f.call(f"board_{e.query}")
    f.otherwise()
    f.const(NONE if e.query == "toward" else c.c.memory.mask(0, words))
    f.end()


def step_price(c: Code, e: core.Partial, given: int) -> int:
    """The number of a function that says what a step costs; what it is told beside the step is put together now."""
    f, function = c.f, c.c.program.functions[e.function]
    unit = c.c.unit(("f", e.function))
    f.const(8 * len(e.args) + 8)
    f.call("take_room")
    f.set(given)
    for number, arg in enumerate(e.args):
        sort, held = unit.sorts[function.params[number].slot], f.local()
        c.any(arg, c.c.sorts.words(sort) if sort[0] == SET else 0)
        f.set(held)
        f.get(given)
        f.wrap()
        f.get(held)
        f.store("64", 8 * number)
    price = c.c.part(unit, 3, "price")
    for number in range(len(e.args)):
        price.f.get(0)
        price.f.load("64", 8 * number)
    price.f.get(1)
    price.f.get(2)
    price.f.call(c.c.value_of(e.function))
    return c.c.module.number_of(price.f.name)


def joined_steps(c: Code, index: int, words: int) -> int:
    """The number of a function that gives the cells a step leads to as things stand; none where the board stands still."""
    joined = c.c.program.domains[index].joined
    if joined == NONE:
        return NONE
    sort = c.c.sorts.results[joined]
    leads = c.c.part(c.c.unit(("f", joined)), 1, "joined")
    leads.f.get(0)
    leads.f.call(c.c.value_of(joined))
    leads.resize(c.c.sorts.words(sort) if sort[0] == SET else 0, words)
    if words == 1:
        leads.f.call("boxed")
    return c.c.module.number_of(leads.f.name)


BOARDS: dict[type, Callable[[Code, Any], None]] = {core.Ask: ask}
BOARD_SETS: dict[type, Callable[[Code, Any], None]] = {core.Ask: ask_set}
