"""What is drawn on a board, and the colours and shapes it is drawn in; used by every kind of drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# Okabe and Ito's colours, told apart by colour-blind readers and by their greys.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on a board: one to three letters, the number of its side, perhaps a facing.

    On hexagons facing ``k`` looks at the vertex between directions ``k`` and ``k + 1``; elsewhere along direction
    ``k``. A side has a colour and, for black and white, a shape. A ``ghost`` is drawn hollow and dashed.
    """

    letters: str
    side: int = 0
    facing: int | None = None
    ghost: bool = False


Pieces = Mapping[int, Sequence[Token]]
"""cell -> the tokens on it, the first on top."""


def readable_ink(colour: str) -> str:
    """Black or white, whichever reads better on a ``#rrggbb`` colour; black on any other notation."""
    digits = colour.removeprefix("#")
    try:
        red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    except ValueError:
        return "#000000"
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def angle(is_hex: bool, directions: int, facing: int) -> float:
    """Where a facing points, in degrees clockwise from east."""
    return 60 * facing + 30 if is_hex else 360 / directions * facing - 90
