"""Statements that throw dice or draw lots: every outcome there is, and how one of them falls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.dice_sums import ways
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.analysis.tests import parts_of
from arbitre.interpreter.code.handler import Grouped, Outcomes
from arbitre.interpreter.code.machine import Machine, Run, Stmt
from arbitre.interpreter.reference.throws import one_of, thrown
from arbitre.interpreter.state.dice import MOST_WAYS, TOO_MANY, land, sums, ways_to_land, written
from arbitre.interpreter.state.keyed import about, occasion
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.visibility import public


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


def _roll(s: core.Roll, m: Machine) -> Stmt:
    slot, dice, label, place = s.slot, s.dice, s.label, s.place
    watched, what = watching(s.seen, m), occasion_of(s, m)
    singly = _one_by_one(s, m) if s.each is not None else None

    def fill(f: list[int], value: int) -> None:
        f[slot] = value

    def roll(x: Run, f: list[int]) -> int:
        if singly is not None and s.each is not None and s.each.look.read:  # a scenario may be the first to read them
            return singly(x, f)

        def play() -> None:
            f[slot] = x.handler.throw(x, dice, label, place, what(x, f), watched(x, f))

        x.handler.fall(x, f, lambda: sums(dice), fill, play)
        return 0

    return roll


def _one_by_one(s: core.Roll, m: Machine) -> Stmt:
    """Every die into a slot of its own, as well as their sum; for odds all of them fall at once."""
    watched, what = watching(s.seen, m), occasion_of(s, m)

    def fill(f: list[int], number: int) -> None:
        land(f, s, ways_to_land(s)[number][0])

    def outcomes() -> Outcomes:
        return [(number, chance) for number, (_, chance) in enumerate(ways_to_land(s))]

    def roll(x: Run, f: list[int]) -> int:
        def play() -> None:
            land(f, s, thrown(x, s.dice, s.label, s.place, what(x, f), watched(x, f)))

        x.handler.fall(x, f, outcomes, fill, play)
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

        def play() -> None:
            f[slot] = x.handler.throw(x, dice, label, place, what(x, f), watched(x, f))

        if number:
            x.handler.fall(x, f, lambda: sums(dice), fill, play)
        else:
            f[slot] = 0
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

        def outcomes() -> Outcomes:
            if len(faces) * len(others) > MOST_WAYS:
                raise x.error(TOO_MANY, place)
            pairs = differing(left, right, more - less if s.again else None)
            if not pairs:
                raise x.error("these two can never differ", place)
            return pairs

        def play() -> None:
            what = what_of(x, f)
            for _ in range(1000):
                f[s.left] = x.handler.throw(x, left, s.label, place, what)
                f[s.right] = x.handler.throw(x, right, s.label, place, what)
                if not s.again or f[s.left] + more != f[s.right] + less:
                    if x.log is not None and x.cause >= 0:
                        x.log[x.cause].data["totals"] = (f[s.left] + more, f[s.right] + less)
                    return
            raise x.error("these two are tied a thousand times", place)

        x.handler.fall(x, f, outcomes, fill, play)
        return 0

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

        def fill(f: list[int], position: int) -> None:
            f[slot] = rows[position]

        def play() -> None:
            script = written(x.dice)
            if script is not None:
                script.among = rows
            f[slot] = rows[one_of(x, len(rows), label, place, what(x, f), watched(x, f))]

        if rows:
            x.handler.fall(x, f, lambda: [(n, Fraction(1, len(rows))) for n in range(len(rows))], fill, play)
        else:
            f[slot] = NONE
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
