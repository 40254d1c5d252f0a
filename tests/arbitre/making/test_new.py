"""New files check clean, pass, and can be played; what cannot be made says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.modules.library import folder_of, names
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.making.changing import changeable, variant_with
from arbitre.making.making import new
from arbitre.opening.books import Refused, open_book
from arbitre.opening.foreign_warnings import findings

SIZES = {game: sum(path.stat().st_size for path in folder_of(game).rglob("*.rules")) for game in names()}
SMALL = ("coliseum", "confrontation", "tsewnart")  # the games of classics are smaller still; larger ones take half a minute
TRIED = [(sort, game) for game in SMALL for sort in ("variant", "role", "scenario")]


def written(tmp_path: Path, sort: str, name: str, *more: str) -> Path:
    run = CliRunner().invoke(cli, ["new", sort, name, *more, "--folder", str(tmp_path)])
    assert run.exit_code == 0, run.output
    return Path(run.output.split("Written: ")[1].split("\n")[0])


def test_a_new_game_is_whole(tmp_path: Path) -> None:
    path = written(tmp_path, "game", "stairs")
    book = open_book(str(path), scenarios=True)
    assert findings(book) == []
    outcomes = run_all(book)
    assert len(outcomes) == 3 and all(outcome.ok for outcome in outcomes)
    run = CliRunner().invoke(cli, ["play", str(path), "--watch", "--lang", "fr"])
    assert run.exit_code == 0 and "gagne." in run.output
    again = CliRunner().invoke(cli, ["new", "game", "stairs", "--folder", str(tmp_path)])
    assert again.exit_code == 1 and "already exists" in again.output


@pytest.mark.parametrize(("sort", "game"), TRIED, ids=[f"{game}-{sort}" for sort, game in TRIED])
def test_new_files_for_the_games_of_the_library(tmp_path: Path, sort: str, game: str) -> None:
    made = new(sort, "zorglub", game)  # it was found to check clean before it was given
    path = tmp_path / made.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(made.text, encoding="utf-8")
    assert "zorglub" in made.text
    if sort == "role":
        assert made.text.count('title en "Zorglub" fr "Zorglub"') == 1


def test_a_room_lies_on_a_map(tmp_path: Path) -> None:
    games = [game for game in names() if any("floors(" in path.read_text(encoding="utf-8") for path in folder_of(game).glob("*.rules"))]
    made = new("room", "zorglub", min(games, key=lambda game: SIZES[game]))
    assert "place zorglub at (" in made.text and "expect zorglub_middle is (" in made.text


@pytest.mark.parametrize(
    ("sort", "name", "game", "said"),
    [
        ("role", "Big Name", "coliseum", "cannot be a name in rules"), ("role", "when", "coliseum", "cannot be a name in rules"), 
        ("role", "x", "", "--of GAME"),
        ("role", "x", "nosuch", "nosuch"), ("scenario", "say\nx", "coliseum", "on one line"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_says_why(sort: str, name: str, game: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        new(sort, name, game)


def test_a_kind_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(Refused, match="available: ") as found:
        new("role", "x", names()[0], kind="nosuch")
    assert "nosuch" in str(found.value)


def test_files_for_a_game_of_ones_own_lie_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first hour in an empty folder: a game, a variant of it, a scenario; each is found from where it lies, and passes."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> str:
        done = CliRunner().invoke(cli, list(words))
        return done.output if done.exit_code == 0 else f"FAILED {done.output}"

    assert "my/stairs/stairs.rules" in run("new", "game", "stairs", "--folder", "my")
    assert "my/high_stairs/high_stairs.rules" in run("new", "variant", "high_stairs", "--of", "my/stairs")
    assert run("check", "my/high_stairs") == "0 errors, 0 warnings.\n" and run("test", "my/high_stairs") == "4 passed, 0 failed\n"
    assert "my/a_win.rules" in run("new", "scenario", "A win", "--of", "my/stairs")
    assert run("test", "my/a_win.rules") == "1 passed, 0 failed\n"
    assert "would not find ‘stairs’" in run("new", "scenario", "Another", "--of", "my/stairs", "--folder", ".")
    assert sorted(path.name for path in (tmp_path / "my").iterdir()) == ["a_win.rules", "high_stairs", "stairs"]


STAIRS = """game stairs:
    title en "Stairs" fr "Escalier"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind piece, up to 2:
    title en "Piece" fr "Pièce"
    side: side
agenda turn:
    go: end
let height(piece) = 1
adjust height(piece): +1 when piece.side is red
adjust height(piece): 3 or less
"""


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough", pytest.param("kollaball", marks=pytest.mark.more)])
def test_every_rule_that_can_be_changed_is_a_variant_as_it_stands(game: str, tmp_path: Path) -> None:
    """Eight of each game: every one of a large one would take minutes."""
    every = changeable(open_book(game, quiet=True))
    assert len(every) > 5
    for one in every[:: 1 + len(every) // 8]:
        made, line = variant_with(game, one.file, one.last, "mine", tmp_path)
        text = made.text.split("\n", line - 1)[line - 1]
        assert text == (f"{one.text}\n" if one.removed else f"replace {one.text}\n")


@pytest.mark.parametrize("game", ["kollaball", pytest.param("bloodbowl", marks=pytest.mark.more)])
def test_a_hook_or_an_adjustment_is_removed_and_said_again(game: str, tmp_path: Path) -> None:
    removed = [one for one in changeable(open_book(game, quiet=True)) if one.removed]
    adjustments = [one for one in removed if one.removed.startswith("adjust ")]
    hooks = [one for one in removed if one not in adjustments]
    assert hooks and adjustments
    for one in (*hooks[:: 1 + len(hooks) // 3], *adjustments[:: 1 + len(adjustments) // 3]):
        made, line = variant_with(game, one.file, one.first, "mine", tmp_path)
        assert f"\nremove {one.removed} because en" in made.text
        assert made.text.split("\n", line - 1)[line - 1] == f"{one.text}\n"


def test_adjustments_of_one_name_are_said_again_together(tmp_path: Path) -> None:
    (tmp_path / "stairs").mkdir()
    (tmp_path / "stairs" / "stairs.rules").write_text(STAIRS, encoding="utf-8")
    first, second = (one for one in changeable(open_book(str(tmp_path / "stairs"), quiet=True)) if one.removed)
    assert (first.first, second.first) == (11, 12) and first.removed == second.removed == "adjust stairs.height"
    assert first.text == second.text == "adjust height(piece): +1 when piece.side is red\nadjust height(piece): 3 or less"


def test_what_cannot_be_replaced_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no rule at line 99999"):
        variant_with("tictactoe", "x.rules", 99999, "mine", tmp_path)


def test_a_member_has_its_title_in_the_languages_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wolves").mkdir()
    (tmp_path / "wolves" / "wolves.rules").write_text(
        'game wolves:\n    title fr "Loups"\n    languages fr\n    play night up to 2 times\n'
        'kind side, seats: one, two\n    title fr "Camp"\nkind role: wolf, seer\n    title fr "R\u00f4le"\n'
        'agenda night:\n    title fr "Nuit"\n    step: for each side in sides: side wins\n',
        encoding="utf-8",
    )
    result = CliRunner().invoke(cli, ["new", "role", "girl", "--of", "wolves"])
    assert result.exit_code == 0, result.output
    made = (tmp_path / "girl.rules").read_text(encoding="utf-8")
    assert 'title fr "Girl"' in made and " en " not in made and made.count("title") == 1
