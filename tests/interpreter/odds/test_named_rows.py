"""Answers of odds that name a row: the row that the scenario gave that name, in both executors."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.odds import compiled
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.play.scenario.stage import Outcome

GAME = """game brawl:
    title en "Brawl" fr "Mêlée"
kind side, seats: red, blue
kind fighter (target), up to 4:
    owner: side
    life: 0 to 9 = 5
    near: flag = true
event hit target:
    roll d6 as blow
    if blow is 5 or more: target loses 1 life
event fight side:
    roll d6 as luck
    side chooses target from fighters where owner is not side and near
    if luck is 4 or more: hit target
agenda turn:
    fighting: fight blue
    again: fight blue
"""
SCENARIO = """scenario "Who is hit?":
    title fr "Qui est touché ?"
    given fighter sid: owner red
    given fighter sam: owner red
    given fighter zed: owner blue
"""


def outcome_of(folder: Path, executor: str, *lines: str) -> Outcome:
    path = folder / "brawl.rules"
    path.write_text(GAME + SCENARIO + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    rulebook = load(path, scenarios=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARBITRE_EXECUTOR", executor)
        patch.setattr(compiled, "PATIENCE", 0)
        return run(Books(rulebook), rulebook.scenarios[0])


EXECUTORS = ["interpreted", *(["compiled"] if find_spec("wasmtime") else [])]


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("what", ["do fight blue", "play turn"])
@pytest.mark.parametrize(("name", "at"), [("sid", 0), ("sam", 1)])
def test_who_is_named_is_hit(tmp_path: Path, executor: str, what: str, name: str, at: int) -> None:
    outcome = outcome_of(tmp_path, executor, f"blue chooses {name}", what, "measure sid.life", "measure sam.life")
    assert outcome.ok, outcome.failures
    hit = Fraction(1, 6) if what.startswith("do") else 1 - Fraction(25, 36)
    assert sum(chance for lives, chance in outcome.measures if lives[at] < 5) == hit
    assert all(lives[1 - at] == 5 for lives, _ in outcome.measures)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_the_next_name_is_taken_where_the_first_is_not_offered(tmp_path: Path, executor: str) -> None:
    given = ("given sam.near = false", "blue chooses sam otherwise sid")
    outcome = outcome_of(tmp_path, executor, *given, "do fight blue", "measure sid.life", "measure sam.life")
    assert outcome.ok, outcome.failures
    assert dict(outcome.measures) == {(4, 5): Fraction(1, 6), (5, 5): Fraction(5, 6)}


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_name_that_is_no_option_is_an_error(tmp_path: Path, executor: str) -> None:
    outcome = outcome_of(tmp_path, executor, "blue chooses zed", "do fight blue", "measure sid.life")
    assert outcome.failures, outcome.measures


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_name_that_is_never_offered_is_an_error_even_where_another_line_fits(tmp_path: Path, executor: str) -> None:
    outcome = outcome_of(tmp_path, executor, "blue chooses zed", "blue chooses sam", "do fight blue", "measure sam.life")
    assert [text for _, text in outcome.failures if "zed" in str(text)], outcome.failures


def test_two_conditions_that_are_measured_keep_their_own_names(tmp_path: Path) -> None:
    """Each is called as it is written; two that are written alike are told apart."""
    conditions = ("sam.life is 5 and sid.life is 5", "sam.life is 4", "sam.life is 4")
    outcome = outcome_of(tmp_path, "interpreted", "blue chooses sam", "do fight blue", *(f"measure {one}" for one in conditions))
    assert outcome.names == [conditions[0], conditions[1], f"{conditions[1]} (2)"]
