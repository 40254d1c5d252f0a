"""What a rulebook is called, by the head of its file alone: nothing else of it is read, and no parser is made."""

from __future__ import annotations

import re

from arbitre.dsl.cache.looks import content
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.modules.library import folder_of, main_file
from arbitre.dsl.source.chunks import MAX_BYTES, decode

_HEAD = re.compile(r"^game [^\n]*:[^\n]*\n((?:(?: {4}[^\n]*)?\n)*)", re.M)
_TITLE = re.compile(r'^ {4}title((?:\s+[a-z]{2,3} "[^"\\]*")+)', re.M)
_SAID = re.compile(r'([a-z]+) "([^"]*)"')


def title_of(name: str) -> dict[str, str] | None:
    """The title of a game of the library by language; None where its head says none in the usual form."""
    data = content(main_file(folder_of(name)), MAX_BYTES)
    text = decode(data, name, Messages()) if data is not None else None
    head = _HEAD.search(text) if text is not None else None
    found = _TITLE.search(head[1]) if head is not None else None
    return {code: " ".join(said.split()) for code, said in _SAID.findall(found[1])} if found is not None else None
