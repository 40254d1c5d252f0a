"""A policy with a condition asks it anew for every way the dice may have fallen."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

FILE = Path(__file__).resolve().parents[2] / "language" / "constructs" / "policies.rules"


def test_yes_where_the_condition_holds() -> None:
    book = load(FILE, scenarios=True)
    scenario = next(s for s in book.scenarios if s.name == "Only low throws are given up")
    outcome = run(Books(book), scenario)
    assert dict(outcome.measures) == {(4,): Fraction(1, 6), (5,): Fraction(1, 6), (6,): Fraction(2, 3)}
