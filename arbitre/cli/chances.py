"""The command that reckons chances."""

from __future__ import annotations

import click

from arbitre.cli import completing
from arbitre.cli.common import EXTENSION, JSON, LANG, dump, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.argument("name")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="Value of a parameter or option.")
@click.option("--joint", is_flag=True, help="What comes together with what, where a question measures several things.")
@EXTENSION
@LANG
@JSON
def odds(game: str, name: str, sets: tuple[str, ...], joint: bool, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Exact chances of a test, a table, a contest, a number or an odds scenario."""
    from arbitre.opening.books import options_from
    from arbitre.opening.chances import ask, chances
    from arbitre.session.answers import Answer

    if as_json:
        dump({"outcomes": chances(game, name, options_from(sets), extensions)})
        return
    for line in Answer(ask(game, name, options_from(sets), extensions), lang).lines(joint):
        out(line)
