"""The command that holds two rulebooks against each other."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arbitre.cli import completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, dump, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("base", shell_complete=completing.games)
@click.argument("variant", shell_complete=completing.games)
@click.option("--matches", type=click.IntRange(0), default=0, show_default=True, help="Also play so many matches of each at most.")
@click.option("--within", type=click.FloatRange(0, 50), default=0.0, metavar="POINTS",
              help="Play no more once every share of wins is known within so many points.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the first match of each.")
@click.option("--bots", type=click.Choice(["random", "greedy"]), default="greedy", show_default=True, help="Who plays them.")
@click.option("--cores", type=click.IntRange(1, 256), default=None, help="Processes; all cores by default.")
@click.option("--csv", "table", type=click.Path(dir_okay=False, path_type=Path), help="Write the measured rows for a spreadsheet.")
@click.option("--page", type=click.Path(dir_okay=False, path_type=Path), help="Write one page with plots, as HTML.")
@OPTION
@EXTENSION
@LANG
@JSON
def compare(
    base: str, variant: str, matches: int, within: float, seed: int, bots: str, cores: int | None, table: Path | None, page: Path | None,
    chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str, as_json: bool,
) -> None:  # fmt: skip
    """What VARIANT changes against BASE: words, odds, scenarios that no longer hold, and with --matches how it plays.

    Either is a game, a file, or one of them at a revision of git (NAME@REVISION); an extension file as VARIANT is BASE with that file.
    """
    from arbitre.compare.comparing import compared
    from arbitre.compare.telling import as_csv, told
    from arbitre.opening.books import options_from, refused
    from arbitre.opening.files import write_whole
    from arbitre.words.phrases import of

    if page is not None:
        try:
            import matplotlib  # noqa: F401 - looked for before minutes are spent on matches
        except ModuleNotFoundError:
            raise refused("cannot.compare_page") from None

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{of(lang).say('compare.bar')}: {done} / {matches}", nl=False, err=True)

    found = compared(base, variant, extensions, lang, matches, seed, bots, options_from(chosen), within / 100, cores, progress)
    if matches and sys.stderr.isatty():
        click.echo("", err=True)
    if table is not None:
        write_whole(table, as_csv(found))
    if page is not None:
        from arbitre.compare.page import page as made

        write_whole(page, made(found, lang))
    if as_json:
        dump(found.data())
        return
    for line in told(found, lang):
        out(line)
