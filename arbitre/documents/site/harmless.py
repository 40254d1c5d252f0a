"""Pages in which nothing is obeyed but what this program writes: texts of rulebooks are texts, whoever wrote them.

Every page goes through here once, when it is whole.  Of HTML only the tags and attributes stay that pages are made of, links lead to
places of the site, and attribute lists name places.  All else is shown as it was written.
"""

from __future__ import annotations

import re

TAGS = frozenset(
    """a abbr article aside b blockquote br button caption circle code col colgroup dd defs desc details div dl dt ellipse em fieldset
    figcaption figure form g h1 h2 h3 h4 h5 h6 header hr i img input kbd label legend li line marker nav ol optgroup option output p
    path pattern polygon polyline pre rect s section select small span strong sub summary sup svg table tbody td text tfoot th thead
    title tr tspan u ul""".split()  # noqa: SIM905
)
LEADING = frozenset(("href", "src"))  # attributes that lead somewhere
FORBIDDEN = frozenset(
    ("action", "formaction", "srcdoc", "srcset", "poster", "data", "content", "http-equiv", "xlink:href", "ping", "target")
)
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")  # signs no page has a use for
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_WHOLE = re.compile(r"""</?([A-Za-z][\w-]*)((?:\s+[\w:-]+(?:=(?:"[^"<>]*"|'[^'<>]*'|[\w.%#-]+))?)*)\s*/?>""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|([\w.%#-]+)))?""")
_LIST = re.compile(r"\{ (?:#[\w.-]+|\.[\w-]+|style=\"[\w-]+:[\w.,()# %-]*\")(?: \.[\w-]+)* \}")
_LED = re.compile(r"\]\(([^)]*)\)")
_DEFINED = re.compile(r"(?m)^([ >*+-]*)\[([^\]\n]+)\]:")
_ELSEWHERE = re.compile(r"^\W*[\w+.-]*:|^[/\\]|^\s|[\x00-\x1f]|&", re.ASCII)


def neutral(text: str) -> str:
    """The page, or the name of one, with nothing in it that a browser would obey beyond what pages are made of."""
    text = legible(text)
    text = _TAG.sub(lambda found: "<" if _allowed(text, found.start()) else "&lt;", text)
    text = _LED.sub(lambda found: found[0] if inside(found[1]) else f"]\\({found[1]})", text)
    text = _DEFINED.sub(r"\1\\[\2\\]:", text)
    return re.sub(r"\{", lambda found: "{" if _LIST.match(found.string, found.start()) else "&#123;", text) if "{" in text else text


def legible(text: str) -> str:
    """The text, or the picture, with a sign instead of those that no page has a use for."""
    return _OBEYED.sub("\ufffd", text)


def inside(target: str) -> bool:
    """Does a link lead to a place of the site: to a page, a file or a heading, by a way that names no scheme and no other host?"""
    return not _ELSEWHERE.search(target.split(" ")[0])


def _allowed(text: str, start: int) -> bool:
    found = _WHOLE.match(text, start)
    if found is None or found[1].lower() not in TAGS:
        return False
    for name, *values in _ATTRIBUTE.findall(found[2]):
        value, name = next((v for v in values if v), ""), name.lower()
        if name.startswith("on") or name in FORBIDDEN or (name in LEADING and not inside(value)):
            return False
        if name == "style" and re.search(r"url|expression|import|behaviou?r|\\\\|/\*", value, re.IGNORECASE):
            return False
    return True
