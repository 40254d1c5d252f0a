"""The book of a table: rules of options that nobody chose are folded away, a choice unfolds them, and one clause mark a sentence."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents, open_table
from arbitre.documents.site import learning_pages as learning
from arbitre.documents.site.generate import writer_of
from arbitre.documents.site.site import write

FOLD = re.compile(r'<details class="optional" data-option="(\w+)" markdown>|<details\b[^>]*>|</details>')
MARK = re.compile(r'<small class="clause">\[([^\]]+)\]')
DUEL = Path(__file__).parents[1] / "duel"


@cache
def chapters(game: str, options: tuple[tuple[str, str], ...] = ()) -> tuple[Book, dict[str, str], str, str]:
    """The pages that teach a game, without their pictures; its sheet; its booklet."""
    book = open_table(game, (), dict(options)) if options else open_documents(game)
    writer = writer_of(book, "fr")
    writer.handbook.figured = lambda _: False
    made = learning.chapters(writer)
    sheet, booklet = "\n".join(writer.sheet.sheet()), learning.booklet(writer, made)
    return book, {page: "\n".join(lines) for page, (_, lines) in made.items()}, sheet, booklet


def unfolded(text: str) -> str:
    """What of a page is read without opening anything of an option."""
    out, depths, at = [], [], 0
    for found in FOLD.finditer(text):
        if not any(depths):
            out.append(text[at : found.start()])
        at = found.end()
        if found[0].startswith("</"):
            depths.pop()
        else:
            depths.append(found[1] is not None)
    return "".join([*out, text[at:]])


@pytest.mark.parametrize("game", ["kollaball", "coliseum", "tsewnart"])
def test_standard_pages_hold_no_optional_rule_unfolded(game: str) -> None:
    book, pages, sheet, booklet = chapters(game)
    optional = writer_of(book, "fr").chosen.clauses
    assert optional
    alone = {c for page in pages.values() for c in MARK.findall(page)} & optional.keys()
    for page, text in pages.items():
        shown = {c for line in unfolded(text).splitlines() if line.startswith("- ") for c in MARK.findall(line)}
        assert not shown & optional.keys(), (page, shown & optional.keys())
    assert "data-option" not in booklet and not set(MARK.findall(booklet)) & alone
    assert "data-option" not in unfolded(re.sub(r"<form.*?</form>", "", sheet))


@pytest.mark.parametrize(
    ("game", "page", "clauses"),
    [
        ("coliseum", "learn-fighting", {"CO-att-11", "CO-att-13", "CO-att-16", "CO-att-18", "CO-att-22", "CO-att-27", "CO-evt-08"}),
        ("coliseum", "learn-campaigns", {"CO-xp-02"}),
    ],
)
def test_a_rule_that_an_option_changes_is_one_of_the_game_as_it_is_played(game: str, page: str, clauses: set[str]) -> None:
    _, pages, _, booklet = chapters(game)
    assert clauses <= set(MARK.findall(unfolded(pages[page]))) & set(MARK.findall(booklet))


def test_an_option_that_is_chosen_is_unfolded_and_named() -> None:
    _, pages, _, booklet = chapters("kollaball", (("random_events", "true"), ("purse", "500")))
    assert 'data-option="random_events"' not in pages["learn-events"] and "KB-21-01" in unfolded(pages["learn-events"])
    assert "jusqu'à 500 deniers" in pages["learn-bribes"] and "500" in booklet.partition("learn-")[0] and "Événements aléatoires" in booklet
    _, standard, _, _ = chapters("kollaball")
    assert 'data-option="random_events"' in standard["learn-events"] and "KB-21-01" not in unfolded(standard["learn-events"])


@pytest.mark.parametrize("game", ["kollaball", "coliseum", "confrontation"])
def test_a_sentence_has_one_clause_mark_and_rulings_are_folded(game: str) -> None:
    _, pages, _, booklet = chapters(game)
    for page, text in pages.items():
        for mark in re.findall(r'<small class="clause">(.*?)</small>', text):
            assert len(re.findall(r"\]\(", re.sub(r'<span class="more".*?</span></span>', "", mark))) == 1, (page, mark)
        assert text.count('<small class="ruling">') == text.count('<small class="ruling"><details><summary>'), page
    assert "<summary>Décision" not in booklet


def test_pages_are_written_for_a_table(tmp_path: Path) -> None:
    """With an extension the game is written as if that were part of it, beside what it changes."""
    write(str(DUEL), "en", tmp_path, (str(DUEL / "extensions" / "gloom.rules"),), options={})
    assert (tmp_path / "en" / "duel" / "sheet.md").is_file() and (tmp_path / "en" / "duel-gloom" / "full.md").is_file()
