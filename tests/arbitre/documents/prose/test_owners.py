"""Whose a thing is, is said once: a title that names its owner already takes the one it is spoken of in its place."""

from __future__ import annotations

import pytest

from arbitre.documents.language.en.grammar import English
from arbitre.documents.language.fr.grammar import French
from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game bouts:
    title en "Bouts" fr "Combats"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind bout: early, late
    title en "Bout" fr "Combat" masculine
    over: flag
        title en "Over" fr "Fini"
kind rank: raw, old
    title en "Rank" fr "Grade" masculine
    flair: 0 to 3
        title en "Flair" fr "Panache" masculine
table of rank:
    name | flair | en    | fr
    raw  | 0     | "Raw" | "Bleu"
    old  | 2     | "Old" | "Ancien"
kind man, up to 4, many men:
    title en "Man" fr "Homme" masculine
    side: side = red
        title en "Side" fr "Camp"
    bout: bout or none
        title en "Bout" fr "Combat" masculine
    rank: rank = raw
        title en "Rank" fr "Grade" masculine
    worth: 0 to 9
        title en "Worth" fr "Valeur"
let fighters(bout) = men where it.bout is bout
    title en "Fighters of a bout" fr "Combattants d'un combat"
let rest(side) = men where it.side is side
    title en "Reserve" fr "Réserve" feminine
table fate for man: d6 + man.rank.flair
    title en "Fate" fr "Sort"
    1 or less fall: man.worth becomes 0
    2 or more stand: man.worth becomes 1
event count_up side, up to 3 times:
    title en "Count" fr "Compte"
    for each man in fighters(early): man.worth becomes 1
    if any rest(side): count_up side
    let most = greatest(worth, fighters(late))
    for each man in rest(side) where worth is most: man.worth becomes 2
    for each team in (red, blue): draw man from rest(team)
agenda turn:
    step: end
"""


@pytest.mark.parametrize(
    ("noun", "owner", "kind", "said"),
    [
        ("[combattants d’un combat](x.md)", "le combat", "combat", "les [combattants](x.md) du combat"),
        ("attaquants sur une case", "la case", "case", "les attaquants sur la case"),
        ("joueurs d’un camp", "le camp du joueur", "camp", "les joueurs du camp du joueur"),
        ("ceux qui veulent la balle", "la balle", "balle", "ceux qui veulent la balle"),
        ("donneurs d’ordre", "l’ordre", "ordre", "les donneurs de l’ordre"),
        ("joueurs du coach", "le coach du joueur", "coach", "les joueurs du coach du joueur"),
        ("pions", "le joueur", "joueur", "les pions du joueur"),
    ],
)
def test_french_names_an_owner_once(noun: str, owner: str, kind: str, said: str) -> None:
    assert French().held(owner, noun, "m", True, kind) == said


@pytest.mark.parametrize(
    ("noun", "owner", "kind", "said"),
    [
        ("[fighters of a bout](x.md)", "the bout", "bout", "the bout’s [fighters](x.md)"),
        ("strikers on a cell", "the place", "cell", "the strikers on the place"),
        ("men", "the player", "player", "the player’s men"),
    ],
)
def test_english_names_an_owner_once(noun: str, owner: str, kind: str, said: str) -> None:
    assert English().held(owner, noun, "", True, kind) == said


@pytest.mark.parametrize(
    ("one", "several"), [("die", "dice"), ("Block die", "Block dice"), ("die of a test", "dice of a test"), ("indie", "indies")]
)
def test_english_knows_several_dice(one: str, several: str) -> None:
    assert English().plural(one) == several


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    file = tmp_path_factory.mktemp("bouts") / "bouts.rules"
    file.write_text(GAME, encoding="utf-8")
    book: Book = open_documents(str(file))
    return {lang: "\n".join(documents(book, lang).pages.values()) for lang in ("en", "fr")}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "For each man among the [fighters](values.md#value-fighters) of “Early”:"),
        ("en", "If there is at least one man in the side’s [reserve]"),
        ("en", "For each team, that is Red and Blue: draw a man by lot from the team’s [reserve]"),
        ("en", "Roll 1d6 and add the flair of the man’s rank (Raw 0, Old 2)."),
        ("fr", "Pour chaque homme parmi les [combattants](values.md#value-fighters) d’«\u00a0Early\u00a0»"),
        ("fr", "S’il y a au moins un homme dans la [réserve]"),
        ("fr", "désigne la plus grande valeur parmi les [combattants]"),
        ("fr", "Pour chaque équipe, c’est-à-dire Rouge et Bleu\u00a0: tirez un homme au sort dans la [réserve]"),
        ("fr", "Lancez 1d6 et ajoutez le panache du grade de l’homme (Bleu 0, Ancien 2)."),
    ],
)
def test_sets_are_said_by_what_they_are(pages: dict[str, str], lang: str, said: str) -> None:
    assert said in pages[lang]


def test_a_possessive_at_the_end_of_a_title_is_of_the_owner() -> None:
    assert English().belongs("“Early”", "power of its unit") == "the power of the unit of “Early”"
    assert French().of("« Hollande »") == "de « Hollande »"


@pytest.mark.parametrize(
    ("several", "one"),
    [("relances d’équipe restantes", "relance d’équipe restante"), ("points de vie perdus", "point de vie perdu"),
     ("jeux de dés", "jeu de dés"), ("ordres dus", "ordre dû"), ("dés du bras", "dé du bras")],
)  # fmt: skip
def test_what_ends_a_title_agrees_with_what_begins_it(several: str, one: str) -> None:
    assert French().singular(several) == one
