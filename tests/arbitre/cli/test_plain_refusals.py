"""What a person is told when a side, a file, a setting or a reason is not there: which of them it is, in his language."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

RULES = """\
game walks:
    title en "Walks" fr "Marches"
    languages en, fr
    play turn up to 3 times
    events seen by everyone
kind walker, seats: ann, bob
    title en "Walker" fr "Marcheur"
    spot: spot
        title en "Spot" fr "Case" feminine
    card: card, seen by walker
        title en "Card" fr "Carte" feminine
table of walker:
    name | spot   | en    | fr
    ann  | (1, 1) | "Ann" | "Anne"
    bob  | (4, 1) | "Bob" | "Bob"
kind card: ace, king
    title en "Card" fr "Carte" feminine
kind spot, grid(4, 1, closed)
    title en "Spot" fr "Case" feminine
agenda turn:
    title en "Turn" fr "Tour"
    walking: for each walker in walkers: walker acts in walking
action walk by walker to (goal: spot):
    title en "Walk" fr "Marcher"
    during walking
    when goal in walker.spot.neighbours
    walker.spot becomes goal
event peek walker:
    title en "Peek" fr "Coup d'œil"
    says nothing
    tell walker bob.card
"""
SETTING = "setting together:\n    given bob.spot = (2, 1)\n"
REFUSED = """\
scenario "Too far":
    title fr "Trop loin"
    refused ann orders walk to (3, 1) because card
"""
TOLD = """\
scenario "Shown":
    title fr "Montré"
    do peek ann
    expect ann told "Ace"
"""


def said(*args: object) -> str:
    result = CliRunner().invoke(cli, list(map(str, args)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\xa0", " ")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "walks" / "scenarios").mkdir(parents=True)
    (tmp_path / "walks" / "walks.rules").write_text(RULES, encoding="utf-8")
    return tmp_path / "walks"


def with_scenario(game: Path, text: str) -> Path:
    (game / "scenarios" / "s.rules").write_text(f"extends walks\n{text}", encoding="utf-8")
    return game


def test_a_kind_of_player_that_there_is_none_of(game: Path) -> None:
    assert "« robot » n’est pas une sorte de joueur ; écrivez l’une de celles-ci" in said(
        "play", game, "--side", "ann=robot", "--lang", "fr"
    )
    assert "nobody can play as ‘robot’" in said("simulate", game, "--side", "ann=robot")
    assert "« ann » ne désigne pas de camp" in said("play", game, "--side", "ann", "--lang", "fr")


def test_a_save_that_is_not_there_is_a_file(tmp_path: Path) -> None:
    assert said("play", tmp_path / "nothing.json", "--lang", "fr").startswith("Erreur : il n’y a pas de fichier «")
    assert "no rulebook ‘nothing’" in said("play", "nothing")


def test_why_something_is_refused_otherwise_is_told_in_french(game: Path) -> None:
    text = said("test", with_scenario(game, REFUSED), "--lang", "fr")
    assert "c’est refusé pour une autre raison : « goal in walker.spot.neighbours » n’est pas vrai : goal vaut (3, 1)" in text
    assert "does not hold" not in text and "cannot be" not in text


def test_what_is_shown_is_asked_by_knows(game: Path) -> None:
    assert "se demande par « expect QUI knows VALEUR »" in said("test", with_scenario(game, TOLD), "--lang", "fr")
    assert said("test", with_scenario(game, TOLD.replace('told "Ace"', "knows bob.card"))).startswith("1 passed")


def test_settings_of_the_game_are_not_read_with_an_extension(game: Path) -> None:
    with_scenario(game, SETTING)
    file = game / "extensions" / "more.rules"
    file.parent.mkdir()
    file.write_text(
        'extends walks\nscenario "More":\n    title fr "Plus"\n    start from together\n    expect ann.spot is (1, 1)\n', "utf-8"
    )
    assert "Ce qui est sous « scenarios/ » du jeu n’est pas lu avec une extension" in said("check", file, "--lang", "fr")
    assert "is not read with an extension" in said("check", file)
