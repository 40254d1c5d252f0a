"""Commands for matches that are played by post: what is sent round after a turn, what comes in for the next."""

from __future__ import annotations

from pathlib import Path

import click

from arbitre.cli.common import LANG, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--turn", metavar="N|all", help="Of this turn, or of each (default: the last that is over).")
@click.option("--as", "viewer", metavar="SIDE", help="For this side, or for the referee (default: the spectator, what everybody may read).")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "bbcode", "html"]), default="text", show_default=True)
@click.option("--rules", is_flag=True, help="For the referee: each sentence with the clauses it carries out.")
@click.option("--game", help="Path of the rulebook, if it is not one of the library's.")
@LANG
def report(file: Path, turn: str | None, viewer: str | None, form: str, rules: bool, game: str | None, lang: str) -> None:
    """A turn of a saved match as it is sent to a forum, a team or the referee."""
    from arbitre.cli.matches import resumed
    from arbitre.opening.books import refused
    from arbitre.opening.sides import viewer_named
    from arbitre.story.film import turns
    from arbitre.story.formats import FORMATS
    from arbitre.story.report import report as gathered
    from interpreter.state.visibility import REFEREE, SPECTATOR

    match, _ = resumed(file, game)
    eyes = SPECTATOR if viewer is None else viewer_named(match, viewer)
    if rules and eyes != REFEREE:
        raise refused("cannot.as_rules")
    film = turns(match)
    if turn is None:
        chosen = [next((t for t in reversed(film) if t.over and t.number), film[-1])]
    elif turn == "all":
        chosen = film
    else:
        chosen = [t for t in film if str(t.number) == turn]
    if not chosen:
        raise refused("cannot.no_turn", said=turn, last=film[-1].number)
    for number, one in enumerate(chosen):
        out(("\n" if number else "") + FORMATS[form](gathered(match, one, eyes, lang, rules)).rstrip("\n"))
