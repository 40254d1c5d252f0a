"""Exact odds in rooms of the Pyramid, against the same computed by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

GROUND = ["option dungeon = pyramid", "given match.active = red"]
HUMAN = "given player tom: coach red, position human_lineman, box field, square"
Odds = dict[str, dict[tuple[int, ...], Fraction]]
QUESTIONS = {
    "potion": [*GROUND, f"{HUMAN} (14, 8, 0)", "do quaff tom", "measure tom.movement", "measure tom.strength", "measure tom.agility",
               "measure tom.armour", "measure tom has block", "measure tom has mighty_blow", "measure tom has dodge",
               "measure tom has sidestep"],
    "statue": [*GROUND, f"{HUMAN} (31, 18, 0)", "do look_upon tom", "measure tom.stance", "measure tom.box", "measure match.turnover"],
    "corridor": [*GROUND, f"{HUMAN} (11, 26, 0)", "given player ann: coach red, position human_lineman, box field, square (11, 29, 0)",
                 "do land tom at (11, 28, 0) for walking with false", "measure match.crosswise", "measure ann.square.x",
                 "measure ann.square.y"],
    "prison": [*GROUND, f"{HUMAN} (21, 2, 1)", "given player bob: coach blue, position human_lineman, box field, square (18, 2, 0)",
               "do land tom at (19, 2, 1) for shoved with false", "measure tom.square.x", "measure tom.square.y"],
    "gates": [*GROUND, "do set_gates", "measure count(end_zones where shut)"],
    "doors": [*GROUND, "given zone_two.shut = true", "do try_doors", "measure zone_one.shut", "measure zone_two.shut"],
}  # fmt: skip


@pytest.fixture(scope="module")
def answers(measured: Callable[..., Odds]) -> Odds:
    return measured("dungeonbowl", QUESTIONS)


def test_every_potion_for_a_lineman(answers: Odds) -> None:
    """Movement, strength, agility, armour; then whether he has Block, Mighty Blow, Dodge, Sidestep."""
    drunk: Counter[tuple[int, ...]] = Counter()
    for flask, effect in product(range(1, 7), range(1, 7)):
        low, high = effect == 1, effect >= 5
        movement = {True: 4}.get(low, 10 if high else 8) if flask == 1 else 6
        strength = {2: 2 if low else 5 if high else 4, 5: 1 if low else 5}.get(flask, 3)
        agility = {3: 4 if low else 2, 6: 5 if low else 2}.get(flask, 3)
        armour = {4: 7 if low else 11 if high else 10}.get(flask, 9)
        fights, slips = flask == 5 and not low, flask == 6 and not low
        drunk[movement, strength, agility, armour, fights, fights and high, slips, slips and high] += 1
    assert answers["potion"] == {effect: Fraction(ways, 36) for effect, ways in drunk.items()}
    assert len(drunk) == 17  # two better and one better at agility are the same for one who needs a 3


def test_the_bolt_of_the_statue(answers: Odds) -> None:
    sums = Counter(a + b for a, b in product(range(1, 7), range(1, 7)))
    at_least = {n: Fraction(sum(ways for total, ways in sums.items() if total >= n), 36) for n in range(2, 13)}
    bolt, broken = Fraction(1, 6), at_least[9]
    struck = {
        (0, "field"): 1 - bolt,
        (1, "field"): bolt * (1 - broken),
        (2, "field"): bolt * broken * (1 - at_least[8]),
        (0, "knocked_out"): bolt * broken * (at_least[8] - at_least[10]),
        (0, "casualties"): bolt * broken * at_least[10],
    }
    boxes = ["field", "reserves", "knocked_out", "casualties", "absent"]
    found = {(stance, boxes[box]): chance for (stance, box, _), chance in answers["statue"].items()}
    assert found == struck
    assert sum(chance for (*_, over), chance in answers["statue"].items() if over) == bolt


def test_quarter_turns(answers: Odds) -> None:
    """From the south arm: a quarter to the west, two to the north, three to the east, four and back again."""
    sixth = Fraction(1, 6)
    assert answers["corridor"] == {(1, 10, 28): 2 * sixth, (0, 11, 27): 2 * sixth, (1, 12, 28): sixth, (0, 11, 29): sixth}


def test_a_prisoner_comes_to_any_free_square(answers: Odds) -> None:
    cell = [(x, y) for x in (18, 19, 20) for y in (2, 3, 4) if (x, y) != (18, 2)]
    assert answers["prison"] == dict.fromkeys(cell, Fraction(1, 8))


def test_gates_and_doors(answers: Odds) -> None:
    assert answers["gates"] == {(n,): Fraction(ways, 16) for n, ways in enumerate((1, 4, 6, 4, 1))}
    assert answers["doors"] == {(0, 1): Fraction(5, 6), (1, 0): Fraction(1, 6)}
