"""``must act in STEP with X``: X is who acts, or what an action of another kind's has after ``with``; alike in both executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.both_executors import in_both

GAME = """\
game leaping:
    title en "Leaping"
    languages en
    play turn by each player in turn up to 6 times, then over
    events seen by everyone
kind player, seats: ann, bob
    title en "Player"
kind spot, grid(8, 3, closed)
    title en "Spot"
kind frog, many frogs, up to 4
    title en "Frog"
    owner: player
        title en "Owner"
    spot: spot
        title en "Spot"
event over: nobody wins
agenda turn by player:
    title en "Turn"
    moving:
        title en "Moving"
        player must act in leaps
action leap by player with frog to spot, up to 8 times:
    title en "Leap"
    during leaps
    when frog.owner is player and distance(frog.spot, spot) is 1
    when no frogs where it.spot is spot
    frog.spot becomes spot
    if spot.x is not 4: player must act in leaps with frog
action rest by player:
    title en "Rest"
    during leaps
"""

SCENARIO = """\
extends leaping
scenario "The frog that leapt goes on, and no other":
    given frog one: owner ann, spot (2, 1)
    given frog two: owner ann, spot (4, 3)
    ann orders leap with one to (3, 1)
    ann orders leap with one to (4, 1)
    play turn
    expect one.spot is (4, 1) and two.spot is (4, 3)
"""


def folder(tmp_path: Path, game: str = GAME) -> Path:
    home = tmp_path / "leaping"
    (home / "scenarios").mkdir(parents=True)
    (home / "leaping.rules").write_text(game)
    return home


def test_only_that_one_goes_on_in_both(tmp_path: Path) -> None:
    home = folder(tmp_path)
    (home / "scenarios" / "on.rules").write_text(SCENARIO)
    rulebook = load(home, scenarios=True)
    found = in_both(Books(rulebook), rulebook.scenarios[0])
    assert (found.outcome.failures, found.differs, found.stopped) == ([], [], [])
    assert found.done
    other = SCENARIO.replace("ann orders leap with one to (4, 1)", "ann orders leap with two to (4, 2)")
    (home / "scenarios" / "on.rules").write_text(other)
    rulebook = load(home, scenarios=True)
    failures = in_both(Books(rulebook), rulebook.scenarios[0]).outcome.failures
    assert len(failures) == 1 and "two" not in str(failures[0][1]).split("one of:")[-1]
    second = "    ann orders leap with one to (4, 1)"
    refused = SCENARIO.replace(second, f"    refused ann orders leap with two to (4, 2) because spot\n{second}")
    (home / "scenarios" / "on.rules").write_text(refused)
    rulebook = load(home, scenarios=True)
    (failed,) = in_both(Books(rulebook), rulebook.scenarios[0]).outcome.failures
    assert "‘one’ alone may do this now" in str(failed[1]) and str(failed[1]).endswith("write ‘because frog’")


@pytest.mark.parametrize(("said", "what"), [("3", "a number"), ("spot", "a spot"), ("(1, 1)", "a spot")])
def test_what_no_action_takes_is_refused(tmp_path: Path, said: str, what: str) -> None:
    found = bind(load(folder(tmp_path, GAME.replace("leaps with frog", f"leaps with {said}")))).messages
    assert [m.text for m in found.errors] == [f"no action of ‘leaps’ is done by or with {what}"]
    assert "‘leap by player with frog to spot’, ‘rest by player’" in found.errors[0].hint


def test_whoever_acts_is_narrowed_as_before(tmp_path: Path) -> None:
    found = bind(load(folder(tmp_path, GAME.replace("leaps with frog", "leaps with frog.owner"))))
    assert not found.messages.errors
