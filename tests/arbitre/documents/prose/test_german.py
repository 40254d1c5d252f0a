"""German: cases, verbs that stand last in subordinate clauses, and Coliseum as the proof of it all."""

from __future__ import annotations

import re

import pytest

from arbitre.documents.language.de.grammar import German
from arbitre.documents.language.de.labels import LABELS
from arbitre.documents.language.de.phrases import PHRASES
from arbitre.documents.language.de.signs import SIGNS
from arbitre.documents.language.en.grammar import English
from arbitre.documents.language.fr.grammar import French
from arbitre.documents.language.known import languages
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import writer_of
from arbitre.dsl.core import Text
from arbitre.dsl.modules.loader import load

SAY = German()


def test_every_language_is_a_folder_with_every_phrase() -> None:
    found = languages()
    assert list(found) == ["en", "fr", "de"] and (found["en"], found["fr"], found["de"]) == (English, French, German)
    assert PHRASES.keys() == English.PHRASES.keys() == French.PHRASES.keys()
    assert LABELS.keys() == English.LABELS.keys() == French.LABELS.keys()
    for key, phrase in {**PHRASES, **LABELS}.items():
        others = [{**one.PHRASES, **one.LABELS}[key] for one in (English, French)]
        mine, theirs = (set(re.findall(r"\{(\w+)", said)) for said in (phrase, " ".join(others)))
        assert mine <= theirs | {"a", "amount", "owner"}, key  # no part that no other language is given


@pytest.mark.parametrize(
    ("noun", "gender", "cases"),
    [
        ("Gladiator", "m", ("der Gladiator", "den Gladiator", "dem Gladiator", "des Gladiators")),
        ("Kampf", "m", ("der Kampf", "den Kampf", "dem Kampf", "des Kampfes")),
        ("Runde", "f", ("die Runde", "die Runde", "der Runde", "der Runde")),
        ("Feld", "n", ("das Feld", "das Feld", "dem Feld", "des Feldes")),
        ("Gladiatoren", "mp", ("die Gladiatoren", "die Gladiatoren", "den Gladiatoren", "der Gladiatoren")),
        ("Felder", "np", ("die Felder", "die Felder", "den Feldern", "der Felder")),
        ("Samnit", "m", ("der Samnit", "den Samniten", "dem Samniten", "des Samniten")),
        ("Murmillo", "m", ("der Murmillo", "den Murmillo", "dem Murmillo", "des Murmillo")),
        ("großer Schild", "m", ("der große Schild", "den großen Schild", "dem großen Schild", "des großen Schildes")),
        ("übrige Punkte", "mp", ("die übrigen Punkte", "die übrigen Punkte", "den übrigen Punkten", "der übrigen Punkte")),
        ("[Hieb](events.md#hieb)", "m", ("der [Hieb](events.md#hieb)", "den [Hieb](events.md#hieb)", "dem [Hieb](events.md#hieb)",
                                         "des [Hiebs](events.md#hieb)")),
    ],
)  # fmt: skip
def test_cases(noun: str, gender: str, cases: tuple[str, ...]) -> None:
    the = SAY.the(noun, gender)
    assert tuple(map(SAY.finish, (the, SAY.acc(the), SAY.dat(the), SAY.gen(the)))) == cases


@pytest.mark.parametrize(
    ("title", "negated", "plural", "said"),
    [
        (Text.saying(en="Standing", de="Auf den Beinen"), False, False, "wenn er auf den Beinen ist"),
        (Text.saying(en="Standing", de="Auf den Beinen"), True, True, "wenn er nicht auf den Beinen sind"),
        (Text.saying(en="Threatens", de="Bedroht"), False, False, "wenn er bedroht"),
        (Text.saying(en="Can still fight", de="Kann noch kämpfen"), True, False, "wenn er noch nicht kämpfen kann"),
        (Text.saying(en="Has won the match", de="Hat die Partie gewonnen"), False, True, "wenn er die Partie gewonnen haben"),
        (Text.saying(en="Has an attack roll", de="Hat einen Angriffswurf"), True, False, "wenn er keinen Angriffswurf hat"),
        (Text.saying(en="Takes part", de="Nimmt daran teil"), False, False, "wenn er daran teilnimmt"),
    ],
)
def test_the_verb_stands_last(title: Text, negated: bool, plural: bool, said: str) -> None:
    predicate = SAY.predicate(title, negated, plural)
    assert SAY.finish("wenn " + SAY.final(f"er {predicate}")) == said


def test_clauses_in_a_row_and_relative_clauses() -> None:
    one, two = (SAY.phrase(key, left="er", right="2") for key in ("Binary.is", "Binary.or_more"))
    assert SAY.finish(SAY.phrase("If", clause=SAY.joined([one, two], "or"))) == "wenn er 2 ist oder er mindestens 2 ist"
    which = SAY.relative(SAY.phrase("has.some.pl", left=SAY.phrase("that"), a=SAY.a("Netz", "n")), "m", True)
    clause = SAY.phrase("exists.some", noun="", a=f"Gladiatoren {which}", items="")
    assert SAY.finish(SAY.phrase("If", clause=clause)) == "wenn es Gladiatoren gibt, die ein Netz haben"


def test_numbers_quotes_and_dice() -> None:
    assert SAY.finish(SAY.percent(0.125)) == "12,5\u00a0%"
    assert SAY.finish(f"{SAY.quote('Hieb')}: 2d6") == "„Hieb“: 2W6"
    assert SAY.finish(SAY.prep("to", SAY.the("Platz", "m"))) == "zum Platz"


def test_coliseum_says_everything_in_german() -> None:
    rulebook = load("coliseum", scenarios=True)
    assert rulebook.told_in == ("en", "fr", "de")
    assert not [message.text for message in rulebook.messages.items]


@pytest.mark.more
def test_the_pages_of_coliseum_in_german() -> None:
    writer = writer_of(open_documents("coliseum"), "de")
    said = SAY.finish("\n".join([*writer.rules.actions(), *writer.rules.dice_page(), *writer.endings.end(), *writer.material.things()]))
    assert not re.search(f"[{''.join(SIGNS)}]", said)
    assert "Der Standort des Läufers wird der Platz." in re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", said)
    assert "wenn die Summe größer als der Kampf des Verteidigers ist" in re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", said)
    assert 'class="missing" lang="en"' not in said
