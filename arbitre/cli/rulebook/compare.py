"""The command that holds two rulebooks against each other."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, dump, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("base", shell_complete=completing.games)
@click.argument("variant", shell_complete=completing.games)
@click.option("--matches", type=click.IntRange(0), default=0, show_default=True, help="Also play up to this many matches of each.")
@click.option("--within", type=click.FloatRange(0, 50), default=0.0, metavar="POINTS",
              help="Stop once every share of wins is known to within this many percentage points.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the first match with each rulebook.")
@click.option("--bots", type=click.Choice(["random", "greedy"]), default="greedy", show_default=True, help="Which bots play.")
@click.option("--cores", type=click.IntRange(1, 256), default=None, help="Number of processes; by default one per core.")
@click.option("--csv", "table", type=click.Path(dir_okay=False, path_type=Path), help="Write the measurements to a spreadsheet file.")
@click.option("--page", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML page with plots.")
@OPTION
@EXTENSION
@LANG
@JSON
def compare(
    base: str, variant: str, matches: int, within: float, seed: int, bots: str, cores: int | None, table: Path | None, page: Path | None,
    chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Show what a variant changes.

    Compares VARIANT with BASE: wording, odds, scenarios that no longer hold and, with --matches, how it plays. Each is
    a game, a file, or either at a git revision (NAME@REVISION). If VARIANT is an extension file, it is compared as BASE
    with that extension.
    """
    from arbitre.comparison.comparison import compared
    from arbitre.comparison.output import as_csv, told
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
        from arbitre.comparison.page import page as made

        write_whole(page, made(found, lang))
    if as_json:
        dump(found.data())
        return
    for line in told(found, lang):
        out(line)
