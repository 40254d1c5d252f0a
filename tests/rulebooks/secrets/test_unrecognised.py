"""A row of which a side may not know which it is goes by its kind, wherever a field or an event names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.documents.model.book import Book
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.trace import Numbers
from arbitre.session.why.reasons import Why
from arbitre.story.narrator import Narrator
from arbitre.story.report import counts
from arbitre.story.story import Story
from arbitre.story.watch import watched

RULES = """\
game lots:
    title en "Lots" fr "Lots"
    text en "x." fr "x."
    play day up to 2 times
    events seen by everyone
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    mark: 0 to 3
        title en "Mark" fr "Marque" feminine
kind card
    title en "Card" fr "Carte" feminine
    seen by owner
    owner: player or none
        title en "Owner" fr "Propriétaire"
table of card:
    name | en     | fr
    jack | "Jack" | "Valet"
    king | "King" | "Roi"
kind match:
    lot: card or none, reported
        title en "Lot" fr "Lot"
    shown: player or none
        title en "Shown to" fr "Montré à"
event weigh card:
    title en "Weighing" fr "Pesée"
    if match.lot is card: tell everyone en "W." fr "W."
agenda day:
    title en "Day" fr "Jour"
    one:
        reveals card
        draw card from cards where owner is none seen by nobody
        match.lot becomes card
        weigh card
        if match.lot is king: tell everyone en "L." fr "L."
        otherwise: tell everyone en "L." fr "L."
        ann chooses ann.mark from 0 to 3
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    file: Path = tmp_path_factory.mktemp("lots") / "lots.rules"
    file.write_text(RULES, encoding="utf-8")
    rulebook = load(str(file))
    bound = compile_rules(rulebook)
    return Book(rulebook, bound, machine_of(bound.program), "lots")


def told(match: Match, book: Book, viewer: int | str, lang: str) -> list[str]:
    """The story, what is reported, and why each event happened."""
    narrator = Narrator(match, lang, viewer, True)
    out = [sentence.text for sentence in narrator.sentences(match.log(viewer))]
    out += [said for pair in counts(match, viewer, Story(match, lang)) for said in pair]
    why = Why(match, lang, viewer, book=book)
    return out + [line for number in Numbers(match.run.log or [], viewer) for line in why.lines(number)]


@pytest.mark.parametrize(("lang", "kind", "names"), [("en", "Card", ("Jack", "King")), ("fr", "Carte", ("Valet", "Roi"))])
def test_nobody_is_told_which_card_lies_there(book: Book, lang: str, kind: str, names: tuple[str, str]) -> None:
    worlds = [watched(book.machine, seed) for seed in range(6)]
    lots = {match.state.cells[book.machine.layout.base[next(f.index for f in match.program.fields if f.name == "lot")]] for match in worlds}
    assert len(lots) == 2
    for viewer in (0, 1):
        seen = [told(match, book, viewer, lang) for match in worlds]
        assert all(one == seen[0] for one in seen)
        assert any(re.search(rf"Lot\s?: {kind}", line) for line in seen[0])
        assert not any(name in line for line in seen[0] for name in names)
    assert any(name in line for line in told(worlds[0], book, "referee", lang) for name in names)
