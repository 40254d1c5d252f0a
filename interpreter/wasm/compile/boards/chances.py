"""Chances: exact fractions, each two words, how many ways are meant and one less than how many there are, reduced.

So a plain number is itself as a chance, and what is empty is no chance at all.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, prod
from typing import Any

from arbitre.dsl import core
from arbitre.interpreter.state.dice import showings, sums
from arbitre.interpreter.wasm.compile.boards.pathways import board_address, joined_steps, prices_alone, step_price
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported
from arbitre.interpreter.wasm.compile.frames import give_back, put_argument, take_frame
from arbitre.interpreter.wasm.compile.values.expressions import choice

MOST_SHOWN = 20_000  # ways in which the dice of a test may fall
WORDS = 2


def held(c: Code, part: int, whole: int) -> int:
    """The address of a chance that never changes."""
    by = gcd(part, whole)
    return c.c.memory.mask(part // by | (whole // by - 1) << 64, WORDS)


def _ratio(c: Code, e: core.Ratio) -> None:
    c.f.const(held(c, e.part, e.whole))


def _arith(c: Code, e: core.Arith) -> None:
    for side in (e.left, e.right):
        c.set(side, WORDS)
    if e.op in "+-":
        c.f.const(1 if e.op == "+" else -1)
    c.f.call({"*": "chance_times", "+": "chance_plus", "-": "chance_plus", "min": "chance_least", "max": "chance_most"}[e.op])


def percent(c: Code, e: core.Built) -> None:
    """A chance in whole percent, halves up."""
    c.set(e.args[0], WORDS)
    c.f.call("chance_percent")


# ------------------------------------------------------------------------------------ of tests


def _chance(c: Code, e: core.Chance) -> None:
    """The chance of a result of a test as its dice stand."""
    f, p, found = c.f, c.c.program.procedures[e.procedure], c.f.local()
    slots = take_frame(c, p)
    for param, arg in zip(p.params, e.args, strict=True):
        put_argument(c, p, slots, param, arg)
    f.get(slots)
    f.const(e.result)
    f.call(_of_test(c.c, p))
    f.set(found)
    give_back(c, slots)
    f.get(found)


def _of_test(c: Compiler, p: core.Procedure) -> str:
    """``f(slots, result)``: every way in which the dice of a test may fall is tried, nothing is thrown."""
    name = f"chance.{p.index}"
    if name in c.module.funcs:
        return name
    match p.body:
        case (core.Roll() as roll, core.Let() as bonus, *_, core.Let() as total, core.Let() as outcome):
            pass
        case _:
            raise Unsupported("the chance of a test without dice")
    slots = roll.each.slots if roll.each is not None and roll.each.look.read else []
    ordered = roll.each is not None and roll.each.look.ordered
    ways = showings(roll.dice, ordered) if slots else tuple(((shown,), share) for shown, share in sums(roll.dice))
    if len(ways) > MOST_SHOWN:
        raise Unsupported("the chance of a test with so many dice")
    whole = prod(len(die.faces) ** die.count for die in roll.dice)
    table = c.memory.numbers([n for shown, share in ways for n in (sum(shown), *(shown if slots else ()), int(share * whole))], 8)
    code = Code(c, c.module.func(name, 2), c.unit(("p", p.index)), 0)
    f, at, found, shown = code.f, code.f.local(), code.f.local(), code.f.local()
    size = 8 * (2 + len(slots))
    f.const(0)
    f.set(found)
    code.attempt(lambda: code.assign(bonus.slot, bonus.value), bonus.place)
    f.const(0)
    f.set(at)
    with f.loop() as again:
        mark = code.mark()
        for number, slot in enumerate((roll.slot, *slots)):
            f.get(at)
            f.load("64", table + 8 * number)
            code.write_slot(slot)
        code.attempt(lambda: code.assign(total.slot, total.value), total.place)
        f.get(found)
        f.get(at)
        f.load("64", table + size - 8)
        f.const(0)
        f.set(shown)
        code.attempt(lambda: _shows(code, outcome.value, shown), outcome.place)
        f.get(shown)
        f.op("mul")
        f.op("add")
        f.set(found)
        code.release(mark)
        f.get(at)
        f.const(size)
        f.op("add")
        f.tee(at)
        f.const(size * len(ways))
        f.op("lt_s")
        f.br_if(again)
    f.get(found)
    f.const(whole)
    f.call("chance_made")
    return name


def _shows(code: Code, outcome: core.Expr, shown: int) -> None:
    code.value(outcome)
    code.f.get(1)
    code.f.op("eq")
    code.f.set(shown)


# ------------------------------------------------------------------------------------ of walks


def surest(c: Code, e: core.Walk) -> None:
    """Leaves the end of the surest walk to a cell, as its number among the walks that were tried; none where there is none."""
    f, kind = c.f, c.c.program.domains[e.board]
    words, start, goal, limit, avoided = max(1, (kind.size + 63) // 64), *(f.local() for _ in range(4))
    given, told, price = f.local(), f.local(), -1
    chance = step_price(c, core.Partial(e.place, e.function, e.args), given, 3)
    if e.price is not None:
        assert isinstance(e.price, core.Partial)
        prices_alone(c, e.board)
        price = step_price(c, e.price, told)
    for part, local in ((e.start, start), (e.goal, goal), (e.limit, limit)):
        c.value(part)
        f.set(local)
    c.set(e.avoided, words)
    if words == 1:
        f.call("boxed")
    f.set(avoided)
    f.const(board_address(c, e.board))
    for local in (start, goal, limit, avoided, given):
        f.get(local)
    f.const(chance)
    f.get(told)
    f.const(price)
    f.const(joined_steps(c, e.board, words))
    f.call("board_surest")


def _arrival(c: Code, e: core.Walk) -> None:
    surest(c, e)
    c.f.call("walk_chance")


def walk_set(c: Code, e: core.Walk) -> None:
    """A chance of arriving, or the cells of the surest walk."""
    if e.query == "arrival":
        _arrival(c, e)
        return
    words = c.words(e)
    surest(c, e)
    c.f.const(words)
    c.f.call("walk_cells")
    if words == 1:
        c.f.load("64")


def along_walk(c: Code, e: core.Walk, body: Callable[[int], None]) -> None:
    """The cells of the surest walk in their order, as they are before the first of them is come to."""
    f, at, count = c.f, c.f.local(), c.f.local()
    end = f.local()
    surest(c, e)
    f.set(end)
    f.get(end)
    f.call("walk_length")
    f.tee(count)
    f.const(8)
    f.op("mul")
    f.const(8)
    f.op("add")
    f.call("take_room")
    f.set(at)
    f.get(end)
    f.get(at)
    f.call("walk_list")
    with f.each_number(at, count) as (row, _):
        body(row)


CHANCES: dict[type, Callable[[Code, Any], None]] = {
    core.Ratio: _ratio, core.Arith: _arith, core.Chance: _chance, core.Walk: walk_set, core.Choice: choice,
}  # fmt: skip
