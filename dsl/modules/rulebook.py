"""A rulebook as the phases after reading see it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import SAID_IN
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.modules.names import Names
from arbitre.dsl.modules.renames import Renamed


@dataclass(slots=True)
class Rulebook:
    """Every declaration of a game, its base games first, extensions last."""

    name: str
    game: t.Game
    decls: list[t.Decl]
    files: list[t.File]
    messages: Messages
    scenarios: list[t.Scenario] = field(default_factory=list)
    proving: set[str] = field(default_factory=set)  # files that only scenarios may need
    added: set[str] = field(default_factory=set)  # extensions that were asked for
    folder: Path = Path()
    lost: Gaps = field(default_factory=Gaps)
    names: Names = field(default_factory=Names)  # as the files declare them, with their former names
    renamed: list[Renamed] = field(default_factory=list)  # words of its files that are former names
    unread: list[str] = field(default_factory=list)  # files beside it that extend it, and are not read as its folder is called otherwise
    translated: tuple[str, ...] = ()  # the languages of its translations
    package: str = ""  # what the game is called as a package
    release: str = ""  # and its version there
    beside: dict[str, str] = field(default_factory=dict)  # texts of files it is not made of, whose scenarios it plays

    @property
    def sources(self) -> dict[str, str]:
        return {**self.beside, **{file.path: file.text for file in self.files}}

    @property
    def promised(self) -> tuple[str, ...]:
        """The languages that the game promises to be told in, its first one first."""
        return tuple(map(str, self.game.languages)) or SAID_IN

    @property
    def told_in(self) -> tuple[str, ...]:
        """The languages it is told in: those it promises, and those of its translations."""
        return tuple(dict.fromkeys((*self.promised, *self.translated)))

    @property
    def version(self) -> str:
        """Fingerprint of the rules (scenarios and comments outside of them do not count as other rules)."""
        digest = hashlib.sha256()
        for file in self.files:
            if any(not isinstance(d, (t.Scenario, t.Setting, t.Extends, t.Translation)) for d in file.decls):
                digest.update(Path(file.path).name.encode() + b"\0" + file.text.encode() + b"\0")
        return digest.hexdigest()[:16]

    @property
    def contents(self) -> str:
        """Fingerprint of everything that its files say, and of how they are put together."""
        digest = hashlib.sha256()
        for said in (self.name, str(self.folder), *sorted(self.added), "", *sorted(self.proving), ""):
            digest.update(said.encode("utf-8", "surrogatepass") + b"\0")
        for file in self.files:
            digest.update(file.path.encode("utf-8", "surrogatepass") + b"\0" + file.text.encode("utf-8", "surrogatepass") + b"\0")
        return digest.hexdigest()


class Unread(Rulebook):
    """A rulebook that is read when something of it is asked for: whoever plays by its program may never need it."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[], Rulebook]) -> None:
        self._read = read

    def __getattr__(self, name: str) -> Any:  # only asked while a field is still empty
        if name.startswith("_"):
            raise AttributeError(name)
        read = self._read()
        for part in fields(Rulebook):
            setattr(self, part.name, getattr(read, part.name))
        return getattr(self, name)
