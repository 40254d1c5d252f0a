"""A game is a folder with a file of the same name; where the folder is called otherwise, that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.library import main_file
from arbitre.dsl.modules.loader import load
from arbitre.opening.folders import books

GAME = 'game pairs:\n    title en "Pairs" fr "Paires"\n    play round up to 3 times\nkind player, seats: red, blue\n'
ROUND = "# How a round goes.\n\nextends pairs\nagenda round:\n    one: end\n"


def errors(folder: Path, **files: str) -> list[Message]:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    return bind(load(folder / "pairs.rules")).messages.errors


def test_a_folder_called_as_the_game_is_read_whole(tmp_path: Path) -> None:
    assert errors(tmp_path / "pairs", pairs=GAME, rounds=ROUND) == []


def test_what_lies_in_a_folder_called_otherwise_is_named(tmp_path: Path) -> None:
    found = errors(tmp_path / "my_pairs", pairs=GAME, another="extends other\n", rounds=ROUND)
    assert [(one.code, one.place.line) for one in found] == [("S09", 1), ("P05", 3)]
    assert "extend ‘pairs’ but are not read" in found[0].text and "rounds.rules" in found[0].text
    assert found[0].hint.startswith("Rename the folder to ‘pairs’")


def test_files_beside_a_game_without_errors_are_nothing_to_tell(tmp_path: Path) -> None:
    assert errors(tmp_path / "my_pairs", pairs=GAME + "agenda round:\n    one: end\n", luck=LUCK) == []


def test_a_file_that_is_asked_for_is_read_and_not_told_of(tmp_path: Path) -> None:
    found = extension(tmp_path / "my_pairs", more="extends pairs\n\nlet luck(player) = unknown\n")
    assert [one.code for one in found] == ["N01"]


def test_of_an_extension_with_errors_the_folder_is_not_told(tmp_path: Path) -> None:
    """The game is sound: what else lies beside it is not why."""
    found = extension(tmp_path / "my_pairs", luck=LUCK, more="extends pairs\n\nlet fortune(player) = unknown\n")
    assert [one.code for one in found] == ["N01"]


def test_a_folder_stands_for_the_file_that_declares_a_game_below_its_comments(tmp_path: Path) -> None:
    errors(tmp_path / "my_pairs", another="extends pairs\n", pairs="# Pairs.\n\n" + GAME)
    assert main_file(tmp_path / "my_pairs").name == "pairs.rules"


def test_a_game_that_stands_alone_is_told_what_it_lacks(tmp_path: Path) -> None:
    found = errors(tmp_path / "my_pairs", pairs=GAME, another="extends other\n")
    assert [one.hint for one in found] == ["Declare ‘agenda turn:’, or name another with ‘play NAME’."]


LUCK = "extends pairs\n\nlet luck(player) = 1\n"
MORE = "extends luck\n\nadjust luck(player): +1 when player is red\n"


def extension(folder: Path, beside: Path | None = None, **files: str) -> list[Message]:
    """What is wrong with ``more.rules`` in the folder of the game, opened by its own path or, ``beside`` the game, added to it."""
    folder.mkdir()
    for name, text in {"pairs": GAME + "agenda round:\n    one: end\n", **files}.items():
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    more = folder / "more.rules"
    found = load(more) if beside is None else load(beside, [more])
    return bind(found).messages.errors


def test_an_extension_extends_another_which_is_read_before_it(tmp_path: Path) -> None:
    assert extension(tmp_path / "alone", luck=LUCK, more=MORE) == []
    assert extension(tmp_path / "added", tmp_path / "added" / "pairs.rules", luck=LUCK, more=MORE) == []
    (tmp_path / "added" / "third.rules").write_text("extends more\n\nadjust luck(player): +1\n", encoding="utf-8")
    found = load(tmp_path / "added" / "third.rules")
    assert [Path(file.path).stem for file in found.files] == ["pairs", "luck", "more", "third"]
    assert {Path(path).stem for path in found.added} == {"luck", "more", "third"}
    assert bind(found).messages.errors == []


def test_extensions_in_a_cycle_are_told_wherever_one_begins(tmp_path: Path) -> None:
    for name, beside in (("alone", None), ("added", tmp_path / "added" / "pairs.rules")):
        found = extension(tmp_path / name, beside, luck=LUCK.replace("pairs", "more"), more=MORE)
        assert [(one.code, one.text) for one in found] == [("N04", "extensions extend each other in a cycle: ‘more’ → ‘luck’ → ‘more’")]


def test_an_extension_of_another_game_s_extension_is_refused(tmp_path: Path) -> None:
    other = 'game other:\n    title en "Other" fr "Autre"\n    play round up to 3 times\nkind player, seats: red, blue\n'
    found = extension(tmp_path / "added", tmp_path / "added" / "pairs.rules", other=other, luck=LUCK.replace("pairs", "other"), more=MORE)
    assert [(one.code, one.text) for one in found] == [("N04", "this file extends ‘other’, not ‘pairs’")]


@pytest.mark.parametrize("head", ["game: pairs", "games pairs:", "game pa-irs:", "Game pairs:"])
def test_a_head_that_cannot_be_read_keeps_nothing_else_from_being_checked(head: str, tmp_path: Path) -> None:
    faulty = ROUND.replace("one: end", "one: unheard_of")
    found = errors(tmp_path / "pairs", pairs=GAME.replace("game pairs:", head), rounds=faulty)
    files = [Path(one.place.file).name for one in found]
    assert "pairs.rules" in files and "rounds.rules" in files, [(one.text, one.place.file) for one in found]
    assert not any("extends ‘pairs’, not" in one.text or one.code in ("P05", "S07") for one in found), [one.text for one in found]


def test_a_folder_whose_game_has_such_a_head_is_still_that_game(tmp_path: Path) -> None:
    errors(tmp_path / "pairs", pairs=GAME.replace("game pairs:", "game: pairs"), rounds=ROUND)
    assert [book.name for book in books(str(tmp_path / "pairs"))] == ["pairs"]


@pytest.mark.parametrize("head", ["games pairs:", "Game pairs:"])
def test_a_misspelt_game_is_told_how_it_is_spelt(head: str, tmp_path: Path) -> None:
    found = errors(tmp_path / "pairs", pairs=GAME.replace("game pairs:", head), rounds=ROUND)
    assert any(one.hint == "Did you mean ‘game’?" for one in found), [(one.text, one.hint) for one in found]
