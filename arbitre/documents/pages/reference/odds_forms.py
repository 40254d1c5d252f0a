"""Odds asked with other values on the page: small forms, with every chance they can be asked for computed beforehand."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from arbitre.documents.language.base import Language, capital

ADDED = range(-6, 7)  # what may be added to dice
MOST = 3_000  # chances in one form: where there would be more, that is said instead


@dataclass(frozen=True, slots=True)
class Axis:
    """Something that can be chosen: what it is called, its values, the one chosen at first."""

    title: str
    values: Sequence[int]
    first: int = 0


def form(language: Language, title: str, axes: Sequence[Axis], results: Sequence[str], chances: Sequence[Sequence[Fraction]],
         again: str = "") -> list[str]:  # fmt: skip
    """A form that a script shows and answers.  ``chances``: for each choice, the last axis changing quickest, those of the results;
    ``again``: the result after which the dice may be thrown once more."""
    if len(chances) < 2:
        return []
    whole = lcm(*(c.denominator for row in chances for c in row))
    if len(chances) * len(results) > MOST or whole >= 2**53:
        return ["", f'<p class="ask-none">{html.escape(language.label("ask.many", what=title, count=len(chances)))}</p>', ""]
    numbers = ";".join(",".join(str(int(c * whole)) for c in row) for row in chances)
    names = html.escape("|".join(results), quote=True)
    out = [f'<form class="ask" hidden data-of="{whole}" data-results="{names}" data-chances="{numbers}"'
           + (f' data-again="{results.index(again)}"' if again else "") + ">"]  # fmt: skip
    out.append(f"<fieldset><legend>{html.escape(language.label('ask.legend', what=title))}</legend>")
    for axis in axes:
        options = "".join(
            f"<option{' selected' if v == axis.first else ''}>{f'{v:+d}' if axis.values is ADDED and v else v}</option>".replace("-", "−")
            for v in axis.values
        )
        out.append(f"<label>{html.escape(capital(axis.title))} <select>{options}</select></label>")
    if again:
        out.append(f'<label><input type="checkbox"> {html.escape(language.label("ask.again"))}</label>')
    return ["", "".join([*out, '<output aria-live="polite"></output></fieldset></form>']), ""]
