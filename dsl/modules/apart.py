"""Things of several packages that have one name: each is then called ``author/name:thing``, and its own package goes on calling it by its
plain name.  Whoever is of neither package writes which one is meant; where no names meet, either form will do.

The pass runs on the trees of all files, after former names were read (:mod:`arbitre.dsl.modules.renames`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.cache.looks import content, is_file
from arbitre.dsl.diagnostics.message import Messages, folded
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.modules.edits import flat
from arbitre.dsl.modules.names import SPACES, Names, declared, names_of
from arbitre.dsl.modules.renames import OF_SCENES, Reader
from arbitre.dsl.tree.nodes import plural_of
from arbitre.dsl.tree.walk import below

MANIFEST, MOST, UP = "package.toml", 100_000, 4  # its file, how long that may be, and how many folders above a file it may lie
_WHOLE = re.compile(r"\b[a-z][a-z0-9_-]*/[a-z][a-z0-9_-]*:[^\W\d]")
Key = tuple[str, str, str]  # of a name: its namespace, what it is a part of, the name
_SPACES = {**SPACES, t.Setting: "setting", t.Scenario: "scenario", t.Always: "law", t.Clause: "clause"}


@dataclass(frozen=True, slots=True)
class Package:
    """What a file belongs to."""

    name: str
    requires: frozenset[str]
    manifest: Path


def package_of(path: Path) -> Package | None:
    """The package in whose folder a file lies; None for a file of a game, or of nobody."""
    for folder in list(path.absolute().parents)[:UP]:
        held = content_of_manifest(folder / MANIFEST)
        if isinstance(held.get("package"), dict) and isinstance(held["package"].get("name"), str):
            requires = held.get("requires")
            asked = frozenset(requires if isinstance(requires, dict) else ())
            return Package(held["package"]["name"], asked, folder / MANIFEST) if held["package"].get("game") else None
    return None


def content_of_manifest(path: Path) -> dict[str, Any]:
    """What a ``package.toml`` says; nothing where there is none that can be read."""
    if not is_file(path):  # asked first: that there is none can be remembered, a file that cannot be read cannot
        return {}
    try:
        held = content(path, MOST)
        return tomllib.loads(held.decode()) if held is not None else {}
    except (OSError, ValueError):
        return {}


def released(folder: Path) -> tuple[str, str]:
    """The name and the version of a game that is a package, by its folder."""
    head = content_of_manifest(folder / MANIFEST).get("package")
    name, version = (head.get("name"), head.get("version")) if isinstance(head, dict) else (None, None)
    return (name, version) if isinstance(name, str) and isinstance(version, str) else ("", "")


def told_apart(files: list[t.File], packages: Mapping[str, Package], names: Names, messages: Messages) -> None:
    """Gives things of several packages that have one name the names ``author/name:thing``, in the trees of all files."""
    known = {package.name for package in packages.values()}
    met = _meetings(files, packages) if len(known) > 1 else {}
    for file in files if met else [file for file in files if _WHOLE.search(file.text)]:
        package = packages.get(file.path)
        own: dict[Key, str] = {}
        for key, owners in met.items():
            meant = [name for name in owners if package is not None and name in (package.name, *package.requires)]
            if len(meant) == 1 or (package is not None and package.name in meant):
                own[key] = f"{package.name if package is not None and package.name in meant else meant[0]}:{key[2]}"
        found = Messages()
        reader = _Apart(file, own, met, known, names, found)
        for decl in file.decls:
            reader.declaration(decl)
            reader.margins(decl)
        if package is not None:
            _rename(file, {key: full for key, full in own.items() if full.startswith(f"{package.name}:")})
        for (space, owner, name), full in own.items():
            if space == "field":
                names.apart.setdefault((file.path, name), []).append((owner, full))
        messages.take(folded(found.items, {"N01": 2}))
    if not met:
        return
    fresh = names_of(flat(files))
    names.current, names.of = fresh.current, fresh.of


def _meetings(files: list[t.File], packages: Mapping[str, Package]) -> dict[Key, list[str]]:
    """Names that several packages declare, and neither the game nor what one of them requires."""
    owners: dict[Key, dict[str, Package]] = {}
    common: set[Key] = set()
    for file in files:
        package = packages.get(file.path)
        for key in _keys(flat([file])):
            if package is None:
                common.add(key)
            else:
                owners.setdefault(key, {})[package.name] = package
    out = {}
    for key, held in owners.items():
        mine = sorted(name for name, package in held.items() if not package.requires & held.keys())
        if len(mine) > 1 and key not in common:
            out[key] = mine
    return {key: held for key, held in out.items() if key[0] not in ("member", "field") or ("kind", "", key[1]) not in out}


def _keys(decls: Iterable[t.Decl]) -> Iterator[Key]:
    for decl in decls:
        if isinstance(decl, (t.Replace, t.Translation)):
            continue
        for owner, one in declared(decl):
            if isinstance(one, t.DataTable):
                cells = [line.cells[0] for line in one.lines[1:] if line.cells]
                yield from (("member", str(one.kind), str(cell.word)) for cell in cells if isinstance(cell, t.Name))
            elif type(one) in _SPACES and getattr(one, "name", None) is not None:
                yield _SPACES[type(one)], owner, str(one.name)  # type: ignore[union-attr]
            if isinstance(one, t.Kind):
                yield "plural", "", str(one.plural or plural_of(str(one.name)))
                yield from (("member", str(one.name), str(member)) for member in one.members)


def _rename(file: t.File, own: Mapping[Key, str]) -> None:
    """The declarations of a file by their whole names; rows of sheets are words that were read already."""
    for decl in flat([file]):
        if isinstance(decl, t.Translation):
            for part in decl.parts:  # its blocks
                found = {full for (space, _, name), full in own.items() if name == part.key and part.quoted == (space == "scenario")}
                part.key = t.Word(found.pop(), part.key.place) if len(found) == 1 else part.key
        if isinstance(decl, (t.Replace, t.Translation)):
            continue
        for owner, one in list(declared(decl)):
            name = getattr(one, "name", None)
            if isinstance(one, t.Kind):
                one.members = [_word(member, own.get(("member", str(name), str(member)))) for member in one.members]
                several = own.get(("plural", "", str(one.plural or plural_of(str(name)))))
                one.plural = one.plural if several is None else t.Word(several, one.name.place)
            full = own.get((_SPACES.get(type(one), ""), owner, str(name)))
            if full is None:
                continue
            if isinstance(one, t.Member):
                for rule in one.rules:
                    rule.owner = full
            one.name = _word(name, full) if isinstance(name, t.Word) else full  # type: ignore[union-attr]


def _word(word: t.Word, full: str | None) -> t.Word:
    return word if full is None else t.Word(full, word.place)


class _Apart(Reader):
    """Reads one file by the whole names of what has met."""

    def __init__(
        self, file: t.File, own: Mapping[Key, str], met: Mapping[Key, list[str]], known: set[str], names: Names, messages: Messages,
    ) -> None:  # fmt: skip
        super().__init__(names, {name for _, _, name in met}, file, messages, [])
        self.own, self.met, self.known = own, met, known

    def of_scene(self, scene: t.Scene, part: str) -> tuple[str, ...]:
        if scene.form == "start_from" and part == "name":
            return ("setting",)
        return super().of_scene(scene, part) or OF_SCENES.get(part, ())

    def margins(self, decl: t.Decl) -> None:
        """Reads the clauses in the margins of a declaration, and those that a part of a chapter teaches."""
        for node in below(decl, without=frozenset()):
            for name in ("clauses", "taught"):
                if noted := getattr(node, name, None):
                    place: Place = getattr(node, "place", None) or decl.place
                    setattr(node, name, [str(self.word(t.Word(clause, place), ("clause",))) for clause in noted])

    def word(self, word: t.Word, spaces: Iterable[str], owner: str = "") -> t.Word:
        """The whole name of what a word stands for; the plain one of what has met nothing."""
        if "." in word:
            return t.Word(self.path(str(word), word.place), word.place)
        package, colon, thing = word.rpartition(":")
        if colon:
            if package not in self.known:
                hint = did_you_mean(package, self.known) or "Its name is in its ‘package.toml’; its file is read with ‘-e’."
                self.messages.add("N01", word.place, phrase("no package ‘{0}’ is read here", package), hint)
                self.file.lost.words.add(thing)
                return word
            has_met = any(name == thing and package in owners for (_, _, name), owners in self.met.items())
            return word if has_met else t.Word(thing, word.place)
        if word not in self.words or word in self.bound:
            return word
        spaces, owner = tuple(spaces), self.names.kind_of.get(owner, owner)
        found = {full: key for key, full in self.own.items()
                 if key[0] in spaces and key[2] == word and (not owner or key[1] in ("", owner))}  # fmt: skip
        if len(found) == 1:
            (full, (space, _, _)), *_ = found.items()
            return word if space == "field" and self.used(word, "field", owner) else t.Word(full, word.place)
        if not found and not any(self.used(word, space, owner) for space in spaces):
            self.unclear(word, spaces)
        return word

    def used(self, word: t.Word, space: str, owner: str) -> bool:
        """Has something else that name: of another kind, say?"""
        of = [other for (other_space, other), held in self.names.of.items() if other_space == space and word in held]
        met = {key[1] for key in self.met if key[0] == space and key[2] == word}
        return any(other not in met and owner in ("", other) for other in of) or (
            not of and not met and word in self.names.current.get(space, ())
        )

    def unclear(self, word: t.Word, spaces: tuple[str, ...]) -> None:
        owners = next((owners for (space, _, name), owners in self.met.items() if space in spaces and name == word), None)
        if owners is not None:
            choice = phrase("Write ‘{0}:{1}’ or ‘{2}:{1}’.", owners[0], word, owners[1])
            self.messages.add("N01", word.place, phrase("‘{0}’ is in two packages, {1} and {2}", word, owners[0], owners[1]), choice)
            self.file.lost.words.add(str(word))
