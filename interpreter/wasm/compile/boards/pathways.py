"""Walks over a board: each step at the board's price or at one that the rulebook says, over a board as it stands."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import stands_by
from arbitre.graphs.basics import KING_STEPS, NO_WAY, SQUARE_STEPS
from arbitre.interpreter.wasm.compile.boards.walks import is_plain, moves, walk_over
from arbitre.interpreter.wasm.compile.code import Code, Unsupported

MOST_WAYS = 1 << 23  # bytes of the ways between all cells of a board: some 1,400 cells with eight steps each


def two_of(c: Code, e: core.Ask) -> tuple[int, int]:
    """Both things asked about, in locals."""
    out = []
    for arg in e.args[:2]:
        held = c.f.local()
        c.value(arg)
        c.f.set(held)
        out.append(held)
    return out[0], out[1]


def both_there(c: Code, one: int, two: int, rows: int, columns: int) -> None:
    """Are both there, and of this board?  Leaves the condition."""
    c.f.get(one)
    c.f.const(rows)
    c.f.op("lt_u")
    c.f.get(two)
    c.f.const(columns)
    c.f.op("lt_u")
    c.f.op("and")


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
        costs = [board.stepping.get((a, b), 0) for a, row in enumerate(board.steps) for b in row]
        links, gate = links_of(c.c.program, index)
        priced = memory.numbers(costs) if board.stepping else 0
        ways = [memory.numbers([n for link in links for n in link]), len(links), gated(c, gate)]
        c.c.boards[index] = memory.numbers(
            [board.size, board.directions, *at[:6], width, height, at[6], priced_steps(c, index), priced, *ways], 8
        )
    return c.c.boards[index]


def links_of(program: Program, index: int) -> tuple[list[tuple[int, int, int, int]], int]:
    """The links of a board, each as its ends, its price and its row; and the value that says whether one is open."""
    fields = [f for f in program.fields if f.name in ("start", "finish") and f.values is not None]
    ends = next((f for f in fields if f.name == "start" and f.target == index and program.domains[f.domain].open_when != NONE), None)
    links = program.domains[index].cells.links
    if ends is None:
        return [(link.origin, link.target, link.cost, 0) for link in links], NONE
    both = [f.values or [] for f in fields if f.domain == ends.domain]
    rows = [row for row, at in enumerate(zip(*both, strict=True)) if min(at) >= 0]
    found = [(link.origin, link.target, link.cost, row) for link, row in zip(links, rows, strict=True)]
    return found, program.domains[ends.domain].open_when


def gated(c: Code, gate: int) -> int:
    """The number of a function that says whether a link is open; none where all are."""
    if gate == NONE:
        return NONE
    part = c.c.part(c.c.unit(("f", gate)), 1, "open")
    part.f.get(0)
    part.f.call(c.c.value_of(gate))
    return c.c.module.number_of(part.f.name)


def priced_steps(c: Code, index: int) -> int:
    """The number of a function that says what a step costs as things stand; none where the board itself knows it."""
    priced = c.c.program.domains[index].priced
    if priced == NONE or not moves(c, priced):
        return NONE
    part = c.c.part(c.c.unit(("f", priced)), 2, "entered")
    if len(c.c.program.functions[priced].params) == 2:
        part.f.get(0)
    part.f.get(1)
    part.f.call(c.c.value_of(priced))
    return c.c.module.number_of(part.f.name)


def prices_alone(c: Code, index: int) -> None:
    """A price that is told beside steps that each have another as things stand: where none leads is another question then."""
    priced = c.c.program.domains[index].priced
    if priced != NONE and len(c.c.program.functions[priced].params) == 2 and moves(c, priced):
        raise Unsupported("prices beside those of steps that change")


def all_ways(c: Code, index: int) -> int:
    """Where the prices of the cheapest ways between all cells of a board are kept
    (see :mod:`arbitre.interpreter.wasm.runtime.boards.distances`);
    0 for boards that are too large, or of which nobody knows when they change."""
    room = room_of_ways(c.c.program, index)
    if room > MOST_WAYS or (is_moving(c, index) and not c.c.board_cell(index)):
        return 0
    if index not in c.c.ways:
        c.c.ways[index] = c.c.memory.keep(room)
    return c.c.ways[index]


def room_of_ways(program: Program, index: int) -> int:
    """How many bytes the steps of a board and the prices of the ways between all its cells take."""
    kind = program.domains[index]
    steps = kind.size * kind.cells.directions + len(links_of(program, index)[0])
    return 8 + 8 * kind.size + 16 * steps + kind.size * (8 + (4 * kind.size + 7) // 8 * 8)


def is_moving(c: Code, index: int) -> bool:
    """May ways over a board be others later?"""
    return any(moves(c, value) for value in stands_by(c.c.program, index))


def travelled(c: Code, e: core.Ask) -> None:
    """What the cheapest way costs, links included."""
    f, kind, given, price = c.f, c.c.program.domains[e.board], c.f.local(), NONE
    words = (kind.size + 63) // 64
    f.const(0)
    f.set(given)
    if isinstance(e.args[-1], core.Partial):
        prices_alone(c, e.board)
        price = step_price(c, e.args[-1], given)
    one, two = two_of(c, e)
    both_there(c, one, two, kind.size, kind.size)
    f.when(True)
    f.const(board_address(c, e.board))
    f.get(one)
    f.get(two)
    joined, table = joined_steps(c, e.board, words), all_ways(c, e.board) if price == NONE else 0
    if table:
        f.const(table)
        f.const(c.c.board_cell(e.board) if is_moving(c, e.board) else 0)
        f.const(joined)
        f.call("kept_travel")
    else:
        f.get(given)
        f.const(price)
        f.const(joined)
        f.call("board_travel")
    f.otherwise()
    f.const(NO_WAY)
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
        prices_alone(c, e.board)
        price = step_price(c, e.args[-1], given)
    c.value(e.args[0])
    f.set(start)
    c.value(e.args[1])
    f.set(budget)
    c.set(e.args[2], words)
    if words == 1:
        f.call("boxed")
    f.set(avoided)
    both_there(c, start, budget, kind.size, kind.size if e.query == "toward" else 1 << 30)
    f.when(True)
    joined, plain = joined_steps(c, e.board, words), is_plain(c, e)
    if not plain:
        f.const(board_address(c, e.board))
    for local in (start, budget, avoided, given):
        f.get(local)
    if plain:
        f.call(walk_over(c, e, price, joined, priced_steps(c, e.board)))
    else:
        f.const(price)
        f.const(joined)
        f.call(f"board_{e.query}")
    f.otherwise()
    f.const(NONE if e.query == "toward" else c.c.memory.mask(0, words))
    f.end()


def step_price(c: Code, e: core.Partial, given: int, told: int = 2) -> int:
    """The number of a function that says what a step costs; what it is told beside the step (so many numbers) is put together now."""
    f, function = c.f, c.c.program.functions[e.function]
    unit = c.c.unit(("f", e.function))
    f.const(8 * len(e.args) + 8)
    f.call("take_room")
    f.set(given)
    for number, arg in enumerate(e.args):
        held = f.local()
        c.any(arg, c.c.types.width(unit.types[function.params[number].slot]))
        f.set(held)
        f.get(given)
        f.wrap()
        f.get(held)
        f.store("64", 8 * number)
    price = c.c.part(unit, 1 + told, "price")
    for number in range(len(e.args)):
        price.f.get(0)
        price.f.load("64", 8 * number)
    for number in range(told):
        price.f.get(1 + number)
    price.f.call(c.c.value_of(e.function))
    return c.c.module.number_of(price.f.name)


def joined_steps(c: Code, index: int, words: int) -> int:
    """The number of a function that gives the cells a step leads to as things stand; none where the board stands still."""
    joined = c.c.program.domains[index].joined
    if joined == NONE:
        return NONE
    type_ = c.c.types.results[joined]
    leads = c.c.part(c.c.unit(("f", joined)), 1, "joined")
    leads.f.get(0)
    leads.f.call(c.c.value_of(joined))
    leads.resize(c.c.types.width(type_), words)
    if words == 1:
        leads.f.call("boxed")
    return c.c.module.number_of(leads.f.name)
