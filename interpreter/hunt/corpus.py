"""Cases that were found, kept as files of scenarios: they are tried first the next time."""

from __future__ import annotations

import contextlib
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from arbitre.interpreter.hunt.faults import Fault

ENDING = ".rules"
HUNTED = "hunt"  # the folder of cases among what is remembered
HEAD = re.compile(r"extends (?P<game>\S+)(\n# at (?P<file>[^\n]*):(?P<line>\d+), (?P<rule>[^\n]*))?$")


@dataclass(frozen=True, slots=True)
class Kept:
    """A case that was found before: its scenario, and the line of the rules that it speaks of, as that stood then."""

    scenario: str
    file: str = ""
    line: int = 0
    rule: str = ""


def keep(folder: Path, game: str, fault: Fault) -> None:
    """Writes a case down; one that cannot be written is not."""
    if not fault.scenario:
        return
    name = hashlib.sha256(repr(fault.key).encode()).hexdigest()[:16]
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        place = Path(fault.place.file).resolve()
        lines = place.read_text(encoding="utf-8").splitlines() if place.is_file() else []
        rule = lines[fault.place.line - 1].strip() if 0 < fault.place.line <= len(lines) else ""
        at = f"\n# at {place}:{fault.place.line}, {rule}" if rule else ""
        (folder / f"{game}-{name}{ENDING}").write_text(f"extends {game}{at}\n\n{fault.scenario}", encoding="utf-8")


def kept(folder: Path, game: str) -> list[Kept]:
    """The cases that are kept of a game."""
    out = []
    for path in sorted(folder.glob(f"{game}-*{ENDING}")) if folder.is_dir() else ():
        with contextlib.suppress(OSError, UnicodeError):
            head, _, text = path.read_text(encoding="utf-8").partition("\n\n")
            found = HEAD.match(head)
            if found is not None and found["game"] == game and text.startswith("scenario "):
                out.append(Kept(text, found["file"] or "", int(found["line"] or 0), found["rule"] or ""))
    return out
