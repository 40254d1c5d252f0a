"""Options and output that several commands share."""

from __future__ import annotations

from typing import Any

import click

OPTION = click.option("--option", "-o", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
EXTENSION = click.option("--extension", "-e", "extensions", multiple=True, metavar="FILE", help="An extension file to play with.")
JSON = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
LANG = click.option("--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Language of the story.")


def out(text: str = "") -> None:
    """A line for a person."""
    from arbitre.words.terminal import echo

    echo(text)


def dump(data: Any) -> None:
    """Data for another program, as JSON."""
    from arbitre.words.terminal import dump

    dump(data)
