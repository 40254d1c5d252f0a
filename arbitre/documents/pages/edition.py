"""A book in one language: every part that says something of it, each built on those below."""

from __future__ import annotations

from arbitre.documents.language.base import Language
from arbitre.documents.model.book import Book
from arbitre.documents.model.scope import Scopes
from arbitre.documents.model.titles import Titles
from arbitre.documents.pages.handbook.cards import Cards
from arbitre.documents.pages.handbook.examples import Examples
from arbitre.documents.pages.handbook.glance import Glance
from arbitre.documents.pages.handbook.handbook import Handbook
from arbitre.documents.pages.handbook.pictures import Pictures
from arbitre.documents.pages.handbook.scenes import Scenes
from arbitre.documents.pages.handbook.sheet import Sheet
from arbitre.documents.pages.handbook.tabled import Tables
from arbitre.documents.pages.handbook.turn import Turns
from arbitre.documents.pages.reference.board import Boards
from arbitre.documents.pages.reference.brief import Brief
from arbitre.documents.pages.reference.chances import Dice
from arbitre.documents.pages.reference.changes import Changes
from arbitre.documents.pages.reference.clauses import Front
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.pages.reference.endings import Endings
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.rules import Rules
from arbitre.documents.pages.reference.things import Material
from arbitre.documents.pages.reference.topics import Topics
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.decisions import Decisions
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer


class Edition(Writer):
    """Writes the pages of a book in a language."""

    def __init__(self, book: Book, language: Language) -> None:
        titles = Titles(book, language)
        pen = Pen(book, language, titles, Scopes(book, titles))
        super().__init__(pen)
        self.topics = Topics(pen)
        self.glance = Glance(pen)
        self.nouns = Things(pen)
        self.conditions = Conditions(pen, self.nouns)
        self.deeds = Deeds(pen, self.nouns, self.conditions)
        self.decisions = Decisions(pen, self.nouns, self.conditions, self.deeds)
        self.statements = Statements(pen, self.nouns, self.conditions, self.deeds, self.decisions)
        self.entries = Entries(pen, self.nouns, self.conditions, self.deeds, self.statements)
        self.declarations = Declarations(pen, self.nouns, self.conditions, self.deeds, self.statements, self.entries)
        self.dice = Dice(pen, self.nouns, self.conditions, self.statements, self.entries, self.declarations)
        self.rules = Rules(pen, self.nouns, self.conditions, self.entries, self.declarations, self.dice)
        self.material = Material(pen, self.nouns, self.conditions, self.entries)
        self.cards = Cards(pen, self.deeds, self.entries, self.rules, self.material)
        self.endings = Endings(pen, self.nouns, self.statements, self.entries, self.declarations, self.material)
        self.turns = Turns(pen, self.glance, self.nouns, self.conditions, self.statements, self.entries, self.declarations, self.endings)
        self.boards = Boards(pen, self.nouns, self.entries)
        self.scenes = Scenes(pen, self.nouns, self.conditions, self.deeds, self.statements)
        self.examples = Examples(pen, self.nouns, self.entries, self.dice, self.scenes)
        self.pictures = Pictures(pen, self.boards)
        self.handbook = Handbook(
            pen,
            self.glance,
            self.entries,
            self.dice,
            self.material,
            self.turns,
            self.boards,
            self.examples,
            self.pictures,
            Tables(pen, self.nouns, self.material),
        )
        self.sheet = Sheet(pen, self.glance, self.nouns, self.conditions, self.statements, self.declarations, self.dice, self.turns)
        self.front = Front(pen, self.glance, self.topics, self.deeds, self.entries, self.declarations, self.material, self.endings)
        self.changes = Changes(
            pen,
            self.nouns,
            self.conditions,
            self.entries,
            self.declarations,
            self.dice,
            self.rules,
            self.material,
            self.cards,
            self.endings,
            self.turns,
            self.examples,
            self.front,
        )
        self.brief = Brief(pen, self.changes, self.handbook)
