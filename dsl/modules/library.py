"""Where rulebooks lie: the library that comes with the program, and files by their paths."""

from __future__ import annotations

import re
from pathlib import Path

from arbitre.dsl.cache.looks import content, is_file, is_folder, rules_in
from arbitre.dsl.diagnostics.errors import NotFound
from arbitre.dsl.diagnostics.said import phrase

_HEAD = re.compile(r"(?:\s|#[^\n]*\n)*game [^\n]*\n(?:[ \t][^\n]*\n|\n)*")
LIBRARY = Path(__file__).resolve().parent.parent.parent / "rulebooks"


def names() -> list[str]:
    """The games that come with the library."""
    if not LIBRARY.is_dir():
        return []
    folders = [*LIBRARY.iterdir(), *(game for folder in collections() for game in folder.iterdir())]
    return sorted(f.name for f in folders if (f / f"{f.name}.rules").is_file())


def lying_here() -> list[str]:
    """What in the folder one works in can be opened by its name: folders with rules in them, and files of rules."""
    try:
        here = sorted(Path.cwd().iterdir())
        return [one.name for one in here if one.suffix == ".rules" or (one.is_dir() and any(one.glob("*.rules")))]
    except OSError:
        return []


def collections() -> list[Path]:
    """The folders of the library that hold several games, each in its own."""
    return sorted(f for f in LIBRARY.iterdir() if f.is_dir() and not (f / f"{f.name}.rules").is_file())


def folder_of(name: str) -> Path:
    """Where a game of the library lies, or would lie: in a folder of its own, there or in one of several games."""
    own = LIBRARY / name
    if is_file(own / f"{name}.rules") or not LIBRARY.is_dir():
        return own
    found = next((folder / name for folder in collections() if is_file(folder / name / f"{name}.rules")), None)
    if found is None and (now := formerly_called(name)):
        found = folder_of(now)
    return found or own


def game_file(name: str) -> Path:
    """The file that declares a game of the library, by the name the game has or had."""
    folder = folder_of(name)
    return folder / f"{folder.name}.rules"


def formerly_called(name: str) -> str:
    """The game of the library that had this name before, which its head says; "" if none had."""
    return next((game for game in names() if was_called(folder_of(game) / f"{game}.rules", name)), "")


def was_called(main: Path, name: str) -> bool:
    """Does the head of a game's file say that the game had this name before?"""
    head = _HEAD.match((content(main) or b"").decode("utf-8", "replace"))
    said = re.search(r"^ +formerly +([\w, ]+?) *$", head[0], re.MULTILINE) if head is not None else None
    return said is not None and name in re.split(r" *, *", said[1])


def passed_over(name: str) -> bool:
    """Is it a game of the library, although a folder is called so here?  One that holds no rules of its own hides no game."""
    path = Path(name)
    return path.name == name and is_folder(path) and not rules_in(path) and is_file(game_file(name))


def main_file(folder: Path) -> Path:
    """The file of a folder that declares the game."""
    named = folder / f"{folder.name}.rules"
    if is_file(named):
        return named
    found = rules_in(folder)
    if not found:
        raise NotFound(phrase("the folder ‘{0}’ contains no .rules file", folder))
    for file in found:
        if _HEAD.match((content(file) or b"").decode("utf-8", "replace")):
            return file
    return found[0]


def shown_path(path: Path) -> str:
    """Paths are shown as they are below the library, else as given."""
    try:
        return str(path.resolve().relative_to(LIBRARY.parent))
    except ValueError:
        return str(path)
