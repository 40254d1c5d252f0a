"""Cards of poker size, nine a page: what the handbook shows as cards, and the sections that other files add to its chapters."""

from __future__ import annotations

import html
import re

from arbitre.documents.language.base import capital
from arbitre.documents.pages.edition import Edition
from arbitre.documents.press.sheets import body_of
from arbitre.documents.prose.lists import Lines
from arbitre.documents.site.learning_pages import played
from arbitre.dsl import tree as t
from arbitre.dsl.modules.chapters import sections_of

PAGE = 9
ADDED = 3  # sections from files of their own that make a chapter one of cards: rooms, events
# Words on a card, pictures left out: few are set larger, more of them are set smaller, and what is far too long goes on on a second card.
LARGEST, LARGE, SMALL, SMALLER, FULL = 40, 85, 110, 170, 235
CARD = re.compile(r'<section class="card"[^>]*>(.*?)</section>', re.S)
TITLE = re.compile(r"<h[2-5][^>]*>(.*?)</h[2-5]>", re.S)
BLOCK = re.compile(r"<(p|ul|dl|ol|table)\b.*?</\1>", re.S)
FIGURE = re.compile(r'<figure.*?</figure>|<img[^>]*>|<div class="(?:board|positions|zones)".*?</div>', re.S)


def cards(writer: Edition) -> str:
    """The body of the document, a table of nine cards a page; empty where a game has no cards."""
    made = [card for kind, lines in decks(writer) for card in of_deck(kind, lines)]
    return "\n".join(f'<section class="nine">{"".join(made[n : n + PAGE])}</section>' for n in range(0, len(made), PAGE))


def decks(writer: Edition) -> list[tuple[str, Lines]]:
    """What the cards of a deck are called, and the lines of the handbook that they are made of."""
    handbook, out = writer.handbook, list[tuple[str, Lines]]()
    every = handbook.own()
    handbook.carded.clear()
    for chapter in every:
        for part in chapter.parts:
            if part.form == "cards" and not writer.chosen.of_part(part) and not writer.chosen.of_chapter(chapter):
                found = writer.book.members(str(part.word))
                kind = found[0][0].name if found else str(part.word)
                out.append((capital(writer.titles.kind(kind)), handbook.cards(str(part.word), 2)))
    for chapter in every:
        added = [s for s in sections_of(every, str(chapter.name)) if s.place.file != chapter.place.file]
        if len(added) >= ADDED:
            title = writer.titles.of(chapter)
            out += [(title, [line for s in added if not writer.chosen.of_chapter(s) for line in section(writer, s)])]
    return out


def section(writer: Edition, chapter: t.Chapter) -> Lines:
    """A section as a card: its title, and what is said in it."""
    figured, writer.handbook.figured = writer.handbook.figured, lambda _: False
    said = played("\n".join(writer.handbook.parts(chapter, 3))).split("\n")
    writer.handbook.figured = figured
    return ['<section class="card" markdown>', "", f"## {writer.titles.of(chapter)}", "", *said, "", "</section>", ""]


def of_deck(deck: str, lines: Lines) -> list[str]:
    """The cards in HTML."""
    out = []
    for body in CARD.findall(body_of("\n".join(lines))):
        found = TITLE.search(body)
        title = found[1] if found else ""
        text = FIGURE.sub("", TITLE.sub("", body, count=1))
        for number, part in enumerate(halves(text)):
            more = "" if number == 0 else " …"
            said = words(part)
            small = " smallest" if said > SMALLER else " smaller" if said > SMALL else ""
            size = " largest" if said < LARGEST and "<d" not in part else " larger" if said < LARGE else small
            out.append(
                f'<article class="card{size}"><header>{title}{more}</header><div>{part}</div><footer>{html.escape(deck)}</footer></article>'
            )
    return out


def halves(text: str) -> list[str]:
    """A card, or as many as hold what is said."""
    out, here = [], ""
    for block in pieces(text):
        if here and words(here) + words(block) > FULL:
            out.append(here)
            here = ""
        here += block
    return [*out, here]


def pieces(text: str) -> list[str]:
    """The paragraphs of a card, the entries of lists apart."""
    out = []
    for found in BLOCK.finditer(text):
        if found[1] == "ul":
            out += [f"<ul>{entry}</ul>" for entry in re.findall(r"<li>.*?</li>(?=\s*(?:<li>|</ul>))", found[0], re.S)]
        else:
            out.append(found[0])
    return out or [text]


def words(text: str) -> int:
    return len(re.sub(r"<[^>]*>", " ", text).split())
