"""``refused`` of an act that is done at once: looked at when its giver is asked, after what is written above it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """game yard:
    title en "Yard" fr "Cour"
kind player, seats: red, blue
    bids: 0 to 9
kind piece (mover), up to 4:
    owner: player
    moved: flag
    free: flag = true
agenda turn:
    upkeep: tidy
    moving: for each player in players: player acts in moving, up to 9 times
event tidy: end
action jump by mover:
    during moving
    when not mover.moved
    mover.moved becomes true
action hop by mover:
    during moving
    2 per turn
    when mover.free
    end
scenario "x":
    title fr "x"
    given piece ann: owner red
    given piece bob: owner blue
"""
HOLDS = [
    "red orders jump by ann\n    refused red orders jump by ann because moved\n    play turn",
    "red orders jump by ann\n    refused red orders jump by ann\n    play turn",
    "red orders hop by ann; hop by ann\n    refused red orders hop by ann because limit\n    play turn",
    "play turn until moving\n    red orders jump by ann\n    refused red orders jump by ann because moved\n    play turn",
    "given ann.moved = true\n    refused red orders jump by ann because moved\n    play turn",
    "refused red orders jump by ann because during moving",
]
FAILS = {
    "refused red orders jump by ann\n    play turn": "this order is accepted",
    "refused red orders jump by ann\n    red orders jump by ann\n    play turn": "this order is accepted",
    "red orders hop by ann\n    refused red orders hop by ann because limit\n    play turn": "this order is accepted",
    "red orders jump by ann\n    refused red orders jump by ann because free\n    play turn": "for another reason",
    "refused red orders jump by ann\n    do tidy": "never asked for",
    "refused red orders jump by ann": "only its phase stands against it",
}


def failures(folder: Path, lines: str) -> list[str]:
    path = folder / "yard.rules"
    path.write_text(f"{RULES}    {lines}\n", encoding="utf-8")
    return [str(text) for outcome in run_all(load(path, scenarios=True)) for _, text in outcome.failures]


@pytest.mark.parametrize("lines", HOLDS)
def test_what_was_done_before_counts(tmp_path: Path, lines: str) -> None:
    assert failures(tmp_path, lines) == []


@pytest.mark.parametrize("lines", FAILS)
def test_what_is_offered_is_not_refused(tmp_path: Path, lines: str) -> None:
    found = failures(tmp_path, lines)
    assert any(FAILS[lines] in text for text in found), found
    assert not any("because during" in text for text in found)
