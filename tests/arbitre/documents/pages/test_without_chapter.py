"""Pages of a game without a chapter: what its head says of it, the quick reference with whole conditions, relations as titles say them."""

from __future__ import annotations

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game steps:
    title en "Steps" fr "Pas"
    goal en "Reach the last row." fr "Atteindre la dernière rangée."
    players en "Two players." fr "Deux joueurs."
    lasts en "Five minutes." fr "Cinq minutes."
    play turn by each player in turn up to 9 times
kind player, seats: north, south
    title en "Player" fr "Joueur" masculine
    square: square or none
        title en "Square" fr "Case" feminine
table of player:
    name  | en      | fr
    north | "North" | "Nord"
    south | "South" | "Sud"
kind square, grid(3, 3, closed)
    title en "Square" fr "Case" feminine
square is in_step_of player when distance(square, player.square) is 1
    title en "One step away from" fr "À un pas de"
square is behind player when player.square is square
    title en "Behind" fr "Derrière"
square is far_from player when distance(square, player.square) is 3 or more
    title en "Further than three steps from the square of" fr "À plus de trois pas de"
let other(player) = next_after(player, players)
    title en "Opponent" fr "Adversaire"
action walk by player to square:
    title en "Walk" fr "Marcher"
    during pace
    once per turn
    when square is in_step_of player
    when square is not behind player
    when player.square is not square and not (square is in_step_of other(player))
    when distance(square, player.square) is 1 and distance(square, other(player).square) is 1 or more
    when square is not far_from player and square is not behind other(player) and square is not far_from other(player)
    when distance(square, player.square) is less than 4
    player.square becomes square
agenda turn by player:
    title en "Turn" fr "Tour"
    pace:
        title en "Walk" fr "Marche"
        player must act in pace
"""


@pytest.fixture(scope="module", params=["en", "fr"])
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, str]]:
    path = tmp_path_factory.mktemp("steps") / "steps.rules"
    path.write_text(GAME, encoding="utf-8")
    made = documents(open_documents(path), request.param).pages
    return request.param, {name: page.replace("\u00a0", " ").replace("\u202f", " ") for name, page in made.items()}


def test_what_the_head_says_stands_on_the_first_page(pages: tuple[str, dict[str, str]]) -> None:
    lang, made = pages
    for said in {"en": ("Reach the last row.", "Two players.", "Five minutes."),
                 "fr": ("Atteindre la dernière rangée.", "Deux joueurs.", "Cinq minutes.")}[lang]:  # fmt: skip
        assert said in made["index"]


def test_the_quick_reference_says_that_there_is_more(pages: tuple[str, dict[str, str]]) -> None:
    lang, made = pages
    row = next(line for line in made["summary"].split("\n") if line.startswith("| **"))
    assert {"en": "One step away from", "fr": "à un pas du joueur"}[lang].lower() in row.lower()
    assert row.endswith({"en": "There is more to it: see the rules. |", "fr": "Ce n’est pas tout : voir les règles. |"}[lang])


def test_a_title_says_how_a_relation_goes_on(pages: tuple[str, dict[str, str]]) -> None:
    lang, made = pages
    for said in {"en": ("is one step away from the player.", "is not behind the player."),
                 "fr": ("est à un pas du joueur.", "n’est pas derrière le joueur.")}[lang]:  # fmt: skip
        assert said in made["summary"]
