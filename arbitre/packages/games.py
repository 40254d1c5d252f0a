"""The game that a package extends: beside it, among the packages that are installed, or in the library."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from packaging.version import Version

from arbitre.dsl.modules.library import folder_of, names
from arbitre.packages.manifest import MANIFEST, read_manifest
from arbitre.packages.project import Locked, Project


def game_near(game: str, folder: Path) -> str:
    """What ``open_book`` is given for a game: its file in a folder above, in a folder of its name there, or its name in the library."""
    if game not in names():
        for up in (folder.resolve(), *folder.resolve().parents):
            for main in (up / f"{game}.rules", up / game / f"{game}.rules"):
                if main.is_file():
                    return str(main)
    return game


def game_for(project: Project, game: str, locked: Iterable[Locked]) -> str:
    """The same for a project: a package that is itself the game comes first."""
    for one in locked:
        if not one.game:
            for path in one.files:
                if Path(path).name == f"{game}.rules":
                    return str(project.place(one) / path)
    return game_near(game, project.root)


def version_of_game(game: str) -> Version | None:
    """The version of a game of the library, by its own manifest; None where it has none."""
    folder = folder_of(game)
    return read_manifest(folder).version if (folder / MANIFEST).is_file() else None
