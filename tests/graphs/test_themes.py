"""Boards on light pages and on dark ones: the same picture, legible on both, and light on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre import graphs
from arbitre.graphs.draw.grounds import GROUNDS
from arbitre.graphs.draw.style import CellStyle, Stroke, Style
from arbitre.graphs.draw.svg import themes
from arbitre.graphs.draw.svg.shapes import rim_of
from arbitre.graphs.draw.tokens import COLOURS, NEUTRAL_COLOUR, readable_ink

ROOT = Path(__file__).parents[2]
GRID = graphs.grid(3, 2)
NATURAL = list(GROUNDS)[:15]
LIGHT, DARK = 0, 1


@pytest.mark.parametrize("page", [LIGHT, DARK])
@pytest.mark.parametrize("name", GROUNDS)
def test_what_is_written_on_a_cell_is_legible(name: str, page: int) -> None:
    written = themes.PAINTS[themes.written(themes.ground(name)).partition("~")[2]][page]
    assert themes.contrast(written, themes.PAINTS[f"on-{name}"][page]) >= themes.LEGIBLE


@pytest.mark.parametrize("page", [LIGHT, DARK])
@pytest.mark.parametrize("name", ["ink", "faint", *(f"area{n}" for n in range(8))])
def test_what_is_written_beside_the_board_is_legible(name: str, page: int) -> None:
    assert themes.contrast(themes.PAINTS[name][page], themes.PAINTS["paper"][page]) >= themes.LEGIBLE
    assert themes.PAINTS["halo"][page] == themes.PAINTS["paper"][page]  # names on the board have it round them


@pytest.mark.parametrize("page", [LIGHT, DARK])
@pytest.mark.parametrize("name", [n for n in NATURAL if n != "rock"])
def test_lines_between_cells_are_seen(name: str, page: int) -> None:
    assert themes.contrast(themes.PAINTS["grid"][page], themes.PAINTS[f"on-{name}"][page]) >= themes.SEEN


@pytest.mark.parametrize("number", range(len(themes.TERRAIN)))
def test_grounds_without_a_look_are_legible_too(number: int) -> None:
    fill = themes.paint(f"terrain{number}")
    name = themes.written(fill).partition("~")[2]
    for page in (LIGHT, DARK):
        assert themes.contrast(themes.PAINTS[name][page], themes.PAINTS[f"terrain{number}"][page]) >= themes.LEGIBLE
        assert themes.contrast(themes.PAINTS["grid"][page], themes.PAINTS[f"terrain{number}"][page]) >= themes.SEEN


@pytest.mark.parametrize("name", GROUNDS)
def test_coloured_lines_are_seen_on_dark_grounds(name: str) -> None:
    for ground in NATURAL:
        assert themes.contrast(themes.PAINTS[f"line-{name}"][DARK], themes.PAINTS[f"on-{ground}"][DARK]) >= themes.SEEN, ground


@pytest.mark.parametrize("colour", [*COLOURS, NEUTRAL_COLOUR])
def test_pieces_are_told_from_the_ground_by_their_rim(colour: str) -> None:
    """A piece keeps its colour and its letters on both; its rim, or its own colour, stands out from each ground."""
    assert themes.contrast(readable_ink(colour), colour) >= themes.LEGIBLE
    for page in (LIGHT, DARK):
        for name in NATURAL:
            ground = themes.PAINTS[f"on-{name}"][page]
            rim = themes.PAINTS["rim"][page] if "~" in rim_of(colour) else rim_of(colour)
            assert max(themes.contrast(rim, ground), themes.contrast(colour, ground)) >= themes.SEEN


@pytest.mark.parametrize("colour", [*COLOURS, *(ground.light for ground in GROUNDS.values())])
def test_pieces_that_are_strokes_are_seen_on_dark_grounds(colour: str) -> None:
    name = themes.stroke(colour).partition("~")[2]
    for ground in NATURAL:
        assert themes.contrast(themes.PAINTS[name][DARK], themes.PAINTS[f"on-{ground}"][DARK]) >= themes.SEEN, ground


def drawn() -> str:
    cells = {n: CellStyle(fill=name, label=name) for n, name in enumerate(("grass", "dark", "water"))}
    style = Style(cells=cells, borders={"left": Stroke("blue")})
    return graphs.svg(GRID, {0: [graphs.Token("A", 0)]}, "Two themes", style=style)


def test_a_picture_has_a_rule_for_each_of_its_classes() -> None:
    picture = drawn()
    sheet = picture.partition("<style>")[2].partition("</style>")[0]
    classes = {c for found in re.findall(r'class="([^"]*)"', picture) for c in found.split() if c.startswith(("fill-", "stroke-"))}
    assert {"fill-on-grass", "fill-ink", "fill-paper", "stroke-line-blue", "stroke-rim"} <= classes
    assert classes == set(re.findall(r"\.([\w-]+)\{", sheet)) and sheet.startswith("@media screen and (prefers-color-scheme: dark)")


def test_without_a_style_sheet_a_picture_is_light() -> None:
    picture = drawn()
    assert "~" not in picture and 'class="fill-on-grass stroke-grid"' in picture
    assert f'fill="{GROUNDS["grass"].light}"' in picture and GROUNDS["grass"].dark not in picture.partition("</style>")[2]


def test_the_board_in_the_browser_has_the_same_colours() -> None:
    assert themes.rules().partition("{")[2].removesuffix("}") in (ROOT / "arbitre/web/style.css").read_text(encoding="utf-8")
