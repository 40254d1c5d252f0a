"""A rulebook as the phases after reading see it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from dsl import tree as t
from dsl.diagnostics.cascades import Gaps
from dsl.diagnostics.message import Messages


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

    @property
    def sources(self) -> dict[str, str]:
        return {file.path: file.text for file in self.files}

    @property
    def version(self) -> str:
        """Fingerprint of the rules (scenarios and comments outside of them do not count as other rules)."""
        digest = hashlib.sha256()
        for file in self.files:
            if any(not isinstance(d, (t.Scenario, t.Setting, t.Extends)) for d in file.decls):
                digest.update(Path(file.path).name.encode() + b"\0" + file.text.encode() + b"\0")
        return digest.hexdigest()[:16]
