"""A folder that uses packages: what it asks for (``arbitre.toml``), what was chosen for it (``arbitre.lock``), and their texts.

A package's texts lie in a folder of their own, named after what they hold, and are never changed.  The lock is what counts: it is replaced
whole, last of all, so a crash or a full disk leaves the folder with what it had.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.opening.books import refused
from arbitre.opening.locks import hold, release
from arbitre.packages.archive import Files, hashes, manifest_of, read_folder, read_zip, whole, written_zip
from arbitre.packages.manifest import NAME, Manifest, versions
from arbitre.packages.resolution import Found
from arbitre.packages.shelf import Entry, Shelf
from arbitre.words.phrases import reason

PROJECT, LOCK, FOLDER = "arbitre.toml", "arbitre.lock", "packages"
MAX_BYTES = 5_000_000
_HEAD = "# Written by ‘arbitre lock’: what was chosen, with the SHA-256 of every text. Not to be edited.\n"


@dataclass(frozen=True, slots=True)
class Locked:
    """A version that was chosen.  ``files``: SHA-256 by path; ``source``: the shelf, or the path, that it came from."""

    name: str
    version: Version
    game: str
    source: str
    files: Mapping[str, str]
    requires: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        return whole(self.files)

    @property
    def place(self) -> str:
        """Its folder below that of the packages."""
        return f"{self.name}/{self.version}-{self.digest[:12]}"


class Direct(Shelf):
    """A package given by its folder, its archive or a URL: a shelf with that alone."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.files: Files = self._taken(where)
        self.manifest: Manifest = manifest_of(self.files, where)

    def entries(self) -> Mapping[str, list[Entry]]:
        return {self.manifest.name: [Entry(self.manifest, "", "", 0)]}

    def archive(self, entry: Entry) -> bytes:
        return written_zip(self.files)

    def _taken(self, where: str) -> Files:
        path = Path(where)
        try:
            if path.is_dir():
                return read_folder(path)
        except OSError as error:
            raise refused("package.unread", file=where, error=reason(error)) from None
        above, _, last = where.rpartition("/")
        return read_zip(Shelf(above or ".", where)._read(last, 20_000_000), where)


@dataclass(slots=True)
class Project:
    """What a folder asks for and what was chosen.  ``direct``: packages given by a path, by name."""

    root: Path
    wanted: dict[str, SpecifierSet] = field(default_factory=dict)
    direct: dict[str, str] = field(default_factory=dict)
    shelves: dict[str, str] = field(default_factory=dict)
    locked: list[Locked] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.root / FOLDER

    def place(self, one: Locked) -> Path:
        return self.folder / one.place

    def opened(self) -> list[Shelf]:
        """The shelves in their order; paths are those of the project's folder."""
        return [Shelf(where if "://" in where else str(self.root / where), name) for name, where in self.shelves.items()]

    def rules_of(self, names: Iterable[str]) -> list[Path]:
        """The rule files of packages that are installed, those of what they require first; with all packages of a game also the file that
        says who comes first where they meet.

        Raises:
            Refused: one is not installed, or its texts are not those that were locked.
        """
        chosen = {one.name: one for one in self.locked}
        needed: dict[str, Locked] = {}
        for name in names:
            if name not in chosen:
                raise refused("package.not_installed", name=name, known=", ".join(chosen) or "-")
            self._need(chosen[name], chosen, needed)
        out: list[Path] = []
        for one in needed.values():
            faults = list(self.faults_of(one))
            if faults:
                raise refused("package.changed", name=one.name, said=faults[0])
            out += [self.place(one) / path for path in one.files if path.endswith(".rules") and not path.startswith("scenarios/")]
        for game in sorted({one.game for one in needed.values() if one.game}):
            if self.order_of(game).is_file() and all(one.name in needed for one in self.locked if one.game == game):
                out.append(self.order_of(game))
        return out

    def _need(self, one: Locked, chosen: Mapping[str, Locked], needed: dict[str, Locked], above: tuple[str, ...] = ()) -> None:
        for other in one.requires:
            if other in chosen and other not in needed and other not in above:  # a lock that was edited may hold a circle
                self._need(chosen[other], chosen, needed, (*above, one.name))
        needed.setdefault(one.name, one)

    def order_of(self, game: str) -> Path:
        """The file that says who comes first where packages of a game meet."""
        return self.root / "order" / f"{game}.rules"

    def faults_of(self, one: Locked) -> Iterable[str]:
        """What differs between the texts of a package and its lock: a sentence's part for each file."""
        place = self.place(one)
        for path, digest in one.files.items():
            try:
                data = content_of(place / path, MAX_BYTES)
            except OSError:
                data = None
            if data is None or hashlib.sha256(data).hexdigest() != digest:
                yield path


@contextmanager
def keeping(root: Path) -> Iterator[Project]:
    """The project of a folder, which nobody else changes meanwhile.

    Raises:
        Refused: another process is changing it, or one of its files is not as it should be.
    """
    hold(root / LOCK)
    try:
        yield read_project(root)
    finally:
        release()


