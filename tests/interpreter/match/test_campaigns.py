"""What passes from match to match: what a record may say, and what of it is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.campaigns import left_by, restore
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError

GAME = """game tiny:
    title en "Tiny" fr "Petit"
kind player, seats: red, blue
    fame: 0 to 9, kept
    luck: 0 to 9
kind town: here, there
    size: 0 to 9
agenda turn:
    go: red gains 1 fame
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny.rules").write_text(GAME, encoding="utf-8")
    return machine_of(compile_rules(load(tmp_path / "tiny")).program)


def record(**kinds: Any) -> Any:
    return {"game": "tiny", "kinds": kinds}


def test_what_is_kept_comes_back_and_nothing_else(machine: Machine) -> None:
    match = Match(machine, 1, start=False)
    restore(machine, match.state, record(player=[{"row": 1, "fame": 7}]))
    assert left_by(machine, match.state) == record(player=[{"row": 0, "fame": 0}, {"row": 1, "fame": 7}])
    restore(machine, match.state, {"game": "tiny"})  # type: ignore[typeddict-item]


@pytest.mark.parametrize("fame", [0, 9])
def test_the_least_and_the_most_a_field_may_hold_come_back(machine: Machine, fame: int) -> None:
    match = Match(machine, 1, start=False)
    restore(machine, match.state, record(player=[{"row": 0, "fame": fame}, {"row": 1, "fame": 9 - fame}]))
    assert left_by(machine, match.state) == record(player=[{"row": 0, "fame": fame}, {"row": 1, "fame": 9 - fame}])


def test_rows_behind_one_that_is_not_there_are_kept(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    horses = "kind horse, up to 4:\n    speed: 0 to 9, kept\nagenda turn:\n    run: for each horse in horses: horse gains 1 speed\n"
    (tmp_path / "tiny" / "tiny.rules").write_text(GAME.replace("agenda turn:\n", horses), encoding="utf-8")
    machine = machine_of(compile_rules(load(tmp_path / "tiny")).program)
    match, rows = Match(machine, 1, start=False), [{"row": 1, "speed": 4}, {"row": 3, "speed": 5}]
    restore(machine, match.state, record(horse=rows))
    assert left_by(machine, match.state)["kinds"]["horse"] == rows


def test_what_no_rule_changes_any_more_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny.rules").write_text(GAME.replace("red gains 1 fame", "end"), encoding="utf-8")
    machine = machine_of(compile_rules(load(tmp_path / "tiny")).program)
    restore(machine, Match(machine, 1, start=False).state, record(player=[{"row": 1, "fame": 7}]))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"game": "large", "kinds": {}}, "this record is of ‘large’, not of ‘tiny’"),
        (record(village=[]), "this record mentions ‘village’, which the game does not know"),
        (record(player={"row": 0}), "this record mentions ‘player’, which the game does not know"),
        (record(player=[{"fame": 1}]), "this record has a row -1 of ‘player’"),
        (record(player=[{"row": 2}]), "this record has a row 2 of ‘player’"),
        (record(player=[{"row": 0, "luck": 1}]), "this record's ‘player.luck’ is not right"),  # not kept
        (record(town=[{"row": 0, "fame": 1}]), "this record's ‘town.fame’ is not right"),  # kept, of another kind
        (record(player=[{"row": 0, "fame": 10}]), "this record's ‘player.fame’ is not right"),
        (record(player=[{"row": 0, "fame": -1}]), "this record's ‘player.fame’ is not right"),
    ],
)
def test_what_does_not_fit_is_refused(machine: Machine, wrong: Any, told: str) -> None:
    with pytest.raises(AnswerError) as caught:
        restore(machine, Match(machine, 1, start=False).state, wrong)
    assert (caught.value.code, str(caught.value)) == ("illegal", told)


def test_a_kept_field_may_be_called_row(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").write_text(GAME.replace("fame", "row"), encoding="utf-8")
    machine = machine_of(compile_rules(load(tmp_path / "tiny.rules")).program)
    match = Match(machine, 1, start=False)
    restore(machine, match.state, record(player=[{"row": 1, ".row": 7}]))
    assert left_by(machine, match.state) == record(player=[{"row": 0, ".row": 0}, {"row": 1, ".row": 7}])
