"""The languages that texts may be in: the codes of ISO 639, two letters where a language has such a code, else three.

Source: the tables of ISO 639-1 and 639-3 (the registration authority of the latter is SIL International).
"""

from __future__ import annotations

from functools import cache

SAID_IN = ("en", "fr")  # what a game promises that names no languages
SHORT = frozenset(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj
    fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky
    la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru
    rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi
    yo za zh zu
    """.split()  # noqa: SIM905
)
# What is written for a language by mistake: the codes of countries.
_COUNTRIES = {
    "at": "de", "cn": "zh", "cz": "cs", "dk": "da", "gb": "en", "gr": "el", "il": "he", "in": "hi", "jp": "ja",
    "ua": "uk", "us": "en", "vn": "vi",
}  # fmt: skip
_COLONS = {"fr": " : "}
_NOUNS_IN_CAPITALS = frozenset(["de", "lb"])
_PERCENT = {"fr": "\u00a0%", "de": "\u00a0%"}


def is_language(code: str) -> bool:
    """Is this the code of a language?"""
    return code in SHORT or (len(code) == 3 and code in _long())


def likely(code: str) -> str:
    """The code that somebody meant who wrote one of no language: that of a country, the long one of a language with a short one."""
    return _COUNTRIES.get(code) or _longer().get(code, "")


def colon(language: str) -> str:
    """A colon between two parts of a title, as the language writes it."""
    return _COLONS.get(language, ": ")


def percent(language: str) -> str:
    """What follows a number of percent."""
    return _PERCENT.get(language, "%")


def inside(text: str, language: str) -> str:
    """A title inside a sentence: without its capital, where the language does not write nouns with one."""
    return text if language in _NOUNS_IN_CAPITALS else text[:1].lower() + text[1:]


@cache
def _long() -> frozenset[str]:
    from arbitre.dsl.core.language_codes import LONG

    letters = "".join(LONG.split())
    return frozenset(letters[at : at + 3] for at in range(0, len(letters), 3))


@cache
def _longer() -> dict[str, str]:
    from arbitre.dsl.core.language_codes import SHORTER

    letters = "".join(SHORTER.split())
    return {letters[at : at + 3]: letters[at + 3 : at + 5] for at in range(0, len(letters), 5)}
