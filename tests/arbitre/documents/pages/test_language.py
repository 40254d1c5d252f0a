"""Every page of every game is read in both languages: shapes that no person writes, words that no dictionary has, too many words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages_kit import misspelt, own_words, prose, shapes

from arbitre.documents.language.fr.grammar import French
from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.model.titles import Titles
from arbitre.documents.site.kept import kept_pages
from arbitre.documents.site.shelves import MOST, WHOLE, words
from arbitre.dsl.modules.library import names

ROOT = Path(__file__).resolve().parents[4]
# Words of a handbook, pictures left out; a card, a room or a skill has its own limit.
HANDBOOK = {"coliseum": 6_000, "tsewnart": 5_000, "bloodbowl": 15_000, "dungeonbowl": 12_000}


LARGE = ("bloodbowl", "dungeonbowl", "tsewnart")  # their pages are half of all


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.more if n in LARGE else ()) for n in names()])
def test_pages_read_well(name: str) -> None:
    """One pass over all that is written of a game: the very pages of the site, which are kept."""
    book = open_documents(name)
    made = kept_pages(name, ["en", "fr"]).made
    faults: list[str] = []
    pieces = {str(scene.parts["name"]).lower() for s in book.rulebook.scenarios for scene in s.scenes if scene.form == "given"}
    for lang in ("en", "fr"):
        own = terms(book, lang)
        read: set[tuple[str, bool]] = set()
        for page, text in made[lang, book.slug].pages.items():
            where = f"{lang}/{name}/{page}"
            if page == "handbook" and name in HANDBOOK and words(text) > HANDBOOK[name]:
                faults.append(f"{where}: {words(text)} words")
            if page in ("print", "handbook"):
                continue  # they say again what the others say
            if page not in WHOLE and words(text) > MOST:
                faults.append(f"{where}: {words(text)} words")
            tale = page.startswith(("examples", "questions"))  # names and words of whoever wrote the scenarios stand there
            # A line that another page has is read there: a scene's words, which tales may use, in tales alone.
            lines = [line for line in prose(text) if (line, tale) not in read]
            read.update((line, tale) for line in lines)
            faults += [f"{where}: {found!r} in {line!r}" for found, line in shapes(lines, lang)] if not tale else []
            faults += [
                f"{where}: {word!r} is misspelt in {line[:120]!r}"
                for word, line in misspelt(lines, lang, own | scenes(book, tale) | pieces)
            ]
            code = re.search(r"\b(?:Place|Word|Name|Dot)\(|\bNone\b|\0|\{\w+\}", "\n".join(lines))
            faults += [f"{where}: {code[0]!r} is code"] if code else []
            if not tale:
                faults += [f"{where}: {m!r} is not said in this language" for m in re.findall(r'class="missing"[^>]*>([^<]*)<', text)]
    assert not faults, f"{len(faults)} faults\n" + "\n".join(faults[:80])


SMALL_PRINT = re.compile(r'(?s)<small class="ruling">.*?</small>|<nav.*?</nav>|<svg.*?</svg>|<form class="choice".*?</form>')
CARD = re.compile(r'(?s)<section class="card" markdown>\s*##+ [^\n]*\{ #(card-\S+) \}\n(.*?)</section>')
ROOM, CARD_TEXT, CARD_WHOLE = 400, 60, 90  # words; a room without its rulings, a card by itself and with the clauses it stands on


@pytest.mark.parametrize("name", names())
def test_seats_are_called_something_in_both_languages(name: str) -> None:
    book = open_documents(name)
    seats = [title for domain in book.program.domains if domain.seat for title in domain.titles]
    assert seats and all(title.own(lang) for title in seats for lang in ("en", "fr"))


def test_what_a_scenario_names_is_said_in_french() -> None:
    page = kept_pages("chess", ["fr"]).made["fr", "chess"].pages["examples-chess"]
    assert page.startswith("# Échecs\n") and "est refusé, à cause de « encore possible »" in page.replace("\xa0", " ")
    titles = Titles(open_documents("kollaball"), French())
    assert titles.called("ball", "white") == "Blanc" and titles.called("ball", "ann") == "Ann"
    assert titles.plain("player_12") == "joueur 12" and titles.plain("held_by_none").startswith("<")


def test_a_room_is_a_page_and_a_skill_a_card() -> None:
    """Whoever looks one up at the table reads no more than this."""
    faults, rooms, cards = [], 0, 0
    for name in ("bloodbowl", "dungeonbowl"):
        written = "\n".join(file.text for file in open_documents(name).rulebook.files)
        chapters = {f"learn-{chapter}" for chapter in re.findall(r"(?m)^chapter (\w+), in rooms:", written)}
        for (lang, slug), made in kept_pages(name, ["en", "fr"]).made.items():
            if slug != name:
                continue
            for page, text in made.pages.items():
                if page in chapters:
                    rooms += 1
                    if (found := words(SMALL_PRINT.sub(" ", text))) > ROOM:
                        faults.append(f"{lang}/{page}: {found} words")
                for card, said in CARD.findall(text) if page == "learn-skills" and name == "bloodbowl" else ():
                    cards += 1
                    own = said.partition("\n- ")[0]
                    for part, most in ((own, CARD_TEXT), (said, CARD_WHOLE)):
                        if (found := words(SMALL_PRINT.sub(" ", part))) > most:
                            faults.append(f"{lang}/{card}: {found} words, at most {most}")
    assert not faults, faults
    assert rooms > 40 and cards > 140


def terms(book: Book, lang: str) -> set[str]:
    """The words of a game, and of those it stands on."""
    folders = {folder for file in book.rulebook.files for folder in Path(file.path).parents}
    return {word for folder in folders for word in own_words(ROOT / folder)[lang]}


def scenes(book: Book, tale: bool) -> set[str]:
    """The names that scenarios give: of pieces, of numbers, of what they wait for."""
    if not tale:
        return set()
    known = book._cache.setdefault("names of scenes", set())
    if not known:
        for file in book.rulebook.files:
            if "scenarios" in file.path or "scenario" in file.text:
                said = re.sub(r'title (?:en|fr) "[^"]*"|scenario "[^"]*"', "", file.text)
                known |= {part for word in re.findall(r"[^\W\d]+", said.replace("_", " ")) for part in (word.lower(),)}
    return set(known)
