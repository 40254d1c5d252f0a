"""Shelves: indexes of packages as static files, in a folder, a zip file, or behind a URL."""

from __future__ import annotations

import hashlib
import json
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urljoin

from packaging.version import Version

from arbitre.dsl.cache.careful import content_of
from arbitre.opening.books import Refused, refused
from arbitre.packages.archive import MAX_ARCHIVE, check_path
from arbitre.packages.manifest import RELATIONS, Manifest, alike, from_toml
from arbitre.words.phrases import reason

INDEX = "index.json"
FORMAT = 1
MAX_INDEX = 50_000_000
SECONDS = 30  # that a server may take


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of a package on a shelf.  ``file``: the path of its archive there; ``digest``: SHA-256 of that archive."""

    manifest: Manifest
    file: str
    digest: str
    size: int

    def data(self) -> dict[str, Any]:
        return {**self.manifest.data(), "file": self.file, "sha256": self.digest, "size": self.size}


class Shelf:
    """A shelf by where it is: a folder, a zip file, or a URL that such a folder is served under."""

    def __init__(self, where: str, name: str = "") -> None:
        self.where, self.name = where, name or where
        self._entries: dict[str, list[Entry]] | None = None

    def entries(self) -> Mapping[str, list[Entry]]:
        """Every version of every package, by name, the newest first.

        Raises:
            Refused: the shelf cannot be read, is cut off, or says something that it should not.
        """
        if self._entries is None:
            self._entries = self._listed(self._read(INDEX, MAX_INDEX))
        return self._entries

    def archive(self, entry: Entry) -> bytes:
        """The archive of a version, as the index says it is.

        Raises:
            Refused: it is not there, cut off, or not the one the index speaks of.
        """
        data = self._read(entry.file, MAX_ARCHIVE)
        if hashlib.sha256(data).hexdigest() != entry.digest:
            raise refused("package.digest", file=entry.file, shelf=self.name)
        return data

    def _listed(self, data: bytes) -> dict[str, list[Entry]]:
        try:
            said = json.loads(data)
            if said["format"] != FORMAT:
                raise refused("package.shelf_format", shelf=self.name, held=said["format"], known=FORMAT)
            out: dict[str, list[Entry]] = {}
            for one in said["packages"]:
                head = {k: v for k, v in one.items() if k not in (*RELATIONS, "file", "sha256", "size") and v not in ("", {}, [])}
                manifest = from_toml({"package": head, **{key: one[key] for key in RELATIONS}}, f"{self.name}: {one['name']}")
                check_path(one["file"], {}, (".zip",))
                out.setdefault(manifest.name, []).append(Entry(manifest, str(one["file"]), str(one["sha256"]), int(one["size"])))
        except Refused:
            raise
        except (ValueError, KeyError, TypeError, AttributeError):
            raise refused("package.shelf_damaged", shelf=self.name) from None
        return {name: sorted(found, key=lambda entry: entry.manifest.version, reverse=True) for name, found in out.items()}

    def _read(self, path: str, most: int) -> bytes:
        try:
            data = self._fetched(path, most)
        except (OSError, urllib.error.URLError, zipfile.BadZipFile, zlib.error, KeyError, ValueError) as error:
            said = reason(error) if isinstance(error, OSError) and not isinstance(error, urllib.error.URLError) else str(error)[:200]
            raise refused("package.shelf_unread", shelf=self.name, file=path, error=said) from None
        if data is None:
            raise refused("package.shelf_large", shelf=self.name, file=path)
        return data

    def _fetched(self, path: str, most: int) -> bytes | None:
        if self.where.startswith(("http://", "https://")):
            at = urljoin(self.where.rstrip("/") + "/", path)
            with urllib.request.urlopen(at, timeout=SECONDS) as answer:
                data: bytes = answer.read(most + 1)
                wanted = answer.headers.get("Content-Length")
            if wanted is not None and len(data) < int(wanted):
                raise OSError("cut off")
            return data if len(data) <= most else None
        place = Path(self.where)
        if place.is_file():
            with zipfile.ZipFile(place) as held, held.open(path) as file:
                data = file.read(most + 1)
            return data if len(data) <= most else None
        return content_of(place.joinpath(*PurePosixPath(path).parts), most)


def index_of(entries: Iterable[Entry], title: str = "") -> bytes:
    """The index of a shelf.

    Raises:
        Refused: two packages whose names differ by case, dash or underscore only, or one version twice.
    """
    listed = sorted(entries, key=lambda one: (one.manifest.name, one.manifest.version))
    seen: dict[str, str] = {}
    versions: set[tuple[str, Version]] = set()
    for one in listed:
        name = one.manifest.name
        first = seen.setdefault(alike(name), name)
        if first != name:
            raise refused("package.alike", one=first, other=name)
        if (name, one.manifest.version) in versions:
            raise refused("package.version_twice", name=name, version=one.manifest.version)
        versions.add((name, one.manifest.version))
    said = {"format": FORMAT, "title": title, "packages": [one.data() for one in listed]}
    return (json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
