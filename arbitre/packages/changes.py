"""What a person does with packages: added, taken out, upgraded, locked, verified.  All of it happens, or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from arbitre.opening.books import refused
from arbitre.opening.files import write_whole
from arbitre.packages.archive import Files
from arbitre.packages.games import game_for
from arbitre.packages.manifest import NAME, Manifest
from arbitre.packages.project import Direct, Locked, Project, commit, keeping, put_down, taken
from arbitre.packages.resolution import Wanted, resolve
from arbitre.packages.shelf import Shelf
from arbitre.packages.together import Together, together


@dataclass(slots=True)
class Change:
    """What was done, or why nothing was: ``proofs`` that do not hold.  ``order``: the file that settles who comes first."""

    before: dict[str, Version] = field(default_factory=dict)
    chosen: list[Manifest] = field(default_factory=list)
    proofs: list[Together] = field(default_factory=list)
    order: Path | None = None
    done: bool = False

    @property
    def gone(self) -> dict[str, Version]:
        known = {one.name for one in self.chosen}
        return {name: version for name, version in self.before.items() if name not in known}


def add(
    root: Path, asked: Sequence[str], proving: bool = True, order: bool = False, progress: Callable[[int, int], None] | None = None
) -> Change:
    """Installs packages: names (``author/name``, with a range as in ``author/name>=1.2``), or folders, archives and URLs.

    Raises:
        Refused: something is not there, or does not go together.
        OSError: something cannot be written; the folder is as it was.
    """
    with keeping(root) as project:
        direct: list[Direct] = []
        for one in asked:
            name, said = named(one)
            if name is None:
                given = Direct(one)
                name = given.manifest.name
                direct.append(given)
                project.direct[name] = one if "://" in one else os.path.relpath(one, root)
                project.wanted[name] = SpecifierSet()
            else:
                project.direct.pop(name, None)
                project.wanted[name] = said
        return settled(project, direct, set(), proving, order, progress)


def named(asked: str) -> tuple[str | None, SpecifierSet]:
    """The name and the range of what is asked for; no name if it is a path or a URL."""
    cut = next((n for n, sign in enumerate(asked) if sign in "<>=!~"), len(asked))
    name, said = asked[:cut].strip(), asked[cut:].strip()
    if "://" in asked or Path(asked).exists() or not NAME.match(name):
        return None, SpecifierSet()
    return name, SpecifierSet(said)


def remove(root: Path, names: Sequence[str]) -> Change:
    """Takes packages out, and what only they required.

    Raises:
        Refused: one is not asked for here.
        OSError: something cannot be written.
    """
    with keeping(root) as project:
        for name in names:
            if name not in project.wanted:
                raise refused("package.not_installed", name=name, known=", ".join(project.wanted) or "-")
            del project.wanted[name]
            project.direct.pop(name, None)
        return settled(project, [], set(), False, False, None)


def upgrade(root: Path, names: Sequence[str] = (), proving: bool = True, progress: Callable[[int, int], None] | None = None) -> Change:
    """The newest versions that go together; of some packages alone, if they are named.

    Raises:
        Refused: one is not installed, or nothing goes together.
        OSError: something cannot be written.
    """
    with keeping(root) as project:
        known = {one.name for one in project.locked}
        for name in names:
            if name not in known:
                raise refused("package.not_installed", name=name, known=", ".join(sorted(known)) or "-")
        return settled(project, [], set(names) or known, proving, False, progress)


def lock(root: Path) -> Change:
    """Chooses versions for what is asked for, keeping those that are locked as far as they fit, and puts their texts down.

    Raises:
        Refused: nothing goes together.
        OSError: something cannot be written.
    """
    with keeping(root) as project:
        return settled(project, [], set(), False, False, None)


def settled(
    project: Project, direct: Sequence[Direct], loose: set[str], proving: bool, order: bool, progress: Callable[[int, int], None] | None,
) -> Change:  # fmt: skip
    """Chooses, proves and installs.  ``loose``: packages whose locked version need not stay."""
    out = Change({one.name: one.version for one in project.locked})
    given = {one.manifest.name for one in direct}
    shelves: list[Shelf] = [*direct, *(Direct(str(place(project, where))) for name, where in project.direct.items() if name not in given)]
    shelves += project.opened()
    kept = {name: version for name, version in out.before.items() if name not in loose and name not in given}
    found = resolve([Wanted(name, versions) for name, versions in project.wanted.items()], shelves, kept)
    texts = [taken(one) for one in found]
    out.chosen = [one.entry.manifest for one in found if one.entry is not None]
    fresh = {
        one.name for one, _ in texts if (one.name, one.version, one.digest) not in {(k.name, k.version, k.digest) for k in project.locked}
    }
    for one, files in texts:
        put_down(project, one, files)
    project.locked = [one for one, _ in texts]
    if proving and fresh:
        out.proofs, out.order = proofs(project, texts, fresh, order, progress)
        if not all(proof.ok for proof in out.proofs):
            return out
    commit(project)
    out.done = True
    return out


def place(project: Project, where: str) -> str | Path:
    """Where a package given by its path is, seen from the project’s folder."""
    return where if "://" in where else project.root / where


def proofs(
    project: Project, texts: Sequence[tuple[Locked, Files]], fresh: set[str], order: bool, progress: Callable[[int, int], None] | None,
) -> tuple[list[Together], Path | None]:  # fmt: skip
    """What each game says with all of its packages, where one of them is new."""
    out: list[Together] = []
    written: Path | None = None
    for game in sorted({one.game for one, _ in texts if one.game and one.name in fresh}):
        parts = [[project.place(one) / path for path in one.files if path.endswith(".rules")] for one, _ in texts if one.game == game]
        main, settling = game_for(project, game, [one for one, _ in texts]), project.order_of(game)
        proof = together(main, parts, [settling] if settling.is_file() else [], progress)
        if proof.order and order:
            lines = settling.read_text(encoding="utf-8").rstrip("\n").split("\n") if settling.is_file() else [f"extends {game}"]
            settling.parent.mkdir(parents=True, exist_ok=True)
            write_whole(settling, "\n".join([*lines, *proof.order]) + "\n")
            written = settling
            proof = together(main, parts, [settling], progress)
        out.append(proof)
    return out, written
