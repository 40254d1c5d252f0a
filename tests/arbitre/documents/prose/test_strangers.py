"""Sentences that strangers' rulebooks brought about: who wins and when, one of several, titles with a pronoun, ways of a map."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = '''\
game men:
    title en "Men" fr "Pions"
    play turn by each player in turn up to 9 times, then over
kind player (other), seats: white, black
    title en "Player" fr "Joueur" masculine
    hand: 0 to 9
        title en "Men in hand" plural fr "Pions en main" plural
table of player:
    name  | en      | fr
    white | "White" | "Blanc"
    black | "Black" | "Noir"
map board:
    floor 0 """
        .#.
        """
    mark "." bare
    mark "#" void
    link across from one to two, cost 1, both ways
kind ground: bare
kind point, floors(board)
    title en "Point" fr "Point" masculine
    ground: ground
    man: player or none
        title en "Man" fr "Pion" masculine
table of point:
    name | at
    one  | (1, 1, 0)
    two  | (3, 1, 0)
kind course: across, upright
    title en "Course" fr "Sens" masculine
kind way, links
    title en "Line" fr "Ligne" feminine
    course: course
        title en "Course" fr "Sens" masculine
let along(point, course) = (ways where it.start is point and it.course is course).finish
    title en "Neighbours of a course" plural fr "Voisins d'un sens" plural
point is prey_of player when point.man is not player
    title en "May be taken by him" fr "Peut être pris par lui"
point is in_mill when any course in courses where (no along(point, course) where man is none)
    title en "Stands in a mill" fr "Est dans un moulin"
agenda turn by player:
    title en "Turn" fr "Tour"
    going:
        title en "Going" fr "Jeu"
        if one is prey_of player: white loses
        for each other in players where hand is 1: other loses
event over:
    title en "Over" fr "Fin"
    if white.hand is black.hand: nobody wins
    let rich = players where hand is 3 or more
    if any rich: rich wins
    if one is in_mill:
        if white.hand is 2: nobody wins
        otherwise: black wins
'''


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    path = tmp_path_factory.mktemp("men") / "men.rules"
    path.write_text(GAME, encoding="utf-8")
    return open_documents(path)


SAID = {
    "en": (
        "- If “one” [may be taken by](values.md#condition-prey_of) the player, White loses the match.",
        "- For each player (the *other*) that has 1 man in hand: the other loses the match.",
        "- If White’s men in hand are Black’s men in hand, the match ends without a winner.",
        "- The players that have at least 3 men in hand win the match.",
        "[stands in a mill](values.md#condition-in_mill) and White does not have 2 men in hand, Black wins the match.",
        "the lines whose start is the point",
        "(the point, the course), no point that has no man",
    ),
    "fr": (
        "[peut être pris par](values.md#condition-prey_of) le joueur, Blanc perd la partie.",
        "qui a 1 pion en main",
        "- Les joueurs qui ont au moins 3 pions en main remportent la partie.",
        "dont le départ est le point",
    ),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sentences_are_whole(book: Book, lang: str) -> None:
    pages = documents(book, lang).pages
    said = (pages["index"] + pages["values"]).replace("\u00a0", " ").replace("\u202f", " ")
    assert [sentence for sentence in SAID[lang] if sentence not in said] == [], said


def test_a_kind_of_cells_may_be_called_cell(tmp_path: Path) -> None:
    path = tmp_path / "marks.rules"
    path.write_text(
        """game marks:
    title en "Marks"
    languages en
    play turn by each player in turn up to 9 times
kind player, seats: cross, nought
    title en "Player"
kind cell, grid(3, 3, closed)
    title en "Cell"
    mark: player or none
        title en "Mark"
event setup:
    title en "Setting up"
    cell(2, 2).mark becomes cross
agenda turn by player:
    title en "Turn"
    marking: player must act in marking
action put by player at cell:
    title en "Mark a cell"
    during marking
    when cell.mark is none
    cell.mark becomes player
""",
        encoding="utf-8",
    )
    said = str(documents(open_documents(str(path)), "en"))
    assert "The mark of the cell (2, 2) becomes Cross." in said


def test_what_a_rule_is_called_says_when_it_ends_and_what_was_done_ceases_to_count(tmp_path: Path) -> None:
    path = tmp_path / "mills.rules"
    path.write_text(
        """game mills:
    title en "Mills" fr "Moulins"
    play turn by each player in turn up to 9 times, then full
kind player, seats: cross, nought
    title en "Player" fr "Joueur" masculine
kind match:
    closed: flag
        title en "A mill was closed" fr "Un moulin est fermé"
agenda turn by player:
    title en "Turn" fr "Tour"
    marking:
        match.closed becomes false
        if match.closed: player wins
event full:
    title en "The board is full" fr "Le plateau est plein"
    nobody wins
""",
        encoding="utf-8",
    )
    book = open_documents(path)
    english, french = (documents(book, lang).pages for lang in ("en", "fr"))
    assert "- [The board is full](events.md#event-full): the match ends without a winner." in english["index"]
    assert "From now on, “a mill was closed” no longer holds." in english["turn"]
    plain = french["index"].replace("\u00a0", " ").replace("\u202f", " ")
    assert "- [Le plateau est plein](events.md#event-full) : la partie s’achève sans vainqueur." in plain
