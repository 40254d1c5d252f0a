"""Saved games of orders, replayed phase by phase: the units stand where they stand there, and places are owned by the same sides."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

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


def test_places_that_others_own_are_told(rules: Rules) -> None:
    game = json.loads((HERE / "recorded.json").read_text(encoding="utf-8"))
    game["phases"][2]["state"]["centers"]["FRANCE"].remove("PAR")
    third = list(replay(rules, json.dumps(game)))[2]
    assert (third.missing, third.more) == ([], ["FRANCE par"]) and not third.agrees
    del game["phases"][2]["state"]["centers"]  # nothing is said of them
    assert not told(list(replay(rules, json.dumps(game))))


def test_without_the_compiled_executor_it_is_the_same(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (HERE / "recorded.json").read_text(encoding="utf-8")
    compiled = list(islice(replay(rules, text), 3))
    monkeypatch.setenv("ARBITRE_EXECUTOR", "interpreted")
    assert list(islice(replay(rules, text), 3)) == compiled and all(one.agrees for one in compiled)


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


def helped_against_their_own(phase: dict[str, Any]) -> set[str]:
    """Where the package leaves the published rules, by which nobody helps to dislodge a unit of his own (DP-own-02; its scenarios have both
    cases): it counts such a support if the attack comes by convoy, and if it is against a convoying fleet, takes the convoy for broken
    although the fleet stays.  The places of such units, and of armies so convoyed."""
    units = {unit.split()[1][:3]: side for side, held in phase["state"]["units"].items() for unit in held}
    orders = [(side, order) for side, given in phase["orders"].items() for order in given or ()]
    by_sea = {(order.split()[1], order.split()[3]) for _, order in orders if order.endswith(" VIA")}
    found = set()
    for side, order in orders:
        attack = re.fullmatch(r". \S+ S . (\S+) - (\S+)", order)
        if attack is None or units.get(attack[2][:3]) != side:
            continue
        if attack.groups() in by_sea:
            found.add(attack[2])
        found |= {place for place, goal in by_sea if (side, f"F {attack[2]} C A {place} - {goal}") in orders}
    return {place[:3].lower() for place in found}


@pytest.mark.peers
@pytest.mark.parametrize("seed", range(1, 9))
def test_games_by_lot_agree_with_the_package(rules: Rules, seed: int) -> None:
    """22 games of at most twenty years each, all together more than ten thousand phases.  Each is followed until it differs."""
    run = subprocess.run([sys.executable, str(HERE / "saved_games.py"), "22", "20", str(seed)], capture_output=True, text=True, check=True)
    agreed, differing = 0, 0
    for line in run.stdout.splitlines():
        phases = json.loads(line)["phases"]
        for number, one in enumerate(replay(rules, line)):
            if told([one]):
                elsewhere = {said.split()[-1][:3] for said in (*one.missing, *one.more)}
                assert number and not one.left_out and elsewhere & helped_against_their_own(phases[number - 1]), one
                differing += 1
                break
            agreed += 1
    assert agreed >= 1_250 and differing <= 1
