"""Round the table: whoever of a set follows a row, in the order of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

GAME = """\
game circle:
    title en "Circle" fr "Cercle"
    play turn up to 1 times, then over
kind player, seats: ann, bob, cid
    life: 0 to 3 = 3
    friend: player or none
event over: nobody wins
agenda turn: over
scenario "round":
    title fr "en rond"
    {lines}
"""


@pytest.mark.parametrize("lines", [
    "expect next_after(ann, players) is bob and next_after(cid, players) is ann",
    "given bob.life = 0\n    expect next_after(ann, players where life is 1 or more) is cid",
    "given bob.life = 0\n    expect next_after(bob, players where life is 1 or more) is cid",
    "expect next_after(ann, players where it is ann) is ann",
    "expect next_after(ann, players where life is 0) is none",
    "expect next_after(ann.friend, players) is ann",
])  # fmt: skip
def test_the_next_is_found_round_the_table(tmp_path: Path, lines: str) -> None:
    (tmp_path / "circle.rules").write_text(GAME.replace("{lines}", lines).replace("agenda turn: over", "agenda turn:\n    ending: over"))
    found = run_all(load(tmp_path / "circle.rules", scenarios=True))
    assert [outcome.failures for outcome in found] == [[]]
