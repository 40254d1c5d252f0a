"""A game is a folder with a file of the same name; where the folder is called otherwise, that is told."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

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
    assert [one.code for one in found] == ["P05"]
    assert "rounds.rules’ extends this game but is not read" in found[0].hint and "called ‘pairs’: rename the folder" in found[0].hint


def test_a_game_that_stands_alone_is_told_what_it_lacks(tmp_path: Path) -> None:
    found = errors(tmp_path / "my_pairs", pairs=GAME, another="extends other\n")
    assert [one.hint for one in found] == ["Declare ‘agenda turn:’, or name another with ‘play NAME’."]
