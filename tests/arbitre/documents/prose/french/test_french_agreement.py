"""What is said of things in French: flags agree with what they are said of, and need quotation marks only where they are nouns."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.language.fr.grammar import French
from arbitre.documents.language.fr.states import feminine, state
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents
from arbitre.dsl.core import Text

GAME = """\
game hunt:
    title en "Hunt" fr "Chasse"
    play turn up to 9 times
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    doomed: flag
        title en "Marked for death" fr "Condamné"
    carries: flag
        title en "Treasure bearer" fr "Porte le trésor"
    shield: flag
        title en "Shield" fr "Bouclier"
    gone: flag
        title en "Gone" not "Still runs" fr "A fui" not "Court encore"
kind door: d1, d2
    title en "Door" fr "Porte"
    trap: flag
        title en "Trap" fr "Piégée"
    price: 1 to 9 = 2
        title en "Course" fr "Cours"
kind match:
    prey: player or none
        title en "Prey" fr "Proie" feminine
let alive = players where not doomed
    title en "Living" fr "Vivants"
let runners = players where not gone
    title en "Still in the race" fr "Coureurs"
let wealth(player) = 3
    title en "Fortune" fr "Fortune"
table mood by player: d6
    title en "Mood" fr "Humeur"
    1 to 3 calm: says en "Calm." fr "Calme."
    4 to 6 wild: says en "Wild." fr "Agité."
event dawn:
    title en "The dawn" fr "L'aube"
    reveals doomed, prey
    roll mood by match.prey
    roll d6 as zorn
    match.prey becomes ann
agenda turn:
    title en "Turn" fr "Tour"
    morning: dawn
    hunting:
        title en "Hunting" fr "La traque"
        match.prey.doomed becomes true
        for each player in alive:
            player.carries becomes true
            player.shield becomes true
        for each door in doors where trap:
            door.trap becomes false
            door gains 1 price
        best(wealth(it), alive) wins
"""
SAID = {
    "fr": (
        "désormais, la proie est condamnée",
        "pour chaque joueur parmi les [vivants]",
        "désormais, le joueur porte le trésor",
        "le joueur porte la mention « bouclier »",  # a noun: quoted
        "pour chaque porte qui est piégée",
        "désormais, la porte n’est pas piégée",
        "le cours de la porte augmente de 1",
        "qui courent encore",
        "ayant la plus grande valeur de sa [fortune]",
        "les autres peuvent en déduire « condamné » et la proie.",
        "1. l’aube { #step-turn-morning }",  # a step is called after the event it runs
        "lancez 1d6 : c’est *zorn*",  # not marked as a text that lacks: it cannot have one
        "- **l’aube** : [ce qui arrive](events.md#event-dawn) ## b",  # under A
    ),
    "en": (
        "the prey is marked “marked for death”",
        "the player is marked “treasure bearer”",
        "the player is marked “shield”",
        "the door gains 1 course",
        "others may learn from it: ",
        "1. the dawn { #step-turn-morning }",
        "## d { #letter-d } - **the dawn**",
    ),
}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_flags_and_sets_are_said_as_one_says_them(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "hunt.rules"
    path.write_text(GAME, encoding="utf-8")
    said = " ".join(documents(open_documents(path), lang).pages.values()).replace("\u00a0", " ").lower()
    said = " ".join(said.split())
    assert [sentence for sentence in SAID[lang] if sentence not in said] == [], said


@pytest.mark.parametrize(("title", "is_state"), [
    ("Sorti pour le match", True), ("Retenu", True), ("Sous l’eau", True), ("Ouverte", True), ("Debout", True), ("Clé", False),
    ("Santé", False), ("Jeu en pause", False), ("Capitaine", False), ("Excité", True), ("En", False),
])  # fmt: skip
def test_which_titles_say_how_something_is(title: str, is_state: bool) -> None:
    assert state(title) is is_state


@pytest.mark.parametrize(("one", "other"), [
    ("condamné", "condamnée"), ("mort", "morte"), ("élu", "élue"), ("pris", "prise"), ("actif", "active"), ("vide", "vide"), ("roi", "roi"),
    ("sorti", "sortie"), ("capitaine", "capitaine"),
])  # fmt: skip
def test_feminine(one: str, other: str) -> None:
    assert feminine(one) == other


@pytest.mark.parametrize(("said", "gender", "plural", "agreed"), [
    ("n’est pas condamné", "f", False, "n’est pas condamnée"),
    ("sont condamnés", "f", True, "sont condamnées"),
    ("est disqualifiée", "m", False, "est disqualifié"),
    ("est en réserve", "f", False, "est en réserve"),
    ("est disqualifiée", "", False, "est disqualifiée"),  # nothing tells: as its author wrote it
])  # fmt: skip
def test_what_is_said_agrees(said: str, gender: str, plural: bool, agreed: str) -> None:
    assert French().agreed_with(said, gender, plural) == agreed


@pytest.mark.parametrize(("title", "negated", "plural", "said"), [
    (Text.saying(en="Is dead", fr="Mort"), False, False, "est mort"),
    (Text.saying(en="Is dead", fr="Mort"), False, True, "sont morts"),
    (Text.saying(en="Is above", fr="Dépasse"), False, False, "dépasse"),
    (Text.saying(en="Has no crate", fr="N'a pas de caisse"), False, True, "n’ont pas de caisse"),
    (Text.saying(en="Is not free", fr="N'est pas libre"), False, True, "ne sont pas libres"),
])  # fmt: skip
def test_flags_whose_english_title_has_a_verb(title: Text, negated: bool, plural: bool, said: str) -> None:
    assert French().asserted(title, negated, plural) == said


def test_plurals_that_are_none() -> None:
    assert [French().singular(word) for word in ("Cours", "Commis", "Écus", "Héros")] == ["Cours", "Commis", "Écu", "Héros"]
    assert [French().plural(word) for word in ("nuit et jour", "étal", "cheval")] == ["nuits et jours", "étals", "chevaux"]
    assert French().asserted(Text.saying(fr="Court encore", en="Still races"), False, True) == "courent encore"
