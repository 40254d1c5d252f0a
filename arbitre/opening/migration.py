"""Files rewritten by the names a game has now, where they still say former ones; the rest of their text stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.renames import Renamed
from arbitre.opening.books import all_findings, open_book
from arbitre.opening.files import write_whole

BY_HAND = ("F03", "N04", "S01", "S03", "S07")  # a name that is gone; and what keeps names of a file from being read at all


@dataclass(slots=True)
class Migrated:
    """``renamed``: the words of a file that were, or would be, rewritten; ``left``: what only its author can mend."""

    path: Path
    renamed: list[Renamed] = field(default_factory=list)
    left: list[Message] = field(default_factory=list)


def migrate(paths: Iterable[Path], write: bool = True) -> list[Migrated]:
    """Rewrites every file of rules given, and those below folders.

    Each is read with the game that it declares or extends.  Names whose meaning only their author knows (F03) are reported, not changed.

    Raises:
        Refused: a game is not there.
        OSError: a file cannot be written.
    """
    files = [file for path in paths for file in (sorted(path.rglob("*.rules")) if path.is_dir() else [path])]
    found: dict[Path, Migrated] = {file.resolve(): Migrated(file) for file in files}
    read: set[Path] = set()
    for file in files:
        if file.resolve() in read:
            continue
        rulebook = open_book(str(file), scenarios=True, quiet=True)
        read |= {located(one.path) for one in rulebook.files}
        messages = all_findings(rulebook)  # fields are told apart by their types, in scenarios too
        for renamed in rulebook.renamed:
            one = found.get(located(renamed.place.file))
            if one is not None and renamed not in one.renamed:
                one.renamed.append(renamed)
        for message in messages:
            one = found.get(located(message.place.file))
            if message.code in BY_HAND and one is not None and message.key() not in {known.key() for known in one.left}:
                one.left.append(message)
    changed = [one for one in found.values() if one.renamed or one.left]
    for one in changed:
        if write and one.renamed:
            write_whole(one.path, rewritten(one.path.read_text(encoding="utf-8"), one.renamed))
    return changed


def rewritten(text: str, renamed: list[Renamed]) -> str:
    """The text with each word in place of the former one; a word that does not stand where it should is left alone."""
    lines = text.split("\n")
    for one in sorted(renamed, key=lambda one: (one.place.line, one.place.column), reverse=True):
        line, first = lines[one.place.line - 1], one.place.column - 1
        if line[first : first + len(one.old)] == one.old:
            lines[one.place.line - 1] = line[:first] + one.new + line[first + len(one.old) :]
    return "\n".join(lines)
