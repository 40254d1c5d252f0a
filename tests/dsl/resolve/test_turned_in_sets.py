"""A direction plus a number turns, in a set of directions as everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

GAME = """\
game turning:
    title en "Turning"
    play turn up to 1 times, then over
kind player, seats: ann, bob
    forward: direction = up
kind spot, king_grid(3, 3, closed)
let ways(player) = {first}
    also player.forward + 1
    also player.forward - 1 when player is ann
event over: nobody wins
agenda turn:
    ending: over
scenario "ways":
    expect count(ways(ann)) is {ann} and count(ways(bob)) is {bob}
    expect ann.forward + 1 in ways(bob) and ann.forward - 1 not in ways(bob)
"""


@pytest.mark.parametrize(("first", "ann", "bob"), [("directions where false", 2, 1), ("(player.forward, opposite(player.forward))", 4, 3)])
def test_a_turned_direction_joins_a_set(tmp_path: Path, first: str, ann: int, bob: int) -> None:
    (tmp_path / "turning.rules").write_text(GAME.format(first=first, ann=ann, bob=bob))
    found = run_all(load(tmp_path / "turning.rules", scenarios=True))
    assert [outcome.failures for outcome in found] == [[]]
