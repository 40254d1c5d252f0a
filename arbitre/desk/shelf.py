"""Files as they stand in an editor: what is open is read there, everything else from the disk; only what was edited is parsed again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from pickle import PickleError

from arbitre.dsl import tree as t
from arbitre.dsl.cache.frozen import frozen, thawed
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.modules.reader import Shelf
from arbitre.dsl.parse.parser import parse_chunk, parse_text
from arbitre.dsl.source.chunks import Chunk, normalise

Kept = dict[tuple[str, int], bytes]  # by a declaration's text and first line: its tree, and what is wrong with it


@dataclass(slots=True)
class Drawer:
    """What is kept of one open file: its text, and its declarations as they were parsed."""

    text: str
    kept: Kept = field(default_factory=dict)


class OpenShelf(Shelf):
    """``texts``: what is open, by its real path."""

    def __init__(self) -> None:
        super().__init__()
        self.drawers: dict[Path, Drawer] = {}

    def open(self, path: Path, text: str) -> None:
        """A file is open with this text."""
        real = path.resolve()
        kept = self.drawers[real].kept if real in self.drawers else {}
        self.drawers[real] = Drawer(normalise(text), kept)

    def close(self, path: Path) -> None:
        """A file is as it is on the disk."""
        self.drawers.pop(path.resolve(), None)

    def parse(self, path: Path, messages: Messages, shown: str) -> t.File | None:
        drawer = self.drawers.get(path.resolve())
        if drawer is None:
            return super().parse(path, messages, shown)
        used: Kept = {}
        file = parse_text(drawer.text, shown, messages, lambda chunk, name, told: _remembered(drawer.kept, used, chunk, name, told))
        drawer.kept = used
        return file


def _remembered(kept: Kept, used: Kept, chunk: Chunk, shown: str, messages: Messages) -> t.Decl | None:
    """The tree of a declaration: made anew where it is not just as it was, and never one that others may have changed."""
    key = (f"{shown}\0{chunk.text}", chunk.line)
    held = kept.get(key) or used.get(key)
    if held is not None:
        used[key] = held
        decl, told = thawed(held)
        messages.take(told)
        return decl  # type: ignore[no-any-return]
    own = Messages(Gaps())
    decl = parse_chunk(chunk, shown, own)
    told_now: list[Message] = own.items
    messages.take(told_now)
    try:
        used[key] = frozen((decl, told_now))
    except (PickleError, RecursionError, TypeError):
        used.pop(key, None)
    return decl
