"""What is the only thing that can be done is not asked for; a scenario may name it where something of it is asked."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """game auction:
    title en "Auction" fr "Enchères"
kind player, seats: red, blue
    bid: 0 to 9
    passed: flag
agenda turn:
    bidding: for each player in players: player must act in bidding
action bid by player for (price: 1 to 3):
    during bidding
    when no players where passed
    player.bid becomes price
action leave by player:
    during bidding
    when any players where passed
    player.bid becomes 9
scenario "x":
    title fr "x"
"""


def failures(folder: Path, lines: str) -> list[str]:
    path = folder / "auction.rules"
    path.write_text(f"{RULES}    {lines}\n", encoding="utf-8")
    return [str(text) for outcome in run_all(load(path, scenarios=True)) for _, text in outcome.failures]


def test_the_only_action_may_be_named_with_what_is_asked_of_it(tmp_path: Path) -> None:
    lines = "red orders bid for 3; bid for 1\n    blue orders bid for 2\n    play turn\n    expect red.bid is 3 and blue.bid is 2\n"
    again = "    blue chooses 3\n    play turn\n    expect red.bid is 1 and blue.bid is 3 and turn.number is 2"
    assert failures(tmp_path, lines + again) == []


def test_one_of_which_nothing_is_asked_is_to_be_left_out(tmp_path: Path) -> None:
    lines = "given red.passed = true\n    red orders leave\n    play turn\n    expect red.bid is 9"
    (said,) = failures(tmp_path, lines)
    assert "‘leave’ is the only action there" in said and "leave it out" in said
