"""What authors say of their titles is said on the pages, and not guessed: gender, number, article, negation."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.language.en.grammar import English
from arbitre.documents.language.fr.grammar import French
from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import Pages, documents
from arbitre.documents.site.kept import kept_pages
from arbitre.dsl.core import Text, Traits
from arbitre.translation.gettext import _SAID_OF, traits_in
from arbitre.translation.writing import words_of

GAME = """\
game halls:
    title en "Halls" fr "Salles"
kind seat, seats: red, blue
kind hall: first, second
    title en "Zilk" fr "Zilque"{hall}
    shut: flag
        title en "Shut"{shut_en} fr "Fermée"{shut_fr}
    bulk: 0 to 9 = 2
        title en "Bulk" fr "Bulque"{bulk}
event enter hall:
    title en "Enter" fr "Entrer"
    when hall.bulk is 3
    if not hall.shut: hall.shut becomes true
agenda turn:
    step: end
"""


def written(folder: Path, lang: str, **said: str) -> str:
    file = folder / "halls.rules"
    parts = {"hall": "", "shut_en": "", "shut_fr": "", "bulk": ""} | said
    file.write_text(GAME.format(**parts), encoding="utf-8")
    book: Book = open_documents(str(file))
    made: Pages = documents(book, lang)
    return made.pages["events"]


def test_a_gender_that_is_given_is_not_guessed(tmp_path: Path) -> None:
    assert "Le zilque" in written(tmp_path, "fr") or "le zilque" in written(tmp_path, "fr")
    page = written(tmp_path, "fr", hall=" feminine", bulk=" feminine")
    assert "la zilque" in page.lower() and "le zilque" not in page.lower() and "la bulque" in page


def test_a_plural_and_a_name_that_are_given_are_not_guessed(tmp_path: Path) -> None:
    assert "le zilque a 3 bulque" in written(tmp_path, "fr", bulk=" plural")
    assert "Seulement si zilque a 3" in written(tmp_path, "fr", hall=" proper", bulk=" plural")


def test_what_fails_is_said_in_its_own_words(tmp_path: Path) -> None:
    assert "is not marked “shut”" in written(tmp_path, "en")
    assert "If the hall is open, from now on, the hall is shut." in written(tmp_path, "en", shut_en=' not "Open"', shut_fr=' not "Ouverte"')
    assert "Si le zilque est ouvert" in written(tmp_path, "fr", shut_en=' not "Open"', shut_fr=' not "Ouverte"')


@pytest.mark.parametrize(("title", "said"), [
    (("Must follow", "Doit suivre"), ("need not follow", "n’a pas à suivre")),
    (("Can still fight", "Peut encore combattre"), ("can no longer fight", "ne peut plus combattre")),
    (("Has just been moved", "Vient d'être déplacé"), ("has not just been moved", "ne vient pas d'être déplacé")),
    (("Has a gate", "A un portail"), ("does not have a gate", "n’a pas de portail")),
    (("Has an attack roll", "Comporte un jet d'attaque"), ("does not have an attack roll", "ne comporte pas de jet d'attaque")),
    (("Chooses where he is pushed", "Choisit où il est repoussé"),
     ("does not choose where he is pushed", "ne choisit pas où il est repoussé")),
    (("Lies in the coach's half", "Dans la moitié du coach"), ("does not lie in the coach's half", "n’est pas dans la moitié du coach")),
    (("Sees", "Voit"), ("does not see", "ne voit pas")),
])  # fmt: skip
def test_opposites(title: tuple[str, str], said: tuple[str, str]) -> None:
    assert (
        English().predicate(Text.saying(en=title[0], fr=title[1]), True, False),
        French().predicate(Text.saying(en=title[0], fr=title[1]), True, False),
    ) == said


def test_an_opposite_that_is_given_is_taken() -> None:
    title = Text(
        (("en", "Has no captain"), ("fr", "Sans capitaine")),
        (("en", Traits(opposite="Has a captain")), ("fr", Traits(opposite="A un capitaine"))),
    )
    assert (English().predicate(title, True, False), French().predicate(title, True, True)) == ("has a captain", "ont un capitaine")
    assert (English().predicate(title, False, False), French().predicate(title, False, False)) == ("has no captain", "est sans capitaine")


@pytest.mark.parametrize(("title", "many"), [
    (("Is marked", "Est marqué"), "sont marqués"), (("Has broken away", "S'est désengagé"), "se sont désengagés"),
    (("Chooses", "Choisit"), "choisissent"),
    (("Was knocked down by a block", "A été plaqué par un blocage"), "ont été plaqués par un blocage"),
    (("Is ready to attack", "Est prêt à attaquer"), "sont prêts à attaquer"), (("Is a danger", "Est un danger"), "sont un danger"),
])  # fmt: skip
def test_several_in_french(title: tuple[str, str], many: str) -> None:
    assert French().predicate(Text.saying(en=title[0], fr=title[1]), False, True) == many


@pytest.mark.parametrize(("owner", "title", "said"), [
    ("le joueur", "ses pions", "les pions du joueur"),
    ("Bleu", "[sa zone](#value-zone)", "[zone](#value-zone)"),
    ("la pièce", "fantômes adverses sur sa case", "les fantômes adverses sur la case de la pièce"),
    ("le combattant", "cases couvertes par son socle", "les cases couvertes par le socle du combattant"),
    ("la victime", "ordres dus à son retour", "les ordres dus au retour de la victime"),
    ("le joueur", "cases autour de son étage", "les cases autour de l’étage du joueur"),
    ("le joueur", "tours pour reprendre ses esprits", "les tours pour reprendre ses esprits du joueur"),
])  # fmt: skip
def test_what_is_owned_is_owned_once(owner: str, title: str, said: str) -> None:
    assert said in French().belongs(owner, title, "", title[0] != "[")
    assert "sa " not in French().belongs("Bleu", "[sa zone](#value-zone)")


def test_whose_it_is_is_said_once_in_english() -> None:
    assert English().belongs("the player", "[his men](#value-men)", "", True) == "the player’s [men](#value-men)"


def test_men_are_several() -> None:
    assert French().is_plural(Text.saying(en="Men he may take", fr="Pions qu'il peut prendre"))
    assert English().is_plural(Text.saying(en="Men in hand", fr="Pions en main"))


@pytest.mark.parametrize(("word", "form", "said"), [
    (("tours", "mp"), "number", ("nombre de tours", "m")),
    (("équipes", "fp"), "row", ("équipe", "f")),
    (("équipes", "fp"), "set", ("équipes", "fp")),
    (("tour", "m"), "number", ("tour", "m")),
])  # fmt: skip
def test_a_number_is_how_many_and_a_row_is_one(word: tuple[str, str], form: str, said: tuple[str, str]) -> None:
    assert French().single(*word, form) == said


def test_what_would_be_is_in_the_plural() -> None:
    title = Text.saying(en="Would set its base beside", fr="Mettrait son socle contre")
    assert French().predicate(title, False, True) == "mettraient son socle contre"


def test_none_and_first_and_each_agree() -> None:
    assert (French().no("une case"), French().no("un joueur")) == ("aucune case", "aucun joueur")
    assert (French().first("f"), French().first("m"), French().each("fp")) == ("la première", "le premier", "chacune")


def test_a_cell_is_marked_by_a_player() -> None:
    pages = kept_pages("tictactoe", ["en", "fr"]).made
    said = "\n".join(pages["fr", "tictactoe"].pages.values())
    assert "n’est pas marquée" in said and "est marquée par " in said
    assert "the cell is not marked" in "\n".join(pages["en", "tictactoe"].pages.values())


def test_a_plural_that_no_ending_tells_is_given(tmp_path: Path) -> None:
    file = tmp_path / "herd.rules"
    text = """\
