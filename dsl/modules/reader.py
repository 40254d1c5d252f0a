"""Files read and parsed; those that were parsed before, as they are, are taken from the disk (:mod:`arbitre.dsl.cache`)."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from pickle import PickleError

from arbitre.dsl import tree as t
from arbitre.dsl.cache import folder
from arbitre.dsl.cache.frozen import frozen, thawed
from arbitre.dsl.cache.remembered import WORTH, name_of, this_program
from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.source.chunks import read

Known = dict[tuple[str, str], bytes]  # by how a file is shown and what its text is: its tree and its messages


class Shelf:
    """The trees of files that were read before, folder by folder.  Of one that was edited only that file is parsed again."""

    def __init__(self) -> None:
        self.known: dict[Path, Known] = {}
        self.fresh: dict[Path, Known] = {}
        self.took = 0.0  # seconds for what was not there

    def parse(self, path: Path, messages: Messages, shown: str) -> t.File | None:
        """The tree of a file; None, with a message, if it cannot be read at all."""
        text = read(path, messages, shown)
        if text is None:
            return None
        place = path.parent.absolute()
        key = (shown, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())
        held = self.fresh.get(place, {}).get(key) or self.of(place).get(key)
        if held is not None:
            try:
                file, told = thawed(held)
            except Exception:  # whatever a damaged or foreign file may bring about
                pass
            else:
                messages.take(told)
                return t.File(file.path, text, file.decls, file.lost)
        began = time.perf_counter()
        file, told = parsed(text, shown)
        self.took += time.perf_counter() - began
        self.keep(place, key, file, told)
        messages.take(told)
        return file

    def of(self, place: Path) -> Known:
        """What is known of the files of a folder."""
        if place not in self.known:
            self.known[place] = _read(place)
        return self.known[place]

    def keep(self, place: Path, key: tuple[str, str], file: t.File, told: list[Message]) -> None:
        if folder.folder() is None:
            return
        try:
            self.fresh.setdefault(place, {})[key] = frozen((t.File(file.path, "", file.decls, file.lost), told))
        except (PickleError, RecursionError, TypeError):
            return

    def put_back(self) -> None:
        """Writes down what was parsed, if that took long enough; what the files no longer say is thrown away."""
        if self.took < WORTH:
            return
        for place, fresh in self.fresh.items():
            edited = {shown for shown, _ in fresh}
            there = _names(place)
            kept = {key: held for key, held in self.known[place].items() if key[0] not in edited and Path(key[0]).name in there}
            folder.write(name_of("trees", str(place)), frozen((this_program(), {**kept, **fresh})))


def parsed(text: str, shown: str) -> tuple[t.File, list[Message]]:
    """The tree of a text, and what is wrong with it."""
    from arbitre.dsl.parse.parser import parse_text  # the parser takes a while to come, and is seldom needed

    messages = Messages()
    return parse_text(text, shown, messages), messages.items


def _read(place: Path) -> Known:
    data = folder.read(name_of("trees", str(place)))
    if data is None:
        return {}
    try:
        program, found = thawed(data)
    except Exception:  # whatever a damaged or foreign file may bring about
        return {}
    return dict(found) if program == this_program() else {}


def _names(place: Path) -> set[str]:
    try:
        return {path.name for path in place.iterdir()}
    except OSError:
        return set()
