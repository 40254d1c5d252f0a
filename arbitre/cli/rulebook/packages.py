"""Commands about packages: made, put on shelves, found, installed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arbitre.cli.common import JSON, LANG, dump, out
from arbitre.cli.group import Grouped, cli

if TYPE_CHECKING:
    from arbitre.packages.changes import Change
    from arbitre.packages.manifest import Manifest
    from arbitre.packages.pack import Packed

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
WITHOUT_PROOF = click.option("--without-proof", is_flag=True, help="Skip running the scenarios of the game and all packages together.")


def here() -> Path:
    """The folder that asks for packages."""
    from arbitre.packages.project import root_of

    return root_of(Path.cwd())


@cli.command()
@click.argument("folder", type=FOLDER, default=Path())
@click.option("--before", type=FOLDER, default=None, help="Compare with the earlier package in this folder.")
@click.option("--out", "target", type=click.Path(dir_okay=False, path_type=Path), default=None,
              help="Write the archive here (default: NAME-VERSION in this folder).")  # fmt: skip
@click.option("--no-prove", "unproved", is_flag=True, help="Skip the check that every line is proved by a scenario.")
@LANG
@JSON
def pack(folder: Path, before: Path | None, target: Path | None, unproved: bool, lang: str, as_json: bool) -> None:
    """Build the archive of a package.

    The package is checked, tested and proved first; its licence and its version number must be in order.
    """
    from arbitre.dsl.cache.careful import replace_whole
    from arbitre.packages.pack import pack as packed

    found = packed(folder, before, not unproved)
    path = target if target is not None else Path(f"{found.manifest.stem}.zip")
    if found.ok:
        replace_whole(path, found.archive())
    if as_json:
        dump({
            "ok": found.ok, "file": str(path) if found.ok else None, "scenarios": found.scenarios, "before": found.before,
            "asked": found.asked, "changes": [one.data() for one in found.changes], **found.manifest.data(),
        })  # fmt: skip
    else:
        tell_packed(found, path, lang)
    if not found.ok:
        sys.exit(1)


def tell_packed(found: Packed, path: Path, lang: str) -> None:
    from arbitre.words.phrases import of, rendered

    say = of(lang).say
    if found.faults:
        out(of(lang).tell(rendered(found.faults[:20], found.sources)))
    for outcome in found.failed:
        out(say("package.pack.failed", scenario=outcome.name, place=outcome.place))
    for line in found.unproved:
        out(say("package.pack.unproved", file=line.file, line=line.line, source=line.source.strip()))
    if not found.faults and not found.scenarios:
        out(say("package.pack.none"))
    if found.early:
        out(say("package.pack.version", before=found.before, asked=found.asked, version=found.manifest.version))
    if found.ok:
        out(say("package.pack.done", file=path, scenarios=of(lang).count("package.scenarios", found.scenarios)))
        if not found.before:
            out(say("package.pack.first"))
    else:
        out(say("package.pack.not"))


@cli.command()
@click.argument("packages", nargs=-1, required=True)
@WITHOUT_PROOF
@click.option("--order", is_flag=True, help="If only an order between packages is missing, write a file that states it.")
@LANG
def add(packages: tuple[str, ...], without_proof: bool, order: bool, lang: str) -> None:
    """Install packages in this folder.

    A package is named as on the folder's shelves, or given as an archive, a folder or a URL.
    """
    from arbitre.packages.changes import add as added

    root = here()
    tell_change(added(root, packages, not without_proof, order, progress(lang)), root, lang, not without_proof)


@cli.command()
@click.argument("packages", nargs=-1, required=True)
@LANG
def remove(packages: tuple[str, ...], lang: str) -> None:
    """Uninstall packages from this folder."""
    from arbitre.packages.changes import remove as removed

    root = here()
    tell_change(removed(root, packages), root, lang, True)


@cli.command()
@click.argument("names", nargs=-1)
@WITHOUT_PROOF
@LANG
def upgrade(names: tuple[str, ...], without_proof: bool, lang: str) -> None:
    """Upgrade packages to the newest compatible versions.

    With NAMES, only those.
    """
    from arbitre.packages.changes import upgrade as upgraded

    root = here()
    tell_change(upgraded(root, names, not without_proof, progress(lang)), root, lang, not without_proof)


@cli.command()
@LANG
def lock(lang: str) -> None:
    """Choose package versions and write arbitre.lock.

    The requirements are those of arbitre.toml.
    """
    from arbitre.packages.changes import lock as locked
    from arbitre.words.phrases import of

    found = locked(here())
    words = of(lang)
    out(words.say("package.locked", packages=words.count("package.packages", len(found.chosen))))


def progress(lang: str):  # type: ignore[no-untyped-def]
    """Tells at a terminal how many scenarios have been run."""
    from arbitre.words.phrases import of

    if not sys.stderr.isatty():
        return None
    return lambda n, count: click.echo(f"\r{of(lang).say('package.progress', n=n, count=count)}", nl=n == count, err=True)


def tell_change(change: Change, root: Path, lang: str, proved: bool) -> None:
    """What was installed, and what is to be known of it; or why nothing was.  Exit status 1 then."""
    from arbitre.packages.games import version_of_game
    from arbitre.packages.project import read_project
    from arbitre.words.phrases import of, rendered

    say = of(lang).say
    if change.order is not None:
        out(say("package.ordered", file=change.order))
    if not change.done:
        out(say("package.refused"))
        for proof in change.proofs:
            if proof.faults:
                out(of(lang).tell(rendered(proof.faults[:20], proof.sources)))
            for outcome in proof.failed:
                place, why = outcome.failures[0] if outcome.failures else (outcome.place, "")
                out("  " + say("package.together.failed", scenario=outcome.name, place=place, why=of(lang).tell(why)))
            if proof.order:
                out(say("package.order", file=read_project(root).order_of(proof.game)))
                for line in proof.order:
                    out(f"    {line}")
        sys.exit(1)
    for one in change.chosen:
        if change.before.get(one.name) != one.version:
            out(say("package.added", name=one.name, version=one.version, title=one.titled(lang)))
    for name, version in change.gone.items():
        out(say("package.gone", name=name, version=version))
    names = {one.name for one in change.chosen}
    for one in change.chosen:
        for other in one.recommends:
            if other not in names and change.before.get(one.name) != one.version:
                out(say("package.recommended", by=one.name, name=other))
        if one.game and one.name not in change.before:
            here = version_of_game(one.game)
            if here is not None and not one.verified.contains(here):
                out(say("package.unverified", name=one.name, game=one.game, verified=str(one.verified), version=here))
            out(say("package.play", game=one.game, name=one.name))
    for proof in change.proofs:
        count = of(lang).count("package.scenarios", proof.scenarios - len(proof.changed))
        out(say("package.proof", scenarios=count, game=proof.game))
        if proof.changed:
            out(say("package.proof.changed", names="; ".join(f"“{outcome.name}”" for outcome in proof.changed[:5]), n=len(proof.changed)))
    if not proved:
        out(say("package.unproved_add"))


def tell_installed(lang: str) -> None:
    """The packages of this folder, a line each; nothing where it has none."""
    root = next((up for up in (Path.cwd(), *Path.cwd().parents) if (up / "arbitre.lock").is_file()), None)
    if root is None:
        return
    from arbitre.packages.project import read_project
    from arbitre.words.phrases import of

    for one in read_project(root).locked:
        key = "package.list" if one.game else "package.list.game"
        out(of(lang).say(key, name=one.name, version=one.version, game=one.game, source=one.source))


@cli.command()
@LANG
@JSON
def verify(lang: str, as_json: bool) -> None:
    """Check packages against arbitre.lock.

    Exit status 1 if any file differs from what was locked.
    """
    from arbitre.packages.project import read_project
    from arbitre.words.phrases import of

    project = read_project(here())
    say = of(lang).say
    found = [(one, list(project.faults_of(one))) for one in project.locked]
    known = {project.place(one) for one in project.locked}
    strays = [path for path in sorted(project.folder.glob("*/*/*")) if path.is_dir() and path not in known]
    if as_json:
        dump({"packages": [{"name": one.name, "version": str(one.version), "changed": held} for one, held in found],
              "strays": [str(path) for path in strays]})  # fmt: skip
    elif not found:
        out(say("package.nothing"))
    else:
        for one, held in found:
            key = "package.differs" if held else "package.intact"
            out(say(key, name=one.name, version=one.version, files=", ".join(held)))
        for path in strays:
            out(say("package.stray", file=path))
    if any(held for _, held in found) or strays:
        sys.exit(1)


@cli.command()
@click.argument("name")
@LANG
@JSON
def info(name: str, lang: str, as_json: bool) -> None:
    """Describe a package.

    The game it is for, what it needs, and its versions on the shelves.
    """
    from arbitre.opening.books import refused
    from arbitre.packages.manifest import read_manifest
    from arbitre.packages.project import read_project
    from arbitre.words.phrases import of

    say = of(lang).say
    shelves = read_project(here()).opened()
    held = {shelf.name: shelf.entries()[name] for shelf in shelves if name in shelf.entries()}
    if Path(name).is_dir():
        manifest = read_manifest(Path(name))
    elif held:
        manifest = next(iter(held.values()))[0].manifest
    else:
        raise refused("package.nowhere", name=name, by="", hint="")
    if as_json:
        versions = {shelf: [str(entry.manifest.version) for entry in entries] for shelf, entries in held.items()}
        dump({**manifest.data(), "shelves": versions})
        return
    out(say("package.added", name=manifest.name, version=manifest.version, title=manifest.titled(lang)))
    if manifest.text:
        out(f"  {manifest.text.get(lang) or next(iter(manifest.text.values()))}")
    if manifest.game:
        out("  " + say("package.info.game", game=manifest.game, verified=str(manifest.verified) or "*"))
    out("  " + say("package.info.licence", licence=manifest.licence, authors=", ".join(manifest.authors) or "–"))
    for key in ("requires", "recommends", "conflicts"):
        for other, wanted in getattr(manifest, key).items():
            out("  " + say(f"package.info.{key}", name=other, versions=str(wanted)))
    for shelf, entries in held.items():
        out("  " + say("package.info.versions", shelf=shelf, versions=", ".join(str(entry.manifest.version) for entry in entries)))


@cli.command()
@click.argument("words", nargs=-1)
@LANG
@JSON
def search(words: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Search the shelves for packages."""
    from arbitre.opening.books import refused
    from arbitre.packages.project import read_project
    from arbitre.words.phrases import of

    shelves = read_project(here()).opened()
    if not shelves:
        raise refused("package.no_shelf")
    found: dict[str, Manifest] = {}
    for shelf in shelves:
        for name, entries in shelf.entries().items():
            manifest = entries[0].manifest
            text = " ".join([name, manifest.game, *manifest.title.values(), *manifest.text.values()]).lower()
            if all(word.lower() in text for word in words):
                found.setdefault(name, manifest)
    if as_json:
        dump([manifest.data() for manifest in found.values()])
        return
    for name, manifest in sorted(found.items()):
        out(of(lang).say("package.found", name=name, version=manifest.version, title=manifest.titled(lang)))
    if not found:
        out(of(lang).say("package.found.none"))


