"""Markdown of the pages as HTML for paper: nothing that is pressed or folded, clause numbers and links away, pictures named."""

from __future__ import annotations

import html
import re

from arbitre.documents.site.harmless import sanitised
from arbitre.documents.site.site import FRONT

SCREEN = re.compile(
    r'<small class="clause">.*?</small>|<form.*?</form>|<nav class="ways".*?</nav>|<p class="play-on".*?</p>|<summary>.*?</summary>'
    r'|<br>\s*<small class="ruling">.*?</small>(?=\s*(?:</li>|\n|$))',
    re.S,
)
LED = re.compile(r'<a\b(?! id=)[^>]*\bhref="(?!#)[^"]*"[^>]*>(.*?)</a>', re.S)
MORE = re.compile(r'<span class="more".*?</span></span>', re.S)
# Told step by step, or folded away: on paper the pictures tell it.  A line in bold print that leads to nothing else goes, too.
DETAILS = re.compile(
    r"(?:^\*\*[^*\n]+\*\*\n\n(?=<details(?: markdown)?>(?:(?!</details>).)*</details>\s*(?:#|-|\d|\*\*|[A-ZÀ-Ý]|</|<section|\Z)))?"
    r"<details(?: markdown)?>(?:(?!</details>).)*</details>",
    re.S | re.M,
)
ENDS = re.compile(r"\s+(?=</(?:p|li|d[dt]|t[dh]|h\d|figcaption)>)")  # a space that ends a paragraph has lines broken amiss


def body_of(text: str) -> str:
    """A page in HTML, safe as every page is."""
    from markdown import Markdown

    maker = Markdown(extensions=["tables", "attr_list", "md_in_html", "admonition"])
    made = sanitised(maker.convert(DETAILS.sub("<div></div>", FRONT.sub("", text))))
    made = SCREEN.sub("", MORE.sub("", made))
    for nothing in ('<small class="ruling"></small>', "<div></div>"):
        made = made.replace(nothing, "")
    return ENDS.sub("", LED.sub(r"\1", made))


def document(title: str, lang: str, sort: str, body: str) -> str:
    """The whole document; ``sort``: the class of its body, ``booklet`` or ``cards``."""
    head = f'<head><meta charset="utf-8"><title>{html.escape(title)}</title></head>'
    return f'<!doctype html><html lang="{lang}">{head}<body class="{sort}">{body}</body></html>'
