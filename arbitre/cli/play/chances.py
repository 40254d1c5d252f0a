"""The command that computes chances."""

from __future__ import annotations

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, dump, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.argument("name", required=False)
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="Set a parameter or an option. May be repeated.")
@click.option("--joint", is_flag=True, help="For a question that measures several things: show which results occur together.")
@EXTENSION
@LANG
@JSON
def odds(game: str, name: str | None, sets: tuple[str, ...], joint: bool, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Compute exact chances.

    NAME is a test, a contest, a table, a number or an odds scenario. Without NAME, list everything that can be asked.
    """
    from arbitre.opening.books import options_from

    if name is None:
        from arbitre.cli.rulebook import game_list as listing

        listing.questions(game, options_from(sets), extensions, lang, as_json)
        return
    from arbitre.opening.odds.chances import ask, chances
    from arbitre.session.answers import Answer

    if as_json:
        dump({"outcomes": chances(game, name, options_from(sets), extensions)})
        return
    for line in Answer(ask(game, name, options_from(sets), extensions), lang).lines(joint):
        out(line)
