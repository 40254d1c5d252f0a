"""Words that somebody asks ``arbitre explain`` about: each leads to a chapter that is there and speaks of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.explain.words import CHAPTERS, GUIDE, chapter_of, words_of_the_language

DOCS = Path(__file__).parents[3] / "docs"


def chapters(text: str) -> dict[str, str]:
    """The text of each chapter by the end of its address."""
    parts = re.split(r"^##+ (.+)$", text, flags=re.M)
    names = (re.search(r"{ #(.+) }", title) for title in parts[1::2])
    plain = (re.sub(r"[^\w ]", "", title.lower()).strip().replace(" ", "-") for title in parts[1::2])
    return {name[1] if name else said: body for name, said, body in zip(names, plain, parts[2::2], strict=True)}


@pytest.mark.parametrize("name", sorted(set(CHAPTERS) - GUIDE))
def test_the_chapter_speaks_of_each_word(name: str) -> None:
    english = chapters((DOCS / "design/language.md").read_text(encoding="utf-8"))
    assert name in english and name in chapters((DOCS / "fr/design/language.md").read_text(encoding="utf-8"))
    headings = [re.sub(r" *{ #.+}", "", said) for said in re.findall(r"^##+ (.+)$", (DOCS / "design/language.md").read_text("utf-8"), re.M)]
    french = re.findall(rf"^##+ (.+?) {{ #{name} }}", (DOCS / "fr/design/language.md").read_text(encoding="utf-8"), re.M)
    assert CHAPTERS[name][0] in headings and [CHAPTERS[name][1]] == french
    missing = [word for word in CHAPTERS[name][2].split() if not re.search(rf"\b{word}\b", english[name])]
    assert missing == []


def test_words_are_explained_once() -> None:
    every = [word for _, _, words in CHAPTERS.values() for word in words.split()]
    assert sorted(set(every)) == words_of_the_language()
    assert chapter_of("gains", "fr") == ("Instructions", "docs/fr/design/language.md#statements")
    found = chapter_of("worth", "en")
    assert found is not None and (DOCS.parent / found[1]).is_file()
    assert chapter_of("N01", "en") is None
