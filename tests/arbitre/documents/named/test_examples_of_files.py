"""Examples in the language of the page: the files they stand in, and what their players are told."""

from __future__ import annotations

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game bell:
    title en "Bell" fr "Cloche"
    play turn up to 3 times
kind player, seats: sun, moon
    title en "Player" fr "Joueur"
    rung: 0 to 9
        title en "Strokes" fr "Coups"
table of player:
    name | en     | fr
    sun  | "Sun"  | "Soleil" masculine
    moon | "Moon" | "Lune" feminine
event ring player:
    title en "Ring" fr "Sonner"
    says en "The bell rings for {player}." fr "La cloche sonne pour {player}."
    if player.rung is 2: tell player en "It is cracked." fr "Elle est fêlée."
    player gains 1 rung
agenda turn:
    title en "Turn" fr "Tour"
    ringing:
        title en "Ringing" fr "Sonnerie"
        ring sun
"""
SCENARIOS = """\
extends bell

scenario "The first stroke":
    title fr "Le premier coup"
    do ring sun
    expect everyone told "rings for Sun" and not everyone told "cracked"
scenario "The third stroke":
    title fr "Le troisième coup"
    given sun.rung = 2
    do ring sun
    expect sun told "It is cracked."
    expect sun told "The bell rings" before "cracked"
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("games") / "bell"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "bell.rules").write_text(GAME, encoding="utf-8")

    (folder / "scenarios" / "ring_proofs.rules").write_text(SCENARIOS, encoding="utf-8")
    return open_documents(folder)


SAID = {
    "en": (
        "# Ring proofs",
        (
            "reads “rings for Sun”.",
            "not read “cracked”.",
            "The sun’s strokes are 2.",
            "The sun reads “It is cracked”.",
            "“The bell rings” before “cracked”",
        ),
    ),
    "fr": (
        "# Le premier coup, et un autre",
        ("Tout le monde lit « La cloche sonne pour Soleil ».", "ne lit pas « Elle est fêlée ».", "lit « Elle est fêlée »."),
    ),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_examples_are_in_the_language_of_the_page(book: Book, lang: str) -> None:
    title, told = SAID[lang]
    pages = documents(book, lang).pages
    assert pages.keys() > {"examples-ring_proofs"}, list(pages)
    page = pages["examples-ring_proofs"].replace("\u00a0", " ").replace("\u202f", " ")
    assert page.startswith(f"{title}\n") and title[2:] in pages["examples"]
    assert [said for said in told if said not in page] == [], page
    assert lang == "en" or ("missing" not in page and "cracked" not in page), page
