"""Parts of an order that nobody is asked for, as there is one way alone: they are held against what the order says."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

GAME = """\
game leaping:
    title en "Leaping"
    languages en
    play turn by each player in turn up to 6 times, then over
    events seen by everyone
kind player, seats: ann, bob
kind spot, grid(8, 3, closed)
spot is open when (spot.y is 1 and (spot.x is 2 or spot.x is 3)) or (spot.y is 2 and (spot.x is 2 or spot.x is 8))
kind frog, many frogs, up to 4
    owner: player
    spot: spot
event over: nobody wins
agenda turn by player:
    moving: player must act in leaps
action leap by player with frog to spot, up to 8 times:
    during leaps
    when frog.owner is player and spot is open and distance(frog.spot, spot) is 1
    frog.spot becomes spot
    if spot.x is 2: player must act in leaps with frog
scenario "leaps":
    given frog one: owner ann, spot (1, 1)
    given frog two: owner ann, spot (8, 1)
    {orders}
    play turn
    expect one.spot is (3, 1)
"""


def failures(tmp_path: Path, orders: str) -> list[str]:
    (tmp_path / "leaping.rules").write_text(GAME.replace("{orders}", orders))
    (found,) = run_all(load(tmp_path / "leaping.rules", scenarios=True))
    return [str(text) for _, text in found.failures]


def test_an_order_whose_square_was_forced_leaves_the_next_to_the_next(tmp_path: Path) -> None:
    assert failures(tmp_path, "ann orders leap with one to (2, 1); leap with one to (3, 1)") == []


def test_a_forced_part_is_what_the_order_says(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, "ann orders leap with one to (3, 1); leap with one to (3, 1)")
    assert found == "‘leap’ cannot take this ‘spot’ here: only (2, 1) is left for it"


def test_an_order_answers_no_question_of_the_next_round(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, "ann orders leap with one to (3, 1)")
    assert found.startswith("ann has no answer to ‘spot’")


def test_a_refusal_may_stand_above_an_order_of_the_only_action(tmp_path: Path) -> None:
    lines = "refused ann orders leap with one to (8, 3)\n    ann orders leap with one to (2, 1); leap with one to (3, 1)"
    assert failures(tmp_path, lines) == []


def test_a_step_that_did_not_begin_is_told_with_its_reason(tmp_path: Path) -> None:
    waiting = "refused ann orders rest"
    game = GAME.replace(
        "scenario", "action rest by player:\n    during resting\nevent idle by player: player must act in resting\nscenario"
    )
    game = game.replace("    given frog one: owner ann, spot (1, 1)\n", "").replace("one.spot is (3, 1)", "two.spot is (8, 2)")
    (tmp_path / "leaping.rules").write_text(game.replace("{orders}", waiting))
    (found,) = run_all(load(tmp_path / "leaping.rules", scenarios=True))
    assert ["write ‘because during resting’ behind it" in text for _, text in found.failures] == [True]
    (tmp_path / "leaping.rules").write_text(game.replace("{orders}", f"{waiting} because during resting"))
    (found,) = run_all(load(tmp_path / "leaping.rules", scenarios=True))
    assert found.failures == []
