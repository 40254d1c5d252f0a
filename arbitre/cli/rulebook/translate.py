"""The command that writes what a rulebook lacks in a language."""

from __future__ import annotations

from pathlib import Path

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import JSON, LANG, Code, dump, out
from arbitre.cli.group import cli

FILE = click.Path(dir_okay=False, path_type=Path)


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--to", "language", type=Code(), metavar="CODE", required=True, help="Language to translate into, as an ISO 639 code.")
@click.option("--out", "target", type=FILE, default=None,
              help="Write this file (default: the existing translation, or translations/CODE.rules beside the game).")  # fmt: skip
@click.option("--to-po", type=FILE, default=None, help="Write a gettext catalogue instead.")
@click.option("--from-po", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=None,
              help="Take in the texts of a gettext catalogue.")  # fmt: skip
@LANG
@JSON
def translate(game: str, language: str, target: Path | None, to_po: Path | None, from_po: Path | None, lang: str, as_json: bool) -> None:
    """Write a translation, or bring one up to date.

    GAME is a game or an extension file. Every text it has is listed: what is translated stays, what is missing has an empty
    text, and a translation whose text was changed is kept as a comment that begins with ‘stale’.
    """
    from arbitre.opening.files import write_whole
    from arbitre.translation.writing import translation_of
    from arbitre.words.phrases import of

    found = translation_of(game, language, target)
    taken = 0
    if from_po is not None or to_po is not None:
        from arbitre.translation.gettext import catalogue, take_catalogue

        taken = take_catalogue(found, from_po) if from_po is not None else 0
    done = len(found.entries) - len(found.missing)
    path = to_po or found.path
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, catalogue(found) if to_po is not None else found.file())
    if as_json:
        dump({"file": str(path), "texts": len(found.entries), "translated": done, "missing": len(found.missing),
              "stale": len(found.stale), "taken": taken})  # fmt: skip
        return
    words = of(lang)
    out(words.say("translate.done", path=path, texts=words.count("translate.texts", len(found.entries)), missing=len(found.missing)))
    if from_po is not None:
        out(words.count("translate.taken", taken))
    if found.stale:
        out(words.count("translate.stale", len(found.stale)))
    for one in found.missing[:5] if done else ():
        out(f"    {one.place.file}:{one.place.line}: {one.source}")
