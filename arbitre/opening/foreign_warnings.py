"""Warnings of files that are none of their author's: whoever writes a variant can do nothing about them, unless he caused them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.cache.remembered import remembered
from arbitre.dsl.diagnostics.codes import WARNING
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint.own import is_own_file, located
from arbitre.dsl.modules.library import LIBRARY
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.opening.books import all_findings


def findings(rulebook: Rulebook, options: dict[str, str] | None = None) -> list[Message]:
    """Everything that is wrong with a rulebook loaded with its scenarios, but for what the library's own files are warned of."""

    def find() -> list[Message]:
        return of_its_author(all_findings(rulebook, options), rulebook)

    asked = (rulebook.game.place.file, sorted(rulebook.added), sorted((options or {}).items()), bool(rulebook.proving), str(LIBRARY))
    return remembered("findings", asked, find, of=rulebook.contents)


def of_its_author(found: list[Message], rulebook: Rulebook) -> list[Message]:
    """Without the warnings that the library's files give by themselves, when something else stands on them."""
    foreign = [message for message in found if is_foreign(message, rulebook)]
    base = beneath(rulebook) if foreign else None
    if base is None:
        return found
    theirs = {key(message) for message in all_findings(base)}
    return [message for message in found if not (is_foreign(message, rulebook) and key(message) in theirs)]


def is_foreign(message: Message, rulebook: Rulebook) -> bool:
    """A warning all of whose places lie in files of the library that are not what is checked."""
    files = {place.file for place in (message.place, *(place for place, _ in message.related)) if place.line}
    return message.severity == WARNING and all(in_library(file) and not is_own_file(file, rulebook) for file in files)


def in_library(shown: str) -> bool:
    return LIBRARY in located(shown).parents


def beneath(rulebook: Rulebook) -> Rulebook | None:
    """What a rulebook stands on: the game without the extensions asked for, or the game that the game extends."""
    if rulebook.added:
        return load(located(rulebook.game.place.file))
    if rulebook.game.extends is None:
        return None
    name = str(rulebook.game.extends)
    games = (decl for file in rulebook.files for decl in file.decls if isinstance(decl, t.Game))
    found = next((game for game in games if str(game.name) == name), None)
    return load(located(found.place.file)) if found is not None else None


def key(message: Message) -> tuple[Any, ...]:
    """The same fault of the same place, however the path is shown."""
    return (located(message.place.file) if message.place.file else Path(), message.place.line, message.code, message.text)
