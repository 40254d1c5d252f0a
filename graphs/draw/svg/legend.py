"""What stands below a picture: dice, and what its colours, signs and lines mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from arbitre.graphs.draw.style import Style, worn_badges
from arbitre.graphs.draw.svg import shapes
from arbitre.graphs.draw.svg.links import sign_at
from arbitre.graphs.draw.svg.overlay import Arrow, Overlay, Throw, arrow_at, throw_shapes, throw_width, zone_colour
from arbitre.graphs.draw.svg.themes import paint
from arbitre.graphs.draw.tokens import Pieces, Token

Entry = tuple[str, Callable[[float, float, float], list[str]]]
"""What is said, and what draws its sample: given the sample's middle and its size."""


@dataclass(slots=True)
class Room:
    """Where lines of entries go: between two edges, each entry where the last ended."""

    left: float
    right: float
    bottom: float
    font: float

    def lines(self, said: Sequence[Entry]) -> list[str]:
        """The entries in as many lines as they need; the room grows downwards, and to the right for one that is too long."""
        if not said:
            return []
        out: list[str] = []
        x, y = self.left, self.bottom + self.font
        for text, draw in said:
            width = 2.7 * self.font + 0.62 * self.font * len(text)
            if x > self.left and x + width > self.right:
                x, y = self.left, y + 1.6 * self.font
            out += draw(x + self.font / 2, y, self.font)
            out.append(shapes.label(x + 1.5 * self.font, y, self.font, text, anchor="start"))
            x += width
            self.right = max(self.right, x)
        self.bottom = y + self.font * 1.4
        return out

    def throws(self, thrown: Sequence[Throw], colours: Sequence[str]) -> list[str]:
        """The dice, throw by throw."""
        out: list[str] = []
        size = self.font * 1.5
        x, y = self.left, self.bottom + size * 0.8
        for throw in thrown:
            width = throw_width(throw, size, self.font)
            if x > self.left and x + width > self.right:
                x, y = self.left, y + size * 1.35
            out += throw_shapes(throw, x, y, size, self.font, colours)
            x += width
            self.right, self.bottom = max(self.right, x), y + size * 0.85
        return out


def entries(
    marks: Iterable[tuple[str, str, str]], sides: Sequence[str], pieces: Pieces, style: Style, overlay: Overlay, colours: Sequence[str],
    signs: Mapping[str, str] = MappingProxyType({}),
) -> list[Entry]:  # fmt: skip
    """What has to be said of a picture.  ``marks``: the name, fill and hatching of each ground; ``signs``: those of links, by name."""
    out: list[Entry] = [(name, partial(_swatch, fill, hatch)) for name, fill, hatch in marks]
    out += [(name, partial(sign_at, sign)) for name, sign in signs.items()]
    out += [(name, partial(_token, _sample(pieces, side), colours)) for side, name in enumerate(sides)]
    worn = {sign for tokens in pieces.values() for t in tokens for sign in t.badges}
    out += [(title, partial(_badge, sign)) for title, sign in worn_badges(style.badges, worn).items()]
    out += [(zone.title, partial(_swatch, zone_colour(n), "")) for n, zone in enumerate(overlay.zones) if zone.title]
    drawn: dict[str, Arrow] = {}
    for arrow in overlay.arrows:
        drawn.setdefault(arrow.title, arrow)
    out += [(title, partial(_arrow, arrow, colours)) for title, arrow in drawn.items() if title]
    return out


def _swatch(fill: str, hatch: str, x: float, y: float, size: float) -> list[str]:
    square = f'<rect x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
    out = [f'{square} fill="{shapes.words(fill)}" stroke="{paint("grid")}"/>']
    return [*out, f'{square} fill="url(#{hatch})"/>'] if hatch else out


def _sample(pieces: Pieces, side: int) -> Token:
    """What a side's pieces look like."""
    found = next((t for tokens in pieces.values() for t in tokens if t.side == side and not t.carried), None)
    plain = found is None or found.shape == "icon"
    return Token("", side) if plain or found is None else Token("", side, shape=found.shape, fill=found.fill, face="")


def _token(shown: Token, colours: Sequence[str], x: float, y: float, size: float) -> list[str]:
    return shapes.token(shown, x, y, size * 0.6, shapes.colour_of(shown, colours), None)


def _badge(sign: str, x: float, y: float, size: float) -> list[str]:
    return shapes.badge(sign, x, y, size * 0.55)


def _arrow(arrow: Arrow, colours: Sequence[str], x: float, y: float, size: float) -> list[str]:
    ink = colours[arrow.side % len(colours)] if arrow.side >= 0 else "#222222"
    below, over = arrow_at([(x - size * 0.8, y), (x + size * 0.6, y)], arrow.line, ink, size * 0.9, False, False)
    return below + over
