"""What is drawn is named in a scenario; a name that is not there is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """\
game cards:
    title en "Cards" fr "Cartes"
    play turn up to 3 times
kind side, seats: red, blue
kind card: ace, king, queen
    holder: side or none
agenda turn:
    deal:
        for each side in sides:
            draw card from cards where holder is none
            card.holder becomes side
scenario "Named":
    dice {dice}
    play turn
    expect king.holder is red and queen.holder is blue
"""


@pytest.mark.parametrize(("dice", "told"), [
    ("card: king queen", ""),
    ("king queen", ""),
    ("card: king, card: 2", ""),
    ("card: king king", "not among the 2 it is drawn from"),
    ("card: knight 1", "nothing is called ‘knight’"),
])  # fmt: skip
def test_what_is_drawn_is_named(dice: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.rules"
    path.write_text(RULES.format(dice=dice), encoding="utf-8")
    failures = run_all(load(path, scenarios=True))[0].failures
    assert bool(failures) is bool(told), failures
    assert not told or told in str(failures[0][1])
