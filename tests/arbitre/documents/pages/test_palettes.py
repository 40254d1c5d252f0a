"""Zones, wheels of directions and charts have colours for light pages and for dark ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre import graphs
from arbitre.documents.pages.handbook import figures
from arbitre.graphs.draw.svg import themes

CSS = Path(figures.__file__).parents[2] / "site" / "assets" / "rulebook.css"
SLATE = "#1e2129"  # the dark page of the site
BOARD = graphs.hexagon(3)


@pytest.mark.parametrize("picture", [
    figures.zone(BOARD, 18, [17, 19], 0, "What lies beside him"), figures.wheel(["up", "down"], False, "Two directions"),
], ids=["zone", "wheel"])  # fmt: skip
def test_a_picture_of_its_own_file_has_a_dark_colour_for_all_that_it_draws(picture: str) -> None:
    sheet, _, drawn = picture.partition("<style>")[2].partition("</style>")
    assert sheet.startswith(f"@media {themes.DARK}") and "~" not in drawn
    classes = {c for found in re.findall(r'class="([^"]*)"', drawn) for c in found.split()}
    assert classes == set(re.findall(r"\.([\w-]+)\{", sheet))
    for tag in re.findall(r"<(?:rect|polygon|circle|line|text)[^>]*>", drawn):
        assert re.search(r'class="', tag), tag


@pytest.mark.parametrize("number", range(len(figures.INKS)))
def test_lines_of_charts_are_seen_on_both_pages(number: int) -> None:
    light, dark = figures.INKS[number]
    assert themes.contrast(light, "#ffffff") >= themes.SEEN and themes.contrast(dark, SLATE) >= themes.SEEN


def test_the_style_sheet_has_the_dark_lines_and_no_filter_for_dark_pages() -> None:
    sheet = CSS.read_text(encoding="utf-8")
    assert figures.dark() in sheet and "invert(" not in sheet
    assert figures.dark(".chart") in CSS.with_name("plain.css").read_text(encoding="utf-8")
    chart = figures.chart("Chances", [1, 2, 3], [("hit", [0.1, 0.5, 0.9])], "Dice")
    assert 'class="ink0"' in chart and f'stroke="{figures.INKS[0][0]}"' in chart
