"""The folder in which things are kept, and its files: written whole, read only if nobody else can have written them."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from functools import cache
from pathlib import Path

VARIABLE = "ARBITRE_CACHE"  # another folder; ‘off’: nothing is kept
_HEAD = b"arbitre cache 1\n"
_MOST_FILES = 2_000
_MOST_BYTES = 400_000_000


def folder() -> Path | None:
    """Where things are kept; None if nothing is to be kept, or if others than the user could put something there."""
    said = os.environ.get(VARIABLE, "")
    return None if said.lower() == "off" else _opened(said)


@cache
def _opened(said: str) -> Path | None:
    if said:
        path = Path(said).absolute()
    else:
        from platformdirs import user_cache_path

        path = user_cache_path("arbitre", appauthor=False)
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path if _is_mine(os.lstat(path), stat.S_ISDIR) else None
    except OSError:
        return None


def _is_mine(found: os.stat_result, sort: object) -> bool:
    """Does it belong to the user, and can nobody else write to it?"""
    if not callable(sort) or not sort(found.st_mode):
        return False
    if not hasattr(os, "geteuid"):  # folders of a user are his own there
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def read(name: str) -> bytes | None:
    """What was kept by this name; None if there is nothing, or if it is damaged."""
    place = folder()
    if place is None:
        return None
    try:
        handle = os.open(place / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            if not _is_mine(os.fstat(handle), stat.S_ISREG):
                return None
            data = file.read()
    except OSError:
        return None
    start = len(_HEAD) + 32
    body = data[start:]
    if not data.startswith(_HEAD) or hashlib.sha256(body).digest() != data[len(_HEAD) : start]:
        return None
    return body


def write(name: str, body: bytes) -> None:
    """Keeps it by this name.  Whoever reads meanwhile finds the old or the new, whole; where nothing can be written nothing is."""
    place = folder()
    if place is None:
        return
    made = ""
    try:
        handle, made = tempfile.mkstemp(dir=place, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(_HEAD + hashlib.sha256(body).digest() + body)
        os.replace(made, place / name)
        _tidy(place)
    except OSError:
        if made:
            Path(made).unlink(missing_ok=True)


def _tidy(place: Path) -> None:
    """Throws away what has not been asked for longest, once there is too much."""
    found = [(entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in os.scandir(place) if entry.is_file()]
    count, size = len(found), sum(entry[1] for entry in found)
    for _, bytes_, path in sorted(found):
        if count <= _MOST_FILES and size <= _MOST_BYTES:
            return
        Path(path).unlink(missing_ok=True)
        count, size = count - 1, size - bytes_


def touch(name: str) -> None:
    """It has been asked for."""
    place = folder()
    if place is not None:
        try:
            os.utime(place / name)
        except OSError:
            return
