"""Walks over a board: functions of the module made for one board and one price; see
:mod:`arbitre.interpreter.wasm.runtime.boards.waves` and :mod:`arbitre.interpreter.wasm.runtime.boards.floods`."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of, whole
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.routines.translator import Routine, declare, write
from arbitre.interpreter.wasm.runtime.boards import floods, waves

QUERIES = ("reach", "toward")


def is_plain(c: Code, e: core.Ask) -> bool:
    """Is it enough to know which cells a step leads to, and what it costs to enter them?"""
    return e.query in QUERIES and not c.c.program.domains[e.board].cells.stepping


def moves(c: Code, function: int) -> bool:
    """Does a value read anything that a match changes?"""
    program = c.c.program
    for part in whole(program.functions[function].body, program):
        if isinstance(part, (core.Built, core.Chance, core.ChanceAfter, core.Walk, core.Partial)):
            return True
        if isinstance(part, core.Read) and program.fields[part.field].values is None:
            return True
        if isinstance(part, core.Rows) and program.domains[part.domain].dynamic:
            return True
    return False


def walk_over(c: Code, e: core.Ask, price: int, joined: int, entered: int) -> str:
    """The name of a function that answers this question; its arguments: the start, the budget or goal, what is avoided, and what is given.

    ``price``, ``joined`` and ``entered``: functions by number, what a step costs, to which cells one leads, what the board asks for one as
    things stand; none for what the board says.
    """
    kind = c.c.program.domains[e.board]
    even, in_vain = _even(c, e)
    asked = c.c.walks.get((e.query, e.board, price_key(e.args[-1])))
    if asked is not None:
        return asked
    name = f"{e.query}.{len(c.c.walks)}"
    c.c.walks[e.query, e.board, price_key(e.args[-1])] = name
    if e.query == "reach" and price == joined == entered == NONE and (names := _of_equal_steps(c, kind)) is not None:
        _write(c, floods.flood, name, names, {})
        return name
    calls = {"leads_of": _called(c, joined), "price_of": _called(c, price), "entered_by": _called(c, entered)}
    names = {
        **c.c.at, "WORDS": (kind.size + 63) // 64, "CELLS_OF_BOARD": kind.size, "JOINED": int(joined != NONE), "PRICED": int(price != NONE),
        "EVEN": int(even), "ASKED_IN_VAIN": int(in_vain), "MOVING": int(entered != NONE), **_near(c, e.board, entered != NONE),
    }  # fmt: skip
    if e.query == "reach" and even:
        _write(c, waves.reach_evenly, name, names, calls)
        return name
    _write(c, waves.walk_unevenly, f"{name}.walk", names, calls)
    _write(c, waves.reach_unevenly if e.query == "reach" else waves.go_toward, name, names, {"walk_of": f"{name}.walk"})
    return name


def _of_equal_steps(c: Code, kind: core.Domain) -> dict[str, int] | None:
    """The tables of a board of which sets are two words at most, and each step costs one; None for others."""
    cells, words = kind.cells, (kind.size + 63) // 64
    if words > 2 or not set(cells.entry) <= {0, 1}:
        return None
    beside = [sum(1 << other for other in set(row) if other >= 0 and cells.entry[other]) for row in cells.steps]
    return {**c.c.at, "WORDS": words, "BESIDE": c.c.memory.masks(beside, words)}


def _write(c: Code, routine: Routine, name: str, names: dict[str, int], calls: dict[str, str]) -> None:
    declare(c.c.module, {name: routine})
    write(c.c.module, name, routine, names, calls)


def price_key(e: core.Expr) -> int:
    """The value that says what a step costs; none where the board does."""
    return e.function if isinstance(e, core.Partial) else NONE


def _called(c: Code, number: int) -> str:
    return c.c.module.table[number] if number != NONE else ""


def _even(c: Code, e: core.Ask) -> tuple[bool, bool]:
    """Does a step cost the same from wherever it is taken?  Can it be an error to ask what one costs?"""
    functions, told, even, in_vain = c.c.program.functions, e.args[-1], True, False
    priced = c.c.program.domains[e.board].priced
    if priced != NONE and moves(c, priced):
        entered = functions[priced]
        even = len(entered.params) == 1
        in_vain = may_fail(entered.body, {p.slot for p in entered.params}, c.c.program)
    if isinstance(told, core.Partial):
        price = functions[told.function]
        origin, place = (p.slot for p in price.params[-2:])
        there = (p.slot for p, arg in zip(price.params, told.args, strict=False) if isinstance(arg, core.Local) and arg.slot in c.sure)
        even = even and not speaks_of(price.body, origin)
        in_vain = in_vain or may_fail(price.body, {origin, place, *there}, c.c.program)
    return even, in_vain


def _near(c: Code, board: int, moving: bool) -> dict[str, int]:
    """Tables of a board: to which cells a step leads from each, ended by none, and what the board asks for it."""
    cells, memory = c.c.program.domains[board].cells, c.c.memory
    near = [[other for other in dict.fromkeys(row) if other >= 0 and (moving or cells.entry[other])] for row in cells.steps]
    most = max(map(len, near), default=0) + 1
    flat = [cell for row in near for cell in [*row, *[NONE] * (most - len(row))]]
    return {"NEAR": memory.numbers(flat), "STRIDE": most, "ENTRY": memory.numbers(list(cells.entry))}
