"""How long a match lasts: said once, kept by matches, scenarios and the games that extend."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """\
game row:
    title en "Row" fr "Ligne"
    play round up to longest + 1 times, then dusk
option longest: 1 to 9 = 2
    title en "Longest" fr "Le plus long"
kind camp, seats: red, blue
    title en "Camp" fr "Camp"
    strokes: 0 to 9
agenda round:
    stroke: red gains 1 strokes
event dusk:
    red may rest:
        blue wins
    otherwise:
        red wins
scenario "The limit is kept in a scenario":
    title fr "La limite vaut dans un scénario"
    play round 2 times
    expect not blue wins
    red may rest
    play round
    expect blue wins
"""
VARIANT = """\
game sprint extends row:
    title en "Sprint" fr "Sprint"
replace option longest: 1 to 9 = 4
    title en "Longest" fr "Le plus long"
"""


def played(path: Path, answer: str) -> Match:
    match = Match(machine_of(compile_rules(load(path)).program), seed=1)
    (request,) = match.requests
    match.answer(request.id, answer)
    return match


def test_the_limit_is_computed_from_options_and_what_happens_there_may_ask(tmp_path: Path) -> None:
    path = tmp_path / "row.rules"
    path.write_text(RULES, encoding="utf-8")
    match = played(path, "yes")
    assert match.over and match.state.winners == 2 and match.state.runs[match.program.main] == 3
    assert played(path, "no").state.winners == 1
    assert [one.failures for one in run_all(load(path, scenarios=True))] == [[]]


def test_a_game_plays_as_the_one_it_extends(tmp_path: Path) -> None:
    (tmp_path / "row.rules").write_text(RULES, encoding="utf-8")
    path = tmp_path / "sprint.rules"
    path.write_text(VARIANT, encoding="utf-8")
    match = played(path, "yes")
    assert match.over and match.state.runs[match.program.main] == 5
