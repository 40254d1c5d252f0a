"""What stands around a page of the site: where it belongs, its twin in the other language, what comes before and after it."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from arbitre.documents.site.generate import LANGUAGES

THEME = Path(__file__).parent / "theme"
ASSETS = Path(__file__).parent / "assets"
EXAMPLE = "<!-- arbitre: example -->"  # the next example of the same page in the other language: they are written once
PLACE = re.compile(r"(?:\[[^\]\n]*\]\([^)\n]*\) )?" + re.escape(EXAMPLE))  # with the link that leads to it where pages are read unbuilt
PIECE = re.compile(rb'font-weight="bold">[^<\d]')  # the letters of one in a picture; floors have numbers
WORKERS = "assets/javascripts/workers"


@dataclass(frozen=True, slots=True)
class Twin:
    """The same page in the other language."""

    url: str
    lang: str
    label: str


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the way to a page; the last one leads nowhere."""

    title: str
    url: str | None


def language_of(path: str) -> str:
    """Of a page, by its path: what stands in no folder of a language is in English."""
    return "fr" if path.startswith("fr/") else "en"


def twin_path(path: str, known: Collection[str]) -> str | None:
    """Where the same page stands in the other language: ``en/x`` or ``x`` and ``fr/x``."""
    plain = path.removeprefix("fr/").removeprefix("en/")
    wanted = [f"en/{plain}", plain] if path.startswith("fr/") else [f"fr/{plain}"]
    return next((w for w in wanted if w in known and w != path), None)


def twin_of(page: Page, by_path: dict[str, Page]) -> Twin | None:
    """The same page in the other language, if there is one."""
    found = twin_path(page.file.src_uri, by_path)
    if found is None:
        return None
    lang = language_of(found)
    return Twin(by_path[found].url, lang, LANGUAGES[language_of(page.file.src_uri)]().label("switch.label"))


def crumbs_of(page: Page, home: Page | None) -> list[Crumb]:
    """Home, the game, the part of it, the page.  The first page of a game is the game."""
    if home is None or page is home:
        return []
    out = [Crumb(str(home.title), home.url)]
    sections = list(page.ancestors)
    for section in reversed(sections[:-1] if len(sections) > 1 else sections):  # the outermost holds all games
        first = first_page(section)
        if first is None:
            continue
        if posixpath.basename(first.file.src_uri).startswith("learn-"):  # all chapters stand on the game's first page
            out.append(Crumb(str(section.title), f"{posixpath.dirname(first.url.rstrip('/'))}/#learn"))
        elif first is page:
            break
        else:
            out.append(Crumb(str(section.title), first.url))
    holder = page.parent  # the first page of a game is called as the game
    named = holder is not None and first_page(holder) is page and posixpath.basename(page.file.src_uri) == "index.md"
    return [*out, Crumb(str(holder.title if named and holder is not None else page.title), None)]


def first_page(item: Any) -> Page | None:
    """The first page below an entry of the menu."""
    while getattr(item, "children", None):
        item = item.children[0]
    return item if isinstance(item, Page) else None


def cut_borders(nav: Navigation) -> None:
    """One reads on within a game or the guide, never from the end of one into the next, nor into the other language."""
    for page in nav.pages:
        for way in ("previous_page", "next_page"):
            other = getattr(page, way)
            if other is not None and posixpath.dirname(other.file.src_uri) != posixpath.dirname(page.file.src_uri):
                setattr(page, way, None)


def cover(assets: dict[str, bytes]) -> str | None:
    """The picture by which a game is known: the position it begins with, else the one of its examples with most pieces, else its board."""
    pieces = {name: len(PIECE.findall(data)) for name, data in assets.items() if name.startswith("position-")}
    crowded = max(pieces, key=lambda name: pieces[name], default="")
    shown = [*(name for name in assets if name.startswith("start-")), *([crowded] if pieces.get(crowded, 0) > 1 else [])]
    return next(iter([*shown, *(name for name in assets if name.startswith("board-"))]), None)


def examples(markdown: str) -> list[str]:
    """The examples of a page, in their order."""
    return re.findall(r"^```rules\n.*?^```$", markdown, re.M | re.S)


def with_examples(markdown: str, examples: list[str]) -> str:
    """A page with the examples of its twin where it calls for them."""
    waiting = iter(examples)
    return PLACE.sub(lambda _: next(waiting, ""), markdown)


# ---------------------------------------------------------------------------------------------------- search


def search_worker(folders: list[str]) -> str | None:
    """What searches, built upon the theme's own worker; None where the theme has none."""
    for folder in folders:
        for found in sorted((Path(folder) / WORKERS).glob("search.*.min.js")):
            return (ASSETS / "search.js").read_text(encoding="utf-8").replace("WORKER", found.name)
    return None


def near(path: str, games: Collection[str]) -> str:
    """What of the site is preferred in a search from this page: its game with all that is made for it, or its folder."""
    lang, _, rest = path.partition("/")
    folder = rest.partition("/")[0] if "/" in rest else ""
    game = max((g for g in games if folder == g or folder.startswith(f"{g}-")), key=len, default=folder)
    return f"{lang}/{game}" if game else ""


def split_search(site: Path, games: dict[str, str] | None = None) -> None:
    """A list of pages for each language: nobody is sent what he cannot read.  ``games``: what the folders of games are called, which
    their pages are found with."""
    whole = site / "search" / "search_index.json"
    if not whole.is_file():
        return
    index = json.loads(whole.read_text(encoding="utf-8"))
    for lang in LANGUAGES:
        docs = [d for d in index["docs"] if language_of(d["location"]) == lang]
        for doc in docs:
            folder = "/".join(doc["location"].split("/")[:2])
            named = (games or {}).get(folder)
            if named and "#" not in doc["location"] and doc["title"] != named:
                doc["title"] = f"{doc['title']} – {named}"
        (whole.parent / f"{lang}.json").write_text(json.dumps({"docs": docs}, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    whole.write_text(json.dumps({"config": index["config"], "docs": []}, separators=(",", ":")), encoding="utf-8")
