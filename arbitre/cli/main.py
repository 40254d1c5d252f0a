"""The ``arbitre`` command.  What a command needs is imported when it runs, so that ``--help`` answers at once."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import click

from arbitre.cli.group import cli
from arbitre.cli.play import chances, lab, matches, studio, tables
from arbitre.cli.play import perft as counting
from arbitre.cli.post import folder as posting
from arbitre.cli.post import reports
from arbitre.cli.post import rulings as ruling
from arbitre.cli.post import turns as posted
from arbitre.cli.rulebook import compare as comparing
from arbitre.cli.rulebook import debug, pages, rules
from arbitre.cli.rulebook import hunt as hunting
from arbitre.cli.rulebook import new as making
from arbitre.cli.rulebook import packages as packaging
from arbitre.cli.rulebook import translate as translating

# Each of them adds its commands to the group.
COMMANDS = (
    matches,
    reports,
    posting,
    posted,
    ruling,
    rules,
    hunting,
    chances,
    comparing,
    lab,
    counting,
    making,
    packaging,
    translating,
    pages,
    studio,
    tables,
    debug,
)


PATIENT = 100_000  # objects that are allocated, and stay, before the collector looks at them; servers hold no more garbage than that


def main() -> None:
    """The command; exit status 0, 1 (something is wrong with what was given) or 2 (the call itself)."""
    gc.set_threshold(PATIENT)  # most commands are over before that, and what a rulebook becomes stays to the end anyway
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show a sign shows a question mark
            stream.reconfigure(errors="replace")
    try:
        cli(standalone_mode=True)
    except KeyboardInterrupt:
        sys.exit(1)
    except Exception as error:  # a fault of this program: said in a sentence, with where to look
        if os.environ.get("ARBITRE_DEBUG"):
            raise
        import traceback

        at = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__}: {error}".strip(": ")
        from arbitre.words.phrases import language, of
        from arbitre.words.terminal import plain

        click.echo(plain(of(language()).say("command.failed", said=said, file=Path(at.filename).name, line=at.lineno)), err=True)
        sys.exit(2)
