"""How a match ends is told as one says it: one who wins, several who win, a side that is several by its name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from arbitre.dsl.core import Text
from arbitre.dsl.core.texts import Traits
from arbitre.story.story import Story

RED, BLUE, GREEN = Text.saying(en="Red", fr="Rouge"), Text.saying(en="Blue", fr="Bleu"), Text.saying(en="Green", fr="Vert")
PACK, ARMY = (
    Text((("en", en), ("fr", fr)), (("fr", Traits(gender="f")),)) for en, fr in (("Pack", "Meute"), ("Army", "Armée"))
)  # fmt: skip
REDS, NICOLAS = Text.saying(en="Red", fr="Rouges"), Text.saying(en="Nicolas", fr="Nicolas")


def ending(lang: str, *winners: Text) -> str:
    story: Any = object.__new__(Story)
    story.lang, story.match = (
        lang,
        SimpleNamespace(
            unfinished=False,
            lost=False,
            winner_titles=lambda: list(winners),
            state=SimpleNamespace(winner_domain=1),
            program=SimpleNamespace(seats=0),
        ),
    )
    said: str = story.ending()
    return said


@pytest.mark.parametrize(
    ("winners", "english", "french"),
    [
        ((), "Nobody wins.", "Personne ne gagne."),
        ((RED,), "Red wins.", "Rouge gagne."),
        ((RED, BLUE), "Red and Blue win.", "Rouge et Bleu gagnent."),
        ((RED, BLUE, GREEN), "Red, Blue and Green win.", "Rouge, Bleu et Vert gagnent."),
        ((REDS,), "Red wins.", "Les Rouges gagnent."),
        ((PACK,), "Pack wins.", "La Meute gagne."),
        ((ARMY, RED), "Army and Red win.", "L’Armée et Rouge gagnent."),
        ((NICOLAS,), "Nicolas wins.", "Nicolas gagne."),
    ],
)
def test_winners_are_told_as_one_says_it(winners: tuple[Text, ...], english: str, french: str) -> None:
    assert (ending("en", *winners), ending("fr", *winners)) == (english, french)
