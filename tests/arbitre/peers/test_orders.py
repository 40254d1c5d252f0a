"""Saved games of orders, replayed phase by phase: the units stand where they stand there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arbitre.api import Rules, load
from arbitre.peers.notation import NotationError
from arbitre.peers.orders import Compared, replay

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("diplomacy")


def told(found: list[Compared]) -> str:
    return "\n".join(str(one) for one in found if not one.agrees or one.left_out)


def test_a_recorded_game_is_replayed_unit_by_unit(rules: Rules) -> None:
    """A game of the package `diplomacy` with orders by lot: moves, convoys, retreats, builds and disbanding."""
    found = list(replay(rules, (HERE / "recorded.json").read_text(encoding="utf-8")))
    assert len(found) == 14 and not told(found), told(found)


def test_each_retreat_goes_where_it_was_ordered(rules: Rules) -> None:
    """Supported attacks everywhere: in the last but one phase two units of one side retreat."""
    found = list(replay(rules, (HERE / "retreats.json").read_text(encoding="utf-8")))
    assert len(found) == 19 and not told(found), told(found)


def test_what_differs_is_told(rules: Rules) -> None:
    game = json.loads((HERE / "recorded.json").read_text(encoding="utf-8"))
    game["phases"][1]["state"]["units"]["FRANCE"] = ["A PAR", "A MAR", "F KIE"]
    game["phases"][0]["orders"]["FRANCE"] = ["A PAR - MOS"]
    first, second = list(replay(rules, json.dumps(game)))[:2]
    assert first.agrees and first.left_out == ["FRANCE A PAR - MOS"]
    assert "FRANCE F kie" in second.missing and not second.agrees


def test_what_cannot_be_read_says_so(rules: Rules) -> None:
    with pytest.raises(NotationError, match="no saved game"):
        list(replay(rules, "{"))
    with pytest.raises(NotationError, match="no saved game"):
        list(replay(rules, '{"phases": [{"name": "S1901M"}]}'))
    phase = {"name": "S1901M", "state": {"units": {"ATLANTIS": ["A PAR"]}}, "orders": {}}
    with pytest.raises(NotationError, match="no side is called 'ATLANTIS'; there are AUSTRIA"):
        list(replay(rules, json.dumps({"phases": [phase]})))
    with pytest.raises(NotationError, match="phase 'S1901X': its name ends in none of M, R, A"):
        list(replay(rules, json.dumps({"phases": [phase | {"name": "S1901X"}]})))
    with pytest.raises(NotationError, match="how orders are written"):
        list(replay(load("tictactoe"), "{}"))


@pytest.mark.peers
def test_games_by_lot_agree_with_the_package(rules: Rules) -> None:
    """Each game is followed until it differs, which none of these does."""
    run = subprocess.run([sys.executable, str(HERE / "saved_games.py"), "12", "6", "1"], capture_output=True, text=True, check=True)
    phases, differing = 0, []
    for line in run.stdout.splitlines():
        for one in replay(rules, line):
            phases += 1
            if not one.agrees:
                differing.append(one)
                break
    assert phases > 100 and not differing, differing
