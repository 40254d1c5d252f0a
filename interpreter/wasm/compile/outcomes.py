"""Statements that throw dice, as odds have them: a throw is one of its outcomes, those that come to the same as one."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core.dice_sums import ways
from arbitre.interpreter.analysis.tests import Parts, parts_of
from arbitre.interpreter.state.dice import ways_to_land
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported
from arbitre.interpreter.wasm.compile.dice import how_many
from arbitre.interpreter.wasm.compile.statements import statement
from arbitre.interpreter.wasm.layout.memory import GROUPS, Throw
from arbitre.interpreter.wasm.layout.odds_records import COUNTED, GROUPED, OWN


def whole_weights(chances: Sequence[Fraction]) -> list[int]:
    """Chances as whole numbers."""
    common = lcm(*(chance.denominator for chance in chances))
    return [int(chance * common) for chance in chances]


def _wanted(c: Code, kind: int, one: int | None = None, two: int | None = None) -> int:
    """A local with the outcome of a throw; ``one`` and ``two``: locals with what is to be known of it."""
    f, found = c.f, c.f.local()
    f.const(kind)
    for local in (one, two):
        if local is None:
            f.const(0)
        else:
            f.get(local)
    f.call("outcome")
    f.set(found)
    return found


def _looked_up(c: Code, values: Sequence[int], number: int) -> None:
    """Leaves the value with a number (in a local)."""
    table = c.c.memory.table(list(values))
    c.f.get(number)
    if table.size > 1:
        c.f.const(table.size)
        c.f.op("mul")
    c.f.load(table.load, table.at)


def _positions(dice: Sequence[core.Dice], shown: Sequence[int]) -> list[int]:
    """What each die shows, as numbers of its faces; where dice differ, faces that are given in no order are shared out among them."""
    each = [die for die in dice for _ in range(die.count)]

    def shared(n: int, left: list[int]) -> list[int] | None:
        if n == len(each):
            return []
        for face in dict.fromkeys(left):
            if face in each[n].faces:
                others = left[:]
                others.remove(face)
                found = shared(n + 1, others)
                if found is not None:
                    return [each[n].faces.index(face), *found]
        return None

    found = shared(0, list(shown))
    assert found is not None
    return found


def faces_with(dice: Sequence[core.Dice], total: int) -> list[int]:
    """Faces of dice that come to a sum, as numbers of their faces."""
    each = [die for die in dice for _ in range(die.count)]
    rest = _sums_behind(tuple([die.faces for die in each]))
    out, left = [], total
    for n, die in enumerate(each):
        for position, face in enumerate(die.faces):
            if left - face in rest[n]:
                out.append(position)
                left -= face
                break
    return out


@lru_cache(maxsize=8)
def _sums_behind(each: tuple[tuple[int, ...], ...]) -> list[Container[int]]:
    """For each die the sums that those behind it may come to: many totals are asked of the same dice."""
    sums: range | set[int] = range(1)
    out: list[Container[int]] = [sums]
    for faces in each[:0:-1]:
        if isinstance(sums, range) and faces == tuple(range(faces[0], faces[-1] + 1)):
            sums = range(sums[0] + faces[0], sums[-1] + faces[-1] + 1)
        else:
            sums = {one + face for one in sums for face in faces}
        out.append(sums)
    return out[::-1]


def _roll(c: Code, s: core.Roll) -> None:
    try:
        falls = list(ways_to_land(s))
    except RulebookError as error:
        raise Unsupported(error.text) from None
    read = s.each is not None and s.each.look.read
    if s.each is not None and not read:
        c.c.unread.add(c.unit.key[1])
    totals = [sum(faces) for faces, _ in falls]
    if len(falls) > 1:
        shown = [_positions(s.dice, faces) if read else faces_with(s.dice, faces[0]) for faces, _ in falls]
        c.c.throws.append(Throw(whole_weights([chance for _, chance in falls]), shown))
        number = _wanted(c, OWN + len(c.c.throws) - 1)
    else:
        number = c.f.local()
        c.f.const(0)
        c.f.set(number)
    _looked_up(c, totals, number)
    c.write_slot(s.slot)
    if s.each is not None and read:
        for position, slot in enumerate(s.each.slots):
            _looked_up(c, [faces[position] for faces, _ in falls], number)
            c.write_slot(slot)


def _roll_count(c: Code, s: core.RollCount) -> None:
    f = c.f
    number, size = how_many(c, s)
    found = f.local()
    f.const(0)
    f.set(found)
    f.get(number)
    f.when()
    f.get(_wanted(c, COUNTED, number, size))
    f.set(found)
    f.end()
    f.get(found)
    c.write_slot(s.slot)


def _roll_off(c: Code, s: core.RollOff) -> None:
    """One outcome for all times it is thrown: a pair of sums, without those that are tied where it is thrown again."""
    f, lead = c.f, c.f.local()
    c.value(s.left_bonus)
    c.value(s.right_bonus)
    f.op("sub")
    f.set(lead)
    left, right = ([(die.count, die.faces) for die in dice] for dice in (s.left_dice, s.right_dice))
    c.c.throws.append(Throw([], [], left, right, s.again))
    pair = _wanted(c, OWN + len(c.c.throws) - 1, lead)
    faces, others = list(ways(s.left_dice)[0]), list(ways(s.right_dice)[0])
    one, two = f.local(), f.local()
    for local, op in ((one, "div_s"), (two, "rem_u")):
        f.get(pair)
        f.const(len(others))
        f.op(op)
        f.set(local)
    for local, values, slot in ((one, faces, s.left), (two, others, s.right)):
        _looked_up(c, values, local)
        c.write_slot(slot)


# ------------------------------------------------------------------------------------ tests


def by_result(c: Compiler, p: core.Procedure) -> str | None:
    """The function that carries out a test of which only the result is wanted: outcomes with the same result are one.

    None where there is something between the throw and the result, or too much to go through each time.
    """
    name = f"test.{p.index}"
    if name in c.module.funcs:
        return name
    parts = parts_of(p)
    if parts is None:
        return None
    whole = prod(len(die.faces) ** die.count for die in parts.roll.dice)
    if whole >= 1 << 62:
        return None
    falls = ways_to_land(parts.roll)
    if not 1 < len(falls) <= GROUPS:
        return None
    _write_test(c, p, parts, [(faces, int(chance * whole)) for faces, chance in falls])
    return name


def _write_test(c: Compiler, p: core.Procedure, parts: Parts, falls: Sequence[tuple[Sequence[int], int]]) -> None:
    roll, bonus, total, result = parts
    read = roll.each is not None and roll.each.look.read
    shown = [_positions(roll.dice, faces) if read else faces_with(roll.dice, faces[0]) for faces, _ in falls]
    weights = [weight for _, weight in falls]
    c.throws.append(Throw(weights, shown))
    slots = [roll.slot, *(roll.each.slots if read and roll.each is not None else ())]
    landed = Code(c, c.module.func(f"test.{p.index}.landed", 2), c.unit(("p", p.index)), 0)
    _looked_up(landed, [sum(faces) for faces, _ in falls], 1)
    landed.write_slot(roll.slot)
    for position, slot in enumerate(slots[1:]):
        _looked_up(landed, [faces[position] for faces, _ in falls], 1)
        landed.write_slot(slot)
    for let in (total, result):
        statement(landed, let)
    landed.read_slot(result.slot)
    code = Code(c, c.module.func(f"test.{p.index}", 1), c.unit(("p", p.index)), 0)
    f, count, number = code.f, code.f.local(), code.f.local()
    statement(code, bonus)
    for local in (count, number):
        f.const(0)
        f.set(local)
    f.call("known_ahead")
    f.isnt()
    f.when()
    with f.loop() as again:
        f.get(count)
        f.get(number)
        _looked_up(code, weights, number)
        f.get(0)
        f.get(number)
        f.call(f"test.{p.index}.landed")
        f.call("group")
        f.set(count)
        f.get(number)
        f.const(1)
        f.op("add")
        f.tee(number)
        f.const(len(falls))
        f.op("lt_s")
        f.br_if(again)
    f.end()
    for slot in (*slots, total.slot, result.slot):  # that no way is told from another by what was tried last
        f.const(0)
        code.write_slot(slot)
    f.get(0)
    f.const(GROUPED)
    f.get(count)
    f.const(len(c.throws) - 1)
    f.call("outcome")
    f.call(f"test.{p.index}.landed")
    f.op("drop")
    f.const(0)


OUTCOMES: dict[type, Callable[[Code, Any], None]] = {core.Roll: _roll, core.RollCount: _roll_count, core.RollOff: _roll_off}
