"""What other files add to contests and chances, in both executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.both_executors import in_both

GAME = """\
game duel:
    title en "Duel" fr "Duel"
    play round up to 3 times
kind player (rival), seats: red, green
    title en "Player" fr "Joueur"
    score: 0 to 9
        title en "Score" fr "Score"
    hasty: flag
        title en "Hasty" fr "Vif"
contest race by player against rival: d6 against d6
    title en "Race" fr "Course"
    +1 for player when player is hasty
let luck(player) = 50%
    title en "Luck" fr "Chance"
    +30% when player is hasty
agenda round:
    title en "Round" fr "Manche"
    going: run_off red against green
event run_off player against rival:
    title en "Run" fr "Course"
    contest race by player against rival:
        higher: player gains 1 score
        lower: rival gains 1 score
    if luck(player) is 80% or more: player gains 5 score
"""
MORE = """\
extends duel
adjust contest race by player against rival:
    title en "Wind" fr "Vent"
    +2 for rival when rival is hasty
    -1 for player when rival is hasty
adjust luck(player): +30% when player is red
adjust luck(player): -90% when player is green
adjust luck(player): 95% or less
scenario "both adjusted":
    given player red: hasty true
    given player green: hasty true
    dice 3 2
    do run_off red against green
    expect totals race: 3 against 4
    expect green.score is 1 and red.score is 5
    expect luck(red) is 95% and luck(green) is 0%
"""


@pytest.fixture
def adjusted(tmp_path: Path) -> Path:
    (tmp_path / "duel.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "more.rules").write_text(MORE, encoding="utf-8")
    return tmp_path / "more.rules"


def test_both_executors_add_what_other_files_say(adjusted: Path) -> None:
    pytest.importorskip("wasmtime")
    rulebook = load(adjusted, scenarios=True)
    assert bind(rulebook).messages.errors == []
    for scenario in rulebook.scenarios:
        found = in_both(Books(rulebook), scenario)
        assert found.outcome.ok, found.outcome
        assert (found.stopped, found.differs, found.done > 0) == ([], [], True)
