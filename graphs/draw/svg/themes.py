"""One picture for light and dark pages: what is drawn light, with classes whose colours a style sheet changes on dark ones.

While a picture is drawn, a colour may end with ``~`` and the name of its paint (``#222222~ink``); :func:`themed` takes that off again
and gives the element a class.  A renderer without style sheets, and paper, show the light colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from arbitre.graphs.draw.grounds import GROUNDS, colour
from arbitre.graphs.draw.tokens import COLOURS, luminance

DARK = "screen and (prefers-color-scheme: dark)"
DARK_PAGES = ':is([data-jp-theme-light="false"],.vscode-dark,html[theme="dark"],[data-md-color-scheme="slate"])'
"""Pages whose theme is not the system's say so: JupyterLab, Visual Studio Code, Colab, the site."""
TERRAIN = ("#ffffff", "#dfe8d8", "#d8e2ec", "#ecdcd8", "#e6dcec", "#ece8c8", "#dadada", "#c8dcdc")
_TERRAIN = ("#2a2d31", "#37432e", "#2f3f50", "#56352e", "#463455", "#4a441f", "#3f3f3f", "#2b4646")
_AREAS = (("#b3261e", "#ff9d94"), ("#1b5e9b", "#8fc1f5"), ("#2e7d32", "#84d18a"), ("#8e24aa", "#dfa3ee"), ("#8a5200", "#f0b465"),
          ("#00796b", "#6fd0c3"), ("#5d4037", "#d3b5a9"), ("#455a64", "#b3c6d0"))  # fmt: skip
_WRITTEN = {"faint": "#57503f", "ink": "#222222", "black": "#000000", "white": "#ffffff"}  # what cells are written on with, the best first
_WRITTEN_DARK = {"pale": "#ece7db", "ink": "#222222", "black": "#000000", "white": "#ffffff"}
LEGIBLE = 4.5  # the least contrast of text
SEEN = 3.0  # the least contrast of lines


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _brightened(said: str, against: str) -> str:
    """A colour, as much nearer to white as it has to be to be seen as a line."""
    parts = [int(said[i : i + 2], 16) for i in (1, 3, 5)]
    for step in range(21):
        made = "#" + "".join(f"{round(v + (255 - v) * step / 20):02x}" for v in parts)
        if contrast(made, against) >= SEEN:
            break
    return made


PALEST = max((g.dark for g in list(GROUNDS.values())[:15]), key=luminance)  # of the grounds that are no plain colours
PAINTS: dict[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#1b1e22"), "ink": ("#222222", "#ebe9e4"), "faint": ("#6b6455", "#c3bcad"), "halo": ("#ffffff", "#1b1e22"),
    "hatch": ("#000000", "#ffffff"), "grid": ("#5a5a5a", "#a2a2a2"), "rock": ("#cfcfcf", "#33373c"),
    "rim": ("#000000", "#f2f2f2"), "edge": ("#222222", "#f2f2f2"),
    **{f"area{n}": pair for n, pair in enumerate(_AREAS)},
    **{f"terrain{n}": pair for n, pair in enumerate(zip(TERRAIN, _TERRAIN, strict=True))},
    **{f"on-{name}": (ground.light, ground.dark) for name, ground in GROUNDS.items()},
    **{f"stroke{n}": (said, _brightened(said, PALEST)) for n, said in enumerate(COLOURS)},
    **{f"line-{name}": (ground.light, _brightened(ground.dark, PALEST)) for name, ground in GROUNDS.items()},
    **{f"{one}-{two}": (light, dark) for one, light in _WRITTEN.items() for two, dark in _WRITTEN_DARK.items()},
}  # fmt: skip
"""Name -> the colour on light pages and on dark ones."""


def paint(name: str) -> str:
    """A colour that changes with the page."""
    return f"{PAINTS[name][0]}~{name}"


def ground(name: str) -> str:
    """What a cell of a named ground is filled with."""
    return f"{colour(name)}~on-{name}" if name in GROUNDS else colour(name)


def behind(name: str) -> str:
    """What a panel behind the cells is filled with: a white one is as dark as a dark page."""
    return ground(name) if name in GROUNDS and name != "white" else paint("paper")


def line(name: str) -> str:
    """A line of a named colour, which has to be seen on every ground."""
    return f"{colour(name)}~line-{name}" if name in GROUNDS else colour(name)


def stroke(said: str) -> str:
    """A piece that is a stroke alone, without a filling or a rim, in the colour of its side or of its look."""
    if said in COLOURS:
        return paint(f"stroke{COLOURS.index(said)}")
    return next((line(name) for name, ground in GROUNDS.items() if ground.light == said), said)


def plain(said: str) -> str:
    """A colour without its paint: that of light pages."""
    return said.partition("~")[0]


@cache
def written(fill: str) -> str:
    """What a cell with that fill is written on with: legible on light pages and on dark ones."""
    light, _, name = fill.partition("~")
    dark = PAINTS[name][1] if name else light
    return paint(f"{_legible(_WRITTEN, light)}-{_legible(_WRITTEN_DARK, dark)}")


def _legible(inks: dict[str, str], on: str) -> str:
    try:
        return next((name for name, ink in inks.items() if contrast(ink, on) >= LEGIBLE), "black")
    except ValueError:  # a colour in words
        return "ink"


_TAG = re.compile(r"<[a-z][^<>]*~[^<>]*>")
_PAINTED = re.compile(r' (fill|stroke)="(#\w+)~([\w-]+)"')


def themed(lines: Iterable[str]) -> list[str]:
    """Lines of SVG with classes in place of the names of paints."""
    return [_TAG.sub(_classed, one) if "~" in one else one for one in lines]


def _classed(found: re.Match[str]) -> str:
    tag = found[0]
    classes = " ".join(f"{what}-{name}" for what, _, name in _PAINTED.findall(tag))
    tag = _PAINTED.sub(r' \1="\2"', tag)
    if not classes:
        return tag
    if ' class="' in tag:
        return tag.replace(' class="', f' class="{classes} ', 1)
    return re.sub(r"^<(\w+)", rf'<\1 class="{classes}"', tag)


def rules(lines: Iterable[str] | None = None) -> str:
    """The style sheet of dark pages; with lines, only for the classes that occur in them."""
    whole = None if lines is None else set(re.findall(r"\b(?:fill|stroke)-[a-z][\w-]*", "\n".join(lines)))
    made = (f".{what}-{name}{{{what}:{dark}}}" for name, (_, dark) in PAINTS.items() for what in ("fill", "stroke")
            if whole is None or f"{what}-{name}" in whole)  # fmt: skip
    return f"@media {DARK}{{{''.join(made)}}}"


def inlined(svg: str) -> str:
    """A picture as a part of a page: dark where the page says that it is, whatever the system's theme."""
    return re.sub(rf"(?<=<style>)@media {re.escape(DARK)}{{(.*?)}}(?=</style>)", rf"@media screen{{{DARK_PAGES}{{\1}}}}", svg)
