"""Exact odds below ground: what is thrown until it is lawful, and balls that bounce from one to another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

MEN = {"bea": (7, 6), "bud": (6, 7), "amy": (5, 6), "ann": (5, 5)}
COACH = {"bea": "blue", "bud": "blue", "amy": "red", "ann": "red"}
GROUND = ["option dungeon = proving_ground", "given match.active = red"]


def man(name: str, coach: str, place: tuple[int, int], more: str = "") -> str:
    return f"given player {name}: coach {coach}, position human_lineman, square ({place[0]}, {place[1]}, 0){more}"


STANDING = [man(name, COACH[name], place) for name, place in MEN.items()]
PADS = {"one": (4, 3), "two": (10, 3), "three": (14, 3), "four": (14, 8), "five": (20, 3), "six": (20, 8)}
LAID = [f"given pad_{name}.square = ({x}, {y}, 0)" for name, (x, y) in PADS.items()]
Odds = dict[str, dict[tuple[int, ...], Fraction]]
QUESTIONS = {
    "wall": [*GROUND, "given the_ball.square = (2, 2, 0)", "do bounce", "measure the_ball.square.x as x", "measure the_ball.square.y as y"],
    "closed pad": [*GROUND, *LAID, "given pad_six.blocked = true", man("tom", "red", (9, 3)), "do walk tom to (10, 3, 0) with 1",
                   "measure (0 if tom.square is none otherwise tom.square.x) as x", "measure tom.box is absent as lost"],
    "pad with five others": [*GROUND, *LAID, man("tom", "red", (9, 3)), *(man(f"b{n}", "blue", PADS[name]) for n, name in
                             enumerate(["one", "three", "four", "five", "six"])), "do walk tom to (10, 3, 0) with 1",
                             "measure tom.box is absent as lost", "measure count(players where square is none) as gone"],
    "bounce": [*GROUND, *STANDING, "given the_ball.square = (6, 5, 0)", "do bounce", "measure the_ball.carrier as carrier"],
    **{f"catch {name}": [*GROUND, *STANDING, f"do test catch by {name} with 1 as tried", "measure tried.result as result"] for name in MEN},
    "carrier": [*GROUND, *[line for line in STANDING if "player ann" not in line],
                "given player ann: coach red, position human_blitzer, square (5, 5, 0), skills block", man("bob", "blue", (6, 5)),
                "given the_ball.carrier = bob", "red chooses pow; stumble; push_back; both_down; player_down", "red chooses (7, 5, 0); no",
                "do block_with bob by ann", "measure bob.stance as stance", "measure the_ball.carrier as carrier"],
}  # fmt: skip


@pytest.fixture(scope="module")
def answers(measured: Callable[..., Odds]) -> Odds:
    return measured("dungeonbowl", QUESTIONS)


def test_a_ball_in_a_corner_goes_where_no_wall_is(answers: Odds) -> None:
    third = Fraction(1, 3)
    assert answers["wall"] == {(2, 3): third, (3, 2): third, (3, 3): third}


def test_a_closed_pad_is_thrown_again(answers: Odds) -> None:
    """The die shows one of five: the one he stepped on loses him, each of the others is where he comes out."""
    found = answers["closed pad"]
    assert sum(found.values()) == 1
    assert sum(chance for (_, lost), chance in found.items() if lost) == Fraction(1, 5)
    assert found[20, 0] == Fraction(1, 5) and found[14, 0] == Fraction(2, 5) and found[4, 0] == Fraction(1, 5)


def test_a_ball_among_men_goes_on_until_it_is_caught_or_lies(answers: Odds) -> None:
    """Reckoned here man by man: each catches it, or it bounces to one of the eight squares around him."""
    catch = {name: float(answers[f"catch {name}"].get((1,), 0)) for name in MEN}
    assert all(0 < chance < 1 for chance in catch.values())
    start = {(6, 5): 1.0}
    lies, caught = 0.0, dict.fromkeys(MEN, 0.0)
    for _ in range(300):
        coming: dict[tuple[int, int], float] = {}
        for (x, y), share in start.items():
            for place in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
                who = next((name for name, square in MEN.items() if square == place), None)
                if who is None:
                    lies += share / 8
                    continue
                caught[who] += share / 8 * catch[who]
                coming[place] = coming.get(place, 0.0) + share / 8 * (1 - catch[who])
        start = coming
    found = {carrier: float(chance) for (carrier,), chance in answers["bounce"].items()}
    assert found.pop(-1) == pytest.approx(lies, abs=1e-12)
    assert sorted(found.values()) == pytest.approx(sorted(caught.values()), abs=1e-12)


def test_a_block_on_the_man_with_the_ball_is_answered(answers: Odds) -> None:
    """A blitzer with Block throws one die: he stays up but for one face, and three of six leave the other standing."""
    found = answers["carrier"]
    assert sum(found.values()) == 1
    assert len({carrier for _, carrier in found}) == 6  # any of five, or nobody


def test_a_teleporter_with_somebody_on_each_of_the_others(answers: Odds) -> None:
    found = answers["pad with five others"]
    assert sum(found.values()) == 1
    assert 0 < sum(chance for (lost, _), chance in found.items() if lost) < Fraction(1, 2)
