"""Rules that a match carries with it: their files with hashes, put down again where they are played with."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.dsl.cache.folder import folder
from arbitre.dsl.diagnostics.errors import BadOption, NotFound
from arbitre.dsl.lower.compiled import Compiled, compiled
from arbitre.dsl.modules.apart import MANIFEST, package_of
from arbitre.dsl.modules.library import LIBRARY, folder_of, names, passed_over
from arbitre.dsl.modules.rulebook import Rulebook, Unread
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.opening.books import Refused, faulty, open_book, refused
from arbitre.opening.faults import remember

Rules = dict[str, Any]


def hash_of(text: str) -> str:
    """SHA-256 of a file's text, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def read_rules(
    name: str, options: Mapping[str, str], extensions: Sequence[str], beside: Path, home: Path | None = None
) -> tuple[Rules, Machine]:
    """The rules of a name or path as a match carries them, and ready to be played.

    ``beside``: the folder from which paths lead; ``home``: that of the match's file, from which they will lead (by default the same).
    An extension of a game of the library may be given by its name alone.

    Raises:
        Refused: there are none, or there are errors in them.
    """
    whole = where(name, beside)
    more = [extension_at(one, name, beside) for one in extensions]
    found = made(whole, options, more)
    main, files, kept = None, dict[str, str](), dict[str, Path]()
    base = Path(whole).resolve() if whole != name or Path(whole).exists() else None
    asked = {Path(one).resolve() for one in more}
    for shown, text in found.sources.items():
        place = carried_as(shown, base)
        files[place] = text
        real = real_path(shown)
        if real in asked:
            kept[place] = real
        elif main is None and text.lstrip().startswith(f"game {found.name}"):
            main = place
    if main is None:
        main = next(iter(files))
    for place, file in kept.items():  # whose it is: things of several packages are told apart by that
        package = package_of(file)
        if package is not None:
            files[str(PurePosixPath(place).with_name(MANIFEST))] = package.manifest.read_text(encoding="utf-8")
    options_held = {key: str(value) for key, value in found.program.options.items()}
    origin = name if whole == name and in_library(name) else led_to(whole, home or beside)
    added = [led_to(at, home or beside) if at_home(one, beside) else one for one, at in zip(extensions, more, strict=True)]
    rules = {
        "game": found.name, "from": origin, "main": main, "extensions": list(kept), "added": added, "options": options_held, "files": files,
        "hashes": {place: hash_of(text) for place, text in files.items()},
    }  # fmt: skip
    return rules, machine_of(found.program)


def at_home(name: str, beside: Path) -> Path | None:
    """What a path leads to from a folder, if there is something."""
    found = beside / name
    return found if found.exists() else None


def where(name: str, beside: Path) -> str:
    """A game of the library by its name; else the path that leads to it."""
    path = "/" in name or "\\" in name or name.endswith(".rules")
    found = at_home(name, beside)
    return str(found) if path or (found is not None and found.is_dir() and not passed_over(name)) else name


def extension_at(name: str, game: str, beside: Path) -> str:
    """Where an extension lies: from a folder, else among those of a game of the library."""
    if at_home(name, beside) is None and game in names() and "/" not in name:
        known = folder_of(game) / "extensions" / (name if name.endswith(".rules") else f"{name}.rules")
        if known.is_file():
            return str(known)
    return str(beside / name)


def led_to(path: str, home: Path) -> str:
    """A path as it leads from a folder, so that the folder can be moved with what lies beside it."""
    try:
        return Path(os.path.relpath(Path(path).resolve(), home.resolve())).as_posix()
    except ValueError:  # on another drive
        return str(Path(path).resolve())


def in_library(name: str) -> bool:
    """Is it a game of the library by its short name?"""
    return "/" not in name and not Path(name).suffix and name in names()


def real_path(shown: str) -> Path:
    """Where a file lies that is shown as below the library, or as it was given."""
    below = LIBRARY.parent / shown
    return below.resolve() if shown.startswith(f"{LIBRARY.name}/") and below.is_file() else Path(shown).resolve()


def carried_as(shown: str, base: Path | None) -> str:
    """The path of a file among those that are carried: below the folder of its game."""
    real = real_path(shown)
    for game in real.parents:  # a game of the library is a folder with a file of its name
        if LIBRARY in game.parents and (game / f"{game.name}.rules").is_file():
            return str(PurePosixPath(*real.relative_to(game.parent).parts))
    home = (base if base is not None and base.is_dir() else base.parent if base is not None else real.parent).parent
    if home in real.parents:
        return str(PurePosixPath(*real.relative_to(home).parts))
    return f"{real.parent.name}/{real.name}"


def made(name: str, options: Mapping[str, str], extensions: Sequence[str]) -> Compiled:
    try:
        found = compiled(name, options, extensions)
    except (NotFound, BadOption) as error:
        raise Refused(*error.args) from None
    except OSError as error:
        raise refused("cannot.read", name=name[:200], error=error) from None
    remember(found.sources)
    faulty(found.errors, found.sources)
    return found


def unpacked(rules: Rules) -> tuple[Unread, Machine]:
    """The rules that a match carries, ready to be played: those of the library where they are the same, else those it carries.

    Raises:
        Refused: the files do not have the hashes that stand beside them, or cannot be put down.
    """
    if any(hash_of(text) != rules["hashes"].get(place) for place, text in rules["files"].items()):
        raise refused("post.rules_changed")
    if in_library(rules["from"]) and not rules["added"]:
        try:
            found = made(rules["from"], rules["options"], ())
            if sorted(map(hash_of, found.sources.values())) == sorted(rules["hashes"].values()):
                return Unread(lambda: read_again(rules["from"], ())), machine_of(found.program)
        except Refused:
            pass  # the library's rules have changed since, and have a fault or lack an option
    main, more = paths_of(rules)
    found = made(main, rules["options"], more)
    return Unread(lambda: read_again(main, more)), machine_of(found.program)


def paths_of(rules: Rules) -> tuple[str, tuple[str, ...]]:
    """Where the rules that a match carries lie once they are put down: the rulebook, and its extensions."""
    place = put_down(rules)
    return str(place / rules["main"]), tuple(str(place / one) for one in rules["extensions"])


def read_again(name: str, extensions: tuple[str, ...]) -> Rulebook:
    return open_book(name, extensions, quiet=True)


def put_down(rules: Rules) -> Path:
    """A folder that holds the files, and nothing else of theirs."""
    whole = hashlib.sha256(repr(sorted(rules["hashes"].items())).encode()).hexdigest()[:32]
    kept = folder()
    if kept is None:
        home = Path(tempfile.mkdtemp(prefix="arbitre-"))
        atexit.register(shutil.rmtree, home, ignore_errors=True)
    else:
        home = kept / f"post-{whole}"
    for name, text in rules["files"].items():
        parts = PurePosixPath(name).parts
        if not parts or PurePosixPath(name).is_absolute() or ".." in parts or any("\\" in part or ":" in part for part in parts):
            raise refused("post.rules_changed")
        file = home.joinpath(*parts)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        data = text.encode("utf-8")
        if not file.is_file() or content_of(file) != data:
            replace_whole(file, data, private=True)
    known = {home.joinpath(*PurePosixPath(name).parts) for name in rules["files"]}
    for stray in [path for path in home.rglob("*.rules") if path not in known]:
        stray.unlink()
    return home
