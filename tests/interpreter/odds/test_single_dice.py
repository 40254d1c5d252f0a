"""Dice read one by one: what odds say of them is what counting every throw by hand gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from arbitre.dsl.core import Dice
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.state.dice import showings

FILE = Path(__file__).resolve().parents[2] / "language" / "constructs" / "dice.rules"
Measured = dict[int, Fraction]


@cache
def measured() -> dict[str, Measured]:
    book = load(FILE, scenarios=True)
    books = Books(book)
    out = {}
    for scenario in book.scenarios:
        outcome = run(books, scenario)
        assert not outcome.failures
        out[scenario.name] = {values[0]: chance for values, chance in outcome.measures}
    return out


def counted(count: int, of: Callable[..., int]) -> Measured:
    """Every throw of some dice of six faces, one by one."""
    found = Counter(of(*faces) for faces in product(range(1, 7), repeat=count))
    return {value: Fraction(number, 6**count) for value, number in found.items()}


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        ("How many sixes among five dice?", counted(5, lambda *faces: faces.count(6))),
        ("How often is the first die the higher one?", counted(2, lambda a, b: a * 10 + b)),
    ],
)
def test_every_throw_is_counted(name: str, by_hand: Measured) -> None:
    assert measured()[name] == by_hand


def test_dice_thrown_again_by_a_hook() -> None:
    def result(a: int, b: int) -> int:
        return 1 if a == b else 2 if 1 in (a, b) else 3 if a + b >= 7 else 0

    def thrown(a: int, b: int, c: int, d: int) -> int:
        return result(c, d) if (a, b).count(1) == 1 else result(a, b)

    assert measured()["A test of single dice, thrown again"] == counted(4, thrown)


def test_what_nobody_tells_apart_is_one() -> None:
    six = Dice(10, tuple(range(1, 7)))
    found = showings((six,), False)
    assert len(found) == 3003 and sum(chance for _, chance in found) == 1
    assert len(showings((Dice(2, six.faces),), True)) == 36
