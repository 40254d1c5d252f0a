"""Whoever is several takes a plural verb: as the title says, or as its own words tell where another language says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents
from arbitre.dsl.core import Text
from arbitre.dsl.core.texts import Traits, are_several

GAME = Path(__file__).parents[3] / "dsl" / "golden" / "one_or_several.rules"
SAID = {
    "en": ("If Ann’s camp is the pack, the pack wins the match.", "the crowd wins the match.", "- The lovers win the match."),
    "fr": ("les Loups remportent la partie.", "les Gens remportent la partie.", "- Les Amoureux remportent la partie."),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_camps_win_in_their_number(lang: str) -> None:
    said = documents(open_documents(GAME), lang).pages["turn"].replace("\u00a0", " ").replace("\u202f", " ")
    assert [sentence for sentence in SAID[lang] if sentence not in said] == [], said


@pytest.mark.parametrize(
    ("english", "several"),
    [("The lovers", True), ("Knights of the rose", True), ("The women", True), ("The pack", None), ("The boss", None), ("Circus", None)],
)
def test_words_tell_where_another_language_says_plural(english: str, several: bool | None) -> None:
    french = (("fr", Traits(number="plural")),)
    assert are_several(Text((("en", english), ("fr", "Les Uns")), french), "en") is several
    assert are_several(Text((("en", english), ("fr", "Un")), (("en", Traits(number="singular")), *french)), "en") is False
