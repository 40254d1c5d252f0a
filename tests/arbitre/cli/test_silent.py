"""What was wrong without a word is said."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

RULES = """\
game choice:
    title en "Choice" fr "Choix"
kind side, seats: red, blue
    title en "Side" fr "Camp"
    gold: 0 to 9999
        title en "Gold" fr "Or"
agenda turn:
    go:
        red chooses n from {low} to {high}
        red.gold becomes min(9999, n)
"""


def told(*args: object, typed: str = "") -> str:
    result = CliRunner().invoke(cli, [*map(str, args), "--lang", "en"], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return " ".join(result.output.split())


def written(folder: Path, low: object, high: object) -> Path:
    path = folder / "choice.rules"
    path.write_text(RULES.format(low=low, high=high), encoding="utf-8")
    return path


def test_a_list_that_would_be_cut_is_told_before_and_in_play(tmp_path: Path) -> None:
    assert "1,000,001 numbers are too many for one list" in told("check", written(tmp_path, 0, 1000000))
    assert "0 errors" in told("check", written(tmp_path, 1, 2000))
    assert "too many for one list" in told("check", written(tmp_path, 1, 2001))
    late = written(tmp_path, 0, "(red.gold + 5000)")
    assert "0 errors" in told("check", late)
    assert "5001 numbers are too many for one list" in told("play", late, "--watch", "--seed", "1")


def test_a_seed_beside_a_kept_match_must_be_its_own(tmp_path: Path) -> None:
    book, file = written(tmp_path, 1, 3), tmp_path / "match.json"
    told("play", book, "--save", file, "--seed", "5", typed="1\nquit\n")
    assert "is played with the seed 5, not 6" in told("play", book, "--save", file, "--seed", "6", typed="1\nquit\n")
    assert "is played with the seed" not in told("play", book, "--save", file, "--seed", "5", typed="1\nquit\n")


def test_a_folder_called_like_a_game_of_the_library_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "coliseum"
    folder.mkdir()
    shutil.move(written(tmp_path, 1, 3), folder / "coliseum.rules")
    monkeypatch.chdir(tmp_path)
    said = "this folder takes precedence over the library's game ‘coliseum’"
    assert said in told("check", "coliseum") and said not in told("check", "./coliseum")
    assert said in told("play", "coliseum", "--watch", "--seed", "1")
    monkeypatch.chdir(tmp_path.parent)
    assert said not in told("list", "coliseum")


def test_a_folder_without_rules_hides_no_game_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tictactoe" / "first").mkdir(parents=True)
    (tmp_path / "tictactoe" / "first" / "some.rules").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = told("simulate", "tictactoe", "--matches", "1")
    assert "this folder takes precedence" not in said and "contains no .rules file" not in said
    file = tmp_path / "match.json"
    told("play", "tictactoe", "--save", file, typed="quit\n")
    assert not json.loads(file.read_text("utf-8")).get("from")


def test_a_game_in_a_folder_of_another_name_is_told_of_once(tmp_path: Path) -> None:
    """And none of its files of the names that others declare."""
    folder = tmp_path / "my_choice"
    folder.mkdir()
    head, rounds = written(folder, "low", "high").read_text(encoding="utf-8").split("agenda turn:")
    (folder / "choice.rules").write_text(head, encoding="utf-8")
    (folder / "rounds.rules").write_text(f"extends choice\n\nagenda turn:{rounds}", encoding="utf-8")
    (folder / "bounds.rules").write_text("extends choice\n\nlet low = 1\nlet high = 3\n", encoding="utf-8")
    said = told("check", folder)
    assert said.count("error S09") == 1 and "Rename the folder to ‘choice’" in said and "2 errors" in said
    folder.rename(tmp_path / "choice")
    assert "0 errors" in told("check", tmp_path / "choice")


def test_a_name_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    book = written(tmp_path, 1, 3)
    strange = os.fsencode(tmp_path) + b"/caf\xe9.rules"
    os.rename(os.fsencode(book), strange)
    assert "caf" in told("check", os.fsdecode(strange))


def test_matches_without_an_end_say_after_how_many_turns_they_were_stopped(tmp_path: Path) -> None:
    path = tmp_path / "choice.rules"
    path.write_text(RULES.format(low=0, high=9).replace("agenda turn:", "agenda turn:\n    says nothing"), encoding="utf-8")
    said = told("simulate", path, "--matches", 3, "--side", "everyone=random")
    assert "3 matches were stopped after 500 turns" in said, said
    assert "1 match was stopped after 500 turns" in told("simulate", path, "--matches", 1, "--side", "everyone=random")
