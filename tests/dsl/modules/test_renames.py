"""Former names: still read, told by the new one, and rewritten without touching anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules import library
from arbitre.dsl.modules.loader import load
from arbitre.opening.migration import migrate, rewritten

GAME = """game lists:
    title en "The lists" fr "La lice"
    formerly tourney
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind fighter (attacker, defender), up to 4:
    title en "Fighter" fr "Combattant"
    formerly brawler
    side: side
        title en "Side" fr "Camp"
    stamina: 0 to 9 = 3
        title en "Stamina" fr "Endurance"
        formerly left
kind cup, up to 2:
    title en "Cup" fr "Coupe"
    left: 0 to 3
        title en "Left" fr "Reste"
option harsh: flag = false
    title en "Harsh" fr "Rude"
    formerly severe
event strike defender by attacker:
    formerly hit
    says nothing
    defender loses 1 stamina
    if harsh: defender loses 1 stamina
agenda turn:
    title en "Turn" fr "Tour"
    dawn: for each fighter in fighters where side is red: strike fighter by fighter
"""
BEFORE = """extends tourney

# hit and brawler stay as they are in a comment
after hit brawler by attacker when attacker.left is 2:    # ‘left’
    tell everyone en "left: {attacker.left}, hit" fr "reste : {brawler.left}"
    for each cup in cups: cup loses 1 left
scenario "hit":
    title en "hit" fr "hit"
    option severe = true
    given brawler sam: side red, left 4
    do hit sam by sam
    expect sam.left is 2
"""
AFTER = """extends lists

# hit and brawler stay as they are in a comment
after strike fighter by attacker when attacker.stamina is 2:    # ‘left’
    tell everyone en "left: {attacker.stamina}, hit" fr "reste : {fighter.stamina}"
    for each cup in cups: cup loses 1 left
scenario "hit":
    title en "hit" fr "hit"
    option harsh = true
    given fighter sam: side red, stamina 4
    do strike sam by sam
    expect sam.stamina is 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "lists.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "lists" / "extensions").mkdir()
    (tmp_path / "lists" / "extensions" / "before.rules").write_text(BEFORE, encoding="utf-8")
    return tmp_path / "lists"


def test_files_of_before_mean_the_same(folder: Path) -> None:
    rulebook = load(folder, [folder / "extensions" / "before.rules"])
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors[0]
    assert {message.code for message in bound.messages.items} == {"F01"}
    (folder / "extensions" / "before.rules").write_text(AFTER, encoding="utf-8")
    after = bind(load(folder, [folder / "extensions" / "before.rules"]))
    assert not after.messages.items
    assert [p.name for p in bound.program.procedures] == [p.name for p in after.program.procedures]


def test_a_folder_is_rewritten_and_the_rest_of_its_text_stays(folder: Path) -> None:
    extension = folder / "extensions" / "before.rules"
    (found,) = migrate([extension], write=False)
    assert extension.read_text(encoding="utf-8") == BEFORE and len(found.renamed) > 8 and not found.left
    assert rewritten(BEFORE, found.renamed) == AFTER
    migrate([folder])
    assert extension.read_text(encoding="utf-8") == AFTER and (folder / "lists.rules").read_text(encoding="utf-8") == GAME
    assert migrate([folder]) == []


def test_a_game_of_the_library_is_found_by_its_former_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "LIBRARY", folder.parent)
    assert library.formerly_called("tourney") == "lists" and library.formerly_called("nothing") == ""
    assert library.game_file("tourney") == folder / "lists.rules"


def test_an_option_is_chosen_by_its_former_name(folder: Path) -> None:
    assert bind(load(folder), {"severe": "true"}).symbols.option_values["harsh"] == "true"
