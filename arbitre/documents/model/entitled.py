"""Titles by the names they are given to, wherever in a rulebook that is: fields, steps, marks of a map, questions."""

from __future__ import annotations

import re
from typing import Any

from arbitre.documents.model.nodes import walk
from arbitre.dsl.core import Text

ASKED = re.compile(r"^\{\w+\} ?: ")  # who is asked stands before what he is asked


def entitled(book: Any, name: str) -> Text | None:
    """The first title of something of that name; None where nothing has one, or one that tells values."""
    known: dict[str, Text] = book._cache.setdefault("entitled", {})
    if not known:
        for node in walk(book.decls):
            title, called = getattr(node, "title", None), getattr(node, "named", None) or getattr(node, "name", None)
            if title is not None and called is not None:
                said = Text(tuple((code, ASKED.sub("", text).removesuffix("?").rstrip()) for code, text in title.said), title.traits)
                if not any("{" in text for _, text in said.said):
                    known.setdefault(str(called), said)
    return known.get(name)
