"""Statements that throw dice or draw lots; for odds every outcome there is, those that come to the same as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.dice_sums import ways
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.analysis.tests import parts_of
from arbitre.interpreter.code.machine import Machine, Outcomes, Run, Stmt
from arbitre.interpreter.state.dice import MOST_WAYS, TOO_MANY, land, sums, ways_to_land
from arbitre.interpreter.state.keyed import about, occasion
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.visibility import public

Grouped = Callable[["Run", list[int]], tuple[list[int], int, Outcomes]]


def throw(x: Run, dice: tuple[core.Dice, ...], label: str, place: Place, what: int, audience: int | None = None) -> int:
    """The sum of the dice; each is one throw of the tape, and enumeration sees their sum as one.

    ``what``: their occasion (see :mod:`arbitre.interpreter.state.keyed`); ``audience``: who sees how they fall, as a mask; None: whoever
    sees what happens.
    """
    if x.odds is not None:
        return x.odds.outcome(sums(dice))
    return sum(thrown(x, dice, label, place, what, audience))


def thrown(x: Run, dice: tuple[core.Dice, ...], label: str, place: Place, what: int, audience: int | None) -> list[int]:
    """What every single die shows."""
    faces = []
    turn = x.state.runs[x.program.main] if x.program.main >= 0 else 0
    for die in dice:
        for _ in range(die.count):
            face = die.faces[x.dice.throw(len(die.faces), x.state.rolls, label, place, x.state.die_key(turn, what))]
            x.state.rolls += 1
            faces.append(face)
    if x.log is not None:
        sizes = [len(d.faces) for d in dice for _ in range(d.count)]
        x.record("roll", label, place, audience=audience, faces=faces, total=sum(faces), sizes=sizes)
    return faces


def watching(seen: core.Expr | None, m: Machine) -> Callable[[Run, list[int]], int | None]:
    """Who sees how dice fall, where their statement says so; asked only while what happens is recorded."""
    if seen is None:
        return lambda x, f: None
    mask = m.expr(seen)
    return lambda x, f: None if x.log is None else public(mask(x, f), m.everyone)


def occasion_of(s: core.Roll | core.RollCount | core.RollOff | core.Draw, m: Machine) -> Callable[[Run, list[int]], int]:
    """What dice of a statement are thrown for, as the slots stand."""
    known = occasion(s.occasion.rule, s.label)
    rows = [m.expr(row) for row in s.occasion.about]

    def what(x: Run, f: list[int]) -> int:
        out = known
        for row in rows:
            out = about(out, row(x, f))
        return out

    return what


def one_of(x: Run, size: int, label: str, place: Place, what: int, audience: int | None = None) -> int:
    """A position from 0 to ``size - 1`` by lot; no die when there is just one."""
    if size <= 1:
        return 0
    return throw(x, (core.Dice(1, tuple(range(1, size + 1))),), label, place, what, audience) - 1


def _roll(s: core.Roll, m: Machine) -> Stmt:
    slot, dice, label, place = s.slot, s.dice, s.label, s.place
    watched, what = watching(s.seen, m), occasion_of(s, m)
    singly = _one_by_one(s, m) if s.each is not None else None

    def fill(f: list[int], value: int) -> None:
        f[slot] = value

    def roll(x: Run, f: list[int]) -> int:
        if singly is not None and s.each is not None and s.each.look.read:  # a scenario may be the first to read them
            return singly(x, f)
        if x.odds is not None:
            x.odds.die(x, f, sums(dice), fill)
        else:
            f[slot] = throw(x, dice, label, place, what(x, f), watched(x, f))
        return 0

    return roll


def _one_by_one(s: core.Roll, m: Machine) -> Stmt:
    """Every die into a slot of its own, as well as their sum; for odds all of them fall at once."""
    watched, what = watching(s.seen, m), occasion_of(s, m)

    def fill(f: list[int], number: int) -> None:
        land(f, s, ways_to_land(s)[number][0])

    def roll(x: Run, f: list[int]) -> int:
        if x.odds is None:
            land(f, s, thrown(x, s.dice, s.label, s.place, what(x, f), watched(x, f)))
            return 0
        x.odds.die(x, f, [(number, chance) for number, (_, chance) in enumerate(ways_to_land(s))], fill)
        return 0

    return roll


def _roll_count(s: core.RollCount, m: Machine) -> Stmt:
    slot, count, faces, label, limit, place = s.slot, m.expr(s.count), m.expr(s.faces), s.label, s.limit, s.place
    watched, what = watching(s.seen, m), occasion_of(s, m)

    def fill(f: list[int], value: int) -> None:
        f[slot] = value

    def roll(x: Run, f: list[int]) -> int:
        number, size = count(x, f), faces(x, f)
        if not 0 <= number <= limit or not 1 <= size <= 10_000:
            raise x.error(phrase("{0} dice of {1} faces cannot be thrown", number, size), place)
        dice = (core.Dice(number, tuple(range(1, size + 1))),)
        if x.odds is not None and number:
            x.odds.die(x, f, sums(dice), fill)
        else:
            f[slot] = throw(x, dice, label, place, what(x, f), watched(x, f)) if number else 0
        return 0

    return roll


def _roll_off(s: core.RollOff, m: Machine) -> Stmt:
    left_bonus, right_bonus = m.expr(s.left_bonus), m.expr(s.right_bonus)
    left, right, place, what_of = s.left_dice, s.right_dice, s.place, occasion_of(s, m)

    def fill(f: list[int], pair: int) -> None:
        f[s.left], f[s.right] = faces[pair // len(others)], others[pair % len(others)]

    faces, others = list(ways(left)[0]), list(ways(right)[0])

    def roll_off(x: Run, f: list[int]) -> int:
        more, less = left_bonus(x, f), right_bonus(x, f)
        if x.odds is not None:
            if len(faces) * len(others) > MOST_WAYS:
                raise x.error(TOO_MANY, place)
            pairs = differing(left, right, more - less if s.again else None)
            if not pairs:
                raise x.error("these two can never differ", place)
            x.odds.die(x, f, pairs, fill)
            return 0
        what = what_of(x, f)
        for _ in range(1000):
            f[s.left] = throw(x, left, s.label, place, what)
            f[s.right] = throw(x, right, s.label, place, what)
            if not s.again or f[s.left] + more != f[s.right] + less:
                if x.log is not None and x.cause >= 0:
                    x.log[x.cause].data["totals"] = (f[s.left] + more, f[s.right] + less)
                return 0
        raise x.error("these two are tied a thousand times", place)

    return roll_off


@lru_cache(maxsize=1000)
def differing(left: tuple[core.Dice, ...], right: tuple[core.Dice, ...], lead: int | None) -> tuple[tuple[int, Fraction], ...]:
    """The chance of every pair of sums, by its number; with ``lead`` without those that are equal once it is added to the left."""
    others = sums(right)
    pairs = [
        (i * len(others) + j, p * q)
        for i, (a, p) in enumerate(sums(left)) for j, (b, q) in enumerate(others) if lead is None or a + lead != b
    ]  # fmt: skip
    whole = sum(p for _, p in pairs)
    return tuple((pair, p / whole) for pair, p in pairs)


def _draw(s: core.Draw, m: Machine) -> Stmt:
    slot, source, label, place = s.slot, m.expr(s.source), s.label, s.place
    watched, what = watching(s.seen, m), occasion_of(s, m)

    def draw(x: Run, f: list[int]) -> int:
        rows = rows_of(source(x, f))
        if x.odds is not None and rows:

            def fill(f: list[int], position: int) -> None:
                f[slot] = rows[position]

            x.odds.die(x, f, [(n, Fraction(1, len(rows))) for n in range(len(rows))], fill)
            return 0
        f[slot] = rows[one_of(x, len(rows), label, place, what(x, f), watched(x, f))] if rows else NONE
        return 0

    return draw


def grouped_test(p: core.Procedure, m: Machine) -> Grouped | None:
    """For enumeration: a test nobody hooks, whose throws are told apart by their result alone.

    What it makes gives the slots of the test, which of them is for the result, and the chance of every result.
    """
    parts = parts_of(p)
    if parts is None:
        return None
    roll, added, summed, result = parts
    bonus, total, outcome = m.expr(added.value), m.expr(summed.value), m.expr(result.value)
    whole = prod(len(die.faces) ** die.count for die in roll.dice)
    weights: list[tuple[Sequence[int], int]] = []  # found out when odds first ask
    blank, params = p.init, p.params
    bonus_slot, total_slot, result_slot = added.slot, summed.slot, result.slot

    def test(x: Run, args: list[int]) -> tuple[list[int], int, Outcomes]:
        frame = blank[:]
        for param, value in zip(params, args, strict=True):
            frame[param.slot] = value
        frame[bonus_slot] = bonus(x, frame)
        groups: dict[int, int] = {}
        if not weights:
            weights.extend((faces, int(chance * whole)) for faces, chance in ways_to_land(roll))
        for faces, weight in weights:
            land(frame, roll, faces)
            frame[total_slot] = total(x, frame)
            found = outcome(x, frame)
            groups[found] = groups.get(found, 0) + weight
        return frame, result_slot, [(found, Fraction(weight, whole)) for found, weight in sorted(groups.items())]

    return test


THROWS: dict[type, Any] = {
    core.Roll: _roll, core.RollCount: _roll_count, core.RollOff: _roll_off, core.Draw: _draw,
}  # fmt: skip
