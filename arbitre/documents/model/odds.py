"""Exact chances of dice as they stand in a rule, told as far as they depend on one number.

Nothing is thrown and nothing is rounded here: sums of dice are convolved, results are asked in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.resolve.ranges import ends

MOST_SIDES, MOST_DICE, MOST_ROWS = 1000, 24, 24
Spread = dict[int, Fraction]


@cache
def dice(text: str) -> tuple[tuple[int, Fraction], ...] | None:
    """The sums of ``2d6`` with their chances; None for more dice than a table of them would be read."""
    count, _, sides = text.partition("d")
    number, faces = int(count or 1), int(sides)
    if number > MOST_DICE or faces > MOST_SIDES:
        return None
    out: Spread = {0: Fraction(1)}
    for _ in range(number):
        after: Spread = {}
        for total, chance in out.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, Fraction(0)) + chance / faces
        out = after
    return tuple(sorted(out.items()))


@dataclass(slots=True)
class Thrown:
    """An expression with dice: the dice, what is always added, and what is added besides (signed expressions)."""

    spread: Spread
    fixed: int = 0
    more: list[tuple[int, Any]] = field(default_factory=list)


def thrown(e: object) -> Thrown | None:
    """Takes an expression apart; None where dice stand elsewhere than in a sum."""
    match e:
        case t.DiceValue():
            found = dice(e.text)
            return Thrown(dict(found)) if found is not None else None
        case t.Number():
            return Thrown({0: Fraction(1)}, e.value)
        case t.Binary(op="+" | "-"):
            left, right = thrown(e.left), thrown(e.right)
            if left is None or right is None:
                return None
            sign = 1 if e.op == "+" else -1
            spread: Spread = {}
            for a, p in left.spread.items():
                for b, q in right.spread.items():
                    spread[a + sign * b] = spread.get(a + sign * b, Fraction(0)) + p * q
            return Thrown(spread, left.fixed + sign * right.fixed, [*left.more, *((sign * s, x) for s, x in right.more)])
    return Thrown({0: Fraction(1)}, 0, [(1, e)]) if not holds_dice(e) else None


def holds_dice(e: object) -> bool:
    if isinstance(e, t.DiceValue):
        return True
    parts = (getattr(e, n, None) for n in ("left", "right", "item", "owner", "args", "items", "source", "test"))
    return any(any(holds_dice(i) for i in p) if isinstance(p, list) else isinstance(p, t.Expr) and holds_dice(p) for p in parts)


# ---------------------------------------------------------------------------------------------------- tests


@dataclass(slots=True)
class Line:
    """A result and when it comes: ``holds`` is asked with the dice, the total, and the one number that is not known beforehand."""

    name: str
    holds: Callable[[int, int, int], bool]


@dataclass(slots=True)
class TestOdds:
    """``rows``: for each value of the unknown (None where there is none) the chance of every result."""

    results: list[str]
    rows: list[tuple[int | None, dict[str, Fraction]]]
    unknown: Any = None
    modified: bool = False
    at: Callable[[int, int], dict[str, Fraction]] = lambda value, added: {}  # for a value of the unknown and what is added to the dice


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "is": lambda a, b: a == b,
    "is_not": lambda a, b: a != b,
    "or_more": lambda a, b: a >= b,
    "or_less": lambda a, b: a <= b,
    "more_than": lambda a, b: a > b,
    "less_than": lambda a, b: a < b,
}


@dataclass(slots=True)
class Asked:
    """What the results of a test ask of its dice.  ``unknown``: the one number that totals are held against and that is not known
    beforehand; ``total``: is the total asked for at all?"""

    known: Callable[[Any], int | None]
    unknown: Any = None
    total: bool = False

    def condition(self, e: object) -> Callable[[int, int, int], bool] | None:
        """None where anything else is asked than the dice, the total, and one number."""
        if isinstance(e, t.Binary) and e.op in ("and", "or", "between"):
            first, second = ends(e) if e.op == "between" else (e.left, e.right)
            left, right = self.condition(first), self.condition(second)
            if left is None or right is None:
                return None
            if e.op != "or":
                return lambda rolled, total, value: left(rolled, total, value) and right(rolled, total, value)
            return lambda rolled, total, value: left(rolled, total, value) or right(rolled, total, value)
        if not isinstance(e, t.Binary) or e.op not in COMPARE or not isinstance(e.left, t.Name):
            return None
        compare, word = COMPARE[e.op], str(e.left.word)
        number = e.right.value if isinstance(e.right, t.Number) else self.known(e.right)
        if word == "natural" and number is not None:
            return lambda rolled, total, value: compare(rolled, number)
        if word != "total":
            return None
        self.total = True
        if number is not None:
            return lambda rolled, total, value: compare(total, number)
        if self.unknown is not None and self.unknown != e.right:
            return None
        self.unknown = e.right
        return lambda rolled, total, value: compare(total, value)


def of_test(decl: t.Test, results: list[str], known: Callable[[Any], int | None] = lambda e: None) -> TestOdds | None:
    """Chances of a test by the one number its results are measured against; None where there are several, or other conditions."""
    start = thrown(decl.dice)
    if start is None or not start.spread:
        return None
    lines: list[Line] = []
    asked = Asked(known)
    for modifier in decl.modifiers:
        if modifier.form != "result":
            continue
        holds = asked.condition(modifier.when)
        if holds is None:
            return None
        lines.append(Line(str(modifier.name), holds))
    if not lines:
        return None
    unknown = asked.unknown
    modified = bool(start.more) or any(m.form.startswith("bonus") for m in decl.modifiers)
    low, high = min(start.spread), max(start.spread)
    fixed = start.fixed
    shifting = unknown is None and modified and asked.total
    values: list[int | None] = [None]
    if unknown is not None:
        values = list(range(low + fixed - 1, high + fixed + 2))
    elif shifting:
        values = list(range(-4, 5))
    if len(values) > MOST_ROWS:
        return None

    def at(value: int, added: int) -> dict[str, Fraction]:
        chances = dict.fromkeys(results, Fraction(0))
        for rolled, chance in start.spread.items():
            total = rolled + fixed + added
            name = next((x.name for x in lines if x.holds(rolled, total, value)), "failure")
            chances[name] = chances.get(name, Fraction(0)) + chance
        return chances

    rows = [(value, at(0, value or 0) if shifting else at(value or 0, 0)) for value in values]
    return TestOdds([r for r in dict.fromkeys([*(x.name for x in lines), *results]) if any(c.get(r) for _, c in rows)], rows,
                    unknown if not shifting else "modifier", modified, at)  # fmt: skip


# ---------------------------------------------------------------------------------------------------- contests, tables


def of_contest(decl: t.Contest, most: int = 6, changed: bool = False) -> list[tuple[int, Fraction, Fraction, Fraction]] | None:
    """By the lead of the first side's figures over the second's, up to ``most``: chances that it wins, loses, ties.

    ``changed``: lines may add to either throw.
    """
    left, right = thrown(decl.left), thrown(decl.right)
    if left is None or right is None or len(left.spread) * len(right.spread) > 20_000:
        return None
    reach = max(max(left.spread) - min(right.spread), max(right.spread) - min(left.spread))
    out = []
    leads = range(-min(reach, most), min(reach, most) + 1) if left.more or right.more or changed else [left.fixed - right.fixed]
    for lead in leads:
        wins = loses = ties = Fraction(0)
        for a, p in left.spread.items():
            for b, q in right.spread.items():
                margin = a + lead - b
                if margin > 0:
                    wins += p * q
                elif margin < 0:
                    loses += p * q
                else:
                    ties += p * q
        if decl.again and ties < 1:
            wins, loses, ties = wins / (1 - ties), loses / (1 - ties), Fraction(0)
        out.append((lead, wins, loses, ties))
    return out


def of_table(key: object, spans: list[tuple[int | None, int | None]], shifts: list[int]) -> list[list[Fraction]] | None:
    """For each row the chance that the dice fall in it, one for each value added to them."""
    start = thrown(key)
    if start is None or len(start.spread) < 2:
        return None
    out = []
    for low, high in spans:
        row = []
        for shift in shifts:
            totals = ((rolled + start.fixed + shift, p) for rolled, p in start.spread.items())
            row.append(sum((p for n, p in totals if (low is None or n >= low) and (high is None or n <= high)), Fraction(0)))
        out.append(row)
    return out
