"""Steps in a direction, two of them, and directions that are turned, read as one would say them."""

from __future__ import annotations

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game strides:
    title en "Strides" fr "Pas"
    players en "Two." fr "Deux."
kind side, seats: red, blue
    title en "Side" fr "Camp"
    onward: direction
        title en "Direction of attack" fr "Direction d'attaque"
kind square, king_grid(8, 8, closed)
    title en "Square" fr "Case"
let across = (up, up + 1, left - 1)
    title en "Some ways" fr "Quelques directions"
let lone = squares where it is ahead(it, up)
    title en "Lone squares" fr "Cases seules"
let farther(side, square) = ahead(ahead(square, side.onward), side.onward)
    title en "Farther" fr "Plus loin"
let aside(side, square) = ahead(ahead(square, up), side.onward + 1)
    title en "Aside" fr "De côté"
agenda turn:
    title en "Turn" fr "Tour"
    close: end
"""

SAID = {
    "en": (
        "These are up, up right and down left.",
        "These are the squares ",
        "the cell two steps from the square in the side’s direction of attack.",
        "the cell that a step upwards and then one in the side’s direction of attack turned one step clockwise lead to from the square.",
    ),
    "fr": (
        "Ce sont le haut, le haut à droite et le bas à gauche.",
        "Ce sont les cases ",
        "la case à deux pas de la case dans la direction d’attaque du camp.",
        "la case où mènent, depuis la case, un pas vers le haut puis un pas dans la direction d’attaque du camp tournée d’un cran",
    ),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    file = tmp_path_factory.mktemp("strides") / "strides.rules"
    file.write_text(GAME, encoding="utf-8")
    return open_documents(str(file))


@pytest.mark.parametrize("lang", SAID)
def test_steps_are_said_as_one_takes_them(book: Book, lang: str) -> None:
    page = documents(book, lang).pages["values"].replace("'", "’")
    for said in SAID[lang]:
        assert said in page, page
