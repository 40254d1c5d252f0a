"""Every look that is taken at the disk while a rulebook is read, so that it can be known later whether anything has changed.

Whoever reads rulebooks asks here: whether a file is there, which lie below a folder, what one holds.  While :func:`watching`, each
question is noted with its answer; what was made of the files still holds as long as all the questions have the same answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbitre.dsl.cache.careful import content_of

Look = tuple[str, str, str]  # what was asked, of which path, and the answer

_WATCHED: list[dict[tuple[str, str], str]] = []


@contextmanager
def watching() -> Iterator[dict[tuple[str, str], str]]:
    """The looks that are taken meanwhile."""
    noted: dict[tuple[str, str], str] = {}
    _WATCHED.append(noted)
    try:
        yield noted
    finally:
        _WATCHED.remove(noted)


def is_file(path: Path) -> bool:
    """Is there such a file?"""
    found = path.is_file()
    _note("file", path, str(found))
    return found


def is_folder(path: Path) -> bool:
    """Is there such a folder?"""
    found = path.is_dir()
    _note("folder", path, str(found))
    return found


def rules_below(folder: Path) -> list[Path]:
    """The files of rules in a folder and in those inside it, in order."""
    found = sorted(folder.rglob("*.rules"))
    _note("below", folder, "\n".join(path.relative_to(folder).as_posix() for path in found))
    return found


def rules_in(folder: Path) -> list[Path]:
    """The files of rules in a folder itself, in order."""
    found = sorted(folder.glob("*.rules"))
    _note("in", folder, "\n".join(path.name for path in found))
    return found


def content(path: Path, most: int | None = None) -> bytes | None:
    """What a file holds; None if that is more than ``most`` bytes."""
    try:
        data = content_of(path, most)
        if data is None:
            _note("content", path, "too much")
            return None
    except OSError:
        _note("content", path, "unreadable")  # no look ever shows that again: what follows from it is found out anew
        raise
    _note("content", path, _digest(data))
    return data


def still_holds(look: Look) -> bool:
    """Would this look show the same now?  It is noted for whoever watches, as if it were taken for the first time."""
    question, name, answer = look
    path = Path(name)
    try:
        if question == "file":
            return str(is_file(path)) == answer
        if question == "folder":
            return str(is_folder(path)) == answer
        if question == "below":
            return "\n".join(found.relative_to(path).as_posix() for found in rules_below(path)) == answer
        if question == "in":
            return "\n".join(found.name for found in rules_in(path)) == answer
        data = content(path)
    except OSError:
        return False
    return data is not None and _digest(data) == answer


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _note(question: str, path: Path, answer: str) -> None:
    for noted in _WATCHED:
        noted[question, str(path)] = answer
