"""Values and names as texts show them."""

from __future__ import annotations

import pytest

from arbitre.interpreter.code.value_text import followed


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("Touchdown de ", "Ann", "Touchdown d'Ann"),
        ("Touchdown de ", "Rouge", "Touchdown de Rouge"),
        ("chassée de ", "Édimbourg", "chassée d'Édimbourg"),
        ("On dit que ", "Ève", "On dit qu'Ève"),
        ("joue de ", "a4", "joue de a4"),
        ("dé de ", "8", "dé de 8"),
        ("le tour de ", "Le détective Brun", "le tour du détective Brun"),
        ("à ", "Les Rouges", "aux Rouges"),
        ("mode ", "Le Mans", "mode Le Mans"),
        ("code ", "Les Rouges", "code Les Rouges"),
        ("Ronde ", "Ann", "Ronde Ann"),
        ("", "Ann", "Ann"),
    ],
)
def test_french_elides_before_a_name(text: str, name: str, said: str) -> None:
    assert followed(text, name, "fr") == said and followed(text, name, "en") == text + name


def test_articles_melt_before_a_vowel() -> None:
    assert followed("Le navire met le cap au ", "est", "fr") == "Le navire met le cap à l'est"
    assert followed("sort du ", "Escalier", "fr") == "sort de l'Escalier"
    assert followed("La ", "Écurie", "fr") == "L'Écurie" and followed("voit le ", "hôpital", "fr") == "voit l'hôpital"
    assert followed("attend que ", "Hector", "fr") == "attend qu'Hector"
    assert followed("va au ", "Hall", "fr") == "va au Hall" and followed("la case du ", "A1", "fr") == "la case du A1"
    assert followed("le ", "onze", "fr") == "le onze"
    assert followed("va au ", "est", "en") == "va au est"
