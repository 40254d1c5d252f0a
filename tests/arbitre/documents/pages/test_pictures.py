"""Pictures of scenarios and of ideas: what is drawn on them, their captions, the words for whoever does not see them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.pages.edition import Edition
from arbitre.documents.site.generate import writer_of

DUEL = Path(__file__).resolve().parents[1] / "duel"
FIGURE = re.compile(
    r'<figure class="position" markdown>\n!\[([^\]]*)\]\((position-[\w-]+\.svg)\)\n<figcaption markdown>(.*?)</figcaption>', re.S
)


@pytest.fixture(scope="module", params=["en", "fr"])
def writer(request: pytest.FixtureRequest) -> Edition:
    return writer_of(open_documents(str(DUEL)), request.param)


@pytest.fixture(scope="module")
def page(writer: Edition) -> str:
    return "\n".join(line for _, lines in writer.handbook.chapters().values() for line in lines)


def test_a_drawing_shows_zones_and_arrows_with_their_names(writer: Edition, page: str) -> None:
    english = writer.language.code == "en"
    caption = "What lies before Sam." if english else "Ce qui est devant Sam."
    alt, file = next((alt, file) for alt, file, said in FIGURE.findall(page) if said == caption)
    drawn = writer.assets[file].decode()
    for name in ("Before him", "the blow") if english else ("Devant lui", "le coup"):
        assert f">{name}</text>" in drawn
    assert drawn.count('fill-opacity="0.38"') == 2 and "stroke-dasharray" in drawn
    assert alt.startswith(caption) and "Sam" in alt and "Thrax" in alt


def test_an_example_is_one_picture_with_the_authors_words_and_its_dice(writer: Edition, page: str) -> None:
    caption = "Sam strikes Thrax, who loses a life." if writer.language.code == "en" else "Sam frappe Thrax, qui perd une vie."
    (file,) = [file for _, file, said in FIGURE.findall(page) if said == caption]
    drawn = writer.assets[file].decode()
    assert drawn.count('class="die"') == 2
    assert "<details markdown>" in page[page.index(caption) :]


def test_a_scenario_with_pictures_is_told_by_them(writer: Edition, page: str) -> None:
    captions = {
        "en": ["They stand face to face.", "Thrax steps back and comes again.", "Sam strikes him."],
        "fr": ["Ils se font face.", "Thrax recule et revient.", "Sam le frappe."],
    }[writer.language.code]
    found = [(file, caption) for _, file, caption in FIGURE.findall(page)]
    first = next(n for n, (_, caption) in enumerate(found) if caption == captions[0])
    assert [caption for _, caption in found[first : first + 3]] == captions
    still, moved, struck = (writer.assets[file].decode() for file, _ in found[first : first + 3])
    assert "polyline" not in still and 'class="die"' not in still
    assert moved.count('<polyline class="arrow"') == 2 and 'class="die"' not in moved  # there and back
    assert "polyline" not in struck and struck.count('class="die"') == 2  # since the picture before


def test_every_picture_has_its_own_ids_and_says_what_it_shows(writer: Edition, page: str) -> None:
    for alt, file, caption in FIGURE.findall(page):
        drawn = writer.assets[file].decode()
        assert alt.strip() and caption.strip()
        found = re.search(r"<desc[^>]*>(.*?)</desc>", drawn, re.S)
        assert found is not None and len(found[1]) > len(caption) / 2
        ids = re.findall(r'\bid="([^"]+)"', drawn)
        assert len(ids) == len(set(ids))


def test_chessmen_that_moved_are_numbered_beside_what_they_are() -> None:
    writer = writer_of(open_documents("chess"), "en")
    assert "The first moves" in "\n".join(line for _, lines in writer.handbook.chapters().values() for line in lines)
    start, moved = (writer.assets[f"position-worked-{n}.svg"].decode() for n in (1, 2))
    for drawn in (start, moved, writer.assets["position-playing-1.svg"].decode()):
        assert drawn.count(">♙</text>") == drawn.count(">♟</text>") == 8
    assert [len(re.findall(rf'font-weight="bold"[^>]*>{n}</text>', moved)) for n in (1, 2)] == [1, 1]
    assert 'font-weight="bold"' not in start
