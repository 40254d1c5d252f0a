"""The command that writes new files."""

from __future__ import annotations

from pathlib import Path

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import LANG, out
from arbitre.cli.group import cli


@cli.command("new")
@click.argument("sort", metavar="WHAT", type=click.Choice(["game", "variant", "role", "room", "scenario", "package"]))
@click.argument("name")
@click.option("--of", "game", default="", metavar="GAME", help="The game it belongs to.", shell_complete=completing.games)
@click.option("--kind", default="", help="For a role: the kind it is a member of.")
@click.option("--clause", default="", help="For a scenario: the sentence of the paper rules it proves.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Where to write it; by default here, or next to your own game.",
)
@LANG
def new_(sort: str, name: str, game: str, kind: str, clause: str, folder: Path | None, lang: str) -> None:
    """Start a new rulebook file from a template.

    WHAT is a game, a variant, a role, a room, a scenario, or a package with a role in it. The file passes ‘check’ as it
    is.
    """
    from arbitre.making.making import home_for, new
    from arbitre.opening.books import refused
    from arbitre.opening.files import write_whole
    from arbitre.words.phrases import of

    if sort == "package":
        from arbitre.making.packages import package

        for one in package(name, game, kind, folder or Path()):
            one.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(one.path, one.text)
            out(of(lang).say("new.written", path=one.path))
        out(of(lang).say("new.pack", path=(folder or Path()) / name.rpartition("/")[2]))
        return
    made = new(sort, name, game, kind, clause, folder)
    path = (folder if folder is not None else home_for(game)) / made.path
    if path.exists():
        raise refused("new.there", path=path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, made.text)
    out(of(lang).say("new.written", path=path))
    whole = str(path.parent) if sort in ("game", "variant") else str(path)
    out(of(lang).say("new.next", path=whole))
