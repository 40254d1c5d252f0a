"""Examples in which what is drawn is written by name are told as they are played."""

from __future__ import annotations

from pathlib import Path

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game lots:
    title en "Lots" fr "Tirages"
    play turn up to 9 times
    events seen by everyone
kind player, seats: north, south
kind card: one, two, three
    taken: flag
table of card:
    name  | en      | fr
    one   | "One"   | "Un"
    two   | "Two"   | "Deux"
    three | "Three" | "Trois"
agenda turn:
    title en "Turn" fr "Tour"
    drawing:
        draw card from cards where not taken
        card.taken becomes true
        says en "It is the {card}." fr "C'est le {card}."
scenario "A card that is named is drawn":
    title fr "La carte nommée est tirée"
    dice card: two, card: three
    play turn
    play turn
    expect two.taken and three.taken
"""


def test_a_card_written_by_name_is_drawn_on_the_pages_too(tmp_path: Path) -> None:
    path = tmp_path / "lots.rules"
    path.write_text(GAME, encoding="utf-8")
    for lang, said in (("en", ["It is the Two.", "It is the Three."]), ("fr", ["C’est le Deux.", "C’est le Trois."])):
        page = documents(open_documents(path), lang).pages["examples-lots"]
        assert "!!! failure" not in page
        assert all(one in page for one in said)
