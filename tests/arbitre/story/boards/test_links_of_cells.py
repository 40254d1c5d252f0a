"""The legend of links goes by the titles of the cells that they join, in the language of whoever reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = '''\
game ferry:
    title en "Ferry" fr "Bac"
    play turn up to 3 times
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
map river:
    floor 0 """
        a.#b
        """
    mark "." bank
    mark "a" bank as pier title en "Old pier" fr "Vieux ponton"
    mark "b" bank as mill title en "Mill" fr "Moulin"
    mark "#" void
    link boat from pier to mill, cost 1, both ways
    link boat from mill to (2, 1, 0), cost 2
kind ground: bank
kind cell, floors(river)
    title en "Place" fr "Lieu" masculine
    ground: ground
kind vessel: boat
table of vessel:
    name | en     | fr
    boat | "Boat" | "Barque" feminine
kind way, links
    title en "Way" fr "Voie" feminine
    vessel: vessel
kind rower, up to 2:
    title en "Rower" fr "Rameur"
    player: player
    cell: cell
event setup:
    says nothing
    create rower with player ann, cell pier
agenda turn:
    title en "Turn" fr "Tour"
    rowing:
        title en "Rowing" fr "Traversée"
        ann must act in rowing
action row by rower to cell:
    title en "Row" fr "Ramer"
    says en "{rower} rows to {cell}." fr "{rower} rame vers {cell}."
    during rowing
    rower.cell becomes cell
'''


@pytest.mark.parametrize(
    ("lang", "ends", "rows"),
    [
        ("en", "Boat: Mill → (2, 1), Old pier ↔ Mill", ("| Boat | Old pier | Mill | 1 |", "| Boat | Mill | (2, 1) | 2 |")),
        (
            "fr",
            "Barque : Moulin → (2, 1), Vieux ponton ↔ Moulin",
            ("| Barque | Vieux ponton | Moulin | 1 |", "| Barque | Moulin | (2, 1) | 2 |"),
        ),
    ],
)
def test_links_are_told_by_titles(tmp_path: Path, lang: str, ends: str, rows: tuple[str, ...]) -> None:
    path = tmp_path / "ferry.rules"
    path.write_text(GAME, encoding="utf-8")
    shown = CliRunner().invoke(cli, ["play", str(path), "--side", "ann=human", "--lang", lang], input="quit\n").output
    assert ends in shown.replace("\u00a0", " ").replace("\u202f", " "), shown
    board = documents(open_documents(path), lang).pages["board"]
    assert [row for row in rows if row not in board] == [], board
