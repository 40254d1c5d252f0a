"""Exact odds in the rooms of the Pyramid, each computed here by hand: slides, the spring, potions, the monster's attack."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

GROUND = ["option dungeon = pyramid", "given match.active = red", "given red.turn_order = 0", "given blue.turn_order = 1"]
MAN = "given player a1: coach red, position human_lineman, box field, square"
STATE = ["measure a1.stance as stance", "measure a1.box as box"]
BOATS = [
    *GROUND,
    *(
        f"given {boat}_boat.{end} = ({x}, {y}, 0)"
        for boat, end, x, y in (("left", "stern", 11, 5), ("left", "prow", 11, 4), ("right", "stern", 13, 3), ("right", "prow", 13, 2))
    ),
    f"{MAN} (11, 5, 0)",
]
WHERE = ["measure a1.square.x as x", "measure a1.square.y as y"]
SLIDE = "do land a1 at (8, 20, 1) for walking with false"
CHOICES = ["blue chooses pow; stumble; push_back; both_down; player_down", "blue chooses (29, 13, 0); no"]
Odds = dict[str, dict[tuple[int, ...], Fraction]]
QUESTIONS = {
    "slide by agility": [*GROUND, f"{MAN} (8, 20, 1)", "red chooses by_agility", SLIDE, *STATE],
    "slide by strength": [*GROUND, f"{MAN} (8, 20, 1)", "red chooses by_strength", SLIDE, *STATE],
    "slide knocked down": [*GROUND, f"{MAN} (8, 20, 1)", "do land a1 at (8, 20, 1) for shoved with true", *STATE],
    "spring": [*GROUND, f"{MAN} (17, 16, 0)", "do land a1 at (18, 16, 0) for falling with false", *STATE],
    "potion": [*GROUND, f"{MAN} (27, 5, 1)", "do quaff a1", "measure a1.brew as brew"],
    "potion legs": [*GROUND, f"{MAN} (27, 5, 1)", "do quaff a1", "measure a1.movement as movement", "measure a1.strength as strength",
                    "measure a1.agility as agility", "measure a1.armour as armour"],
    "monster": [*GROUND, f"{MAN} (30, 13, 0)", "do let_beasts_in", *CHOICES, "do pounce a1", *STATE,
                "measure room_beast.body.stance as monster"],
    "monster fouls": [*GROUND, f"{MAN} (31, 13, 0), stance prone", "do let_beasts_in", "do pounce a1", *STATE],
    "overboard": [*BOATS, "do go_overboard a1", *WHERE],
    "overboard beside a swimmer": [*BOATS, "given player b1: coach blue, position human_lineman, box field, square (10, 4, 0)",
                                   "do go_overboard a1", *WHERE],
    "boat knocked against the pontoon": [*BOATS[:-1], "do knock_away left_boat to right from (11, 5, 0)",
                                         "measure left_boat.stern.x as x", "measure left_boat.stern.y as y",
                                         "measure left_boat.prow is ahead(left_boat.stern, up) as whole"],
    "lift comes down": [*GROUND, f"{MAN} (16, 13, 0)", "do be_crushed a1", "measure a1.harm as harm"],
}  # fmt: skip
STANDING, PRONE, STUNNED = range(3)
FIELD, KO, CASUALTIES = 0, 2, 3


def two_dice(low: int) -> Fraction:
    """At least that much on two dice."""
    return Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b >= low), 36)


@pytest.fixture(scope="module")
def answers(measured: Callable[..., Odds]) -> Odds:
    return measured("dungeonbowl", QUESTIONS)


def down(chance: Fraction, armour: int = 9) -> dict[tuple[int, ...], Fraction]:
    """What comes of a man who goes down with that chance: his armour, then stunned to 7, knocked out to 9, a casualty from 10."""
    broken = chance * two_dice(armour)
    return {
        (PRONE, FIELD): chance - broken,
        (STUNNED, FIELD): broken * (1 - two_dice(8)),
        (STANDING, KO): broken * (two_dice(8) - two_dice(10)),
        (STANDING, CASUALTIES): broken * two_dice(10),
    }


@pytest.mark.parametrize(("way", "fails"), [("by agility", Fraction(2, 6)), ("by strength", Fraction(3, 6)), ("knocked down", Fraction(1))])
def test_down_a_slide(answers: Odds, way: str, fails: Fraction) -> None:
    """Agility 3+ fails on two faces, strength 3 on three; knocked down nobody is tested."""
    wanted = down(fails) | ({(STANDING, FIELD): 1 - fails} if fails < 1 else {})
    assert answers[f"slide {way}"] == wanted


def test_the_spring_knocks_out_whom_it_does_not_maim(answers: Odds) -> None:
    """Armour 9 at +2 breaks on 7, the injury at +2 is a casualty on 8."""
    maimed = two_dice(7) * two_dice(8)
    assert answers["spring"] == {(STANDING, KO): 1 - maimed, (STANDING, CASUALTIES): maimed}


def test_every_potion_has_its_two_dice(answers: Odds) -> None:
    """One of six potions; each goes wrong on 1, works on 2 to 4, works twice as well on 5 and 6."""
    assert sorted(answers["potion"].values()) == sorted([Fraction(1, 36), Fraction(3, 36), Fraction(2, 36)] * 6)


@pytest.mark.parametrize(
    ("position", "plain", "changed"),
    [(0, 6, {4: 1, 8: 3, 10: 2}), (1, 3, {2: 1, 1: 1, 4: 3, 5: 7}), (2, 3, {4: 1, 5: 1, 2: 10}), (3, 9, {7: 1, 10: 3, 11: 2})],
)
def test_what_a_potion_does_to_a_lineman(answers: Odds, position: int, plain: int, changed: dict[int, int]) -> None:
    """In thirty-sixths: movement 6, strength 3, agility 3+ (2+ at best), armour 9+."""
    found: dict[int, Fraction] = {}
    for values, chance in answers["potion legs"].items():
        found[values[position]] = found.get(values[position], Fraction(0)) + chance
    wanted = {value: Fraction(share, 36) for value, share in changed.items()}
    assert found == wanted | {plain: 1 - sum(wanted.values())}


def test_the_monster_attacks(answers: Odds) -> None:
    """Strength 6 against 3: two dice, its coach chooses, and it has Block. Of 36 throws 20 show a stumble or a pow, 12 more a push;
    of the last 4, three have both down, which it survives, and one its own fall, of which its armour of 10 says the rest."""
    found: dict[tuple[int, ...], Fraction] = {}
    for (stance, box, _), chance in answers["monster"].items():
        found[stance, box] = found.get((stance, box), Fraction(0)) + chance
    assert found == down(Fraction(23, 36)) | {(STANDING, FIELD): Fraction(13, 36)}
    fallen = sum(chance for (*_, monster), chance in answers["monster"].items() if monster != STANDING)
    assert fallen == Fraction(1, 36) * (1 - two_dice(10) * two_dice(8))


def test_the_monster_fouls(answers: Odds) -> None:
    assert answers["monster fouls"] == down(Fraction(1))


def test_who_falls_out_of_a_boat_comes_up_in_any_free_water_beside_it(answers: Odds) -> None:
    """West of the boat lie two squares of water, before it its own prow, all else is pontoon."""
    assert answers["overboard"] == {(10, 4): Fraction(1, 2), (10, 5): Fraction(1, 2)}
    assert answers["overboard beside a swimmer"] == {(10, 5): Fraction(1)}


def test_a_boat_that_cannot_be_knocked_on_drifts_to_any_berth(answers: Odds) -> None:
    """Water of the pool with water north of it, but for both boats: the slide's two squares belong to no pool, so nobody berths there."""
    berths = [*((8, y) for y in (3, 4, 5)), *((x, y) for x in (9, 10) for y in (3, 5)), (11, 3), (13, 5),
              *((x, y) for x in (14, 15, 16) for y in (3, 4, 5))]  # fmt: skip
    assert answers["boat knocked against the pontoon"] == {(x, y, 1): Fraction(1, 18) for x, y in berths}


def test_under_the_lift(answers: Odds) -> None:
    """The D16 of casualties: 1 to 6, 7 to 9, 10 to 12, 13 and 14, 15 and 16."""
    assert sorted(answers["lift comes down"].values()) == sorted(Fraction(n, 16) for n in (6, 3, 3, 2, 2))
