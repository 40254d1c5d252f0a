"""What a rule becomes on its way to the executor, for those who work on the language."""

from __future__ import annotations

import sys

import click

from arbitre.cli import completing
from arbitre.cli.common import JSON, LANG, dump, out
from arbitre.cli.group import cli

STAGES = ("instructions",)


@cli.command("debug")
@click.argument("stage", type=click.Choice(STAGES))
@click.argument("game", shell_complete=completing.games)
@click.argument("name", default="")
@LANG
@JSON
def debug(stage: str, game: str, name: str, lang: str, as_json: bool) -> None:
    """Print what a rule is compiled to.

    NAME is a rule or value of GAME, or a routine of the runtime; without it, all functions of the compiled module are listed.
    """
    from dataclasses import asdict

    from arbitre.dsl.lower.compiled import program_of
    from arbitre.opening.books import open_book, readable
    from arbitre.opening.instructions import instructions
    from arbitre.words.phrases import of

    readable(open_book(game, ()))
    found = instructions(program_of(game), name)
    if as_json:
        dump([asdict(listing) for listing in found])
        return
    say = of(lang).say
    if not found:
        out(say("debug.unknown", name=name))
        sys.exit(1)
    for listing in found:
        out(say("debug.function", name=listing.name, n=listing.count))
        for line in listing.source:
            out(f"  | {line}")
        for line in listing.code:
            out(f"  {line}")
