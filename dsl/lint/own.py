"""What a rulebook's author owns: messages about the files of others are theirs."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl import tree as t
from arbitre.dsl.cache.looks import is_file
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.modules.library import LIBRARY
from arbitre.dsl.modules.rulebook import Rulebook


def located(shown: str) -> Path:
    """A file by the path it is shown by."""
    path = Path(shown)
    return (path if is_file(path) else LIBRARY.parent / shown).resolve()


def is_own_file(shown: str, rulebook: Rulebook) -> bool:
    """Does the file belong to what is checked: the extensions asked for, else the folder of the very game, not of one it extends?"""
    return shown in rulebook.added if rulebook.added else is_of_game(shown, rulebook)


def is_of_game(shown: str, rulebook: Rulebook) -> bool:
    """Does the file belong to the very game?  A folder of its name is the game's; elsewhere only its one file is."""
    main = located(rulebook.game.place.file)
    if main.parent.name in (str(rulebook.game.name), main.stem):
        return main.parent in located(shown).parents
    return located(shown) == main


def is_own(decl: t.Decl, rulebook: Rulebook) -> bool:
    """Does it stand in a file that belongs to what is checked?"""
    return is_own_file(decl.place.file, rulebook)


def concerns(place: Place, rulebook: Rulebook) -> bool:
    """Is what is found there told?  All of a game, with what it extends; of extensions that were asked for, their own files."""
    return bool(place.line) and (not rulebook.added or is_own_file(place.file, rulebook))
