"""Scenarios bound: what each of them says is in its plan, and what cannot go together is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.loader import load

GAME = """game tiny:
    title en "Tiny" fr "Petit"
kind player, seats: red, blue
    gold: 0 to 9
agenda turn:
    go: end
option stake: 1 to 5 = 3
event pay player:
    roll d6 as die
    player.gold becomes die
contest race by player: d6 against d6
scenario "one":
    title fr "un"
{lines}
"""


@pytest.mark.parametrize("name", ["draughts", "tictactoe"])
def test_every_scenario_of_a_game_is_bound_whole(name: str) -> None:
    rulebook = load(name, scenarios=True)
    assert len(rulebook.scenarios) > 4
    for scenario in rulebook.scenarios:
        bound = bind(rulebook, options_of(scenario))
        before = len(bound.messages.errors)
        plan = bind_scenario(bound.context, scenario)
        assert len(bound.messages.errors) == before, scenario.name
        forms = [scene.form for scene in scenario.scenes]
        assert len(plan.measures) == forms.count("measure") and bool(plan.dice) == ("dice" in forms)
        asked = sum(line.kind == "expect" for line in plan.lines)  # what ‘and’ joins is asked one by one
        assert asked >= forms.count("expect") > 0 or plan.measures or not asked
        assert set(scenario.clauses) <= set(plan.clauses)
        for number, answer in enumerate(plan.answers):  # each answer knows the line of the plan that it waits before
            assert answer.number == number and 0 <= answer.line <= len(plan.lines)


@pytest.mark.parametrize(
    ("lines", "code", "told"),
    [
        ("dice 4\ndo pay red\nmeasure red.gold", "C05", "a scenario that measures cannot set dice"),
        ("do pey red", "N01", "pey"),
        ("do pay red\nexpect pay happens 1 times\nexpect red.gld is 3", "N01", "gld"),
        ("given red.gold = 12", "T02", "12 is not from 0 to 9"),
        ("given stake = 2", "N01", "‘option stake = ...’"),
        ("do race by red", "T06", "‘do contest race by red’"),
        ("stops", "S03", ""),
        ("do pay red\ndice 4\nexpect red.gold is 4", "", ""),
    ],
)
def test_what_cannot_go_together_is_told(lines: str, code: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    said = "\n".join(f"    {line}" for line in lines.split("\n"))
    (tmp_path / "tiny" / "tiny.rules").write_text(GAME.format(lines=said), encoding="utf-8")
    rulebook = load(tmp_path / "tiny", scenarios=True)
    bound = bind(rulebook)
    for scenario in rulebook.scenarios:
        bind_scenario(bound.context, scenario)
    found = [(message.code, f"{message.text} {message.hint}") for message in [*rulebook.messages.errors, *bound.messages.errors]]
    assert bool(found) == bool(code) and all(one == code and told in text for one, text in found), found
