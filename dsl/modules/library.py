"""Where rulebooks lie: the library that comes with the program, and files by their paths."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.cache.looks import content, is_file, rules_in
from arbitre.dsl.diagnostics.errors import NotFound
from arbitre.dsl.diagnostics.said import phrase

LIBRARY = Path(__file__).resolve().parent.parent.parent / "rulebooks"


def names() -> list[str]:
    """The games that come with the library."""
    if not LIBRARY.is_dir():
        return []
    folders = [*LIBRARY.iterdir(), *(game for folder in collections() for game in folder.iterdir())]
    return sorted(f.name for f in folders if (f / f"{f.name}.rules").is_file())


def collections() -> list[Path]:
    """The folders of the library that hold several games, each in its own."""
    return sorted(f for f in LIBRARY.iterdir() if f.is_dir() and not (f / f"{f.name}.rules").is_file())


def folder_of(name: str) -> Path:
    """Where a game of the library lies, or would lie: in a folder of its own, there or in one of several games."""
    own = LIBRARY / name
    if is_file(own / f"{name}.rules") or not LIBRARY.is_dir():
        return own
    return next((folder / name for folder in collections() if is_file(folder / name / f"{name}.rules")), own)


def main_file(folder: Path) -> Path:
    """The file of a folder that declares the game."""
    named = folder / f"{folder.name}.rules"
    if is_file(named):
        return named
    found = rules_in(folder)
    if not found:
        raise NotFound(phrase("the folder ‘{0}’ holds no .rules file", folder))
    for file in found:
        if (content(file) or b"").lstrip().startswith(b"game "):
            return file
    return found[0]


def shown_path(path: Path) -> str:
    """Paths are shown as they are below the library, else as given."""
    try:
        return str(path.resolve().relative_to(LIBRARY.parent))
    except ValueError:
        return str(path)
