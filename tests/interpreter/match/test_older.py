"""Matches that were begun by earlier rules: played again where their answers fit, with what has changed since."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from click.testing import CliRunner

from arbitre.api import load, load_match, save, start
from arbitre.cli.main import cli
from arbitre.dsl.core import Program
from arbitre.interpreter.match.older import where_from
from arbitre.interpreter.state.errors import SaveError

GAME = """game climb:
    title en "The climb" fr "L'ascension"
    play round up to 20 times

kind runner, seats: red, blue
    title en "Runner" fr "Coureur"
    height: 0 to 90
        title en "Height" fr "Hauteur"
kind gait: walk, run
    title en "Gait" fr "Allure"
agenda round:
    title en "Round" fr "Manche"
    moves: for each runner in runners:
        runner chooses pace from gaits
        climb runner with pace
event climb runner with gait:
    title en "Climb" fr "Montée"
    runner gains 1 height
    if gait is run: leap runner
event leap runner:
    title en "Leap" fr "Bond"
    roll d6 as up
    runner gains up height
"""
PACKAGE = '[package]\nname = "{name}"\nversion = "{version}"\ntitle = {{ en = "The climb" }}\nlicence = "MIT"\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "climb").mkdir()
    written(tmp_path, GAME, "1.2.0")
    return tmp_path


def written(home: Path, text: str, version: str, name: str = "jo/climb") -> None:
    (home / "climb" / "climb.rules").write_text(text, encoding="utf-8")
    (home / "climb" / "package.toml").write_text(PACKAGE.format(name=name, version=version), encoding="utf-8")


def begun(home: Path) -> Path:
    game = start(load(home / "climb"), seed=4)
    for _ in range(6):
        asked = game.match.pending()[0]
        game.match.answer(asked.id, "run" if asked.seat == 0 else "walk")
    save(game, home / "match.json")
    return home / "match.json"


def test_it_goes_on_by_the_rules_of_now_and_says_what_changed(home: Path) -> None:
    file = begun(home)
    held = json.loads(file.read_text())
    assert held["release"] == "1.2.0"
    changed = GAME.replace("roll d6", "roll 2d6")
    written(home, changed + 'let reach = 3\n    title en "Reach" fr "Portée"\n', "1.3.0")
    game = load_match(file, load(home / "climb"))
    assert len(game.match.tape.answers) == 6 and game.match.pending()
    said = game.since()
    assert said.startswith("This match was begun with The climb 1.2.0; it goes on by the rules of 1.3.0. Changed since: Leap. New: Reach.")
    assert said.endswith("The same answers were played again, so things may not stand quite as you left them.")
    assert "Ce qui a changé depuis : Bond. Nouveau : Portée." in game.since("fr")
    save(game, file)
    assert json.loads(file.read_text())["release"] == "1.3.0" and not load_match(file, load(home / "climb")).since()


def test_words_are_no_rules(home: Path) -> None:
    file = begun(home)
    written(home, GAME.replace('"Leap" fr', '"Jump" fr') + "# a comment\n", "1.2.1")
    said = load_match(file, load(home / "climb")).since()
    assert "Only words have changed. It stands as you left it." in said


def test_where_it_does_not_fit_the_place_is_told_and_the_way_out(home: Path) -> None:
    file = begun(home)
    written(home, GAME.replace("kind gait: walk, run", "kind gait: walk, rush").replace("gait is run", "gait is rush"), "2.0.0")
    with pytest.raises(SaveError) as error:
        load_match(file, load(home / "climb"))
    assert error.value.code == "version"
    assert str(error.value) == (
        "this match was begun with climb 1.2.0, and this is climb 2.0.0, by whose rules answer 1 cannot be given: in turn 1, "
        "red answered ‘run’. "
        "To go on with it, play it with climb 1.2.0: ‘arbitre add jo/climb==1.2.0’"
    )


def test_the_command_says_it(home: Path) -> None:
    file = begun(home)
    written(home, GAME.replace("roll d6", "roll 2d6"), "1.3.0")
    done = CliRunner().invoke(cli, ["replay", str(file), "--game", str(home / "climb"), "--lang", "fr"])
    assert done.exit_code == 0, done.output
    assert "commencée avec L'ascension 1.2.0 ; elle continue avec les règles de 1.3.0. Ce qui a changé depuis : Bond." in done.output


@pytest.mark.parametrize(
    ("package", "before", "said"),
    [
        ("", "1.2", ""),
        ("ana/heath", "", ""),
        ("ana/heath", "c568b488", ""),
        ("", "c568b488", ""),
        ("ana/heath", "1.2", ": ‘arbitre add ana/heath==1.2’"),
        ("arbitre/hex", "1.2", ", in the Arbitre that it came with"),
    ],
)
def test_how_an_earlier_version_of_a_game_is_got(package: str, before: str, said: str) -> None:
    program = cast("Program", SimpleNamespace(package=package))
    assert where_from(program, before) == said
