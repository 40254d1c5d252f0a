"""Values as a text shows them."""

from __future__ import annotations

from fractions import Fraction

from arbitre.dsl.core import PLAIN, Text, Traits
from arbitre.dsl.core.languages import percent as sign_of

NOBODY = Text.saying(en="nobody", fr="personne", de="niemand")


def said(value: object, language: str) -> str:
    """A value in a text: a chance in whole percent, as the language writes it."""
    if not isinstance(value, Fraction):
        return str(value)
    percent = rounded(value)
    shown = "<1" if not percent and value else ">99" if percent == 100 and value < 1 else str(percent)
    return f"{shown}{sign_of(language)}"


def several(value: object, language: str) -> Traits:
    """Whether words that go with a number stand in the plural: French counts from 2, other languages leave out 1 alone."""
    counted = isinstance(value, int) and (abs(value) > 1 or (language != "fr" and value == 0))
    return Traits(number="plural") if counted else PLAIN


def rounded(chance: Fraction) -> int:
    """Whole percent, halves up."""
    return int(chance * 100 + Fraction(1, 2))
