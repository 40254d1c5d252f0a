"""``arbitre studio``: the board in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from arbitre.cli.common import LANG, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), default=Path("."))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Address to serve the page on; by default any free port of this machine."
)
@click.option("--open", "opened", is_flag=True, help="Open the browser.")
@LANG
def studio(folder: Path, port: int, opened: bool, lang: str) -> None:
    """Play in the browser.

    Matches are played with mouse, touch or keyboard. The rulebooks of FOLDER are offered too.
    """
    from arbitre.opening.books import refused
    from arbitre.words.phrases import of

    try:
        from arbitre.studio.server import serve
    except ModuleNotFoundError as error:
        raise refused("cannot.no_studio", name=error.name) from None

    def say(address: str) -> None:
        out(of(lang).say("studio.at", address=address))
        if opened:
            click.launch(address)

    try:
        serve(folder.resolve(), port, lang, say)
    except OSError as error:
        raise refused("cannot.no_port", port=port, error=error.strerror or str(error)) from None
