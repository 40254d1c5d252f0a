"""What is drawn on a board, and the colours and shapes it is drawn in; used by every kind of drawing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Stress = Literal["", "active", "offered"]
"""What a question makes of a piece: it acts, or it may be chosen."""
Span = tuple[str, int | None, Stress]
"""A piece of a line; the side whose colour it has, None for the board itself; whether the question that is asked is about it."""

# Okabe and Ito's colours, told apart by colour-blind readers and by their greys.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on a board: one to three letters, the number of its side, perhaps a facing.

    Facing ``k`` looks along direction ``k``; on hexagons, with ``vertex``, at the vertex between it and the next.
    A side has a colour and, for black and white, a shape; :data:`NEUTRAL` is that of what belongs to nobody. A ``ghost`` is
    drawn hollow and dashed. A ``carried`` token is drawn small, on the one before it.  A ``count`` of several is drawn as a stack
    where its cell has one.  ``shape`` and ``fill`` (see :mod:`arbitre.graphs.draw.grounds`) stand in place of those of its side; ``face``
    is what is written on it, None for its letters; ``badges`` are signs at its edge.
    """

    letters: str
    side: int = 0
    facing: int | None = None
    ghost: bool = False
    vertex: bool = False
    stress: Stress = ""
    carried: bool = False
    shape: str = ""
    fill: str = ""
    face: str | None = None
    badges: tuple[str, ...] = ()
    count: int = 1


Pieces = Mapping[int, Sequence[Token]]
"""cell -> the tokens on it, the first on top."""


def borne(tokens: Sequence[Token]) -> list[tuple[Token, list[Token]]]:
    """The tokens of a cell that stand there, each with those it carries."""
    out: list[tuple[Token, list[Token]]] = []
    for token in tokens:
        if token.carried and out:
            out[-1][1].append(token)
        else:
            out.append((token, []))
    return out


NOTED = -1
"""In place of a side: what is drawn is a note, what may be done on an empty cell."""
NEUTRAL = -2
"""The side of what belongs to nobody."""
NEUTRAL_COLOUR = "#f4f4f4"


def sided(letters: str, side: int) -> str:
    """A mark as its side writes it, so that sides are told apart without colours: ``B7``, ``b7``, ``7B``, ``7b`` by turns.

    Without a number: ``TE``, ``te``, ``Te``, ``tE``. What belongs to nobody is written as it is.
    """
    if side < 0:
        return letters
    word = letters.rstrip("0123456789")
    number = letters[len(word) :]
    if number:
        cased = word.upper() if side % 2 == 0 else word.lower()
        return number + cased if side % 4 > 1 else cased + number
    return (word.upper(), word.lower(), word.capitalize(), word.capitalize().swapcase())[side % 4]


def short_note(note: str, width: int) -> str:
    """A note in so many characters: a chance without its sign where that does not fit, certainty and longer texts as a star."""
    number = re.search(r"[<>]?\d+(?=\s*%)", note)
    said = number[0] if number else note
    if number and len(said) < width:
        said += "%" if width > 2 else ""
    if len(said) > width or (said == "100" and width < 3):
        said = "*"
    return said.center(width) if width > 2 else said.ljust(width)


def readable_ink(colour: str) -> str:
    """Black or white, whichever reads better on a ``#rrggbb`` colour; black on any other notation."""
    try:
        light = luminance(colour)
    except ValueError:
        return "#000000"
    return "#000000" if (light + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"  # whichever has the greater contrast with it


def luminance(colour: str) -> float:
    """The relative luminance of a ``#rrggbb`` colour, 0 to 1, as WCAG 2 defines it.

    Raises:
        ValueError: it is written otherwise.
    """
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def angle(is_hex: bool, directions: int, facing: int, vertex: bool = False) -> float:
    """Where a facing points, in degrees clockwise from east."""
    return 60 * facing + 30 * vertex if is_hex else 360 / directions * facing - 90
