"""The texts of a package, from a folder or a zip file, and back: what is read is checked before anything of it is believed."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
import zlib
from collections.abc import Container, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from arbitre.dsl.cache.careful import content_of
from arbitre.opening.books import refused
from arbitre.packages.manifest import MANIFEST, RESERVED, Manifest, from_toml

MAX_FILES = 2_000
MAX_BYTES = 20_000_000  # of all files together
MAX_ARCHIVE = 20_000_000
SUFFIXES = {".rules", ".toml", ".md", ".txt", ".png", ".svg", ".jpg", ".po", ""}
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first day that zip files know: archives of the same texts are the same
Files = dict[str, bytes]  # by path below the package, with slashes


def read_folder(folder: Path) -> Files:
    """The files of a package's folder; hidden ones are left out.

    Raises:
        Refused: a file cannot be part of a package.
        OSError: one cannot be read.
    """
    files: Files = {}
    left = MAX_BYTES
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one != "__pycache__")
        for name in sorted(names):
            if name.startswith("."):
                continue
            path = Path(above, name)
            if path.is_symlink():
                raise refused("package.link", file=path)
            within = path.relative_to(folder).as_posix()
            check_path(within, files)
            data = content_of(path, left)
            if data is None or len(files) >= MAX_FILES:
                raise refused("package.large", files=MAX_FILES, most=MAX_BYTES // 1_000_000)
            files[within] = data
            left -= len(data)
    return files


def read_zip(data: bytes, said: str) -> Files:
    """The files of an archive.  ``said``: how it is called in messages.

    Raises:
        Refused: it is damaged, too large when unpacked, or holds paths that lead elsewhere, links or names of devices.
    """
    files: Files = {}
    left = MAX_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            held = [one for one in archive.infolist() if not one.filename.endswith("/")]
            if len(held) > MAX_FILES or sum(one.file_size for one in held) > MAX_BYTES:
                raise refused("package.large", files=MAX_FILES, most=MAX_BYTES // 1_000_000)
            for one in held:
                if stat.S_ISLNK(one.external_attr >> 16):
                    raise refused("package.link", file=one.filename)
                check_path(one.filename, files)
                with archive.open(one) as file:
                    files[one.filename] = file.read(left + 1)  # what it says of its size need not be true
                left -= len(files[one.filename])
                if left < 0:
                    raise refused("package.large", files=MAX_FILES, most=MAX_BYTES // 1_000_000)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        raise refused("package.damaged", file=said) from None
    return files


def check_path(path: str, files: Mapping[str, Any], suffixes: Container[str] = SUFFIXES) -> None:
    """Refuses what leads out of the folder, is no file of a package, or cannot be told from another on some system."""
    parts = PurePosixPath(path).parts
    bad = (
        not parts or path.startswith("/") or ".." in parts or len(path) > 200
        or any(sign in path for sign in '\\:*?"<>|') or not path.isprintable()
        or any(part.split(".")[0].lower() in RESERVED - {"arbitre", "packages", "shelf", "test", "example"} for part in parts)
        or any(part.endswith((".", " ")) or part.startswith(".") for part in parts)
    )  # fmt: skip
    if bad:
        raise refused("package.path", file=path)
    if PurePosixPath(path).suffix.lower() not in suffixes:
        raise refused("package.suffix", file=path, known=", ".join(sorted(SUFFIXES - {""})))
    if path.lower() in {known.lower() for known in files}:
        raise refused("package.twice", file=path)


def written_zip(files: Files) -> bytes:
    """An archive of the files: the same bytes for the same texts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            one = zipfile.ZipInfo(path, _EPOCH)
            one.compress_type, one.external_attr, one.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(one, files[path])
    return out.getvalue()


def hashes(files: Files) -> dict[str, str]:
    """SHA-256 of every text, in hexadecimal digits."""
    return {path: hashlib.sha256(data).hexdigest() for path, data in sorted(files.items())}


def whole(held: Mapping[str, str]) -> str:
    """One SHA-256 for all of them."""
    return hashlib.sha256("".join(f"{path}\0{digest}\n" for path, digest in sorted(held.items())).encode()).hexdigest()


def manifest_of(files: Files, said: str) -> Manifest:
    """The manifest among the files.

    Raises:
        Refused: there is none, or something in it is not as it should be.
    """
    import tomllib

    if MANIFEST not in files:
        raise refused("package.without", file=said)
    try:
        return from_toml(tomllib.loads(files[MANIFEST].decode("utf-8")), f"{said}: {MANIFEST}")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refused("package.no_toml", file=f"{said}: {MANIFEST}", error=error) from None
