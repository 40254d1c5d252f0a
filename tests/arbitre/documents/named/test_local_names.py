"""Names that a rule gives to something: by their title, as nouns with an article, else in italics without one."""

from __future__ import annotations

import pytest

from arbitre.documents.language.en.local_names import no_noun
from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game sowing:
    title en "Sowing" fr "Semailles"
    play turn by each player in turn up to 9 times
kind player, seats: sun, moon
    title en "Player" fr "Joueur"
    score: 0 to 99
        title en "Score" fr "Score"
kind pit, grid(4, 2, closed)
    title en "Pit" fr "Trou"
    seeds: 0 to 48 = 4
        title en "Seeds" fr "Graines"
    cloudy: flag
        title en "Cloudy" fr "Couvert"
kind farmer (mover), up to 2
    title en "Farmer" fr "Paysan" masculine
    player: player
        title en "Player" fr "Joueur"
    pit: pit
        title en "Pit" fr "Trou"
let forward(player) = up
    is down when player is moon
action step by mover to pit with (clouds: 0 to 3):
    title en "Step" fr "Avancer"
    during sowing
    let here = mover.pit
    let carried = here.seeds title en "Seeds carried" plural fr "Graines portées" plural
    let clouds_there = count(pits where cloudy)
    if carried is 1 or more and here is not pit: here.seeds becomes 0
    if clouds is 2: mover.player gains clouds_there score
    for each near in pit.neighbours by lowest seeds: near.seeds gains 1
    mover.pit becomes ahead(here, forward(mover.player))
agenda turn by player:
    title en "Turn" fr "Tour"
    sowing:
        title en "Sowing" fr "Semailles"
        player must act in sowing
"""
SAID = {
    "en": (
        "What is named: a pit and *clouds*.",
        "- From here on, *seeds carried* means the seeds of *here*.",
        "- If the seeds carried are at least 1 and *here* is not the pit, the seeds of *here* become 0.",
        "- If *clouds* is 2, the score of the mover’s player rises by *clouds there*.",
        "- For each pit (*near*) among the pit’s neighbouring cells, the lowest seeds first: the seeds of *near* rise by 1.",
        "- The mover’s pit becomes the cell next to *here* in the direction “[forward](values.md#value-forward)” of the mover’s player.",
    ),
    "fr": (
        "À préciser : un trou et *clouds*.",
        "- Dans la suite, *graines portées* désigne les graines du trou B.",
        "- Si les graines portées valent au moins 1 et si le trou B n’est pas le trou, les graines du trou B passent à 0.",
        "- Si *clouds* vaut 2, le score du joueur du paysan augmente de *clouds there*.",
        "les graines du trou C augmentent de 1.",
    ),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    path = tmp_path_factory.mktemp("sowing") / "sowing.rules"
    path.write_text(GAME, encoding="utf-8")
    return open_documents(path)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_name_of_a_rule_reads_as_prose(book: Book, lang: str) -> None:
    said = documents(book, lang).pages["actions"].replace("\u00a0", " ").replace("\u202f", " ")
    assert [sentence for sentence in SAID[lang] if sentence not in said] == [], said


def test_nouns_keep_their_article() -> None:
    names = ("here", "carried", "clouds_there", "may_strike", "ahead_of_him", "taken", "left_square", "seed", "hundred", "landing", "bed")
    assert [name for name in names if no_noun(name)] == ["here", "carried", "clouds_there", "may_strike", "ahead_of_him", "taken"]
