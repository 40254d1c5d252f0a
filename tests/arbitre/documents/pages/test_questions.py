"""What players ask in a first match is answered by the handbook: every page that is named is there in both languages, with those words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.pages.handbook.handbook import Handbook
from arbitre.documents.pages.reference.board import Boards
from arbitre.documents.site import learning_pages as learning
from arbitre.documents.site.generate import writer_of
from arbitre.dsl.modules.library import LIBRARY

QUESTIONS = Path(__file__).parents[1] / "questions"
ASKED = re.compile(r"(?m)^\d+\. \*\*(.+?)\*\* (.+)\n   `([\w-]+)`: “(.+)”$")
WANTED = 20  # questions of a game


def plain(text: str) -> str:
    """What a reader sees of a page: no addresses, marks of emphasis, numbers of clauses."""
    text = re.sub(r"<[^>]*>", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*\\]", "", text)


@pytest.mark.parametrize("asked", sorted(QUESTIONS.glob("*.md")), ids=lambda path: path.stem)
def test_the_handbook_answers_what_players_ask(asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = ASKED.findall(asked.read_text(encoding="utf-8"))
    assert len(found) == WANTED
    # Figures and examples are made elsewhere: words answer.
    for part in ("picture", "example", "odds"):
        monkeypatch.setattr(Handbook, part, lambda *_: [])
    monkeypatch.setattr(Boards, "drawn_board", lambda *_: [])
    book = open_documents(str(LIBRARY / asked.stem))
    pages: dict[str, dict[str, str]] = {}
    for lang in ("en", "fr"):
        writer = writer_of(book, lang)
        chapters = learning.chapters(writer)
        texts = {page: "\n".join(lines) for page, (_, lines) in chapters.items()} | {
            "index": "\n".join(learning.first_page(writer, chapters))
        }
        pages[lang] = {page: writer.language.finish(text) for page, text in texts.items()}
    missing = [(question, page, words) for question, _, page, words in found if words not in plain(pages["en"].get(page, ""))]
    assert not missing
    assert not [page for _, _, page, _ in found if page not in pages["fr"]]


def test_there_are_questions_about_games_that_are_taught() -> None:
    asked = {path.stem for path in QUESTIONS.glob("*.md")}
    assert asked and asked <= {path.parent.name for path in LIBRARY.glob("*/handbook.rules")}
