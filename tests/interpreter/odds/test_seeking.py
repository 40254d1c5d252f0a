"""Answers of odds that seek something: the best there is, found by trying each to the very end."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.odds import compiled
from arbitre.interpreter.odds.best_answers import Seeker
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

GAME = """game yahtzee:
    title en "Dice" fr "Dés"
kind player (thrower), seats: red, blue
    score: 0 to 99
    tries: 0 to 9 = 2
    safe: flag
event throw_twice for thrower, up to 9 times:
    roll d6 as face
    thrower.score becomes face
    if thrower.tries is 1 or more:
        thrower may use_reroll:
            thrower loses 1 tries
            throw_twice for thrower
event gamble for thrower:
    roll d6 as first
    thrower chooses extra from 0 to 3
    roll d6 as second
    thrower.score becomes first + extra
    if second is less than extra * 2: thrower.score becomes 0
event answer_both for thrower:
    roll d6 as first
    thrower chooses shown from 0 to 1
    thrower may stop_now:
        thrower.score becomes first
    otherwise:
        roll d6 as second
        thrower.score becomes (second if shown is 1 otherwise 7 - second)
        thrower.safe becomes second is 6
agenda turn:
    throwing: throw_twice for red
    again: gamble for red
    rest: red wins
"""
Measures = dict[tuple[int, ...], Fraction]


def asked(folder: Path, *lines: str) -> Measures:
    """What the interpreter finds; the compiled executor, where there can be one, has to find the same."""
    path = folder / "yahtzee.rules"
    path.write_text(GAME + 'scenario "Question":\n' + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    rulebook = load(path, scenarios=True)
    found = []
    for executor in ("interpreted", "compiled")[: 2 if find_spec("wasmtime") else 1]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ARBITRE_EXECUTOR", executor)
            patch.setattr(compiled, "PATIENCE", 0)
            if executor == "compiled":
                patch.setattr(Seeker, "onward", lambda *asked: pytest.fail("the interpreter was asked"))
            outcome = run(Books(rulebook), rulebook.scenarios[0])
        assert not outcome.failures, outcome.failures
        found.append(dict(outcome.measures))
    assert found[0] == found[-1]
    return found[0]


def mean(found: Measures) -> Fraction:
    return sum((score * chance for (score, *_), chance in found.items()), Fraction(0))


def test_keeping_the_better_of_two_throws(tmp_path: Path) -> None:
    """With one more throw worth 3 1/2, a 1, 2 or 3 is thrown again and a 4 is kept."""
    found = asked(tmp_path, "given red.tries = 1", "red may use_reroll seeking red.score", "do throw_twice for red", "measure red.score")
    low, high = Fraction(1, 12), Fraction(1, 6) + Fraction(1, 12)
    assert found == {(1,): low, (2,): low, (3,): low, (4,): high, (5,): high, (6,): high}
    assert mean(found) == Fraction(17, 4)


def test_the_second_of_two_rerolls_is_looked_at_first(tmp_path: Path) -> None:
    """With two more throws a 4 is not good enough: the rest is worth 4 1/4."""
    found = asked(tmp_path, "red may use_reroll seeking red.score", "do throw_twice for red", "measure red.score")
    assert mean(found) == Fraction(14, 3)
    assert found[4,] == Fraction(2, 3) * Fraction(1, 4)


def test_what_is_sought_need_not_be_what_is_measured(tmp_path: Path) -> None:
    """To have a 6 he throws again until he has it or no throw is left."""
    found = asked(tmp_path, "red may use_reroll seeking red.score is 6", "do throw_twice for red", "measure red.score is 6 as six")
    assert found == {(1,): 1 - Fraction(5, 6) ** 3, (0,): Fraction(5, 6) ** 3}


def test_a_number_is_chosen_for_what_comes_of_it(tmp_path: Path) -> None:
    """Against every way to choose: a number for each first throw."""
    found = asked(tmp_path, "red chooses extra seeking red.score", "do gamble for red", "measure red.score")

    def worth(first: int, extra: int) -> Fraction:
        return Fraction(sum(first + extra for second in range(1, 7) if second >= extra * 2), 6)

    best = max(sum(worth(first, plan[first - 1]) for first in range(1, 7)) / 6 for plan in product(range(4), repeat=6))
    assert mean(found) == best


def test_two_answers_that_depend_on_each_other(tmp_path: Path) -> None:
    """A line that says an answer holds beside one that seeks; the later answer is taken for what it brings."""
    lines = ("do answer_both for red", "measure red.score", "measure red.safe")
    found = asked(tmp_path, "red chooses 0", "red may stop_now seeking red.safe", *lines)
    assert sum(chance for (_, safe), chance in found.items() if safe) == Fraction(1, 6)
    assert found[1, 1] == Fraction(1, 6)
    found = asked(tmp_path, "red chooses shown seeking red.safe", "red may stop_now seeking red.score", *lines)
    assert mean(found) == Fraction(17, 4)


def test_one_thing_after_the_other(tmp_path: Path) -> None:
    """What is sought in the first event is what stands after the last."""
    lines = ("do throw_twice for red", "do gamble for red", "measure red.tries", "measure red.score")
    found = asked(tmp_path, "red may use_reroll seeking red.tries", "red chooses extra seeking red.score", *lines)
    assert {tries for tries, _ in found} == {2}
    assert len({score for _, score in found}) > 4


def test_over_the_steps_of_an_agenda(tmp_path: Path) -> None:
    found = asked(
        tmp_path, "red may use_reroll seeking red.score is 6", "red chooses extra seeking red.score", "play turn", "measure red.score"
    )
    assert sum(found.values()) == 1
    assert mean(found) > 3


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("red may use_reroll seeking red", "only a number or a condition can be looked for"),
        ("red may use_reroll seeking red.scor", "score"),
    ],
)
def test_what_cannot_be_sought(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "yahtzee.rules"
    path.write_text(GAME + f'scenario "Question":\n    {line}\n    do throw_twice for red\n    measure red.score\n', encoding="utf-8")
    rulebook = load(path, scenarios=True)
    assert not bind(rulebook).messages.errors
    ((_, said),) = run(Books(rulebook), rulebook.scenarios[0]).failures
    assert told in said


def test_only_odds_seek(tmp_path: Path) -> None:
    path = tmp_path / "yahtzee.rules"
    path.write_text(
        GAME + 'scenario "No question":\n    red may use_reroll seeking red.score\n    dice face: 3\n    do throw_twice for red\n'
    )
    rulebook = load(path, scenarios=True)
    assert "only an odds question can look for" in run(Books(rulebook), rulebook.scenarios[0]).failures[0][1]
