"""Scenarios stand alone: what is wrong with one of them, or with one file of them, is its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.interpreter.play.scenario.stage import Outcome

RULES = """\
game duel:
    title en "Duel" fr "Duel"
    text en "Two." fr "Deux."
kind player, seats: red, blue
    life: 0 to 9 = 5
    foe: player or none
let strength(player) = player.life + 2
event hurt player:
    roll d6 as wound
    player loses wound life
event divide player:
    player.life becomes 5 / (player.life - player.life)
agenda turn:
    act: hurt red
"""
GOOD = """\
scenario "good":
    dice 2
    do hurt red
    expect strength(red) is 5
"""
FAULTS = {
    "name": ("    do hurrt red\n", "hurrt"),
    "type": ("    expect red.life is blue\n", "never a player"),
    "rule": ("    do divide red\n", "division by 0"),
    "nothing": ("    expect red.foe.life is 3\n", "of none"),
    "option": ("    option sise = 2\n    do divide red\n", "sise"),
    "value": ("    expect strength(red, blue) is 3\n", "2"),
    "odds": ("    do hurt red\n    measure red.foe.life\n", "of none"),
    "dice": ("    do hurt red\n", "a die is missing"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "duel" / "scenarios").mkdir(parents=True)
    (tmp_path / "duel" / "duel.rules").write_text(RULES)
    return tmp_path / "duel"


def outcomes(folder: Path, **files: str) -> dict[str, Outcome]:
    for name, text in files.items():
        (folder / "scenarios" / f"{name}.rules").write_text(f"extends duel\n{text}")
    return {o.name: o for o in run_all(load(folder, scenarios=True))}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_one_scenario_is_its_own(folder: Path, fault: str) -> None:
    lines, said = FAULTS[fault]
    bad = f'scenario "bad":\n{lines}'
    found = outcomes(
        folder, a=f"{GOOD}{bad}{bad.replace('bad', 'as_bad', 1)}{GOOD.replace('good', 'also good')}", b=GOOD.replace("good", "b")
    )
    assert {name for name, o in found.items() if o.ok} == {"good", "also good", "b"}
    for name in ("bad", "as_bad"):
        assert any(said in text for _, text in found[name].failures), found[name].failures


def test_a_line_that_cannot_be_read_is_its_scenarios_own(folder: Path) -> None:
    """Also where it is the only one of its file."""
    broken = 'scenario "broken":\n    doo hurt red\n'
    found = outcomes(folder, a=GOOD, b=broken + GOOD.replace("good", "beside it"), c=broken.replace("broken", "alone"))
    assert {name for name, outcome in found.items() if outcome.ok} == {"good", "beside it"}
    assert set(found) == {"good", "beside it", "broken", "alone"}
    for name in ("broken", "alone"):
        place, text = found[name].failures[0]
        assert "hurt" in text and place.line == 3


def test_a_fault_of_a_rule_beside_scenarios_is_of_that_file(folder: Path) -> None:
    helper = "event help player:\n    player.lief becomes 3\n"
    found = outcomes(folder, a=GOOD, b=helper + GOOD.replace("good", "helped"))
    assert found["good"].ok and not found["helped"].ok
    assert "lief" in found["helped"].failures[0][1]


def test_a_fault_of_the_rules_fails_every_scenario(folder: Path) -> None:
    (folder / "duel.rules").write_text(RULES + "let broken(player) = player.nothing\n")
    found = outcomes(folder, a=GOOD, b=GOOD.replace("good", "b"))
    assert not any(o.ok for o in found.values())
    assert all("nothing" in o.failures[0][1] for o in found.values())
