"""What a rule becomes on its way to the executor, for those who work on the language."""

from __future__ import annotations

import sys

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import JSON, LANG, dump, out
from arbitre.cli.group import cli

STAGES = ("core", "plan", "effects", "instructions")


@cli.command("debug")
@click.argument("stage", type=click.Choice(STAGES))
@click.argument("game", shell_complete=completing.games)
@click.argument("name", default="")
@LANG
@JSON
def debug(stage: str, game: str, name: str, lang: str, as_json: bool) -> None:
    """Print what a rule becomes on its way to the executor.

    NAME is a rule or value of GAME: its nodes (core), the same after passes (plan), what they read, change, throw and ask (effects),
    what they are compiled to (instructions; NAME may be a routine of the runtime too). Without NAME, all are listed.
    """
    from dataclasses import asdict

    from arbitre.dsl.lower.compiled import program_of
    from arbitre.opening.books import open_book, readable
    from arbitre.opening.instructions import instructions
    from arbitre.opening.stages import core_of, effects_of, plan_of
    from arbitre.words.phrases import of

    readable(open_book(game, ()))
    stages = {"core": core_of, "plan": plan_of, "effects": effects_of, "instructions": instructions}
    found = stages[stage](program_of(game), name)
    if as_json:
        dump([asdict(listing) for listing in found])
        return
    say = of(lang).say
    if not found:
        out(say("debug.unknown", name=name))
        sys.exit(1)
    for listing in found:
        out(say("debug.function" if stage == "instructions" else "debug.nodes", name=listing.name, n=listing.count))
        for line in listing.source if name else ():
            out(f"  | {line}")
        for line in listing.code:
            out(f"  {line}")
