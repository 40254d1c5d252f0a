"""Labels of a picture, each where it covers the least of other labels and of pieces."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[float, float, float, float]
WIDE, HIGH = 0.6, 1.25  # of a letter, in sizes of the font


class Labels:
    """The room that texts and pieces have taken so far."""

    def __init__(self) -> None:
        self.taken: list[Box] = []

    def take(self, x: float, y: float, half_width: float, half_height: float) -> None:
        """Something stands there."""
        self.taken.append((x - half_width, y - half_height, x + half_width, y + half_height))

    def place(self, text: str, font: float, spots: Iterable[tuple[float, float]]) -> tuple[float, float]:
        """The first of the spots at which the text covers nothing, else where it covers least; it is taken then."""
        half, high = WIDE * font * len(text) / 2, HIGH * font / 2
        best = min(spots, key=lambda spot: self.covered((spot[0] - half, spot[1] - high, spot[0] + half, spot[1] + high)))
        self.take(*best, half, high)
        return best

    def covered(self, box: Box) -> float:
        """How much of what is there a box would cover."""
        return round(sum(_common(box, other) for other in self.taken), 1)


def _common(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0
