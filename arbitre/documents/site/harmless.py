"""Pages in which nothing is obeyed but what this program writes: texts of rulebooks are texts, whoever wrote them.

Every page goes through here twice: as Markdown, when it is whole, where only the tags and attributes stay that pages are made of, links
lead to places of the site, attribute lists name places, and all else is shown as it was written; and as HTML, when it was made of that.
What an attribute may say is decided by one library alone, ``nh3``, which reads HTML and styles as browsers do.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import nh3

TAGS = frozenset(
    """a abbr article aside b blockquote br button caption circle code col colgroup dd defs desc details div dl dt ellipse em fieldset
    figcaption figure form g h1 h2 h3 h4 h5 h6 header hr i img input kbd label legend li line marker nav ol optgroup option output p
    path pattern polygon polyline pre rect s section select small span strong sub summary sup svg table tbody td text tfoot th thead
    title tr tspan u ul""".split()  # noqa: SIM905
)
ATTRIBUTES = frozenset(
    """alt checked class colspan cx cy d disabled dx dy fill fill-opacity for font-size font-weight headers height hidden href id lang
    markdown max min name open opacity points r role rowspan rx ry scope selected src start step stroke stroke-dasharray stroke-linecap
    stroke-linejoin stroke-opacity stroke-width style tabindex text-anchor title transform type value viewBox width x x1 x2 xmlns y y1
    y2""".split()  # noqa: SIM905
)
PREFIXES = frozenset(("aria-", "data-"))
STYLES = frozenset(("text-align", "width", "min-width", "max-width"))
_PLAIN = re.compile(r"(?:[a-z-]+: ?(?:[\w.%]+|min\([\w.%, ]+\));? ?)*")  # styles that name nothing else
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")  # signs no page has a use for
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_WHOLE = re.compile(r"""</?([A-Za-z][\w-]*)((?:\s+[\w:-]+(?:=(?:"[^"<>]*"|'[^'<>]*'|[\w.%#-]+))?)*)\s*/?>""")
_LIST = re.compile(r"\{ (?:#[\w.-]+|\.[\w-]+|(style=\"[\w-]+:[\w.,()# %-]*\"))(?: \.[\w-]+)* \}")
_LED = re.compile(r"\]\(([^)]*)\)")
_DEFINED = re.compile(r"(?m)^([ >*+-]*)\[([^\]\n]+)\]:")
_ELSEWHERE = re.compile(r"^\W*[\w+.-]*:|^[/\\]|^\s|[\x00-\x1f]|&", re.ASCII)


def neutral(text: str) -> str:
    """The Markdown page, or the name of one, with nothing in it that a browser would obey beyond what pages are made of."""
    text = legible(text)
    text = _TAG.sub(lambda found: "<" if _allowed(text, found.start()) else "&lt;", text)
    text = _LED.sub(lambda found: found[0] if inside(found[1]) else f"]\\({found[1]})", text)
    text = _DEFINED.sub(r"\1\\[\2\\]:", text)
    return re.sub(r"\{", lambda found: "{" if _listed(found.string, found.start()) else "&#123;", text) if "{" in text else text


def sanitised(html: str) -> str:
    """The page in HTML as a browser reads it, without the tags and attributes that pages are not made of (by ``nh3``)."""
    return str(_cleaner().clean(html))


def legible(text: str) -> str:
    """The text, or the picture, with a sign instead of those that no page has a use for."""
    return _OBEYED.sub("\ufffd", text)


def inside(target: str) -> bool:
    """Does a link lead to a place of the site: to a page, a file or a heading, by a way that names no scheme and no other host?"""
    return not _ELSEWHERE.search(target.split(" ")[0])


def _allowed(text: str, start: int) -> bool:
    found = _WHOLE.match(text, start)
    return found is not None and found[1].lower() in TAGS and _harmless(found[2].strip())


def _listed(text: str, start: int) -> bool:
    found = _LIST.match(text, start)
    return found is not None and _harmless(found[1] or "")


@lru_cache(1 << 14)
def _harmless(attributes: str) -> bool:
    """Is every one of these attributes kept, as it is?"""
    tag = f"<b {attributes}>"
    return not attributes or _read(_cleaner().clean(tag)) == _read(tag)


def _read(tag: str) -> dict[str, str]:
    reader = _Reader()
    reader.feed(tag)
    return reader.found


class _Reader(HTMLParser):
    """The attributes of a tag, without the spaces that mean nothing in a style."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            said = value or ""
            self.found[name] = re.sub(r"\s+|;$", "", said) if name == "style" else said


@cache
def _cleaner() -> nh3.Cleaner:
    import nh3  # only those who write pages need it

    attributes = {"*": {*ATTRIBUTES, "viewbox"}}
    return nh3.Cleaner(
        tags=set(TAGS),
        attributes=attributes,
        generic_attribute_prefixes=set(PREFIXES),
        filter_style_properties=set(STYLES),
        attribute_filter=lambda tag, name, value: value if name != "style" or _PLAIN.fullmatch(value) else None,
        url_schemes=set(),  # what leads anywhere else than into the site
        url_relative=lambda url: url if inside(url) else None,
        link_rel=None,
    )
