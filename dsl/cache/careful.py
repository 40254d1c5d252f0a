"""Files touched with care: only regular ones are read, and never more than was allowed; one is replaced whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

NOT_REGULAR = "it is not a regular file"


def content_of(path: Path, most: int | None = None) -> bytes | None:
    """What a regular file holds; None if that is more than ``most`` bytes, however large it says it is.

    Raises:
        OSError: it cannot be read, or it is a folder, a pipe or a device: nobody waits for what may never come.
    """
    if most is None:
        return beginning(path, -1)
    data = beginning(path, most + 1)
    return data if len(data) <= most else None


def beginning(path: Path, count: int) -> bytes:
    """The first bytes of a regular file."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(count)
    finally:
        os.close(handle)


def replace_whole(path: Path, data: bytes, private: bool = False) -> None:
    """Writes a file so that a crash, or a disk that is full, leaves the old one or the new one, whole.  ``private``: a new one is for
    its owner alone.

    Raises:
        OSError: it cannot be written, or what is there is no regular file.
    """
    real = path.resolve()
    if real.exists() and not real.is_file():  # a device would be replaced by a file
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
    handle, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        if real.exists():
            os.chmod(name, stat.S_IMODE(real.stat().st_mode))
        elif not private:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(name, 0o666 & ~mask)
        os.replace(name, real)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
