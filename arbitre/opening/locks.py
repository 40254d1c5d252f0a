"""Files that one sitting keeps to itself: a match that is played in one terminal is not played in another as well."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import MAX_BYTES, as_text
from arbitre.opening.books import refused
from arbitre.words.phrases import reason

_LOCKS: dict[Path, tuple[int, Path]] = {}  # by file: the open lock, and where it lies
_KNOWN: dict[Path, str | None] = {}  # what was in each of them when it was last read or written; None: there was none


def hold(path: Path) -> None:
    """Keeps a file to this process until :func:`release`; refused while another has it."""
    real = path.resolve()
    if real in _LOCKS:
        return
    lock = _locked(real.with_name(f".{real.name[:100]}.lock"), path)
    if lock is not None:
        _LOCKS[real] = lock
    _KNOWN[real] = _now(real)


def _locked(place: Path, shown: Path) -> tuple[int, Path] | None:
    try:
        import fcntl
    except ImportError:  # no such locks here: what another has written is noticed all the same
        return None
    while True:
        try:
            handle = os.open(place, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError:  # a folder that nothing can be written to: then the match cannot be kept either
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise refused("cannot.in_use", path=shown) from None
        with suppress(OSError):
            if os.stat(place).st_ino == os.fstat(handle).st_ino:
                return handle, place
        os.close(handle)  # whoever had it has just let it go, and thrown it away


def release() -> None:
    """Lets all of them go."""
    for handle, place in _LOCKS.values():
        with suppress(OSError):
            os.unlink(place)
        with suppress(OSError):
            os.close(handle)
    _LOCKS.clear()
    _KNOWN.clear()


def keep(match: Match, path: Path) -> Path:
    """Writes a match to its file; beside it if somebody has changed that meanwhile.  Where it is.

    Raises:
        OSError: it cannot be written.
    """
    return keep_data(as_text(match).encode("utf-8", "surrogatepass"), path)


def keep_data(data: bytes, path: Path) -> Path:
    """The same for whatever a file that is held is to hold."""
    hold(path)
    target, known = path, _KNOWN.get(path.resolve())
    if _now(path.resolve()) != known:
        number = 2
        while target.exists():
            target = path.with_name(f"{path.stem}-{number}{path.suffix}")
            number += 1
        hold(target)
    replace_whole(target, data, private=True)
    _KNOWN[target.resolve()] = hashlib.sha256(data).hexdigest()
    return target


def _now(real: Path) -> str | None:
    try:
        data = content_of(real, MAX_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise refused("cannot.read", name=real, error=reason(error)) from None
    return hashlib.sha256(data or b"").hexdigest()
