"""A shelf made from archives and folders: the index, the archives, and a page for people."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.opening.books import refused
from arbitre.packages.archive import MAX_ARCHIVE, Files, manifest_of, read_folder, read_zip, written_zip
from arbitre.packages.manifest import MANIFEST
from arbitre.packages.shelf import INDEX, Entry, index_of


@dataclass(frozen=True, slots=True)
class Built:
    """A shelf that was written: its entries with the texts of each."""

    folder: Path
    entries: list[Entry]
    files: dict[str, Files]  # by archive


def build(sources: Iterable[Path], folder: Path, title: str = "") -> Built:
    """Writes a shelf into a folder: archives given, and folders of packages packed; what it holds already stays on it.

    The index is replaced last, and whole: who reads meanwhile sees the shelf as it was or as it is.

    Raises:
        Refused: a source is no package; two names differ only by case, dash or underscore; a version is there with other texts.
        OSError: it cannot be written.
    """
    files: dict[str, Files] = {}
    for source in [*(sorted(folder.glob("*.zip")) if folder.is_dir() else []), *sources]:
        for one in packages_in(source):
            stem = f"{manifest_of(one, str(source)).stem}.zip"
            if stem in files and files[stem] != one:
                raise refused("package.other_texts", file=stem)
            files[stem] = one
    archives = {stem: written_zip(one) for stem, one in files.items()}
    entries = [
        Entry(manifest_of(files[stem], stem), stem, hashlib.sha256(data).hexdigest(), len(data)) for stem, data in sorted(archives.items())
    ]
    index = index_of(entries, title)
    folder.mkdir(parents=True, exist_ok=True)
    for stem, data in archives.items():
        replace_whole(folder / stem, data)
    replace_whole(folder / INDEX, index)
    return Built(folder, entries, files)


def packages_in(source: Path) -> list[Files]:
    """The packages that a path holds: an archive, the folder of one, or a folder of such folders and archives."""
    if source.is_dir():
        if (source / MANIFEST).is_file():
            return [read_folder(source)]
        inside = sorted(one for one in source.iterdir() if not one.name.startswith("."))
        return [one for path in inside if path.is_dir() or path.suffix == ".zip" for one in packages_in(path)]
    data = content_of(source, MAX_ARCHIVE)
    if data is None:
        raise refused("package.damaged", file=source)
    return [read_zip(data, str(source))]
