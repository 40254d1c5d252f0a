"""Texts in any languages, and what their authors say of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

# What an author writes in brackets at the end of a word, where it depends on what was said before it.
_AGREES = re.compile(r"(?<=\w)\((e|s|x|es|ne|le|te|nt|n|en|er|se|nen)\)")
# Those that say several; the others say that it is feminine.
PLURALS = {"fr": frozenset(["s", "x", "nt"])}
OTHER_PLURALS = frozenset(["s", "es", "x", "nt", "e", "n", "en", "er", "se", "nen", "ne", "le", "te"])
ANY = ""  # the language of what is the same in all: a name as the rules write it, the label of a cell


@dataclass(frozen=True, slots=True)
class Traits:
    """What the author of a title says of it in one language; empty where nothing is said and it is guessed."""

    gender: str = ""  # "m", "f", "n"
    number: str = ""  # "singular", "plural"
    proper: bool = False  # a name: it takes no article
    opposite: str = ""  # of a condition: what is said where it fails
    many: str = ""  # its plural


PLAIN = Traits()


class Worded:
    """What is said in some languages: those of the core (:class:`Text`), and those of the tree, which have a place.

    ``said`` holds pairs of a language (its ISO 639 code) and what is said in it, never empty, in the order in which they were written;
    ``traits`` pairs of a language and what the author says of the words in it.
    """

    __slots__ = ()
    said: tuple[tuple[str, str], ...]
    traits: tuple[tuple[str, Traits], ...]

    def own(self, language: str) -> str:
        """What is said in this language; nothing where it lacks."""
        for code, text in self.said:
            if code in (language, ANY):
                return text
        return ""

    def within(self, language: str) -> str:
        """What is said in this language, or in the first there is; nothing where nothing is said at all."""
        return self.own(language) or (self.said[0][1] if self.said else "")

    def of(self, language: str) -> Traits:
        """What the author says of the words in that language."""
        for code, traits in self.traits:
            if code == language:
                return traits
        return PLAIN

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it is said in."""
        return tuple(code for code, _ in self.said)

    @property
    def every(self) -> tuple[str, ...]:
        """What is said, language by language."""
        return tuple(text for _, text in self.said)

    def __bool__(self) -> bool:
        return bool(self.said)


@dataclass(frozen=True, slots=True)
class Text(Worded):
    """A text of the rules: what is said in each language, and what its author says of it there."""

    said: tuple[tuple[str, str], ...] = ()
    traits: tuple[tuple[str, Traits], ...] = ()

    @classmethod
    def in_all(cls, text: str) -> Self:
        """What is the same in every language."""
        return cls(((ANY, text),) if text else ())

    @classmethod
    def saying(cls, said: Mapping[str, str] | None = None, /, **more: str) -> Self:
        """``Text.saying(en="yes", fr="oui")``"""
        return cls(tuple((code, text) for code, text in {**(said or {}), **more}.items() if text))

    def each(self, change: Callable[[str], str]) -> Text:
        """The same with what is said in every language changed."""
        return Text(tuple((code, new) for code, text in self.said if (new := change(text))), self.traits)

    def or_name(self, name: str) -> Text:
        """Itself, or a bare name where nothing is said."""
        return self if self.said else Text.in_all(name)


def together(texts: Iterable[Worded], form: Callable[..., str]) -> Text:
    """One text of several, in each language of any of them: ``form`` is given the language and what each says in it."""
    texts = list(texts)
    codes = dict.fromkeys(code for text in texts for code in text.languages if code != ANY) or {ANY: None}
    return Text(tuple((code, made) for code in codes if (made := form(code, *(text.within(code) for text in texts)))))


def lettered(said: str, language: str) -> Iterator[tuple[str, str]]:
    """A text cut at the letters in brackets: each part, and whether it is said of what is feminine (``f``) or of several (``s``) alone."""
    marks = PLURALS.get(language, OTHER_PLURALS)
    for position, part in enumerate(_AGREES.split(said)):
        if position % 2 == 0:
            if part:
                yield part, ""
            continue
        stem, plural = ("", part) if part in marks else ("e", "s") if part == "es" and language == "fr" else (part, "")
        if stem:
            yield stem, "f"
        if plural:
            yield plural, "s"


def agreeing(said: str, language: str, traits: Traits) -> str:
    """A text whose letters in brackets agree with what it is said of: ``Est éliminé(e)`` of a queen."""
    held = {"": True, "f": traits.gender == "f", "s": traits.number == "plural"}
    return "".join(part for part, agrees in lettered(said, language) if held[agrees])


def are_several(name: Worded, language: str) -> bool | None:
    """Is whoever goes by that name several (“the lovers”, “les Rouges”)?  As its author says; else its own words tell, if another language
    says ``plural``, and None where they do not."""
    number, said = name.of(language).number, name.within(language)
    if number:
        return number == "plural"
    if _ARTICLE_OF_SEVERAL.get(language, _NEVER).match(said):
        return True
    if all(traits.number != "plural" for _, traits in name.traits):
        return False
    head = _HEAD.split(said.lower(), maxsplit=1)[0]
    if language == "en":
        return True if _MANY_ENGLISH.search(head) else None
    if language == "fr":
        return False if re.match(r"(?:le|la|une?) |l['’]", said.lower()) else True if re.match(r"\w+[sx]\b", said.lower()) else None
    return None


_NEVER = re.compile("(?!)")
_ARTICLE_OF_SEVERAL = {"fr": re.compile("[Ll]es ")}
_HEAD = re.compile(r" (?:of|in|at|on|from|with|for|who|that) ")
_MANY_ENGLISH = re.compile(r"(?:(?<![su’'])s|men|people|children|folk|mice|geese|they)$")
