"""Pages that everyone can use: headings, words for pictures, heads of tables, links that say where they lead, contrast."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from arbitre import graphs
from arbitre.documents.pages.reference.changes import Changes
from arbitre.documents.site.generate import Pages
from arbitre.documents.site.site import STYLE, as_html
from arbitre.graphs.draw.svg.areas import INKS
from arbitre.graphs.draw.svg.themes import TERRAIN, plain
from arbitre.graphs.draw.tokens import readable_ink

TEXT, SHAPE = 4.5, 3.0  # WCAG 2.1, level AA
VOID = {"img", "br", "hr", "input", "meta", "link", "line", "circle", "rect", "path", "polygon", "polyline"}
# What the theme gives the names of colours that our stylesheet uses, in its two schemes.
SCHEMES = {
    "default": {"bg": "#ffffff", "--md-default-fg-color": "#212121", "--md-default-fg-color--light": "#757575"},
    "slate": {"bg": "#1e2129", "--md-default-fg-color": "#cfd1d7", "--md-default-fg-color--light": "#8f919a"},
}


class Outline(HTMLParser):
    """What of a page a screen reader goes by."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.open: list[dict[str, Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if re.fullmatch(r"h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "img" and not given.get("alt"):
            self.faults.append(f"a picture without words: {given}")
        for outer in self.open:
            outer["inside"].add(tag)
        if tag == "img":
            self.handle_data(given.get("alt") or "")
        if tag not in VOID:
            self.open.append({"tag": tag, "attrs": given, "text": "", "inside": set()})

    def handle_data(self, data: str) -> None:
        for outer in self.open:
            outer["text"] += data

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag not in VOID:
            found = self.open.pop()
            self.check(found)
            if found["tag"] == tag:
                return

    def check(self, found: dict[str, Any]) -> None:
        tag, text, inside = found["tag"], found["text"].strip(), found["inside"]
        if tag == "a" and "href" in found["attrs"] and not text:
            self.faults.append(f"a link without words: {found['attrs']}")
        if tag in ("th", "summary", "figcaption") and not text:
            self.faults.append(f"an empty {tag}")
        if re.fullmatch(r"h[1-6]", tag) and not text.removesuffix("¶").strip():
            self.faults.append("an empty heading")
        if tag == "svg" and "title" not in inside and found["attrs"].get("aria-hidden") != "true":
            self.faults.append("a drawing without a title")
        if tag == "table" and "th" not in inside:
            self.faults.append(f"a table without heads: {text[:40]}")
        if tag == "figure" and "figcaption" not in inside and "svg" not in inside:
            self.faults.append("a figure without a caption")
        if tag == "details" and "summary" not in inside:
            self.faults.append("something folded that does not say what it is")


def outlines(written: tuple[Changes, Pages, Pages]) -> Iterator[tuple[str, Outline]]:
    _, *every = written
    for pages in every:
        for name, text in pages.pages.items():
            reader = Outline()
            reader.feed(as_html(text, name == "index")[0])
            reader.close()
            yield f"{pages.lang}/{pages.slug}/{name}", reader


def test_pages_can_be_read_by_ear(written: tuple[Changes, Pages, Pages]) -> None:
    seen = 0
    for path, page in outlines(written):
        seen += 1
        assert page.levels.count(1) == 1 and page.levels[0] == 1, path
        assert all(b <= a + 1 for a, b in pairwise(page.levels)), (path, page.levels)
        assert not page.faults, (path, page.faults[:5])
        assert len(page.ids) == len(set(page.ids)), (path, sorted({i for i in page.ids if page.ids.count(i) > 1}))
    assert seen > 20


def test_pictures_have_a_title_in_the_language_of_the_page(written: tuple[Changes, Pages, Pages]) -> None:
    _, base, _ = written
    for name, data in base.assets.items():
        title = ET.fromstring(data).find("{http://www.w3.org/2000/svg}title")
        assert title is not None and (title.text or "").strip(), name


# ---------------------------------------------------------------------------------------------------- contrast


