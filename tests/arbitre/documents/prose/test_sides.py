"""Sides whose name is a plural act in the plural; a proper name whose spelling differs by accents alone is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents
from arbitre.dsl.core import Text
from arbitre.story.story import several

GAME = """\
game banks:
    title en "Banks" fr "Rives"
    play turn up to 9 times
    events seen by everyone
kind team, seats: reds, lea
    title en "Team" fr "Équipe" feminine
    coins: 0 to 9
        title en "Coins" plural fr "Pièces" plural
    purse: 0 to 9, seen by team
        title en "Purse" fr "Bourse" feminine
    ready: flag
        title en "Is ready" fr "Prêt"
table of team:
    name | en              | fr
    reds | "The Reds" plural | "Les Rouges" plural
    lea  | "Lea"           | "Léa" feminine
kind boat, up to 3
    title en "Boat" fr "Bateau"
    team: team
        title en "Team" fr "Équipe" feminine
    sunk: flag
        title en "Has sunk" fr "A coulé"
action row_on by boat:
    title en "Row" fr "Ramer"
    says en "{boat} rows." fr "{boat} avance."
    boat.team gains 1 coins
agenda turn:
    title en "Turn" fr "Tour"
    orders: for each team in teams together: team gives orders in secret
    reveals orders
    row_on
    storm:
        title en "Storm" fr "Tempête" feminine
        team_of_reds
event team_of_reds:
    title en "The ford" fr "Le gué"
    says en "The ford is dry." fr "Le gué est à sec."
    for each team in teams:
        team may wade:
            title en "Do you wade?" fr "Passez-vous à gué ?"
            team gains 1 coins
scenario "The Reds row":
    title fr "Les Rouges rament"
    given boat first: team reds
    given boat second: team lea
    given reds.ready = true
    given lea.ready = false
    given first.sunk = true
    reds orders row_on by first
    reds may wade
    lea chooses no
    play turn
    discarded second
    expect reds.coins is 2
    expect second.alive is false
    expect reds told "rows" and not lea sees reds.purse and not reds sees lea.purse
"""
SAID = {
    "en": ["The Reds are ready.", "Lea is not ready.", "First has sunk.", "The Reds order “", "The Reds say yes to “Do you wade?”.",
           "The Reds have 2 coins.", "Second is no longer in play.", "The Reds read “", "The Reds do not see Lea’s purse",
           "Order of The Reds: Row."],
    "fr": ["Au départ, Les Rouges sont prêt", "Au départ, Léa n’est pas prête.", "Les Rouges ordonnent «",
           "Les Rouges disent oui à « Passez-vous à gué ? ».", "Les Rouges ont 2 pièces.", "Second n’est plus en jeu.",
           "Les Rouges lisent «",
           "Les Rouges ne voient pas la bourse de Léa", "Les Rouges ordonnent : Ramer."],
}  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sides_of_several_act_in_the_plural(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "banks.rules"
    path.write_text(GAME.replace("    discarded second\n", "    do sink second\n") + SINK, encoding="utf-8")
    page = documents(open_documents(path), lang).pages["examples-banks"].replace("\u202f", " ").replace("\u00a0", " ")
    assert [one for one in SAID[lang] if one not in page] == []


SINK = """\
event sink boat:
    title en "Sinking" fr "Naufrage"
    says en "{boat} sinks." fr "{boat} coule."
    discard boat
"""


def test_accents_make_no_plural() -> None:
    assert not several(Text.saying(en="Ines", fr="Inès"), "fr")
    assert several(Text.saying(en="Reds", fr="Rouges"), "fr")
    assert several(Text.saying(fr="Les Verts"), "fr")
