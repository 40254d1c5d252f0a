"""Files read and parsed; those that were parsed before, as they are, are taken from the disk (:mod:`arbitre.dsl.cache`)."""

from __future__ import annotations

import hashlib
import time
from functools import partial
from pathlib import Path
from pickle import PickleError

from arbitre.dsl import tree as t
from arbitre.dsl.cache import folder
from arbitre.dsl.cache.frozen import frozen, thawed
from arbitre.dsl.cache.remembered import WORTH, Interruption, name_of, this_program
from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.source.chunks import Chunk, read

Known = dict[tuple[str, str], bytes]  # by how a file is shown and what its text is: its tree, its messages and digests
Digests = list[tuple[str, int]]  # of each declaration of a file without faults, a digest of its text and its first line


class Shelf:
    """The trees of files that were read before, folder by folder.  Of an edited file only the edited declarations are parsed again."""

    def __init__(self) -> None:
        self.known: dict[Path, Known] = {}
        self.fresh: dict[Path, Known] = {}
        self.took = 0.0  # seconds for what was not there

    def parse(self, path: Path, messages: Messages, shown: str) -> t.File | None:
        """The tree of a file; None, with a message, if it cannot be read at all."""
        text = read(path, messages, shown, guessing=True)
        if text is None:
            return None
        place = path.parent.absolute()
        key = (shown, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())
        held = self.fresh.get(place, {}).get(key) or self.of(place).get(key)
        if held is not None:
            try:
                file, told, _ = thawed(held)
            except Interruption:
                raise
            except Exception:  # whatever a damaged or foreign file may bring about
                pass
            else:
                messages.take(told)
                return t.File(file.path, text, file.decls, file.lost)
        began = time.perf_counter()
        before = next((held for (name, _), held in self.of(place).items() if name == shown), None)
        file, told, digests = parsed(text, shown, before)
        self.took += time.perf_counter() - began
        self.keep(place, key, (t.File(file.path, "", file.decls, file.lost), told, digests))
        messages.take(told)
        return file

    def of(self, place: Path) -> Known:
        """What is known of the files of a folder."""
        if place not in self.known:
            self.known[place] = _read(place)
        return self.known[place]

    def keep(self, place: Path, key: tuple[str, str], made: tuple[t.File, list[Message], Digests]) -> None:
        if folder.folder() is None:
            return
        try:
            self.fresh.setdefault(place, {})[key] = frozen(made)
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


class _Before:
    """The declarations of a file as it was before it was edited."""

    def __init__(self, held: bytes | None) -> None:
        """``held``: what is known of that file."""
        self.held = held
        self.trees: dict[int, list[t.Decl]] = {}  # by how many lines they moved
        self.digests: dict[str, tuple[int, int]] = {}  # by a digest of a declaration's text, its number and its first line
        if held is not None:
            try:
                file, _, digests = thawed(held)
            except Interruption:
                raise
            except Exception:  # whatever a damaged or foreign file may bring about
                return
            self.trees[0] = file.decls
            self.digests = {digest: (number, line) for number, (digest, line) in enumerate(digests)}

    def find(self, chunk: Chunk, digest: str) -> t.Decl | None:
        """The tree of a declaration that is as it was, wherever it stands now; each is given once."""
        if digest not in self.digests or self.held is None:
            return None
        number, line = self.digests.pop(digest)
        moved = chunk.line - line
        if moved not in self.trees:
            self.trees[moved] = thawed(self.held, {Place: partial(_moved, moved)})[0].decls
        return self.trees[moved][number]


def _moved(lines: int, file: str, line: int, column: int, end_line: int = 0, end_column: int = 0) -> Place:
    """A place so many lines further down; 0 is no line."""
    return Place(file, line and line + lines, column, end_line and end_line + lines, end_column)


def parsed(text: str, shown: str, before: bytes | None = None) -> tuple[t.File, list[Message], Digests]:
    """The tree of a text, what is wrong with it, and where its declarations begin.  ``before``: what is known of the file as it was."""
    from arbitre.dsl.parse.parser import parse_chunk, parse_text  # the parser takes a while to come, and is seldom needed

    messages, known, digests = Messages(), _Before(before), Digests()

    def parse(chunk: Chunk, shown: str, told: Messages) -> t.Decl | None:
        digest = hashlib.sha256(chunk.text.encode("utf-8", "surrogatepass")).hexdigest()
        digests.append((digest, chunk.line))
        found = known.find(chunk, digest)
        return parse_chunk(chunk, shown, told) if found is None else found

    file = parse_text(text, shown, messages, parse)
    return file, messages.items, digests if len(digests) == len(file.decls) and not messages.items else []


def _read(place: Path) -> Known:
    data = folder.read(name_of("trees", str(place)))
    if data is None:
        return {}
    try:
        program, found = thawed(data)
    except Interruption:
        raise
    except Exception:  # whatever a damaged or foreign file may bring about
        return {}
    return dict(found) if program == this_program() else {}


def _names(place: Path) -> set[str]:
    try:
        return {path.name for path in place.iterdir()}
    except OSError:
        return set()
