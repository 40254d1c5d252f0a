"""Exact odds of Confrontation as its rulebook gives them, against the same odds computed here by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

UNHURT, STUNNED, LIGHT, SERIOUS, CRITICAL, KILLED = range(6)
# A row for each place, 1 to 5 (the lower die), a column for each operation from 0 or less, two by two, to 11 or more.
TABLE = {
    1: (UNHURT, STUNNED, LIGHT, LIGHT, SERIOUS, CRITICAL, KILLED),
    2: (UNHURT, STUNNED, LIGHT, SERIOUS, SERIOUS, CRITICAL, KILLED),
    3: (STUNNED, LIGHT, LIGHT, SERIOUS, CRITICAL, CRITICAL, KILLED),
    4: (STUNNED, LIGHT, SERIOUS, SERIOUS, CRITICAL, KILLED, KILLED),
    5: (STUNNED, LIGHT, SERIOUS, CRITICAL, CRITICAL, KILLED, KILLED),
}
ROLLS = [(low, high) for high in range(1, 7) for low in range(1, high + 1)]
NAMES = ("unhurt", "stunned", "light", "serious", "critical", "killed")
RESILIENCE = 5  # of a swordsman
FORCES = range(18)  # differences from -5 to 12: from nothing at all to certain death
FASTER, SLOWER = 4, 3  # initiative of a berserker and of a swordsman
CAPS = (0, 9, 16, 22)  # a 6 is thrown again by whoever is not ahead, while his result is no higher

PAIR = [
    "given match.tactician = red",
    "given fighter sid: warlord red, profile swordsman, cell (10, 10, 0)",
    "given fighter zed: warlord blue, profile berserker, cell (11, 10, 0)",
]


def crowd(force: int) -> list[str]:
    """A fighter for every roll of two dice, each hit by it."""
    lines = [f"given fighter f{n}: warlord red, profile swordsman, cell ({n + 1}, 1, 0)" for n in range(len(ROLLS))]
    lines += [f"dice {', '.join(f'blow: {high} {low}' for low, high in ROLLS)}"]
    lines += [f"do wound_roll f{n} with {force}" for n in range(len(ROLLS))]
    return lines + [f"expect f{n}.health is {NAMES[hurt(low, high, force)]}" for n, (low, high) in enumerate(ROLLS)]


QUESTIONS = {
    **{f"force {force}": [*PAIR, f"do wound_roll sid with {force}", "measure sid.health"] for force in FORCES},
    **{
        f"opposed {cap}": [
            *PAIR, f"red may throw_again when sid.total is {cap} or less", f"blue may throw_again when zed.total is {cap} or less",
            "do oppose sid against zed on quickness as winner", "measure winner is sid as won",
        ]
        for cap in CAPS
    },
    "one against two": [
        *PAIR, "given fighter sam: warlord red, profile swordsman, cell (12, 10, 0)", "given bout brawl: lone zed, attacker_side blue",
        "given sid.bout = brawl", "given sam.bout = brawl", "given zed.bout = brawl", "given zed.attack_dice = 2",
        "given sid.defence_dice = 1", "red may parry", "red chooses none", "blue chooses sid otherwise none", "do exchange brawl",
        "measure sid.health", "measure sam.health",
    ],
}  # fmt: skip


def hurt(low: int, high: int, force: int) -> int:
    """What the dice do to somebody unhurt; a stunning blow leaves nothing behind."""
    if low == 6:
        return KILLED
    operation = high + force - RESILIENCE
    grade = TABLE[low][min(6, max(0, (operation + 1) // 2))]
    return UNHURT if grade == STUNNED else grade


def wounds(force: int) -> dict[int, Fraction]:
    counted = Counter(hurt(min(two), max(two), force) for two in product(range(1, 7), repeat=2))
    return {grade: Fraction(number, 36) for grade, number in counted.items()}


def opposed(cap: int) -> Fraction:
    """How often the slower one wins.  Both throw; then, again and again, whoever is not ahead and shows a 6 throws once more if his
    result is no higher than the cap, at a tie the side first that lost the Tactics roll (the faster one).  A 1 is worth nothing."""
    slower_wins = tie = Fraction(0)

    def added(total: int, die: int) -> int:
        return 0 if die == 1 else total + die

    def settle(one: int, six_one: bool, two: int, six_two: bool, share: Fraction) -> None:
        nonlocal slower_wins, tie
        if six_two and two <= one and two <= cap:  # the faster one, not ahead
            for die in range(1, 7):
                settle(one, six_one, added(two, die), die == 6, share / 6)
        elif six_one and one <= two and one <= cap:
            for die in range(1, 7):
                settle(added(one, die), die == 6, two, six_two, share / 6)
        elif one == two:
            tie += share
        elif one > two:
            slower_wins += share

    for a, b in product(range(1, 7), repeat=2):
        settle(added(SLOWER, a), a == 6, added(FASTER, b), b == 6, Fraction(1, 36))
    return slower_wins / (1 - tie)  # a tie is thrown again from the start


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[tuple[int, ...], Fraction]]:
    file = tmp_path_factory.mktemp("odds") / "questions.rules"
    said = QUESTIONS | {f"every roll, force {force}": crowd(force) for force in FORCES}
    texts = (f'scenario "{name}":\n' + "".join(f"    {line}\n" for line in lines) for name, lines in said.items())
    file.write_text("extends confrontation\n\n" + "\n".join(texts), encoding="utf-8")
    rulebook = load("confrontation", [file], scenarios=True)
    books, out = Books(rulebook), {}
    for scenario in rulebook.scenarios:
        if scenario.place.file.endswith("questions.rules"):
            outcome = run(books, scenario)
            assert not outcome.failures, (scenario.name, outcome.failures)
            out[scenario.name] = dict(outcome.measures)
    assert len(out) == len(said)
    return out


@pytest.mark.parametrize("force", FORCES)
def test_a_wound_for_every_difference(force: int, answers: dict) -> None:
    """Every roll one by one is expected by the scenarios of :func:`crowd`; here are the chances of all of them."""
    assert {grade: p for (grade,), p in answers[f"force {force}"].items()} == wounds(force)


@pytest.mark.parametrize("cap", CAPS)
def test_whoever_is_not_ahead_throws_his_six_again_up_to_a_cap(cap: int, answers: dict) -> None:
    assert answers[f"opposed {cap}"].get((1,), Fraction(0)) == opposed(cap)


def test_never_to_throw_again_and_always_to_do_so_are_not_the_same() -> None:
    assert opposed(0) != opposed(22)


def test_one_attacks_two_and_one_of_them_parries(answers: dict) -> None:
    """Attack 6 against defence 4: a blow of 2 or more hits, and is parried by no less, never by a 1.  The other has no die left."""
    hit = Fraction(sum(1 for blow in range(2, 7) for parry in range(1, 7) if parry == 1 or parry + 4 < blow + 6), 36)
    suffered, free = wounds(7), Fraction(5, 6)
    first = {grade: hit * p for grade, p in suffered.items()}
    second = {grade: free * p for grade, p in suffered.items()}
    first[UNHURT] = first.get(UNHURT, Fraction(0)) + 1 - hit
    second[UNHURT] = second.get(UNHURT, Fraction(0)) + 1 - free
    assert answers["one against two"] == {(a, b): first[a] * second[b] for a in first for b in second}