def root_of(start: Path) -> Path:
    """The nearest folder above that asks for packages, else the one to start from."""
    start = start.resolve()
    return next((up for up in (start, *start.parents) if (up / PROJECT).is_file() or (up / LOCK).is_file()), start)


def read_project(root: Path) -> Project:
    """What a folder asks for and what was chosen; nothing where it has no such files.

    Raises:
        Refused: one of them is not as it should be.
    """
    asked, locked = _toml(root / PROJECT), _toml(root / LOCK)
    project = Project(root)
    for name, said in _table(asked, "packages", root / PROJECT).items():
        if not NAME.match(name):
            raise refused("package.name", file=root / PROJECT, name=name)
        if isinstance(said, dict) and isinstance(said.get("path"), str):
            project.direct[name] = said["path"]
        project.wanted[name] = versions("" if isinstance(said, dict) else said, name, str(root / PROJECT))
    for name, where in _table(asked, "shelves", root / PROJECT).items():
        project.shelves[name] = str(where)
    try:
        project.locked = [
            Locked(one["name"], Version(one["version"]), one["game"], one["source"], dict(one["files"]), tuple(one["requires"]))
            for one in locked.get("package", [])
        ]
    except (KeyError, TypeError, ValueError):
        raise refused("package.lock_damaged", file=root / LOCK) from None
    return project


def _toml(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        data = content_of(path, MAX_BYTES)
        return tomllib.loads((data or b"").decode("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refused("package.no_toml", file=path, error=reason(error) if isinstance(error, OSError) else error) from None


def _table(data: Mapping[str, Any], key: str, file: Path) -> dict[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise refused("package.sort", file=file, key=key, sort=f"[{key}]")
    return found


def taken(found: Found) -> tuple[Locked, Files]:
    """The texts of a chosen version, and how they are locked."""
    assert found.entry is not None and found.shelf is not None
    files = read_zip(found.shelf.archive(found.entry), found.entry.file or found.shelf.where)
    manifest = manifest_of(files, found.entry.file or found.shelf.where)
    if (manifest.name, manifest.version) != (found.entry.manifest.name, found.entry.manifest.version):
        raise refused("package.digest", file=found.entry.file, shelf=found.shelf.name)
    return Locked(manifest.name, manifest.version, manifest.game, found.shelf.name, hashes(files), tuple(manifest.requires)), files


def put_down(project: Project, one: Locked, files: Files) -> None:
    """Writes the texts of a package where they are not yet; nobody ever sees a part of them.

    Raises:
        OSError: they cannot be written.
    """
    place = project.place(one)
    if place.is_dir() and not list(project.faults_of(one)):
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=place.parent, prefix="."))
    try:
        for path, data in files.items():
            target = made / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        made.chmod(0o755)
        if place.exists():  # its texts were changed after they had been locked
            shutil.rmtree(place)
        os.replace(made, place)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def commit(project: Project) -> None:
    """Writes what the folder asks for and what was chosen, then throws away texts that nothing speaks of any more.

    Raises:
        OSError: they cannot be written.
    """
    path = project.root / PROJECT
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    for key, held in (("shelves", dict(project.shelves)), ("packages", {n: _asked(project, n) for n in project.wanted})):
        if held or key in document:
            _updated(document, key, held)
    replace_whole(path, tomlkit.dumps(document).encode())
    replace_whole(project.root / LOCK, lock_text(project.locked).encode())
    known = {project.place(one).resolve() for one in project.locked}
    for stray in project.folder.glob("*/*/*"):
        if stray.is_dir() and stray.resolve() not in known:
            shutil.rmtree(stray, ignore_errors=True)


def _asked(project: Project, name: str) -> Any:
    if name in project.direct:
        table = tomlkit.inline_table()
        table["path"] = project.direct[name]
        return table
    return str(project.wanted[name]) or "*"


def _updated(document: tomlkit.TOMLDocument, key: str, held: Mapping[str, Any]) -> None:
    """A table of the document with these entries; comments and the order of those that stay are kept."""
    table: Any = document.setdefault(key, tomlkit.table())
    in_order = [name for name in table if name in held] == [name for name in held if name in table]
    for name in [name for name in table if name not in held or not in_order or list(held)[: len(table)] != list(table)]:
        del table[name]
    for name, value in held.items():
        if table.get(name) != value:
            table[name] = value


def lock_text(locked: Iterable[Locked]) -> str:
    """``arbitre.lock``: the same text for the same choice."""
    document = tomlkit.document()
    packages = tomlkit.aot()
    for one in sorted(locked, key=lambda one: one.name):
        table = tomlkit.table()
        table["name"], table["version"], table["game"], table["source"] = one.name, str(one.version), one.game, one.source
        table["requires"] = sorted(one.requires)
        table["files"] = dict(sorted(one.files.items()))
        packages.append(table)
    document["package"] = packages
    return _HEAD + tomlkit.dumps(document)
