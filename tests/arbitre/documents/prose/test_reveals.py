"""What rules let be known is said as it is meant: to whom, and of ``to nobody`` that only the question may show."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game masks:
    title en "Masks" fr "Masques"
    play turn up to 9 times
    events seen by everyone
kind player, seats: north, south
    title en "Player" fr "Joueur"
    gold: 0 to 9, seen by player
        title en "Gold" fr "Or"
    bid: 0 to 9, seen by player
        title en "Bid" fr "Offre" feminine
agenda turn:
    title en "Turn" fr "Tour"
    bidding:
        title en "Bidding" fr "Offres"
        for each player in players together:
            reveals gold to nobody
            player chooses player.bid from 0 to player.gold in secret
    telling:
        title en "Telling" fr "Annonces"
        for each player in players:
            reveals bid to player
            reveals gold to players
            tell players player.bid
            tell players en "Done." fr "Fini."
            tell everyone player.gold
"""


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Others may see that somebody is asked, but not who it is.", "The player may learn from it: the bid.",
                "The players may learn from it: the gold.", "The players learn the player’s bid.", "The players are told: “Done.”",
                "Everyone learns the player’s gold."]),
        ("fr", ["Les autres peuvent voir que l’on interroge quelqu’un, mais pas qui.", "Le joueur peut en déduire l’offre.",
                "Les joueurs peuvent en déduire l’or.", "Les joueurs apprennent l’offre du joueur.", "Les joueurs lisent : « Fini. »",
                "Tout le monde apprend l’or du joueur."]),
    ],
)  # fmt: skip
def test_what_may_be_known_is_said_of_those_who_may(tmp_path: Path, lang: str, said: list[str]) -> None:
    path = tmp_path / "masks.rules"
    path.write_text(GAME, encoding="utf-8")
    page = documents(open_documents(path), lang).pages["turn"]
    assert [one for one in said if one not in page] == []
