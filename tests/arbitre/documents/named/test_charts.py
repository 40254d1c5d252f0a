"""Charts on pages: under their title, with what is said of them."""

from __future__ import annotations

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.site.generate import documents


@pytest.mark.parametrize(
    ("lang", "title", "said"),
    [
        ("en", "### Damage { #chart-damage }", ("What a hit costs.", "By plan and force:", "| Plan | 0 or less | 1 to 4 | 5 or more |")),
        (
            "fr",
            "### Dégâts { #chart-damage }",
            ("Ce que coûte un coup.", "Selon le plan et la force :", "| Plan | 0 et moins | 1 à 4 | 5 et plus |"),
        ),
    ],
)
def test_a_chart_stands_under_its_title(duel: Book, lang: str, title: str, said: tuple[str, ...]) -> None:
    values = documents(duel, lang).pages["values"].replace("\u00a0", " ").replace("\u202f", " ")
    chart = values.partition(title)[2].partition("\n#")[0]
    assert [line for line in said if line not in chart] == [], chart