def light(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(2 * d for d in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_the_guidelines_do() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_colours_of_the_stylesheet_stand_out(scheme: str) -> None:
    names = SCHEMES[scheme]
    screen = STYLE.read_text(encoding="utf-8").partition("@media print")[0]
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", screen, flags=re.S))
    final: dict[tuple[str, str], str] = {}
    for selectors, body in rules:
        for selector in selectors.split(","):
            of_scheme = re.search(r"\[data-md-color-scheme=(\w+)\]", selector)
            if of_scheme is None or of_scheme[1] == scheme:
                plain = re.sub(r"\[data-md-color-scheme=\w+\] ", "", selector).strip()
                for name, value in re.findall(r"([\w-]+):([^;]+)", body):
                    final[plain, name.removesuffix("-color") if name.startswith("border") else name] = value
    checked = 0
    for (selector, name), value in final.items():
        colour = re.search(r"#[0-9a-fA-F]{3,6}", re.sub(r"var\((--[\w-]+)(?:,[^)]*)?\)", lambda m: names.get(m[1], ""), value))
        if colour is None:
            continue
        behind = re.search(r"#[0-9a-fA-F]{3,6}", final.get((selector, "background"), "")) if name != "background" else None
        ground = behind[0] if behind is not None else names["bg"]
        if name == "background":
            # What is filled must stand out where nothing is written on it (a bar); where something is, that is looked at.
            if (selector, "color") in final or colour[0] == names["bg"]:
                continue
        elif name != "color" and "lighter" in value:
            continue  # a line that only sets apart what a heading sets apart already
        checked += 1
        assert contrast(colour[0], ground) >= (TEXT if name == "color" else SHAPE), (selector, name, colour[0], ground)
    assert checked > 4


def shapes_of(svg: ET.Element) -> Iterator[tuple[str, dict[str, str], str]]:
    for node in svg.iter():
        yield node.tag.rpartition("}")[2], dict(node.attrib), "".join(node.itertext())


def covers(tag: str, at: dict[str, str], x: float, y: float) -> bool:
    if tag == "rect":
        left, top = float(at.get("x", 0)), float(at.get("y", 0))
        return left <= x <= left + float(at["width"]) and top <= y <= top + float(at["height"])
    if tag == "circle":
        return (x - float(at["cx"])) ** 2 + (y - float(at["cy"])) ** 2 <= float(at["r"]) ** 2
    corners = [tuple(map(float, p.split(","))) for p in at["points"].split()]
    inside = False
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def unreadable(picture: str) -> list[tuple[str, str, str]]:
    """Texts of a drawing that do not stand out from what lies under their beginning, middle or end."""
    under: list[tuple[str, dict[str, str]]] = []
    out = []
    for tag, at, text in shapes_of(ET.fromstring(picture)):
        fill = at.get("fill", "#000000")
        if tag in ("rect", "circle", "polygon") and fill.startswith("#"):
            under.append((tag, at))
        if tag != "text":
            continue
        size, x, y = float(at["font-size"]), float(at["x"]), float(at["y"])
        width = 0.55 * size * len(text)
        start = x - {"middle": width / 2, "end": width}.get(at.get("text-anchor", ""), 0)
        for part in (0.1, 0.5, 0.9):
            spot = (start + part * width, y - size * 0.35)
            ground = next((a["fill"] for t, a in reversed(under) if covers(t, a, *spot)), "#ffffff")
            ground = at["stroke"] if at.get("paint-order") == "stroke" else ground  # a halo lies behind the letters
            ink = "#111111" if fill == "currentColor" else fill
            if contrast(ink, ground) < TEXT:
                out.append((text, ink, ground))
    return out


def test_texts_of_pictures_stand_out(written: tuple[Changes, Pages, Pages]) -> None:
    _, base, changed = written
    for pages in (base, changed):
        for name, data in pages.assets.items():
            assert not unreadable(data.decode("utf-8")), name
        for page, text in pages.pages.items():
            for picture in re.findall(r"<svg.*?</svg>", text, re.S):
                assert not unreadable(picture), page


def test_texts_of_every_kind_of_board_stand_out() -> None:
    rows = "".join(chr(ord("a") + n) for n in range(len(TERRAIN)))
    board = graphs.floors([(0, "\n".join([rows] * 4)), (1, rows)], {letter: graphs.Legend(f"t{n}") for n, letter in enumerate(rows)})
    areas = {f"part {n}": [n] for n in range(len(INKS))}
    for drawn in (board, graphs.hexagon(3), graphs.grid(6, 6)):
        pieces = {cell: [graphs.Token("Ab", cell % len(graphs.COLOURS), 0)] for cell in range(1, drawn.size, 2)}
        for stacked in (False, True):
            picture = graphs.svg(drawn, pieces, title="t", areas=areas, sides=["one", "two"], notes=["n"], stacked=stacked)
            assert not unreadable(picture), drawn.name
    for ink in INKS:
        assert contrast(plain(ink), "#ffffff") >= TEXT, ink
    for colour in graphs.COLOURS:
        assert contrast(readable_ink(colour), colour) >= TEXT, colour
