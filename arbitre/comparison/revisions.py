"""What is compared: a game, a file, an extension of one, or any of them as it stood at some revision of git."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl.modules.library import folder_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.opening.books import open_book, refused
from arbitre.opening.folders import head_of

_GIT = re.compile(r"(?P<name>.+)@(?P<revision>[\w./~^{}-]+)\Z")
SECONDS = 60  # that git may take


@dataclass(frozen=True, slots=True)
class Side:
    """A rulebook as it can be opened again: a name or path, and the extension files put to it.  ``said``: how it was named."""

    said: str
    name: str
    extensions: tuple[str, ...] = ()

    def open(self) -> Rulebook:
        """With its scenarios: of an extension those of its game as well, for they are what it may break."""
        return open_book(self.name, self.extensions, scenarios=True, quiet=True)


@contextmanager
def sides(base: str, variant: str, extensions: tuple[str, ...]) -> Iterator[tuple[Side, Side]]:
    """The two that are compared; ``extensions`` belong to the variant.

    A variant that is an extension file is the base with that file, whatever the base; ``NAME@REVISION`` is taken out of git into a
    folder that is gone afterwards.
    """
    with tempfile.TemporaryDirectory(prefix="arbitre-") as folder:
        one = side(base, Path(folder) / "base")
        two = side(variant, Path(folder) / "variant")
        file = Path(two.name)
        if file.is_file() and head_of(file).startswith("extends "):
            two = Side(variant, one.name, (*one.extensions, two.name))
        file = Path(one.name)
        if file.is_file() and head_of(file).startswith("extends "):
            game = head_of(file).split(" ")[1]
            home = next((up / f"{game}.rules" for up in file.resolve().parents if (up / f"{game}.rules").is_file()), None)
            one = Side(base, str(home) if home is not None else game, (one.name,))
        yield one, Side(two.said, two.name, (*two.extensions, *extensions))


def side(said: str, folder: Path) -> Side:
    """A game by its name, its path, or either at a revision."""
    found = _GIT.match(said)
    if found is None or Path(said).exists():
        return Side(said, said)
    name, revision = found["name"], found["revision"]
    path = Path(name) if Path(name).exists() else folder_of(name)
    if not path.exists():
        raise refused("cannot.no_file", file=name)
    return Side(said, str(exported(path.resolve(), revision, folder)))


def exported(path: Path, revision: str, folder: Path) -> Path:
    """A file or folder as it stood at a revision, with the games beside it, which it may extend."""
    near = path if path.is_dir() else path.parent
    top = Path(git(near, "rev-parse", "--show-toplevel").strip())
    commit = git(near, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", fault=revision).strip()
    within = path.relative_to(top)
    above = within.parts[0] if len(within.parts) > 1 else "."
    folder.mkdir(parents=True)
    archive = folder / "tree.tar"
    git(top, "archive", "--format=tar", f"--output={archive}", commit, above, fault=revision)
    shutil.unpack_archive(archive, folder, filter="data")
    archive.unlink()
    made = folder / within
    if not made.exists():
        raise refused("cannot.not_then", file=within, revision=revision)
    return made


def git(folder: Path, *words: str, fault: str = "") -> str:
    """What git says, called in a folder."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        raise refused("cannot.no_git") from None
    if done.returncode:
        raise refused("cannot.no_revision", revision=fault) if fault else refused("cannot.no_git")
    return done.stdout
