"""The handbook as a booklet: a title page, a table of contents with page numbers, the chapters under running heads."""

from __future__ import annotations

import html
import re

from arbitre.documents.press.sheets import body_of
from arbitre.documents.site.generate import LANGUAGES, Pages

HEADING = re.compile(r"<h([23]) id=\"([\w.-]+)\">(.*?)</h\1>", re.S)
FIRST = re.compile(r"\s*<h1[^>]*>.*?</h1>", re.S)
FRONT = re.compile(r"(?=<h2\b)")
BARE = re.compile(r"<h([2-5])\b[^>]*>(?:(?!</h).)*</h\1>\s*(?=</section|\Z|<h([2-5])\b)", re.S)


def booklet(pages: Pages) -> str:
    """The body of the document.  ``pages``: those of a game; one without chapters is printed by its reference."""
    label = LANGUAGES[pages.lang]().label
    made = FIRST.sub("", body_of(pages.pages.get("handbook") or pages.pages["print"]), count=1)
    opening, *rest = FRONT.split(made, maxsplit=1)
    chapters = filled("".join(rest))
    if "sheet" in pages.pages:
        lower = re.sub(r"<(/?)h([23])\b", lambda found: f"<{found[1]}h{int(found[2]) + 1}", body_of(pages.pages["sheet"]))
        sheet = FIRST.sub(f'<h2 id="sheet">{html.escape(label("page.sheet"))}</h2>', lower, count=1)
        chapters += f'<section class="lookup">{sheet}</section>'
    return (
        f'<section class="cover"><h1>{html.escape(pages.title)}</h1>{opening}</section>\n'
        f'<nav class="contents"><h2 class="plain">{html.escape(label("press.contents"))}</h2>{contents(chapters)}</nav>\n'
        f"<main>{chapters}</main>"
    )


def filled(chapters: str) -> str:
    """Chapters without headings that have nothing below them: what stands there is folded away, as it goes with an option."""

    def kept(found: re.Match[str]) -> str:
        return found[0] if found[2] is not None and found[2] > found[1] else ""

    fewer = BARE.sub(kept, chapters)
    return fewer if fewer == chapters else filled(fewer)


def contents(chapters: str) -> str:
    """The chapters and their sections, each a link: the style sheet writes the number of its page behind it."""
    out = []
    for level, place, title in HEADING.findall(chapters):
        said = re.sub(r"<[^>]*>", "", title).strip()
        if level == "2" or not place.startswith(("card-", "odds-", "sheet-")):
            out.append(f'<li class="level{level}"><a href="#{place}">{said}</a></li>')
    return f"<ol>{''.join(out)}</ol>"
