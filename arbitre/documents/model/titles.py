"""What things are called on a page, in one language: titles of the rulebook, a small general dictionary, plain names."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

from arbitre.documents.language.base import Language
from arbitre.documents.language.en.local_names import no_noun
from arbitre.documents.model.book import BUILT_IN, Book
from arbitre.documents.model.entitled import entitled
from arbitre.documents.model.nodes import walk
from arbitre.dsl import tree as t
from arbitre.dsl.core import PLAIN, Text, Traits
from arbitre.graphs.draw.grounds import GROUNDS

PRONOUNS = {"us": "{kind} concerned", "them": "other {kind}"}  # names of parameters that no article goes with
ADVERBS = ("again", "before", "halfway")  # names of parameters that are no nouns: what is meant goes by its kind
_NAMED = (t.Define, t.Condition, t.Event, t.Action, t.Test, t.Table, t.Contest, t.Agenda, t.Ranking, t.Option, t.Grid, t.Drawing)


@cache
def dictionary(language: str) -> dict[str, tuple[str, str]]:
    """English word -> word of the language and its gender: for nouns a rulebook gives no title to."""
    out = {}
    for line in (Path(__file__).parent.parent / "language" / language / "words.csv").read_text(encoding="utf-8").splitlines():
        english, word, gender = [*line.split(","), "", ""][:3]
        if word and not line.startswith("#"):
            out[english] = (word, gender)
    return out


class Titles:
    """Names of one rulebook in one language."""

    def __init__(self, book: Book, language: Language) -> None:
        self.book, self.language = book, language
        self.foreign = language.code != "en"  # names of rulebooks are English words
        self.genders = language.learnt(node for node in walk(book.decls) if isinstance(node, t.Text)) if self.foreign else {}
        self.given = given(book, language.code)
        language.plurals = {said: traits.many for said, traits in self.given.items() if traits.many}

    # ------------------------------------------------------------------------------------ words

    def missing(self, text: str) -> str:
        """A text that falls back on another language, or on a plain name: it can be seen that it does."""
        if not self.foreign:
            return text
        note = html.escape(self.language.label("missing"))
        return f'<span class="missing" lang="en" title="{note}">{text}</span>'

    def plain(self, name: str) -> str:
        """A name that has no title, in words."""
        said = name.replace("_", " ")
        if not self.foreign:
            return said
        known = dictionary(self.language.code).get(name) or dictionary(self.language.code).get(said)
        if known:
            return known[0]
        head, _, last = said.rpartition(" ")  # ``sprain red``: what happens, and to whom
        known = dictionary(self.language.code).get(head)
        seat = next((d.titles[row].own(self.language.code) for d, row in self.book.members(last) if d.seat), "") if known else ""
        if known and last == "back":  # the other way of a link
            return f"{known[0]} ({dictionary(self.language.code)[last][0]})"
        if known and seat:
            return f"{known[0]} ({seat.lower()})"
        if last.isdigit() and head.replace(" ", "_") in self.book.kinds:  # ``player_2``: a row by its number
            return f"{self.kind(head.replace(' ', '_'))} {last}"
        found = entitled(self.book, name)
        return self.language.small(self.pair(found)) if found is not None and found.own(self.language.code) else self.missing(said)

    def pair(self, text: t.Text | Text | None) -> str:
        """A text of the rulebook; in the first language there is, marked, if it lacks in this one."""
        if text is None:
            return ""
        said = text.own(self.language.code)
        if said.strip():
            return clean(said)
        other = next(((code, known) for code, known in text.said if known.strip()), None)
        if other is None:
            return ""
        note = html.escape(self.language.label("missing"))
        return f'<span class="missing" lang="{other[0]}" title="{note}">{clean(other[1])}</span>'

    def gender(self, noun: str) -> str:
        """What its author says of a noun: ``m``, ``f``, with ``p`` where it is a plural and ``0`` where it takes no article.

        Where he says nothing it is learnt from the rulebook's own sentences, or guessed.
        """
        plainly = re.sub(r"<[^>]*>|\[|\]\([^)]*\)", "", noun).strip("«»“” *_")
        whole = plainly.lower()
        parts = reversed([*re.finditer(self.language.OWNER, whole)])  # of a part of something, the part
        named = (whole, self.language.singular(whole), *(whole[: found.start()] for found in parts))
        traits = next((self.given[name] for name in named if name in self.given), PLAIN)
        more = ("p" if traits.number == "plural" else "") + ("0" if traits.proper else "")
        if not self.foreign or traits.gender:
            return traits.gender + more
        return self.language.guessed(plainly, self.genders, _genders(self.language.code)) + more

    # ------------------------------------------------------------------------------------ things

    def text_of(self, decl: object) -> Text | None:
        """The title of a declaration in all its languages."""
        title = getattr(decl, "title", None)
        if title is not None:
            return Text(title.said, title.traits).each(clean)
        if isinstance(decl, (t.Part, t.Map)):  # a part of a map goes by the member of its name
            rooms = [d.titles[row] for d, row in self.book.members(str(decl.name)) if d.titles[row]]
            if rooms:
                return rooms[0]
        if isinstance(decl, t.Field):
            target = decl.type.kind if isinstance(decl.type, (t.OfKind, t.Subset)) else None
            if target is not None and (str(target) == str(decl.name) or target in self.book.kinds):
                found = self.kind_text(str(target))
                if found is not None and str(target) == str(decl.name):
                    return found
        return None

    def of(self, decl: object) -> str:
        """A heading for a declaration."""
        text = self.text_of(decl)
        if text is not None:
            return self.pair(text)
        said = self.plain(str(getattr(decl, "name", "") or getattr(decl, "kind", "")))
        return said if said.startswith("<") else said[:1].upper() + said[1:]

    def path(self, name: str) -> str:
        """A named way over a map."""
        return self.of(self.book.symbols.ways[name])

    def kind_text(self, kind: str) -> Text | None:
        for decl in self.book.kinds.get(kind, ()):
            if decl.title is not None:
                return Text(decl.title.said, decl.title.traits)
        return None

    def kind(self, kind: str) -> str:
        """A noun for a kind, in the singular, without capital."""
        text = self.kind_text(kind)
        if text is not None and self.pair(text):
            said = self.pair(text)
            return said if said.startswith("<") else self.language.small(said)
        built_in = self.language.LABELS.get(f"kind.{kind}") if kind in BUILT_IN else None
        return built_in or self.plain(kind)

    def figure(self, kind: str) -> str:
        """The noun for one of a kind; quoted behind a general word where the title is none (``Where he is``)."""
        said, text = self.kind(kind), self.kind_text(kind)
        if text is None or said.startswith("<") or self.language.nounlike(text):
            return said
        return f"{self.language.phrase('figure')} {self.language.quote(said)}"

    def kinds(self, kind: str) -> str:
        """The same in the plural."""
        text = self.kind_text(kind)
        decl = next((d for d in self.book.kinds.get(kind, ()) if d.plural), None)
        if decl is not None and not self.foreign:
            return str(decl.plural).replace("_", " ")
        said = self.kind(kind)
        if said.startswith("<"):
            return said
        return said if text is not None and self.language.is_plural(text) else self.language.plural(said)

    @staticmethod
    def articled(said: str) -> bool:
        """Does a name begin with its article?"""
        return re.match(r"(?:the|le|la|les) |l[’']", said, re.IGNORECASE) is not None

    def member(self, kind: str, name: str) -> str:
        """The title of a member, as a name."""
        domain = self.book.domain(kind)
        if kind == "direction":
            said = self.language.DIRECTIONS.get(name, name.replace("_", " ")) if self.foreign else name.replace("_", " ")
            return said if self.foreign else re.sub(r"\b(north|south)(?=east|west)", r"\1-", said)
        if kind == "vertex":
            said = name.replace("_", "-").replace("northeast", "north-east").replace("northwest", "north-west")
            said = said.replace("southeast", "south-east").replace("southwest", "south-west")
            return self.language.DIRECTIONS.get(name, name) if self.foreign else said
        if domain is not None and name in domain.rows:
            text = domain.titles[domain.rows.index(name)]
            named = "_" in name and set(text.every) == {name.replace("_", " ")}  # by its plain name, which is English
            if text and not (named and self.foreign):
                return self.pair(text)
        if kind == "action":
            found = self.book.find(name, t.Action)
            if found is not None:
                return self.of(found)
        state = self.language.LABELS.get(f"state.{name}") if kind == "order_state" else None
        if state:
            return state
        plain = self.plain(name)
        # People and colours called by a plain name are called the same in every language.
        if plain.startswith("<") and domain is not None and (domain.seat or "_" not in name):
            return name.capitalize()
        return plain if plain.startswith("<") else plain[:1].upper() + plain[1:]

    def called(self, kind: str, name: str) -> str:
        """What a scenario calls a row: a member by its title, what is called by its colour by that, anything else as it is written."""
        domain = self.book.domain(kind)
        return self.member(kind, name) if domain is not None and name in domain.rows else called(name, self.language.code)

    @staticmethod
    def office(name: str) -> bool:
        """Is a seat called by what it does, with an article, and not by a name of its own?"""
        return bool(dictionary("fr").get(name, ("", ""))[1])

    def noun(self, name: str, kind: str | None, several: bool = False, form: str = "") -> tuple[str, str]:
        """What a parameter or a local name is called, and its gender; ``form``: of its type, where that is known."""
        if not self.foreign:
            if kind is not None and name in ADVERBS:
                return self.kind(kind), ""
            named = kind is not None and name in PRONOUNS
            return PRONOUNS[name].format(kind=self.kind(str(kind))) if named else name.replace("_", " "), ""
        if kind is not None and name == kind:
            said = self.figure(kind)
            return said, self.gender(said)
        known = dictionary(self.language.code).get(name) or dictionary(self.language.code).get(name.replace("_", " "))
        if known and several and kind is not None and re.match(self.language.POINTING, known[0]):
            known = None  # said of one thing alone
        if known and (kind is None or known[0].split(" ")[0] not in self.language.NO_NOUNS):
            return (self.language.plural(known[0]), known[1]) if several else self.language.single(*known, form)
        if kind is not None and several:
            plain = self.book.symbols.plurals.get(name)
            bare = plain is not None and self.book.program.domains[plain].name == kind
            return (self.kinds(kind) if bare else self.language.label("in.question", kinds=self.kinds(kind))), ""
        if kind is not None:
            said = self.figure(kind)
            return said, self.gender(said)
        said = self.plain(name)
        if said == self.missing(name.replace("_", " ")):  # a name within a rule has no title that could be written
            said = name.replace("_", " ")
        return said, self.gender(said)

    def local(self, name: str, kind: str | None, several: bool, form: str) -> tuple[str, str]:
        """What a name is called that a rule gives.  What is no noun, or points at something (``ce premier``), goes by its kind abroad."""
        said, gender = self.noun(name, kind, several, form)
        if self.foreign and kind is not None and not several and (re.match(self.language.POINTING, said) or no_noun(name)):
            said = self.figure(kind)
            gender = self.gender(said)
        return said, gender

    def wordless(self, name: str, kind: str | None, form: str) -> bool:
        """Is a name that a rule gives to something no word of the language, or none that an article goes with?"""
        if name in self.book.symbols.nouns or name in self.book.symbols.plurals or (kind is not None and name in (*ADVERBS, *PRONOUNS)):
            return False
        if self.foreign:
            return kind is None and self.plain(name) == self.missing(name.replace("_", " "))
        many = form == "number" and self.language.looks_plural(Text.saying(en=name.replace("_", " ")))
        return many or self.language.adverbial(name)


def called(name: str, language: str) -> str:
    """A name that a scenario gives: people are called the same in every language, colours are not."""
    known = dictionary(language).get(name) if name in GROUNDS and language != "en" else None
    return (known[0] if known else name.replace("_", " ")).capitalize()


def clean(text: str) -> str:
    """A text over several lines as one, safe in Markdown."""
    said = re.sub(r"\s+", " ", text).strip()
    return said.replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_") if re.search(r"[*<_]", said) else said


@cache
def _genders(language: str) -> dict[str, str]:
    return {word.split(" ")[0].lower(): gender[0] for word, gender in dictionary(language).values() if gender}


def given(book: Book, language: str) -> dict[str, Traits]:
    """What authors say of their titles, by these in small letters."""
    titles = [node for node in walk(book.decls) if isinstance(node, t.Text)]
    texts = [Text(pair.said, pair.traits) for pair in titles] + [text for d in book.program.domains for text in d.titles]
    return {text.own(language).lower(): text.of(language) for text in texts if text.of(language) != PLAIN}
