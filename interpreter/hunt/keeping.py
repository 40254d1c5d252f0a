"""Cases that were found, kept as files of scenarios: they are tried first the next time."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from arbitre.interpreter.hunt.faults import Fault

ENDING = ".rules"


def keep(folder: Path, game: str, fault: Fault) -> None:
    """Writes a case down; one that cannot be written is not."""
    if not fault.scenario:
        return
    name = hashlib.sha256(repr(fault.key).encode()).hexdigest()[:16]
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{game}-{name}{ENDING}").write_text(f"extends {game}\n\n{fault.scenario}", encoding="utf-8")


def kept(folder: Path, game: str) -> list[str]:
    """The scenarios that are kept of a game."""
    out = []
    for path in sorted(folder.glob(f"{game}-*{ENDING}")) if folder.is_dir() else ():
        with contextlib.suppress(OSError, UnicodeError):
            head, _, text = path.read_text(encoding="utf-8").partition("\n\n")
            if head == f"extends {game}" and text.startswith("scenario "):
                out.append(text)
    return out