@cli.group(cls=Grouped)
@LANG
def shelf(lang: str) -> None:
    """Manage shelves, where packages are found.

    A shelf is a set of static files that any folder, web server or USB stick can hold.
    """


@shelf.command("build")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("sources", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--title", default="", help="Title of the shelf.")
@LANG
def build(folder: Path, sources: tuple[Path, ...], title: str, lang: str) -> None:
    """Write a shelf, with its pages, to a folder.

    It is made of package archives, or folders of packages.
    """
    from arbitre.packages.builder import build as built
    from arbitre.packages.pages import write_pages
    from arbitre.words.phrases import of

    found = built(sources, folder, title)
    write_pages(found)
    words = of(lang)
    out(words.say("package.shelf.built", folder=folder, packages=words.count("package.packages", len(found.entries))))


@shelf.command("use")
@click.argument("name")
@click.argument("where")
@click.option("--first", is_flag=True, help="Search it before all others.")
@LANG
def use(name: str, where: str, first: bool, lang: str) -> None:
    """Let this folder use a shelf.

    SHELF is a folder, a zip file or a URL.
    """
    from arbitre.packages.project import commit, keeping
    from arbitre.packages.shelf import Shelf
    from arbitre.words.phrases import of

    root = here()
    Shelf(where, name).entries()  # one that cannot be read is not remembered
    with keeping(root) as project:
        known = where if "://" in where else os.path.relpath(where, root)
        project.shelves = {name: known, **project.shelves} if first else {**project.shelves, name: known}
        commit(project)
    out(of(lang).say("package.shelf.used", shelves=", ".join(project.shelves)))


@shelf.command("forget")
@click.argument("name")
@LANG
def forget(name: str, lang: str) -> None:
    """Stop using a shelf in this folder."""
    from arbitre.opening.books import refused
    from arbitre.packages.project import commit, keeping
    from arbitre.words.phrases import of

    with keeping(here()) as project:
        if name not in project.shelves:
            raise refused("package.shelf.none", name=name, known=", ".join(project.shelves) or "-")
        del project.shelves[name]
        commit(project)
    out(of(lang).say("package.shelf.used", shelves=", ".join(project.shelves) or "–"))
