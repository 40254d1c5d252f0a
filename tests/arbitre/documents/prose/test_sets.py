"""Sets and numbers by their titles, in a game of one language: what is a plural, what is not, and which verb goes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game pack:
    languages LANG
    title LANG "Pack"
    play turn by each player in turn up to 9 times
kind player, seats: ann, ben
    title LANG "PLAYER"
    bitten: 0 to 9
        title LANG "BITES"
    spoken: flag
        title LANG "SPOKEN"
let alive = players where bitten is 1 or less
    title LANG "ALIVE"
let pack = players where bitten is 2
    title LANG "PACK"
kind match:
    raises: 0 to 9
        title LANG "RAISES"
agenda turn by player:
    title LANG "TURN"
    going:
        title LANG "TURN"
        for each player in alive where not spoken: player.bitten gains 1
        match.raises gains 1
        if count(alive) is 1: pack wins
"""
WORDS = {
    "en": {"PLAYER": "Player", "BITES": "Bites", "SPOKEN": "Has spoken", "ALIVE": "Living", "PACK": "The pack",
           "RAISES": "Raises", "TURN": "Turn"},
    "fr": {"PLAYER": "Joueur", "BITES": "Morsures", "SPOKEN": "A parlé", "ALIVE": "Vivants", "PACK": "La meute",
           "RAISES": "Relances", "TURN": "Tour"},
}  # fmt: skip
SAID = {
    "en": ("has not spoken", "bites rise by 1", "the raises rise by 1", "pack](values.md#value-pack) wins the match"),
    "fr": ("parmi les [vivants]", "morsures du joueur augmentent de 1", "meute](values.md#value-pack) remporte la partie"),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_titles_tell_what_is_a_plural(tmp_path: Path, lang: str) -> None:
    text = GAME.replace("LANG", lang)
    for word, title in WORDS[lang].items():
        text = text.replace(f'"{word}"', f'"{title}"')
    path = tmp_path / "pack.rules"
    path.write_text(text, encoding="utf-8")
    pages = documents(open_documents(path), lang).pages
    said = " ".join(pages.values()).replace("\u00a0", " ").lower()
    assert [sentence for sentence in SAID[lang] if sentence not in said] == [], pages["turn"]


NESTED = """\
game nest:
    title en "Nest" fr "Nid"
    play turn
kind player, seats: red, blue
    title en "Player" fr "Joueur" masculine
kind piece (rival), many pieces, up to 8
    title en "Piece" fr "Pièce" feminine
    owner: player
        title en "Owner" fr "Propriétaire" masculine
    life: 0 to 9 = 3
        title en "Life" fr "Vie" feminine
piece is beset when any rival in pieces where rival.owner is not piece.owner and no p in pieces where p.life is rival.life
    title en "Is beset" fr "Est cernée"
agenda turn:
    title en "Turn" fr "Tour"
    going: end
always mortal: no pieces where life is 9 because en "nothing lives nine times" fr "rien ne vit neuf fois"
"""
NAMED = {
    "en": (
        "there is a piece (the *rival*) such that the rival’s owner is not the piece’s owner and there is no piece *p* such",
        "**Nothing lives nine times.** At all times: there is no piece whose life is 9.",
    ),
    "fr": (
        "il y a une pièce (*rival*) telle que le propriétaire du rival n’est pas le propriétaire de la pièce et qu’il n’y a",
        "**Rien ne vit neuf fois.** À tout moment : il n’y a pas de pièce dont la vie vaut 9.",
    ),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_searches_in_searches_name_what_they_speak_of_and_laws_have_their_reason(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "nest.rules"
    path.write_text(NESTED, encoding="utf-8")
    said = documents(open_documents(str(path)), lang).pages["values"].replace("\u00a0", " ").replace("\u202f", " ")
    assert [one for one in NAMED[lang] if one not in said] == [], said
