"""Pages that were made before, taken from the disk while nothing they were made of has changed (:mod:`arbitre.dsl.cache`).

They are made of the files of their rulebook, of those it builds on, of its extensions, and of this program: every look at a file is noted
as they are made, and of this program every file counts.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arbitre.documents.site.generate import Pages
from arbitre.documents.site.site import Ready, Site, made_ready, pages_of
from arbitre.dsl.cache.remembered import remembered

ABOVE = Path(__file__).resolve().parents[3]
OURS = ("arbitre", "interpreter")  # the rest is asked after by the cache itself
OTHERS = ("Markdown", "Pygments", "nh3")


def kept_pages(name: str, languages: list[str], extensions: bool = True, ready: bool = False) -> Site:
    """The same as :func:`pages_of`, and as true: what was made before is only taken while it would be made again as it is.

    Pages and their HTML are kept apart: whoever wants the one does not read the other.
    """
    asked = (str(name), list(languages), extensions)
    made = as_site(remembered("pages", asked, lambda: as_data(pages_of(name, languages, extensions)), of=this_writer()))
    if ready:
        made.ready = remembered("html", asked, lambda: as_ready(made_ready(kept_pages(name, languages, extensions))), of=this_writer())
    return made


def as_data(site: Site) -> dict[str, Any]:
    """A site as plain data, which can be written down."""
    out: dict[str, Any] = {part.name: getattr(site, part.name) for part in fields(site)}
    out["missing"] = [(str(place), str(text)) for place, text in site.missing]
    out["made"] = {key: {part.name: getattr(pages, part.name) for part in fields(pages)} for key, pages in site.made.items()}
    out["ready"] = as_ready(site.ready)
    return out


def as_ready(ready: Ready) -> Ready:
    return {path: (str(text), plain(tokens)) for path, (text, tokens) in ready.items()}


def as_site(data: dict[str, Any]) -> Site:
    """The site of such data."""
    return Site(**{**data, "made": {key: Pages(**pages) for key, pages in data["made"].items()}})


def plain(tokens: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Headings with nothing in them but words and numbers: those of the library that makes them are of its own kinds."""
    return [{k: plain(v) if k == "children" else str(v) if isinstance(v, str) else v for k, v in token.items()} for token in tokens]


@cache
def this_writer() -> str:
    """A fingerprint of all that writes pages."""
    digest = hashlib.sha256()
    for part in OURS:
        for path in sorted((ABOVE / part).rglob("*")):
            if path.is_file() and path.suffix not in (".pyc", ".pyo"):
                digest.update(path.relative_to(ABOVE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for name in OTHERS:
        digest.update(version(name).encode())
    return digest.hexdigest()
