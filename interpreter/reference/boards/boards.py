"""Questions to a board, and what is kept of its answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.effects import AS_IT_STANDS
from arbitre.graphs.basics import FAR
from arbitre.graphs.board import Board
from arbitre.interpreter.code.machine import Fn, Machine, Run
from arbitre.interpreter.reference.boards.dynamic_boards import BoardNow, board_now
from arbitre.interpreter.reference.boards.step_costs import compile_priced, travelled

MOST_ANSWERS = 50_000  # of a board to one question of the rulebook that are kept


def _ask(e: core.Ask, m: Machine) -> Fn:
    board = m.program.domains[e.board].cells
    if isinstance(e.args[-1], core.Partial):
        return compile_priced(e, m)
    args = [m.expr(a) for a in e.args]
    if e.query == "ahead":
        steps, count, (cell, heading) = board.steps, board.directions, args

        def ahead(x: Run, f: list[int]) -> int:
            at, to = cell(x, f), heading(x, f)
            return steps[at][to % count] if at >= 0 and to >= 0 else NONE

        return ahead
    if e.query == "neighbours":
        masks = [board.neighbour_mask(c) for c in range(board.size)]
        (only,) = args
        return lambda x, f: masks[c] if (c := only(x, f)) >= 0 else 0
    now = board_now(m, e.board) if e.query in AS_IT_STANDS else None
    if now is not None:
        return _ask_now(e, now, args)
    if e.query in ("reach", "toward"):
        first, second, third = args
        question = board.reach_mask if e.query == "reach" else board.toward
        nothing = 0 if e.query == "reach" else NONE
        answers: dict[tuple[int, int, int], int] = {}

        def walked(x: Run, f: list[int]) -> int:
            key = (first(x, f), second(x, f), third(x, f))
            if key[0] < 0 or key[1] < 0:
                return nothing
            if len(answers) > MOST_ANSWERS:
                answers.clear()
            found = answers.get(key)
            if found is None:
                found = answers[key] = question(*key)
            return found

        return walked
    if e.query in ("below", "above"):
        (only,) = args
        shafts = [board.stacked(c, -1 if e.query == "below" else 1) for c in range(board.size)]
        return lambda x, f: shafts[c] if (c := only(x, f)) >= 0 else NONE
    if e.query == "travel":  # the board itself keeps its answers, in less space
        one, two = args
        return lambda x, f: travelled(x, e.place, board, one(x, f), two(x, f))
    if e.query in ("distance", "diagonal_distance", "direction", "clear"):
        ask = getattr(board, e.query)
        one, two = args
        empty = {"direction": NONE, "clear": 0}.get(e.query, FAR)
        known: dict[tuple[int, int], int] = {}

        def between(x: Run, f: list[int]) -> int:
            a, b = one(x, f), two(x, f)
            if a < 0 or b < 0:
                return empty
            found = known.get((a, b))
            if found is None:
                if len(known) > MOST_ANSWERS:
                    known.clear()
                found = known[a, b] = ask(a, b)
            return found

        return between
    if e.query == "opposite":
        (only,) = args
        return lambda x, f: board.opposite(d) if (d := only(x, f)) >= 0 else NONE
    return _ask_cells(e.query, board, args)


def _ask_now(e: core.Ask, now: BoardNow, args: list[Fn]) -> Fn:
    """A question of walks over a board that moves: asked of it as it stands."""
    query, place = e.query, e.place
    if query == "travel":
        one, two = args
        return lambda x, f: travelled(x, place, now(x), one(x, f), two(x, f))
    methods: dict[str, tuple[int, Callable[..., int]]] = {"reach": (0, Board.reach_mask), "toward": (NONE, Board.toward)}
    nothing, method = methods[query]

    def asked(x: Run, f: list[int]) -> int:
        values = [a(x, f) for a in args]
        if values[0] < 0 or values[1] < 0:
            return nothing
        if x.memo is None:
            return method(now(x), *values)
        key = (query, *values)
        if key not in x.memo:
            x.memo[key] = method(now(x), *values)
        return x.memo[key]  # type: ignore[no-any-return]

    return asked


def _ask_cells(query: str, board: Board, args: list[Fn]) -> Fn:
    known: dict[tuple[int, int], Any] = {}
    one, two = args[0], args[1]

    def cells(a: int, b: int) -> Any:
        found = known.get((a, b))
        if found is None:
            if query == "within":
                found = board.within_mask(a, b)
            elif query == "line":
                found = sum(1 << c for c in board.line(a, b))
            else:
                found = board.ray(a, b)
            if len(known) > MOST_ANSWERS:
                known.clear()
            known[a, b] = found
        return found

    def masked(x: Run, f: list[int]) -> int:
        a, b = one(x, f), two(x, f)
        if a < 0 or b < 0:
            return 0
        found = cells(a, b)
        return found if isinstance(found, int) else sum(1 << c for c in found)

    def first(x: Run, f: list[int]) -> int:
        a, b = one(x, f), two(x, f)
        if a < 0 or b < 0:
            return NONE
        mask = args[2](x, f)
        for c in cells(a, b):
            if mask >> c & 1:
                return int(c)
        return NONE

    return first if query == "first_on_ray" else masked


BOARDS: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Ask: _ask,
}
