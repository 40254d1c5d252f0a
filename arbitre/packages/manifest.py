"""``package.toml``: what a package is called, what it is for, and what it needs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from arbitre.dsl.cache.careful import content_of
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.opening.books import Refused, refused
from arbitre.words.phrases import reason

MANIFEST = "package.toml"
MAX_BYTES = 100_000
NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*/[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*\Z")
RESERVED = {"arbitre", "con", "prn", "aux", "nul", "com1", "lpt1", "packages", "shelf", "test", "example"}  # names of devices, and our own
KEYS = {"name", "version", "title", "text", "licence", "authors", "game", "verified", "declares"}
RELATIONS = ("requires", "recommends", "conflicts")
_LANGUAGE = re.compile(r"[a-z]{2,3}\Z")


@dataclass(frozen=True, slots=True)
class Manifest:
    """A package as its author describes it.

    ``name``: ``author/name``; ``title``, ``text``: by ISO language; ``game``: the game it extends, "" of a game; ``verified``: the versions
    of the game it was tried with; ``requires``, ``recommends``, ``conflicts``: by the name of another package, its versions.
    """

    name: str
    version: Version
    title: Mapping[str, str]
    licence: str
    game: str = ""
    verified: SpecifierSet = field(default_factory=SpecifierSet)
    text: Mapping[str, str] = field(default_factory=dict)
    authors: tuple[str, ...] = ()
    declares: str = ""  # of a game: the name in its `game` line
    requires: Mapping[str, SpecifierSet] = field(default_factory=dict)
    recommends: Mapping[str, SpecifierSet] = field(default_factory=dict)
    conflicts: Mapping[str, SpecifierSet] = field(default_factory=dict)

    @property
    def stem(self) -> str:
        """The name of its archive, without the suffix."""
        return f"{self.name.replace('/', '.')}-{self.version}"

    def titled(self, lang: str) -> str:
        """Its title in a language, else in the first that it has."""
        return self.title.get(lang) or next(iter(self.title.values()), self.name)

    def data(self) -> dict[str, Any]:
        """As it stands in an index and in JSON."""
        out: dict[str, Any] = {
            "name": self.name, "version": str(self.version), "title": dict(self.title), "text": dict(self.text), "licence": self.licence,
            "authors": list(self.authors), "game": self.game, "verified": str(self.verified), "declares": self.declares,
        }  # fmt: skip
        return out | {key: {name: str(versions) for name, versions in getattr(self, key).items()} for key in RELATIONS}


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder.

    Raises:
        Refused: there is none, or something in it is not as it should be.
    """
    path = folder / MANIFEST
    try:
        data = content_of(path, MAX_BYTES)
    except OSError as error:
        raise refused("package.no_manifest", folder=folder, error=reason(error)) from None
    if data is None:
        raise refused("package.manifest_large", file=path, most=MAX_BYTES)
    try:
        return from_toml(tomllib.loads(data.decode("utf-8")), str(path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refused("package.no_toml", file=path, error=error) from None


def from_toml(data: Mapping[str, Any], file: str) -> Manifest:
    """The manifest that a parsed ``package.toml`` holds.  ``file``: how it is called in messages."""
    known = {"package", *RELATIONS}
    for key in data:
        if key not in known:
            raise refused("package.key", file=file, key=key, known=", ".join(sorted(known)), hint=did_you_mean(key, known))
    head = data.get("package")
    if not isinstance(head, dict):
        raise refused("package.head", file=file)
    for key in head:
        if key not in KEYS:
            raise refused("package.key", file=file, key=key, known=", ".join(sorted(KEYS)), hint=did_you_mean(key, KEYS))
    game = text_of(head, "game", file, "")
    return Manifest(
        name_of(head, file), version_of(head, file), texts_of(head, "title", file), licence_of(head, file), game,
        versions(head.get("verified", ""), "verified", file), texts_of(head, "text", file) if "text" in head else {},
        authors_of(head, file), text_of(head, "declares", file, ""),
        *(related(data.get(key, {}), key, file) for key in RELATIONS),
    )  # fmt: skip


def name_of(head: Mapping[str, Any], file: str) -> str:
    name = text_of(head, "name", file)
    if not NAME.match(name):
        raise refused("package.name", file=file, name=name)
    author, _, own = name.partition("/")
    if own in RESERVED or (author in RESERVED and author != "arbitre"):
        raise refused("package.reserved", file=file, name=name)
    return name


def alike(name: str) -> str:
    """What names must not share: case, dashes and underscores do not tell them apart."""
    return name.lower().replace("_", "-")


def version_of(head: Mapping[str, Any], file: str) -> Version:
    said = text_of(head, "version", file)
    try:
        version = Version(said)
    except InvalidVersion:
        raise refused("package.version", file=file, said=said) from None
    if not re.fullmatch(r"\d+\.\d+\.\d+", said):
        raise refused("package.version", file=file, said=said)
    return version


def licence_of(head: Mapping[str, Any], file: str) -> str:
    said = text_of(head, "licence", file)
    try:
        return str(canonicalize_license_expression(said))
    except InvalidLicenseExpression:
        raise refused("package.licence", file=file, said=said) from None


def authors_of(head: Mapping[str, Any], file: str) -> tuple[str, ...]:
    said = head.get("authors", [])
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise refused("package.sort", file=file, key="authors", sort='["..."]')
    return tuple(said)


def texts_of(head: Mapping[str, Any], key: str, file: str) -> dict[str, str]:
    """A text by language: ``title = { en = "...", fr = "..." }``."""
    said = head.get(key)
    if not isinstance(said, dict) or not said or not all(_LANGUAGE.match(lang) and isinstance(text, str) for lang, text in said.items()):
        raise refused("package.sort", file=file, key=key, sort='{ en = "...", fr = "..." }')
    return {lang: " ".join(text.split()) for lang, text in said.items()}


def text_of(head: Mapping[str, Any], key: str, file: str, default: str | None = None) -> str:
    said = head.get(key, default)
    if not isinstance(said, str) or (default is None and not said):
        raise refused("package.sort", file=file, key=key, sort='"..."')
    return said


def related(said: Any, key: str, file: str) -> dict[str, SpecifierSet]:
    if not isinstance(said, dict) or not all(isinstance(name, str) and NAME.match(name) for name in said):
        raise refused("package.sort", file=file, key=key, sort='"author/name" = ">=1.0,<2"')
    return {name: versions(wanted, f"{key} {name}", file) for name, wanted in said.items()}


def versions(said: Any, key: str, file: str) -> SpecifierSet:
    """A range of versions; "" and ``*`` are any."""
    try:
        return SpecifierSet("" if said == "*" else said)
    except (InvalidSpecifier, AttributeError, TypeError):
        raise refused("package.range", file=file, key=key, said=said) from None


__all__ = ["MANIFEST", "NAME", "RELATIONS", "Manifest", "Refused", "alike", "from_toml", "read_manifest", "versions"]
