"""Opening a rulebook to write about it, alone or with extensions."""

from __future__ import annotations

from pathlib import Path

from arbitre.documents.model.book import Book
from arbitre.dsl.cache.looks import is_file, is_folder, rules_below
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.assembly import machine_of
from arbitre.opening.books import bind_book, open_book, refused
from arbitre.words.phrases import rendered


def open_table(name: str, extensions: tuple[str, ...], options: dict[str, str]) -> Book:
    """The game as one table plays it: with these extensions as if they were part of it, with these options.

    Raises:
        Refused: there is no such rulebook or option, or it has errors.
    """
    rulebook = open_book(name, extensions, scenarios=True)
    bound = bind_book(rulebook, options)
    if bound.messages.errors:
        raise refused("cannot.has_errors", shown=rendered(bound.messages.errors[:5], rulebook.sources))
    return Book(rulebook, bound, machine_of(bound.program), rulebook.name, options=dict(options))


def open_documents(name: str, extensions: tuple[str, ...] = (), slug: str = "", plain: Rulebook | None = None) -> Book:
    """A rulebook of the library, or at a path, ready to be written about.  ``plain``: the same without the extensions, if it is
    known already; the scenarios of that one prove it alone.

    Raises:
        Refused: there is no such rulebook, or it has errors.
    """
    rulebook = open_book(name, extensions, scenarios=not extensions)
    bound = bind_book(rulebook)
    if bound.messages.errors:
        raise refused("cannot.has_errors", shown=rendered(bound.messages.errors[:5], rulebook.sources))
    base, own = None, frozenset[str]()
    if extensions:
        base = plain or open_book(name, ())
        own = frozenset(f.path for f in rulebook.files) - frozenset(f.path for f in base.files)
    elif rulebook.game.extends is not None:
        base = open_book(base_of(rulebook), ())
        own = frozenset(f.path for f in rulebook.files) - frozenset(f.path for f in base.files)
    elif is_file(Path(name)):
        main = rulebook.game.place.file
        mine = [f for f in rulebook.files if Path(f.path).name == Path(name).name and f.path != main]
        if mine:
            base = open_book(str(rulebook.folder), ())
            own = frozenset(f.path for f in mine)
    stem = Path(extensions[0]).stem if extensions else Path(name).stem if is_file(Path(name)) else ""
    return Book(
        rulebook, bound, machine_of(bound.program), slug or (f"{rulebook.name}-{stem}" if own and stem else rulebook.name), base, own
    )


def base_of(rulebook: Rulebook) -> str:
    """The name or the path of the game this one extends."""
    assert rulebook.game.extends is not None
    name = str(rulebook.game.extends)
    for folder in (rulebook.folder, *rulebook.folder.resolve().parents):
        for candidate in (folder / f"{name}.rules", folder / name / f"{name}.rules"):
            if is_file(candidate):
                return str(candidate)
    return name


def extension_files(rulebook: Rulebook) -> list[Path]:
    """The extensions that lie in the folder of a game."""
    return rules_below(rulebook.folder / "extensions") if is_folder(rulebook.folder / "extensions") else []
