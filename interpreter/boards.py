"""Questions to boards, with integers in and out: cells and directions are rows, sets of cells are masks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from interpreter.errors import RulebookError

if TYPE_CHECKING:
    from interpreter.engine import Engine
    from interpreter.expressions import Eval

FAR = 9999
_CACHED = 200_000  # answers remembered for one question


def mask_of(cells: Iterable[int]) -> int:
    out = 0
    for cell in cells:
        out |= 1 << cell
    return out


def _first_on_ray(board: Any, cell: int, direction: int, group: int) -> int:
    for other in board.ray(cell, direction):
        if group >> other & 1:
            return int(other)
    return NONE


# name -> (what the board answers, what a question about none is answered)
_QUESTIONS: dict[str, tuple[Callable[..., int], int]] = {
    "ahead": (lambda board, cell, direction: board.ahead(cell, direction), NONE),
    "neighbours": (lambda board, cell: board.neighbour_mask(cell), 0),
    "distance": (lambda board, a, b: board.distance(a, b), FAR),
    "diagonal_distance": (lambda board, a, b: board.diagonal_distance(a, b), FAR),
    "direction": (lambda board, a, b: board.direction(a, b), NONE),
    "opposite": (lambda board, direction: board.opposite(direction), NONE),
    "ray": (lambda board, cell, direction: mask_of(board.ray(cell, direction)), 0),
    "line": (lambda board, a, b: mask_of(board.line(a, b)), 0),
    "within": (lambda board, cell, steps: board.within_mask(cell, steps), 0),
    "first_on_ray": (_first_on_ray, NONE),
}


def compile_ask(engine: Engine, node: core.Ask) -> Eval:
    """A board never changes, so its answers are remembered."""
    from interpreter.expressions import compile_expr

    board = engine.program.domains[node.board].board
    if node.query not in _QUESTIONS or board is None:
        raise RulebookError(f"no board answers ‘{node.query}’", node.place)
    ask, nothing = _QUESTIONS[node.query]
    args = tuple(compile_expr(engine, arg) for arg in node.args)
    rows = len(args) - (node.query in ("within", "first_on_ray"))  # the others are a number, a mask
    known: dict[Any, int] = engine.answers.setdefault((node.board, node.query), {})

    def question(key: Any) -> int:
        if min(key[:rows]) < 0:
            return nothing
        found = ask(board, *key)
        if len(known) < _CACHED:
            known[key] = found
        return found

    if len(args) == 1:
        (only,) = args

        def ask_one(cells: list[int], slots: list[int]) -> int:
            key = (only(cells, slots),)
            found = known.get(key)
            return question(key) if found is None else found

        return ask_one
    if len(args) == 2:
        first, second = args

        def ask_two(cells: list[int], slots: list[int]) -> int:
            key = (first(cells, slots), second(cells, slots))
            found = known.get(key)
            return question(key) if found is None else found

        return ask_two

    def ask_more(cells: list[int], slots: list[int]) -> int:
        key = tuple(arg(cells, slots) for arg in args)
        found = known.get(key)
        return question(key) if found is None else found

    return ask_more
