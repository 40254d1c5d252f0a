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