game herd:
    title en "Herd" fr "Troupeau"
    play turn
kind side, seats: red, blue
kind beast: one, two
    title en "Beast"{en} fr "Zilval"{fr}
    tame: flag
        title en "Tame" fr "Docile"
let tamed = count(beasts where tame)
    title en "Tamed" fr "Apprivoisés"
agenda turn:
    step: end
"""
    for fr, said in (("", "zilvaux"), (' plural "Zilvalim"', "zilvalim")):
        file.write_text(text.format(en="", fr=fr), encoding="utf-8")
        assert said in documents(open_documents(str(file)), "fr").pages["values"]
    file.write_text(text.format(en=' plural "Beastren"', fr=""), encoding="utf-8")
    assert "beastren" in documents(open_documents(str(file)), "en").pages["values"]


def test_a_plural_is_written_back_by_a_translation() -> None:
    traits = Traits(gender="m", many="Zilvaux")
    assert traits_in(f"{_SAID_OF}{' '.join(words_of(traits))}") == traits


def test_nouns_in_e_are_masculine_but_for_qualities() -> None:
    def gender(noun: str) -> str:
        return French().guessed(noun, {}, {})

    assert {gender(noun) for noun in ("invité", "invités", "délégué", "député", "allié", "comité")} == {"m"}
    assert {gender(noun) for noun in ("qualité", "agilité", "sociétés", "invitée")} == {"f"}


FRENCH_ONLY = """\
game fiole:
    languages fr
    title fr "La fiole"
    play turn by each team in turn up to 3 times, then over
kind team, seats: north, south
    title fr "Camp"
    score: 0 to 9
        title fr "Score"
    cure: flag
        title fr "A encore le remède"
kind side: rebels, wardens
    title fr "Bord"
table of side:
    name    | fr
    rebels  | "Les rebelles" plural proper
    wardens | "La garde" proper
agenda turn by team:
    title fr "Tour"
    sipping:
        title fr "Boire"
        if team.cure: team.cure becomes false
        otherwise: team gains 1 score
event over:
    title fr "Fin"
    let there = teams where score is 2 or more
    if any there where cure: there wins
    if north.score is 3: rebels wins
    if south.score is 3: wardens wins
    everyone wins
scenario "A sip":
    given south.score = 2
    play turn
    expect north.score is 1
chapter sipping_chapter:
    title fr "Boire"
    example "A sip" fr "Tout le monde gagne, faute de mieux."
"""


def test_a_game_in_french_alone_reads_well(tmp_path: Path) -> None:
    file = tmp_path / "fiole.rules"
    file.write_text(FRENCH_ONLY, encoding="utf-8")
    made = documents(open_documents(str(file)), "fr").pages
    said = "\n".join(made.values())
    assert "cets" not in said and "camps en question" in said
    assert "Si le camp a encore le remède" in said and "l’a encore" not in said and "mention" not in said
    assert "les rebelles remportent la partie" in said.lower() and "la garde remporte la partie" in said.lower()
    assert "tout le monde remporte la partie" in said.lower()
    assert "Tout le monde gagne, faute de mieux." in made["learn-sipping_chapter"], "the caption of an example without a picture"
