"""What ``arbitre new package`` writes: a folder that checks clean, with a role of the game to begin from."""

from __future__ import annotations

from pathlib import Path

from arbitre.making.making import Made, new, titled
from arbitre.opening.books import open_book, refused
from arbitre.packages.games import version_of_game
from arbitre.packages.manifest import MANIFEST, NAME

LICENCE = """# Licence

This package is under CC0 1.0 Universal: its authors give up all rights in it, as far as the law lets them.
The whole text: https://creativecommons.org/publicdomain/zero/1.0/legalcode
"""


def package(name: str, game: str, kind: str, folder: Path) -> list[Made]:
    """The files of a new package ``author/name`` for a game, below a folder.

    Raises:
        Refused: the name is none of a package, the game is not there, or the folder of the package is there already.
    """
    if not NAME.match(name):
        raise refused("package.name", file=MANIFEST, name=name)
    if not game:
        raise refused("package.of_what")
    author, _, own = name.partition("/")
    home = folder / own
    if home.exists():
        raise refused("new.there", path=home)
    role = new("role", own.replace("-", "_"), game, kind, folder=folder)
    version = version_of_game(game)
    verified = f'verified = ">={version.major}.{version.minor},<{version.major}.{version.minor + 1}"\n' if version is not None else ""
    title = titled(own.replace("-", "_"))
    manifest = (
        f'[package]\nname = "{name}"\nversion = "0.1.0"\ngame = "{open_book(game, quiet=True).name}"\n{verified}'
        f'title = {{ en = "{title}", fr = "{title}" }}\nlicence = "CC0-1.0"\nauthors = ["{author}"]\n'
    )
    return [Made(home / MANIFEST, manifest), Made(home / "LICENSE.md", LICENCE), Made(home / role.path, role.text)]
