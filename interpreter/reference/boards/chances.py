"""Chances inside rules: what a test promises as its dice stand, and the surest walk over a board.

A chance is an exact fraction. It lives in expressions, names and texts; no field of the state holds one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.graphs.board import Board
from arbitre.interpreter.code.machine import Fn, Machine, Run
from arbitre.interpreter.reference.boards.dynamic_boards import board_now
from arbitre.interpreter.reference.boards.step_costs import pricing
from arbitre.interpreter.state.dice import land, ways_to_land
from arbitre.interpreter.state.errors import RulebookError

Chance = Callable[["Run", list[int]], Any]  # its value is a fraction, which no field holds
Ways = dict[int, tuple[Fraction, tuple[int, ...]]]
CERTAIN = Fraction(1)


def compile_ratio(e: core.Ratio, m: Machine) -> Chance:
    value = Fraction(e.part, e.whole)
    return lambda x, f: value


def compile_chance(e: core.Chance, m: Machine) -> Chance:
    """The chances of a test are few and cheap: every sum of its dice is tried, nothing is thrown."""
    args = [m.expr(a) for a in e.args]
    p, wanted, place = m.program.procedures[e.procedure], e.result, e.place
    ready: list[tuple[Any, ...]] = []

    def chance(x: Run, f: list[int]) -> Fraction:
        if not ready:  # a test may ask for a value that asks for the chance of a test
            ready.append(parts_of_test(p, m))
        roll, bonus_slot, bonus, total_slot, total, outcome = ready[0]
        x.spend(place)
        frame = p.init[:] or [0] * p.slots
        for param, arg in zip(p.params, args, strict=True):
            frame[param.slot] = arg(x, f)
        frame[bonus_slot] = bonus(x, frame)
        found = Fraction(0)
        for faces, share in ways_to_land(roll):
            land(frame, roll, faces)
            frame[total_slot] = total(x, frame)
            if outcome(x, frame) == wanted:
                found += share
        return found

    return chance


def parts_of_test(p: core.Procedure, m: Machine) -> tuple[Any, ...]:
    """What a test throws, its bonus, its total and its result: see :func:`arbitre.dsl.lower.throws.tests.test_body`."""
    match p.body:
        case (core.Roll() as roll, core.Let() as bonus, *_, core.Let() as total, core.Let() as outcome):
            return roll, bonus.slot, m.expr(bonus.value), total.slot, m.expr(total.value), m.expr(outcome.value)
    raise RulebookError(phrase("‘{0}’ has no dice to calculate with", p.name), p.place)


def compile_chance_after(e: core.ChanceAfter, m: Machine) -> Chance:
    args, test = [m.expr(a) for a in e.args], m.expr(e.test)
    event, place = e.procedure, e.place

    def chance(x: Run, f: list[int]) -> Fraction:
        frame = f[:]
        return m.chance_after(x, event, [a(x, f) for a in args], place, lambda y: test(y, frame))

    return chance


def compile_walk(e: core.Walk, m: Machine) -> Chance:
    ways = walks(e, m)
    goal = m.expr(e.goal)
    if e.query == "arrival":

        def arrival(x: Run, f: list[int]) -> Fraction:
            found = ways(x, f).get(goal(x, f))
            return found[0] if found is not None else Fraction(0)

        return arrival

    def surest(x: Run, f: list[int]) -> int:
        found = ways(x, f).get(goal(x, f))
        return sum(1 << cell for cell in found[1]) if found is not None else 0

    return surest


def walks(e: core.Walk, m: Machine) -> Callable[[Run, list[int]], Ways]:
    """The surest walks from a cell; while options are listed nothing changes, so those to all cells are found at once and kept."""
    board = m.program.domains[e.board].cells
    start, goal, limit, avoided = (m.expr(part) for part in (e.start, e.goal, e.limit, e.avoided))
    args, index, place = [m.expr(a) for a in e.args], e.function, e.place
    now = board_now(m, e.board)
    prices = pricing(e.price, e.board, m) if e.price is not None else None
    rest = [0] * max(0, m.program.functions[index].slots - len(args) - 3)

    def standing(x: Run) -> Board:
        return board if now is None else now(x)

    def found(x: Run, f: list[int]) -> Ways:
        given = [a(x, f) for a in args]
        body = m.bodies[index]
        asked = (start(x, f), limit(x, f), avoided(x, f))

        def chance(origin: int, target: int, price: int) -> Fraction:
            x.spend(place)
            return body(x, [*given, origin, target, price, *rest])  # type: ignore[return-value]

        mine, price_of = prices(x, f) if prices is not None else ((), None)
        if x.memo is None:
            wanted = goal(x, f)
            return standing(x).surest_walks(*asked, chance, wanted, price_of) if wanted != NONE else {}
        key = ("walks", index, *asked, *given, *mine)
        if key not in x.memo:
            x.memo[key] = standing(x).surest_walks(*asked, chance, NONE, price_of)
        kept: Ways = x.memo[key]
        return kept

    return found


def cells_along(e: core.Expr, m: Machine) -> Callable[[Run, list[int]], tuple[int, ...]]:
    """The cells of a way in their order, from its start."""
    if isinstance(e, core.Walk):
        ways, goal = walks(e, m), m.expr(e.goal)

        def of_walk(x: Run, f: list[int]) -> tuple[int, ...]:
            found = ways(x, f).get(goal(x, f))
            return found[1] if found is not None else ()

        return of_walk
    if isinstance(e, core.Path):
        cells = e.cells
        return lambda x, f: cells
    assert isinstance(e, core.Ask)
    ask = getattr(m.program.domains[e.board].cells, e.query)
    one, two = (m.expr(a) for a in e.args)

    def of_ray(x: Run, f: list[int]) -> tuple[int, ...]:
        a, b = one(x, f), two(x, f)
        return tuple(ask(a, b)) if a >= 0 and b >= 0 else ()

    return of_ray


CHANCES: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Ratio: compile_ratio,
    core.Chance: compile_chance,
    core.ChanceAfter: compile_chance_after,
    core.Walk: compile_walk,
}
