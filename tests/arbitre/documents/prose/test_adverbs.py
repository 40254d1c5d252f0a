"""Titles of conditions that begin with an adverb, or have one behind their verb, and what is said where they do not hold."""

from __future__ import annotations

import pytest

from arbitre.documents.language.en.grammar import English
from arbitre.documents.language.fr.grammar import French
from arbitre.dsl.core import Text


@pytest.mark.parametrize(
    ("title", "told", "denied"),
    [
        ("Still moves a horse", "still moves a horse", "no longer moves a horse"),
        ("Still can move", "can still move", "can no longer move"),
        ("Never moves", "never moves", "moves"),
        ("Already has a horse", "already has a horse", "does not already have a horse"),
        ("Already has moved", "has already moved", "has not already moved"),
        ("Always wins ties", "always wins ties", "does not always win ties"),
        ("Still standing", "is still standing", "is not still standing"),
    ],
)
def test_english(title: str, told: str, denied: str) -> None:
    text = Text.saying(en=title, fr="Y")
    assert English().predicate(text, False, False) == told
    assert English().predicate(text, True, False) == denied


@pytest.mark.parametrize(
    ("english", "title", "told", "denied"),
    [
        ("Still moves a horse", "Mène encore un cheval", "mène encore un cheval", "ne mène plus de cheval"),
        ("Still can move", "Peut encore bouger", "peut encore bouger", "ne peut plus bouger"),
        ("Never moves", "Ne bouge jamais", "ne bouge jamais", "bouge"),
        ("Already has a horse", "A déjà un cheval", "a déjà un cheval", "n’a pas encore de cheval"),
        ("Is still a wolf", "Est encore un loup", "est encore un loup", "n’est plus un loup"),
        ("Can throw once more", "Peut encore une fois lancer", "peut encore une fois lancer", "ne peut pas encore une fois lancer"),
        ("Has not yet moved", "N’a pas encore bougé", "n’a pas encore bougé", "n’est pas dans le cas « n’a pas encore bougé »"),
    ],
)
def test_french(english: str, title: str, told: str, denied: str) -> None:
    text = Text.saying(en=english, fr=title)
    assert French().predicate(text, False, False) == told
    assert French().predicate(text, True, False) == denied
