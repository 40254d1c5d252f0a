"""``do ACTION``: what the rules say against it fails the scenario, unless it says ``regardless``."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """game yard:
    title en "Yard" fr "Cour"
kind player, seats: red, blue
    spent: 0 to 9
kind piece (mover), up to 4:
    owner: player
    tired: flag
agenda turn:
    moving: for each player in players: player acts in moving
event rest: end
action jump by mover:
    once per turn
    during moving
    when not mover.tired
    mover.owner gains 1 spent
scenario "x":
    title fr "x"
    given piece ann: owner red
"""
HOLDS = [
    "do jump by ann\n    expect red.spent is 1",
    "given ann.tired = true\n    do jump by ann regardless\n    expect red.spent is 1",
]
FAILS = {
    "given ann.tired = true\n    do jump by ann\n    expect red.spent is 1": "mover.tired",
    "do rest regardless": "not an action",
}


def failures(folder: Path, lines: str) -> list[str]:
    path = folder / "yard.rules"
    path.write_text(f"{RULES}    {lines}\n", encoding="utf-8")
    return [str(text) for outcome in run_all(load(path, scenarios=True)) for _, text in outcome.failures]


@pytest.mark.parametrize("lines", HOLDS)
def test_what_may_be_done_is_done(tmp_path: Path, lines: str) -> None:
    assert failures(tmp_path, lines) == []


@pytest.mark.parametrize("lines", FAILS)
def test_what_stands_against_it_is_named(tmp_path: Path, lines: str) -> None:
    assert any(FAILS[lines] in text for text in failures(tmp_path, lines))
