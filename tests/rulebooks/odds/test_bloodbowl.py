"""Exact odds of Blood Bowl as its rulebook gives them, against the same odds computed here die by die."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import arbitre.api as api
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

Skills = tuple[str, ...]
FACES = {1: "player_down", 2: "both_down", 3: "push_back", 4: "push_back", 5: "stumble", 6: "pow"}
STRONG = {1: "human_lineman", 2: "chaos_chosen_chosen_blocker", 3: "dwarf_deathroller"}  # how many dice they throw at a lineman
SIDES = [(1, "attacker"), (2, "attacker"), (3, "attacker"), (2, "defender"), (3, "defender")]
SKILLS: list[tuple[Skills, Skills]] = [
    ((), ()), (("block",), ()), ((), ("block",)), ((), ("dodge",)), (("block",), ("dodge",)), (("block",), ("block", "dodge")),
]  # fmt: skip
ARMOUR = {  # a position, and how much armour he has lost
    3: ("ogre_gnoblar_lineman", 3), 4: ("ogre_gnoblar_lineman", 2), 5: ("ogre_gnoblar_lineman", 1), 6: ("ogre_gnoblar_lineman", 0),
    7: ("halfling_hopeful_lineman", 0), 8: ("skaven_lineman", 0), 9: ("human_lineman", 0), 10: ("lizardmen_saurus_blocker", 0),
    11: ("wood_elf_loren_forest_treeman", 0),
}  # fmt: skip
FATES = [
    "box is field and ann.stance is prone", "box is field and ann.stance is stunned", "box is knocked_out", "harm is badly_hurt",
    "harm is seriously_hurt", "harm is serious_injury", "harm is lasting_injury", "harm is dead",
]  # fmt: skip
AGILITY = {2: "dark_elf_lineman", 3: "human_lineman", 4: "dwarf_lineman", 5: "shambling_undead_mummy"}
RANGES = {3: 0, 5: 1, 8: 2, 12: 3}  # squares across, and what they take off the throw
PASSING = {2: "skaven_thrower", 4: "human_lineman", 6: "lizardmen_saurus_blocker", 0: "chaos_chosen_minotaur"}
QUALITIES = ["fumble", "accurate", "wild", "inaccurate"]  # in the order of the test's lines


# ------------------------------------------------------------------------------------------------ computed here


def throws(number: int, sides: int = 6) -> Iterator[tuple[int, ...]]:
    return product(range(1, sides + 1), repeat=number)


def chance(number: int, holds: Callable[[tuple[int, ...]], bool]) -> Fraction:
    return Fraction(sum(holds(dice) for dice in throws(number)), 6**number)


def wishes(chooser: str, attacker: Skills, defender: Skills) -> list[str]:
    """The faces from best to worst for whoever chooses."""
    goods = {"player_down": -9, "both_down": -2, "push_back": 1, "stumble": 5, "pow": 6}
    if "block" in attacker:
        goods["both_down"] = 0 if "block" in defender else 4
    elif "block" in defender:
        goods["both_down"] = -8
    if "dodge" in defender:
        goods["stumble"] = 2
    order = sorted(goods, key=lambda face: -goods[face])
    return order if chooser == "attacker" else order[::-1]


def falls(face: str, attacker: Skills, defender: Skills) -> tuple[int, int]:
    """Whether the attacker falls, whether the defender does."""
    return (
        int(face == "player_down" or (face == "both_down" and "block" not in attacker)),
        int(face == "pow" or (face == "stumble" and "dodge" not in defender) or (face == "both_down" and "block" not in defender)),
    )


# ------------------------------------------------------------------------------------------------ asked of the rulebook


def question(name: str, *lines: str) -> str:
    return f'scenario "{name}":\n' + "".join(f"    {line}\n" for line in lines)


def person(name: str, coach: str, position: str, place: str, skills: Skills = ()) -> str:
    learnt = f", skills ({', '.join(skills)})" if len(skills) > 1 else f", skills {skills[0]}" if skills else ""
    return f"given player {name}: coach {coach}, position {position}, square {place}{learnt}"


def blocks() -> Iterator[str]:
    yield "instead of test_armour victim: give false\n"  # who falls is the question, not how badly
    for (dice, chooser), (attacker, defender) in product(SIDES, SKILLS):
        strong = STRONG[dice]
        yield question(
            f"block {dice} {chooser} {attacker} {defender}",
            person("ann", "red", strong if chooser == "attacker" else STRONG[1], "(5, 5, 0)", attacker),
            person("bob", "blue", strong if chooser == "defender" else STRONG[1], "(6, 5, 0)", defender),
            f"{'red' if chooser == 'attacker' else 'blue'} chooses {'; '.join(wishes(chooser, attacker, defender))}",
            "red chooses (7, 5, 0); no",
            "do block_with bob by ann",
            "measure not (ann is on_field and ann.stance is standing) as attacker_falls",
            "measure not (bob is on_field and bob.stance is standing) as defender_falls",
        )


def others() -> Iterator[str]:
    for armour, (position, lost) in ARMOUR.items():
        yield question(
            f"armour {armour}",
            person("ann", "red", position, "(5, 5, 0)") + f", armour_lost {lost}",
            "do knock_down ann with 0",
            *(f"measure ann.{fate} as fate{n}" for n, fate in enumerate(FATES)),
        )
    for (agility, position), markers in product(AGILITY.items(), range(4)):
        yield question(
            f"dodge {agility} {markers}",
            person("ann", "red", position, "(5, 5, 0)"),
            person("bob", "blue", "human_lineman", "(4, 5, 0)"),
            *(person(f"b{n}", "blue", "human_lineman", f"(7, {4 + n}, 0)") for n in range(markers)),
            "do test dodge by ann to (6, 5, 0) against (5, 5, 0) as tried",
            "measure tried.result as result",
        )
    for squares, (passing, position) in product(RANGES, PASSING.items()):
        yield question(
            f"throw {squares} {passing}",
            person("ann", "red", position, "(1, 5, 0)"),
            f"do test aim by ann to ({1 + squares}, 5, 0) as tried",
            "measure tried.result as result",
        )


Answers = dict[str, dict[tuple[int, ...], Fraction]]


def answered(folder: Path, texts: Iterator[str]) -> Answers:
    """What the rulebook says to each question: the joint distribution of what it measures."""
    file = folder / "questions.rules"
    file.write_text("extends bloodbowl\n\n" + "\n".join(texts), encoding="utf-8")
    rulebook = load("bloodbowl", [file], scenarios=True)
    books = Books(rulebook)
    found: Answers = {}
    for scenario in rulebook.scenarios:
        if scenario.place.file.endswith("questions.rules"):
            outcome = run(books, scenario)
            assert not outcome.failures, outcome.failures
            found[scenario.name] = dict(outcome.measures)
    return found


@pytest.fixture(scope="module")
def block_odds(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    return answered(tmp_path_factory.mktemp("blocks"), blocks())


@pytest.fixture(scope="module")
def odds(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    return answered(tmp_path_factory.mktemp("others"), others())


# ------------------------------------------------------------------------------------------------ compared


@pytest.mark.parametrize(("attacker", "defender"), SKILLS)
@pytest.mark.parametrize(("dice", "chooser"), SIDES)
def test_block(block_odds: Answers, dice: int, chooser: str, attacker: Skills, defender: Skills) -> None:
    order = wishes(chooser, attacker, defender)
    expected: dict[tuple[int, ...], Fraction] = {}
    for thrown in throws(dice):
        key = falls(min((FACES[die] for die in thrown), key=order.index), attacker, defender)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 6**dice)
    assert block_odds[f"block {dice} {chooser} {attacker} {defender}"] == expected


@pytest.mark.parametrize(
    ("dice", "chooser", "attacker", "defender", "down"),
    [
        # On paper: the target falls. Two faces of six without skills, and both down unless somebody has Block.
        (1, "attacker", (), (), Fraction(3, 6)),
        (1, "attacker", (), ("dodge",), Fraction(2, 6)),
        (1, "attacker", ("block",), ("block", "dodge"), Fraction(1, 6)),
        (2, "attacker", ("block",), (), 1 - Fraction(3, 6) ** 2),  # pow, stumble or both down on either
        (3, "attacker", ("block",), (), 1 - Fraction(3, 6) ** 3),
        (2, "attacker", ("block",), ("block", "dodge"), 1 - Fraction(5, 6) ** 2),
        (2, "defender", ("block",), (), Fraction(3, 6) ** 2),  # on both
        (3, "defender", ("block",), (), Fraction(3, 6) ** 3),
    ],
)
def test_block_on_paper(block_odds: Answers, dice: int, chooser: str, attacker: Skills, defender: Skills, down: Fraction) -> None:
    found = block_odds[f"block {dice} {chooser} {attacker} {defender}"]
    assert sum(p for (_, fallen), p in found.items() if fallen) == down


@pytest.mark.parametrize("armour", ARMOUR)
def test_armour_and_injury(odds: Answers, armour: int) -> None:
    """Knocked down: still prone, stunned, knocked out, and each kind of casualty."""
    breaks = chance(2, lambda d: sum(d) >= armour)
    hurt = breaks * chance(2, lambda d: sum(d) >= 10)
    expected = [
        1 - breaks, breaks * chance(2, lambda d: sum(d) <= 7), breaks * chance(2, lambda d: sum(d) in (8, 9)),
        *(hurt * Fraction(faces, 16) for faces in (6, 3, 3, 2, 2)),
    ]  # fmt: skip
    found = odds[f"armour {armour}"]
    assert [sum(p for key, p in found.items() if key[n]) for n in range(len(FATES))] == expected


def test_armour_as_the_command_says_it() -> None:
    found = api.odds(api.load("bloodbowl"), "armour", {"victim.position": "human_lineman", "bonus": 1})
    assert sum(o["probability"] for o in found if o["result"] == "broken") == chance(2, lambda d: sum(d) + 1 >= 9) == Fraction(15, 36)


@pytest.mark.parametrize("agility", AGILITY)
@pytest.mark.parametrize("markers", range(4))
def test_dodge(odds: Answers, agility: int, markers: int) -> None:
    """A natural 6 passes, a natural 1 fails, each marker of the square reached takes one off."""
    passes = chance(1, lambda d: d[0] == 6 or (d[0] != 1 and d[0] - markers >= agility))
    found = odds[f"dodge {agility} {markers}"]
    assert found == {(0,): 1 - passes, (1,): passes}  # failure, success


@pytest.mark.parametrize("squares", RANGES)
@pytest.mark.parametrize("passing", PASSING)
def test_throw(odds: Answers, squares: int, passing: int) -> None:
    malus = RANGES[squares]

    def quality(die: int) -> str:
        if die == 1 or passing == 0:
            return "fumble"
        if die == 6 or die - malus >= passing:
            return "accurate"
        return "wild" if die - malus <= 1 else "inaccurate"

    expected: dict[tuple[int, ...], Fraction] = {}
    for die in range(1, 7):
        key = (QUALITIES.index(quality(die)),)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 6)
    assert odds[f"throw {squares} {passing}"] == expected
