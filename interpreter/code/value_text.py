"""Values as a text shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from arbitre.dsl.core import PLAIN, Text, Traits
from arbitre.dsl.core.languages import percent as sign_of
from arbitre.dsl.diagnostics.said import contracted

_NONE = {"en": {"": "none"}, "fr": {"": "aucun", "f": "aucune"}, "de": {"": "keine", "m": "keiner", "n": "keines"}}  # by the gender
_AND = {"en": " and ", "fr": " et ", "de": " und "}
NOBODY = Text.saying(en="nobody", fr="personne", de="niemand")
_ELIDED = re.compile(r"\b([dD]|[qQ]u|[jJ]usqu|[lL]orsqu|[pP]uisqu)e $")
_LED = 4  # letters of what may be contracted with the article of a name: a sign, ‘de’, a blank
_ARTICLE = re.compile(r"\b([aA]u|[dD]u|[lL][ea]) $")
_BEFORE_VOWEL = {"au": "à l'", "du": "de l'", "le": "l'", "la": "l'"}
# Before an h there is elision where it is mute: of the commonest nouns and names that begin so.
_MUTE = r"h(?:abi|ect|eur|erb|erm|él[èi]|enr|ist|iv|omm|onn|or[lrt]|ôp|ôt|uî|um[abi])"
_VOWEL = re.compile(rf"(?!onz|oui\b)(?:[aeiouàâéèêëîïôöœ]|{_MUTE})[^\W\d_]", re.IGNORECASE)


def nothing(people: bool, title: Text) -> Text:
    """What is said where there is nobody, or nothing, of a kind of that title."""
    if people:
        return NOBODY
    known = {language: title.of(language).gender for language in _NONE}
    said = tuple((language, forms.get(known[language], forms[""])) for language, forms in _NONE.items())
    return Text(said, tuple((language, Traits(gender=gender)) for language, gender in known.items() if gender))


def said(value: object, language: str) -> str:
    """A value in a text: a chance in whole percent, as the language writes it."""
    if not isinstance(value, Fraction):
        return str(value)
    percent = rounded(value)
    shown = "<1" if not percent and value else ">99" if percent == 100 and value < 1 else str(percent)
    return f"{shown}{sign_of(language)}"


def followed(text: str, name: str, language: str) -> str:
    """A text with a name behind it.  French elides ‘de’, ‘que’ and articles before a vowel, though not before the letter of a square."""
    if language == "fr" and _VOWEL.match(name):
        text = _ARTICLE.sub(_elided_article, _ELIDED.sub(r"\1'", text))
    if name.startswith(("Le ", "Les ")):
        return text[:-_LED] + contracted(text[-_LED:] + name, language)
    return text + name


def _elided_article(found: re.Match[str]) -> str:
    made = _BEFORE_VOWEL[found[1].lower()]
    return made.capitalize() if found[1][0].isupper() else made


def listed(text: str, names: Sequence[Text], language: str) -> tuple[str, Traits]:
    """A text with names behind it, ``Red, Blue and Green``; and what is known of them all together."""
    for position, name in enumerate(names):
        if position:
            text += _AND.get(language, ", ") if position == len(names) - 1 else ", "
        text = followed(text, name.within(language), language)
    traits = [name.of(language) for name in names]
    if len(traits) == 1:
        return text, traits[0]
    return text, Traits(gender="f" if all(one.gender == "f" for one in traits) else "", number="plural")


def several(value: object, language: str) -> Traits:
    """Whether words that go with a number stand in the plural: French counts from 2, other languages leave out 1 alone."""
    counted = isinstance(value, int) and (abs(value) > 1 or (language != "fr" and value == 0))
    return Traits(number="plural") if counted else PLAIN


def rounded(chance: Fraction) -> int:
    """Whole percent, halves up."""
    return int(chance * 100 + Fraction(1, 2))
