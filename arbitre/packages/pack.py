"""A folder made into an archive that others can use, once everything that can be checked has been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from packaging.version import Version

from arbitre.comparison.breakage import Change, changes, next_version, raised
from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint.own import located
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.opening.books import all_findings, open_book, refused
from arbitre.opening.proof.prover import UNPROVED, Verdict, prove
from arbitre.packages.archive import Files, manifest_of, read_folder, written_zip
from arbitre.packages.games import game_near
from arbitre.packages.manifest import Manifest


@dataclass(slots=True)
class Packed:
    """What was found in a package.  ``asked``: the version that its differences from ``before`` ask for, "" where there is none before."""

    manifest: Manifest
    files: Files
    faults: list[Message] = field(default_factory=list)
    failed: list[Outcome] = field(default_factory=list)
    unproved: list[Verdict] = field(default_factory=list)
    scenarios: int = 0
    before: str = ""
    changes: list[Change] = field(default_factory=list)
    asked: str = ""
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def early(self) -> bool:
        """Does its version say less than what has changed asks for?"""
        return bool(self.asked) and self.manifest.version < Version(self.asked)

    @property
    def ok(self) -> bool:
        return not (self.faults or self.failed or self.unproved or self.early) and bool(self.scenarios)

    def archive(self) -> bytes:
        return written_zip(self.files)


def pack(folder: Path, before: Path | None = None, proving: bool = True, progress: Callable[[int, int], None] | None = None) -> Packed:
    """Looks through the folder of a package: its manifest and licence, ``check``, ``test``, ``prove``, and its version number.

    ``before``: the folder of an earlier version.

    Raises:
        Refused: there is no manifest, or something in it is not as it should be; the game it extends is not there.
        OSError: a file cannot be read.
    """
    files = read_folder(folder)
    manifest = manifest_of(files, str(folder))
    if not any(Path(path).stem.upper() in ("LICENSE", "LICENCE", "COPYING") for path in files):
        raise refused("package.no_licence", folder=folder, licence=manifest.licence)
    main, extensions = rules_in(folder, manifest)
    rulebook = open_book(main, extensions, scenarios=True, quiet=True)
    out = Packed(manifest, files, sources=rulebook.sources)
    out.faults = [message for message in all_findings(rulebook) if message.severity == ERROR]
    if out.faults:
        return out
    own = {path.resolve() for path in folder.rglob("*.rules")}
    outcomes = [one for one in run_all(rulebook) if located(one.place.file) in own]
    out.scenarios, out.failed = len(outcomes), [one for one in outcomes if not one.ok]
    if proving and not out.failed:
        for path in extensions or (main,):
            report = prove(path, tuple(one for one in extensions if one != path), None, 0, 2, progress)
            out.unproved += [verdict for verdict in report.lines if verdict.status == UNPROVED]
    if before is not None:
        old = manifest_of(read_folder(before), str(before))
        out.before = str(old.version)
        main_before, files_before = rules_in(before, old)
        out.changes = changes(open_book(main_before, files_before, quiet=True), open_book(main, extensions, quiet=True))
        differ = any(files.get(path) != data for path, data in read_folder(before).items())
        part = raised(out.changes, differ)
        out.asked = next_version(out.before, part) if part else ""
    return out


def rules_in(folder: Path, manifest: Manifest) -> tuple[str, tuple[str, ...]]:
    """What ``open_book`` is given for a package: its own game, or the game it extends with its files, scenarios too."""
    files = sorted(folder.rglob("*.rules"))
    if not files:
        raise refused("package.no_rules", folder=folder)
    if not manifest.game:
        named = [file for file in files if file.parent.name == file.stem or len(files) == 1] or files
        return str(named[0]), ()
    return game_near(manifest.game, folder), tuple(map(str, files))
