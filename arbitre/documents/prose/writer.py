"""What everything that is written holds: the book, the language, and what things are called in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arbitre.documents.language.base import Language
from arbitre.documents.language.en.grammar import verb_like
from arbitre.documents.model.book import Book
from arbitre.documents.model.chosen import Chosen
from arbitre.documents.model.scope import Known, Scopes
from arbitre.documents.model.titles import Titles
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text
from arbitre.dsl.core.texts import are_several


@dataclass(slots=True)
class Pen:
    """One book in one language.  ``assets``: the pictures drawn on the way, by the names of their files."""

    book: Book
    language: Language
    titles: Titles
    scopes: Scopes
    assets: dict[str, bytes] = field(default_factory=dict)


class Writer:
    """Says a part of a book with a pen; parts hold the parts they build on."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.book, self.language, self.titles, self.scopes, self.assets = pen.book, pen.language, pen.titles, pen.scopes, pen.assets

    @property
    def chosen(self) -> Chosen:
        """What the table plays with."""
        known: Chosen | None = self.book._cache.get("chosen")
        if known is None:
            known = self.book._cache["chosen"] = Chosen(self.book)
        return known

    def say(self, key: str, /, **parts: object) -> str:
        return self.language.phrase(key, **parts)

    def l(self, key: str, /, **parts: object) -> str:  # noqa: E743
        return self.language.label(key, **parts)

    def link(self, text: str, decl: t.Decl | None) -> str:
        if decl is None or text.startswith("<") or "[" in text:
            return text
        return f"[{text}]({self.book.target(decl)})"

    def verbal(self, title: Text) -> bool:
        """Does a title begin with a verb (``Has fallen``, ``A encore le remède``), and so say something of its subject?"""
        return verb_like(title.own("en"), title.own("fr")) or re.match(self.language.VERBAL, self.language.of_text(title)) is not None

    def plainly(self, title: Text) -> bool:
        """Can it be said without quotation marks that a flag of that title holds?"""
        return self.verbal(title) or self.language.descriptive(title) or bool(title.of(self.language.code).opposite)

    def named_many(self, name: Text) -> bool:
        """Is a name that of several (``Les diplomates``)?"""
        return are_several(name, self.language.code) or re.match(self.language.SEVERAL, self.language.of_text(name)) is not None

    def known(self, known: Known) -> str:
        """What a name stands for, with its article."""
        if known.marked:
            return f"*{known.said}*"
        if known.proper:
            return known.said
        return self.language.the(known.said, known.gender, known.type.form == "set" or "p" in known.gender)

    def with_name(self, noun: str, known: Known) -> str:
        """A noun with what it is called from here on: ``piece (the *other*)``."""
        return self.say("named.plain" if known.marked else "named", noun=noun, name=f"*{known.said}*").strip()

    def one(self, known: Known) -> str:
        """The same where it is met for the first time."""
        return f"*{known.said}*" if known.marked else self.language.a(known.said, known.gender)

    def cell_called(self, domain: core.Domain, word: str) -> str:
        """A cell by its title: a name, or a noun with its article where its author gives it a gender; nothing for one without a title."""
        text = domain.titles[domain.rows.index(word)] if word in domain.rows else None
        if text is None or not text.own(self.language.code) or set(text.every) == {word}:
            return ""
        said = self.titles.pair(text)
        traits = text.of(self.language.code)
        if traits.proper or not traits.gender:
            return said
        return self.language.the(self.language.small(said), self.titles.gender(text.own(self.language.code)))

    def common(self, word: str) -> str:
        """A member with its article, where its author gives its gender and does not call it a name; nothing for others."""
        for domain, row in self.book.members(word):
            traits = domain.titles[row].of(self.language.code)
            if traits.gender and not traits.proper and not domain.seat:
                return self.language.the(
                    self.language.small(self.titles.member(domain.name, word)),
                    self.titles.gender(domain.titles[row].own(self.language.code)),
                )
        return ""
