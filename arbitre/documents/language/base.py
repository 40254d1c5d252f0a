"""What a phrase book is: the one interface of all languages.

A phrase is a template; ``{x:of}`` in it calls the method ``of`` of the phrase book on what stands for ``x``.  A thing is said
as text that begins with its article, so that prepositions can melt into it.
"""

from __future__ import annotations

import re
import string
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from arbitre.dsl.core import Text
from arbitre.dsl.core.texts import Traits, Worded, agreeing

# What may stand before the first letter of a word: marks of Markdown, the opening of an element.
MARKUP = re.compile(r"^(?:<[^>]*>|[\[*_`(\"“«\s ])*")


def bare(text: str) -> str:
    """The text from its first letter on, in lower case: what elision looks at."""
    return MARKUP.sub("", text).lower()


def unlinked(text: str) -> str:
    """Without the address of a link."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def small(title: str) -> str:
    """A title inside a sentence: without its capital, unless it is an abbreviation or a name within one."""
    if len(title) > 1 and (title[1].isupper() or title[1].isdigit()):
        return title
    return title[:1].lower() + title[1:]


def closed_of(title: str) -> str:
    """A title without its last word, which asks for more (``Stone of``)."""
    return title.rpartition(" ")[0]


def unheld(holder: str, noun: str, kind: str) -> str:
    """A title without the kind of owner it ends with, as a possessive says whose it is; ``holder``: of the language."""
    found = re.search(holder.format(kind=re.escape(kind)), noun) if kind else None
    return noun if found is None or found[1] else noun[: found.start()] + noun[found.end() :]


def adjective(title: str) -> bool:
    """Is a title one word that says how something is (``Wounded``)?"""
    return " " not in title.strip() and title.lower().endswith(
        ("ed", "en", "ing", "able", "ible", "free", "dead", "open", "closed", "prone", "out")
    )


def capital(text: str) -> str:
    """With a capital, whatever marks stand before the first letter."""
    at = MARKUP.match(text)
    start = at.end() if at else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def minus(page: str) -> str:
    """Negative numbers with their own sign; pictures and addresses keep the hyphen."""
    parts = re.split(r"(<svg.*?</svg>|`[^`\n]*`)", page, flags=re.S)
    return "".join(p if n % 2 else re.sub(r"(?m)(?<=[ (])-(?=\d)|^-(?=\d)", "−", p) for n, p in enumerate(parts))


def given_plural(plurals: Mapping[str, str], noun: str) -> str:
    """The plural that a title gives, with a capital if the noun has one; nothing if none does."""
    many = plurals.get(noun.lower(), "")
    return capital(many) if noun[:1].isupper() else small(many)


class _Phrase(string.Formatter):
    def __init__(self, language: Language) -> None:
        self.language = language

    def format_field(self, value: object, format_spec: str) -> Any:
        if format_spec:
            return getattr(self.language, format_spec)(value)
        return str(value)


class Agreement:
    """How titles are said of things, where a language does so in its own way."""

    ROLLS_FOR: ClassVar[bool] = False  # is what a table is rolled by (``by piece``) said as what one rolls for?

    def measured(self, title: str) -> bool:
        """Can one gain so much in what has this title (``gains 1 in speed``)?"""
        return True

    def several(self, title: Text, plural: bool) -> bool:
        """Is the title of a set in the plural?  ``plural``: by the titles in all languages, of which this one may be alone."""
        return plural

    def descriptive(self, title: Text) -> bool:
        """Does a title say how something is (``Wounded``), so that a flag of that name needs no quotation marks?"""
        return adjective(title.own("en"))

    def adverbial(self, name: str) -> bool:
        """Is a name of a rule no noun (``here``, ``carried``, ``may_strike``), so that no article goes with it?"""
        return False

    def agreed_with(self, said: str, gender: str, plural: bool) -> str:
        """What is said of a subject (``est condamné``), agreeing with its gender."""
        return said


class Language(Agreement, ABC):
    """Words of one language.  ``PHRASES`` has a template for every construct, ``LABELS`` the words of the pages."""

    code: ClassVar[str]
    PHRASES: ClassVar[dict[str, str]]
    LABELS: ClassVar[dict[str, str]]
    WORDS: ClassVar[dict[str, str]] = {}
    OPEN: ClassVar[frozenset[str]] = frozenset()  # words at which no noun ends
    NO_NOUNS: ClassVar[frozenset[str]] = frozenset()  # words with which no noun begins
    DIRECTIONS: ClassVar[Mapping[str, str]] = {}
    OWNER: ClassVar[str] = r"(?!)"  # what stands between a thing and whose it is, where that comes behind it
    HOLDER: ClassVar[str]  # the end of a title that names a kind of owner, and the preposition before it unless that is "of"
    SEMICOLON: ClassVar[str] = "; "
    LEAD: ClassVar[str] = ", "  # between a condition and what follows from it
    MANY_DICE: ClassVar[bool] = False  # are the dice of a roll, as they lie, said in the plural?
    FEMININE: ClassVar[str] = "(?!)"  # sets whose own first word tells the gender, whatever the noun of their kind
    VERBAL: ClassVar[str] = "(?!)"  # how a title begins that is a verb with what follows it, whatever it is in English
    POINTING: ClassVar[str] = "(?!)"  # how a noun begins that is said of one thing alone (``cet autre``)
    SEVERAL: ClassVar[str] = "(?!)"  # how a name begins that is that of several
    ARTICLES: ClassVar[str] = "(?!)"  # how a subject begins that shows its gender; in a group of its own where that is feminine
    EVERYONE_MANY: ClassVar[bool] = False  # does ``everyone`` take a plural verb?
    COUNTS_NONE: ClassVar[bool] = False  # is none of something said in the singular?

    def __init__(self) -> None:
        self._phrase = _Phrase(self)
        self.used: set[str] = set()  # phrases that were needed: for the tests
        self.plurals: dict[str, str] = {}  # those that titles of the rulebook give, by the title in small letters

    def phrase(self, key: str, /, **parts: object) -> str:
        """The phrase of that name with its parts; KeyError if there is none."""
        self.used.add(key)
        return self._phrase.format(self.PHRASES[key], **parts)

    def label(self, key: str, /, **parts: object) -> str:
        """A heading or a word of the pages themselves."""
        return self._phrase.format(self.LABELS[key], **parts)

    def of_text(self, text: Text) -> str:
        """What is said in this language, or in the first there is."""
        return text.within(self.code)

    # ------------------------------------------------------------------------------------ grammar

    @abstractmethod
    def the(self, noun: str, gender: str = "", plural: bool = False) -> str:
        """With the definite article."""

    @abstractmethod
    def a(self, noun: str, gender: str = "") -> str:
        """With the indefinite article."""

    @abstractmethod
    def this(self, noun: str, gender: str = "") -> str:
        """With a word that points at it."""

    @abstractmethod
    def own(self, noun: str, gender: str = "", plural: bool = False) -> str:
        """With a possessive for what was just spoken of."""

    @abstractmethod
    def whose(self, noun: str, gender: str = "", plural: bool = False) -> str:
        """The beginning of a relative clause about a part of something."""

    @abstractmethod
    def belongs(self, owner: str, noun: str, gender: str = "", plural: bool = False) -> str:
        """Something of somebody."""

    def held(self, owner: str, noun: str, gender: str = "", plural: bool = False, kind: str = "") -> str:
        """The same where a title may end with a kind of owner: ``pieces of a side`` of this one are its pieces."""
        found = re.search(self.HOLDER.format(kind=re.escape(kind)), noun) if kind else None
        if found is None:
            return self.belongs(owner, noun, gender, plural)
        noun = noun[: found.start()] + noun[found.end() :]
        return self.belongs(owner, noun, gender, plural) if not found[1] else f"{self.the(noun, gender, plural)} {found[1]} {owner}"

    @abstractmethod
    def of(self, thing: str) -> str:
        """``of X``."""

    @abstractmethod
    def plural(self, noun: str) -> str:
        """A noun or a title, in the plural: as its author gives it (``given_plural``), else by its ending."""

    @abstractmethod
    def singular(self, title: str) -> str:
        """The singular of a title in the plural."""

    def is_plural(self, title: Text) -> bool:
        """Is this title in the plural?"""
        number = title.of(self.code).number
        return number == "plural" if number else self.looks_plural(title)

    @abstractmethod
    def looks_plural(self, title: Text) -> bool:
        """The same where its author does not say it.  Both languages are looked at: a final s alone may deceive."""

    @abstractmethod
    def prep(self, word: str, thing: str) -> str:
        """A preposition of the rules language with its object."""

    def predicate(self, title: Text, negated: bool, plural: bool) -> str | None:
        """What a condition says of its subject (``is empty``, ``bars the way of``); None when the title is a sentence."""
        if negated and title.of(self.code).opposite:
            return self.asserted(Text(tuple((code, title.of(code).opposite or said) for code, said in title.said)), False, plural)
        return self.asserted(title, negated, plural)

    @abstractmethod
    def asserted(self, title: Text, negated: bool, plural: bool) -> str | None:
        """The same where a title says no opposite of its own."""

    @abstractmethod
    def denied(self, sentence: str) -> str | None:
        """The opposite of a sentence whose verb is known; None for others."""

    @abstractmethod
    def percent(self, share: float) -> str:
        """A share of 1 as a percentage."""

    @abstractmethod
    def quote(self, text: str) -> str:
        """Between quotation marks."""

    @abstractmethod
    def finish(self, page: str) -> str:
        """The typography of a whole page."""

    @abstractmethod
    def nounlike(self, title: Text) -> bool:
        """Can a title stand as a noun (``Zone of control``), or must it be quoted (``In the back``)?"""

    def single(self, noun: str, gender: str, form: str) -> tuple[str, str]:
        """A word of the dictionary for one thing of a form: where it is a plural, one of them, or how many."""
        return noun, gender

    def first(self, gender: str) -> str:
        """The first one of several."""
        return "the first"

    def each(self, gender: str) -> str:
        """Each one of several."""
        return "each"

    def no(self, thing: str) -> str:
        """What there is none of, from the thing with its indefinite article."""
        return thing

    def small(self, title: str) -> str:
        """A title inside a sentence."""
        return small(title)

    def lowered(self, text: str) -> str:
        """A sentence that goes on after a comma: without its capital, unless a name or a mark begins it."""
        return text if text.startswith(("[", "*", "‹", "“", "«", "<", "(")) or text[1:2].isupper() else text[:1].lower() + text[1:]

    def turning(self, direction: str) -> str:
        """A direction, as a thing."""
        return direction

    def relative(self, said: str, gender: str, plural: bool) -> str:
        """A relative clause about a noun, of which it is said whether it is a plural."""
        return said

    def learnt(self, texts: Iterable[Worded]) -> dict[str, str]:
        """Genders of nouns, from how the texts of a rulebook use them."""
        return {}

    def guessed(self, noun: str, learnt: dict[str, str], known: dict[str, str]) -> str:
        """The gender of a noun of which nobody says it.  ``learnt``: from the rulebook; ``known``: from the dictionary."""
        return ""

    def dangling(self, title: str) -> bool:
        """Does a title end where something has to follow (``Stone of``)?"""
        return title.split(" ")[-1].lower() in self.OPEN

    def bare_of(self, thing: str) -> str:
        """Without its definite article."""
        return re.sub(r"^(?:the |les |le |la |l['’])", "", thing)

    def list(self, items: list[str], word: str = "and") -> str:
        """``a, b and c``."""
        said = self.WORDS[word]
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + f" {said} {items[-1]}"

    def joined(self, clauses: Sequence[str], word: str = "and", apart: bool = False) -> str:
        """Clauses in a row; a language may have to repeat before each what stands before the first.  ``apart``: a comma before the last
        as well, as some of them are rows themselves."""
        return f"{', '.join(clauses[:-1])}, {self.WORDS[word]} {clauses[-1]}" if apart else self.list([*clauses], word)

    def semicolons(self, items: Sequence[str]) -> str:
        return self.SEMICOLON.join(items)

    def sentence(self, text: str) -> str:
        """With a capital and a full stop."""
        text = capital(text.strip())
        if re.search(r"[?!…](?:\]\([^)\s]*\))?\**$", text):  # a title that ends the sentence by itself
            return text
        if re.search(r"[.!?…] ?[»”]$", text):
            return text
        if text.endswith("</small>"):
            return re.sub(r"( <small [^>]*>)(?=[^<]*</small>$)", r".\1", text)
        return text if text.endswith((".", "!", "?", ":", "…", "»", "”")) and not text.endswith((" »", "”")) else text + "."


def said_of(language: Language, said: str, subject: str, plural: bool, gender: str = "") -> str:
    """What is said of a subject, agreeing with it.  Its article shows the gender, or else ``gender`` tells; letters in brackets agree with
    an article only."""
    found = re.match(language.ARTICLES, subject)
    if found is None:
        return language.agreed_with(said, gender, plural)
    said = language.agreed_with(said, "f" if found[1] else "m", plural)
    return agreeing(said, language.code, Traits("f" if found[1] else "m", "plural" if plural else "singular"))
