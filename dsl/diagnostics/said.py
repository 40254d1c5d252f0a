"""Sentences that know how they were made: a template and what stands in its places, so that they can be told in another language.

A sentence is its English text, everywhere: it is compared, searched and shown like any other.  ``tell`` makes it again from the
same parts in another language.  A part may be such a sentence itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from arbitre.dsl.diagnostics.french import FRENCH
from arbitre.dsl.diagnostics.german import GERMAN

CATALOGUES: dict[str, Mapping[str, str]] = {"fr": FRENCH, "de": GERMAN}
_QUOTED = re.compile("‘([^‘’]*)’")
_ELIDED = re.compile(r"\b([dD]|[qQ]u)e («\u00a0[aeiouéèêâîAEIOUÉ])")
_MEETING = re.compile(r"\b(?P<led>[dD]e|[àÀ]) (?P<opened>\[?)(?P<article>Les?) (?=\w)")
_MET = {("de", "Le"): "du", ("de", "Les"): "des", ("à", "Le"): "au", ("à", "Les"): "aux"}
_BEFORE = re.compile(r"\b([dD]|[qQ]u)e (\{\w+\})")
_VOWEL = re.compile(r"(?!onz|oui\b)[aeiouàâéèêëîïôöœ][^\W\d_]", re.IGNORECASE)
# How words and names begin before whose h nothing is elided: *de Harry*, but *d’Hugo*.
ASPIRATED = (
    "hach", "hain", "halet", "hall", "halo", "halte", "hamster", "hanch", "hand", "hang", "hans", "hant", "hareng", "hargn",
    "harn", "harpi", "harpo", "harry", "hasard", "hausse", "haut", "helgoland", "héligoland", "hériss", "héron", "héros", "hibou",
    "hiss", "hobb", "holl", "hong", "hont", "hord", "hors", "hott", "hou", "hublot", "huch", "huit", "hunter", "hurl", "huss",
    "hutt",
)  # fmt: skip
_SPOT = re.compile(r"\{(\w+)\}|\{\{|\}\}")


class Said(str):
    """A text in English that remembers its template, its parts, what was done to it, and its template in other languages."""

    template: str
    parts: dict[str, Any]
    others: Mapping[str, str]
    after: tuple[tuple[str, tuple[Any, ...]], ...]

    def _then(self, method: str, *args: Any) -> Said:
        made = Said(getattr(str(self), method)(*args))
        made.template, made.parts, made.others = self.template, self.parts, self.others
        made.after = (*self.after, (method, args))
        return made

    def strip(self, chars: str | None = None, /) -> Said:
        return self._then("strip", chars)

    def lstrip(self, chars: str | None = None, /) -> Said:
        return self._then("lstrip", chars)

    def rstrip(self, chars: str | None = None, /) -> Said:
        return self._then("rstrip", chars)

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> Said:
        return self._then("replace", old, new)

    def __str__(self) -> str:
        return "".join(self)

    def __add__(self, other: str) -> Said:
        return phrase("{0}{1}", self, other)

    def __radd__(self, other: str) -> Said:
        return phrase("{0}{1}", other, self)

    def __reduce__(self) -> Any:
        return _again, (self.template, self.parts, dict(self.others), self.after)


def phrase(template: str, /, *parts: Any, **named: Any) -> Said:
    """The template with its parts: ``{0}``, ``{1}`` by their order, ``{name}`` by name."""
    return phrase_in(template, {}, *parts, **named)


def phrase_in(template: str, others: Mapping[str, str], /, *parts: Any, **named: Any) -> Said:
    """The same where the template in other languages is at hand: ``{"fr": "..."}``."""
    every = {**{str(number): part for number, part in enumerate(parts)}, **named}
    made = Said(filled(template, every))
    made.template, made.parts, made.others, made.after = template, every, others, ()
    return made


def in_all_languages(said: Iterable[tuple[str, str]]) -> Said:
    """A text of a rulebook, language by language, told to each reader in their own, or in the first it has."""
    every = {code: text.replace("{", "{{").replace("}", "}}") for code, text in said}
    return phrase_in(every.get("en") or next(iter(every.values()), ""), every)


def _again(template: str, parts: dict[str, Any], others: Mapping[str, str], after: tuple[tuple[str, tuple[Any, ...]], ...]) -> Said:
    made = Said(filled(template, parts))
    made.template, made.parts, made.others, made.after = template, parts, others, ()
    for method, args in after:
        made = made._then(method, *args)
    return made


def joined(between: str, parts: Any) -> Said:
    """Several sentences in a row, with something between them."""
    every = [one for part in parts for one in (between, part)][1:]
    return phrase("".join(f"{{{number}}}" for number in range(len(every))), *every)


def filled(template: str, parts: Mapping[str, Any]) -> str:
    """The template with plain texts in its places."""

    def one(found: re.Match[str]) -> str:
        return str(parts[found[1]]) if found[1] else found[0][0]

    return _SPOT.sub(one, template)


def tell(text: str, lang: str) -> str:
    """The sentence in a language; as it stands where that is not known, or where it is no such sentence."""
    if lang == "en" or not isinstance(text, Said):
        return _alone(text, lang)
    catalogue = CATALOGUES.get(lang, {})
    whole = catalogue.get(str(text))  # a noun with its article
    if whole is not None:
        return whole
    known = text.others.get(lang) or catalogue.get(text.template)
    template = text.template if known is None else known
    out = filled(template, {key: told(part, lang) for key, part in text.parts.items()})
    for method, args in text.after:
        out = getattr(out, method)(*(tell(arg, lang) if isinstance(arg, str) else arg for arg in args))
    if lang != "fr":
        return out
    # Quotes of parts are those of the sentence, and a word in them is elided before like any other.
    return _ELIDED.sub("\\1’\\2", _QUOTED.sub("«\u00a0\\1\u00a0»", out))


def contracted(text: str, language: str) -> str:
    """French ‘du’, ‘des’, ‘au’, ‘aux’ where a name begins with its article: *du détective Brun*, not *de Le détective Brun*."""
    if language != "fr" or not ("Le " in text or "Les " in text):
        return text
    return _MEETING.sub(_met, text)


def elided(template: str, parts: Mapping[str, Any]) -> str:
    """A French template, its ‘de’ and ‘que’ elided before names that ask for it: *d’Alice*; not before the letter of a square."""
    return _BEFORE.sub(lambda found: f"{found[1]}’{found[2]}" if _open(str(parts.get(found[2][1:-1], ""))) else found[0], template)


def led(name: str, gender: str) -> str:
    """A French name with the article that begins a sentence: *La Meute*, *L’Armée*."""
    return f"L’{name}" if _open(name) else f"{'La' if gender == 'f' else 'Le'} {name}"


def _open(word: str) -> bool:
    """Does a word or a name begin with the sound of a vowel?"""
    mute = re.match(r"h[^\W\d_]", word, re.IGNORECASE) and not word.lower().startswith(ASPIRATED)
    return bool(mute or _VOWEL.match(word))


def _met(found: re.Match[str]) -> str:
    word = _MET[found["led"].lower(), found["article"]]
    return (word.capitalize() if found["led"][0].isupper() else word) + " " + found["opened"]


def told(part: Any, lang: str) -> str:
    """A part of a sentence: words of the language as they are, for they may be names; what is said with several, as a sentence is."""
    shown = part if isinstance(part, str) else part.__str__()
    return tell(shown, lang) if isinstance(shown, Said) or " " in shown else shown


def _alone(text: str, lang: str) -> str:
    """A sentence without parts is its own template."""
    return CATALOGUES.get(lang, {}).get(text, str(text))


THIS = phrase("this")
