"""Cells by their titles within sentences: as nouns with their article, or as names, and in no quotation marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game plinth:
    title en "Plinth" fr "Socle"
    play turn up to 3 times
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
kind spot, grid(3, 1, closed)
    title en "Spot" fr "Lieu" masculine
    key: key or none
        title en "Key" fr "Clef" feminine
table of spot:
    name   | at     | en         | fr
    plinth | (1, 1) | "Plinth"   | "Socle" masculine
    well   | (2, 1) | "Old well" | "Puits"
    paris  | (3, 1) | "Paris"    | "Paris" proper
kind key: brass, iron
    title en "Key" fr "Clef" feminine
table of key:
    name  | en      | fr
    brass | "Brass" | "Laiton" masculine
    iron  | "Iron"  | "Fer" masculine
agenda turn:
    title en "Turn" fr "Tour"
    moving:
        title en "Moving" fr "Mouvement"
        plinth.key becomes well.key
        if plinth.key is brass: paris.key becomes none
"""
SAID = {
    "en": ("- Plinth’s key becomes Old well’s key.", "Paris no longer has a key."),
    "fr": ("- La clef du socle devient la clef de Puits.", "- Si la clef du socle est « Laiton », Paris n’a plus de clef."),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_titles_of_cells_stand_in_no_quotation_marks(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "plinth.rules"
    path.write_text(GAME, encoding="utf-8")
    said = documents(open_documents(path), lang).pages["turn"].replace("\u00a0", " ").replace("\u202f", " ")
    assert [sentence for sentence in SAID[lang] if sentence not in said] == [], said
