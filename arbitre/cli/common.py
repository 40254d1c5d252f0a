"""Options and output that several commands share."""

from __future__ import annotations

from typing import Any

import click

from arbitre.cli import completing
from arbitre.words import LANGUAGE

OPTION = click.option(
    "--option", "-o", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.",
    shell_complete=completing.options,
)  # fmt: skip
EXTENSION = click.option(
    "--extension", "-e", "extensions", multiple=True, metavar="FILE", help="An extension file to play with.",
    shell_complete=completing.extensions,
)  # fmt: skip
JSON = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
VERBOSE = click.option("--verbose", is_flag=True, help="Every change of state too.")


def _settled(ctx: click.Context, _: click.Parameter, chosen: str | None) -> str:
    """What this command speaks, and what its faults are told in."""
    from arbitre.words.phrases import language

    ctx.meta[LANGUAGE] = language(chosen) if chosen else ctx.meta.get(LANGUAGE) or language()
    return str(ctx.meta[LANGUAGE])


LANG = click.option(
    "--lang", type=click.Choice(["en", "fr"]), default=None, callback=_settled, is_eager=True,
    help="Language that is spoken: else that of ARBITRE_LANG, or of the locale.",
)  # fmt: skip


def out(text: str = "") -> None:
    """A line for a person."""
    from arbitre.words.terminal import echo

    echo(text)


def dump(data: Any) -> None:
    """Data for another program, as JSON."""
    from arbitre.words.terminal import dump

    dump(data)
