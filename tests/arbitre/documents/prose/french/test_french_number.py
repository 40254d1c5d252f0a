"""French plurals and singulars that no ending tells, and states that have no title."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.language.fr.grammar import French
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Cheval", "Chevaux"), ("Canal", "Canaux"), ("Bal", "Bals"), ("Carnaval", "Carnavals"), ("Étal", "Étals"), ("Travail", "Travaux"),
        ("Vitrail", "Vitraux"), ("Gouvernail", "Gouvernails"), ("Bateau", "Bateaux"), ("Joyau", "Joyaux"), ("Jeu", "Jeux"),
        ("Pneu", "Pneus"), ("Caillou", "Cailloux"), ("Clou", "Clous"),
        ("Œil", "Yeux"), ("Ciel", "Cieux"), ("Cheval royal", "Chevaux royaux"),
    ],
)  # fmt: skip
def test_nouns_in_the_plural_and_back(one: str, many: str) -> None:
    assert French().plural(one) == many
    if " " not in one:
        assert French().singular(many) == one


GAME = """\
game wake:
    title en "Wake" fr "Veille"
    play turn up to 9 times
kind fate: living, dead
    title en "Fate" fr "Sort"
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    fate: fate
        title en "Fate" fr "Sort"
agenda turn:
    title en "Turn" fr "Tour"
    go:
        title en "Going" fr "La marche"
        ann.fate becomes dead
"""


@pytest.mark.parametrize(("lang", "told"), [("fr", "Le sort d’Ann devient Mort."), ("en", "Ann’s fate becomes Dead.")])
def test_a_state_without_a_title_is_told_in_the_language_of_the_page(lang: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "wake.rules").write_text(GAME, encoding="utf-8")
    made = documents(open_documents(str(tmp_path / "wake.rules")), lang).pages
    assert told in made["turn"], made["turn"]
