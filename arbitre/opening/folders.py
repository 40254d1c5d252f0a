"""What a folder holds for ‘check’ and ‘test’: each game in it with its files, and each extension on its own with its game."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl.cache.careful import content_of
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.source.chunks import MAX_BYTES
from arbitre.opening.books import open_book, refused

_HEAD = re.compile(r"(game|extends)\s+(\w+)")


@dataclass(frozen=True, slots=True)
class Book:
    """Something to be read by itself.  ``own``: the one file whose scenarios count, where others only stand beside it; ``part``: that
    file is one of the game's own files of scenarios, as it is shown, and only what is in it is told.
    """

    path: str
    own: Path | None
    rulebook: Rulebook
    part: str = ""

    @property
    def name(self) -> str:
        """How it is called where several are told of: a game by its name, an extension by its file."""
        return self.rulebook.name if self.own is None else self.path


def books(path: str, extensions: tuple[str, ...] = ()) -> Iterator[Book]:
    """The rulebook of a name or a file; of a folder, every game and every extension in it, one after another."""
    folder = Path(path)
    files = sorted(folder.rglob("*.rules")) if folder.is_dir() else []
    if not files:
        yield single(path, extensions)
        return
    heads = {file: head_of(file) for file in files}
    # The file that is called as its folder is that of a game even where its first line has a fault.
    games = [file for file, head in heads.items() if head.startswith("game ") or (not head and file.stem == file.parent.resolve().name)]
    if extensions:
        yield with_extensions(path, games, extensions)
        return
    read: set[Path] = set()
    for file in games:
        rulebook = open_book(str(file), scenarios=True)
        read |= {located(one.path) for one in rulebook.files} | {file.resolve()}
        yield Book(str(file), None, rulebook)
    for file in files:
        if file.resolve() not in read:
            yield Book(str(file), file, open_book(str(file), scenarios=True))


def single(path: str, extensions: tuple[str, ...]) -> Book:
    home = home_of(Path(path))
    if home is not None:  # its settings and its maps may stand in the files beside it
        rulebook = open_book(str(home), extensions, scenarios=True)
        part = next((one.path for one in rulebook.files if located(one.path) == Path(path).resolve()), path)
        return Book(path, Path(path), rulebook, part)
    rulebook = open_book(path, extensions, scenarios=True)
    file = Path(path)
    aside = file.is_file() and bool(rulebook.files) and file.name != f"{rulebook.name}.rules"
    return Book(path, file if aside else None, rulebook)


def home_of(file: Path) -> Path | None:
    """The main file of the game among whose scenarios a file lies."""
    if not file.is_file():
        return None
    for up, folder in enumerate(file.resolve().parents):
        if folder.name == "scenarios":
            way = file.parent.joinpath(*[".."] * (up + 1))  # written as the file itself is
            main = Path(os.path.normpath(way)) / f"{folder.parent.name}.rules"
            return main if main.is_file() and head_of(main).startswith("game ") else None
    return None


def with_extensions(path: str, games: list[Path], extensions: tuple[str, ...]) -> Book:
    """A folder and what is to be read with it: there must be one game in it to extend."""
    if len(games) > 1:
        names = ", ".join(str(game) for game in games)
        raise refused("cannot.several_games", path=path, names=names)
    return single(str(games[0]) if games else path, extensions)


def head_of(file: Path) -> str:
    """The first line that says something, as far as it can be read; messages tell of what cannot."""
    held = content_of(file, MAX_BYTES) or b""
    for line in held.decode("utf-8", errors="replace").lstrip("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            found = _HEAD.match(line)
            return f"{found[1]} {found[2]}" if found else ""
    return ""
