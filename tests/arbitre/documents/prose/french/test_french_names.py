"""Names with and without an article, and examples that tell what came of what was given."""

from __future__ import annotations

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game yard:
    languages fr, en
    title en "Yard" fr "Cour"
    play turn up to 9 times
    events seen by everyone
kind camp: pack, lovers
    title en "Camp" fr "Camp"
    howls: 0 to 9
        title en "Howls" plural fr "Hurlements" plural
table of camp:
    name   | fr              | en
    pack   | "Meute" feminine | "Pack"
    lovers | "Les Amants"    | "Lovers"
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    camp: camp
    spot: square or none
    shield: flag
        title en "Shield" fr "Bouclier"
map yards:
    floor 0 \"\"\"
        .bh
        \"\"\"
    mark "." grass
    mark "b" grass as base title fr "Socle" masculine en "Base"
    mark "h" grass as home title fr "Foyer" proper en "Home"
kind ground: grass
    title en "Ground" fr "Sol"
table of ground:
    name  | fr      | en
    grass | "Herbe" | "Grass"
kind square (place), floors(yards)
    title en "Square" fr "Case" feminine
    ground: ground
    mine: flag
        title en "Trapped" fr "Piégée"
agenda turn:
    title en "Turn" fr "Tour"
    go:
        title en "Going" fr "La marche"
        calm
        if pack.howls is 3: pack.howls becomes 0
        if ann.shield: pack wins
event calm:
    title en "Calm" fr "Le calme"
    base.mine becomes true
    home.mine becomes true
    ann.shield becomes true
"""
SCENARIO = """\
extends yard
scenario "Calm":
    title fr "Le calme"
    given ben.shield = true
    do calm
    expect ann.shield
scenario "The pack":
    title fr "La meute"
    given ann.shield = true
    play turn
    expect pack wins
"""


@pytest.fixture(scope="module", params=["fr", "en"])
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, str]]:
    home = tmp_path_factory.mktemp("names") / "yard"
    (home / "scenarios").mkdir(parents=True)
    (home / "yard.rules").write_text(GAME, encoding="utf-8")
    (home / "scenarios" / "calm.rules").write_text(SCENARIO, encoding="utf-8")
    made = documents(open_documents(str(home)), request.param).pages
    return request.param, {name: page.replace("\u00a0", " ") for name, page in made.items()}


def test_a_side_whose_gender_is_given_wins_with_its_article(pages: tuple[str, dict[str, str]]) -> None:
    lang, made = pages
    assert {"fr": "la meute remporte la partie", "en": "Pack wins the match"}[lang].lower() in made["turn"].lower(), made["turn"]


def test_such_a_side_has_its_article_wherever_it_is_spoken_of(pages: tuple[str, dict[str, str]]) -> None:
    lang, made = pages
    (page,) = [text for name, text in made.items() if name.startswith("examples-")]
    told = {"fr": "les hurlements de la meute passent à 0.", "en": "If Pack has 3 howls, Pack’s howls become 0."}[lang]
    assert told in made["turn"], made["turn"]
    assert {"fr": "- La meute remporte la partie.", "en": "- Pack wins the match."}[lang] in page, page


def test_an_example_does_not_tell_again_what_was_given(pages: tuple[str, dict[str, str]]) -> None:
    lang, made = pages
    (page,) = [text for name, text in made.items() if name.startswith("examples-")]
    shield, head = {"fr": ("Bouclier", "**Ce qui arrive**"), "en": ("Shield", "**What happens**")}[lang]
    happened = page.split(head)[1].split("**")[0]
    assert f"Ann : {shield}" in happened.replace("Ann:", "Ann :") and "Ben" not in happened, page
