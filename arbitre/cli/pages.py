"""Commands that write pages and pictures."""

from __future__ import annotations

from pathlib import Path

import click

from arbitre.cli import completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("game", metavar="GAME|FILE", shell_complete=completing.games)
@OPTION
@EXTENSION
@click.option("--svg", type=click.Path(path_type=Path), help="Write a picture.")
@click.option("--png", type=click.Path(path_type=Path), help="Write a picture.")
@click.option("--graphml", type=click.Path(path_type=Path), help="Write the graph for other tools.")
@click.option("--seed", type=int, default=None, help="Show the pieces as a match with this seed sets them up.")
@click.option("--floor", default="", help="Only this floor.")
@click.option("--from", "start", default=None, help="With --to: the cheapest way from this cell, room or piece ...")
@click.option("--to", "goal", default=None, help="... to this one, links included.")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.viewers,
    help="What this side sees, or the referee (default: what everybody may see).",
)
@click.option("--all", "everything", is_flag=True, help="All there is, secrets too: the same as --as referee.")
@click.option("--game", "rules", help="Of a saved match: the path of its rulebook, if it is not one of the library's.")
@LANG
@JSON
def board(
    game: str, chosen: tuple[str, ...], extensions: tuple[str, ...], svg: Path | None, png: Path | None, graphml: Path | None,
    seed: int | None, floor: str, start: str | None, goal: str | None, viewer: str | None, everything: bool, rules: str | None, lang: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Draws the boards of a game or of a saved match, or tells the cheapest way between two places."""
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
    from arbitre.story.boards import Wanted, draw, show

    eyes = viewer or (REFEREE if everything else SPECTATOR)
    if everything and viewer not in (None, REFEREE):
        from arbitre.opening.books import refused

        raise refused("cannot.as_all")
    wanted = Wanted(svg, png, graphml, as_json, start, goal, floor)
    saved = Path(game)
    if not saved.is_file() or saved.suffix == ".rules":
        show(game, chosen, extensions, seed, eyes, wanted, lang)
        return
    from arbitre.cli.matches import resumed
    from arbitre.opening.files import check_pictures
    from arbitre.opening.sides import viewer_named

    check_pictures({"svg": svg, "png": png, "graphml": graphml})
    match, rulebook = resumed(saved, rules, None, extensions)
    draw(match, viewer_named(match, eyes), wanted, rulebook.name, lang)


@cli.command()
@click.argument("game", shell_complete=completing.games)
@LANG
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="Folder the pages are written to.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "html"]),
    default="markdown",
    show_default=True,
    help="Markdown, or HTML files that a browser opens by a double click.",
)
@EXTENSION
def docs(game: str, lang: str, folder: Path, form: str, extensions: tuple[str, ...]) -> None:
    """The rulebook as pages for players, with its pictures and its highlighted sources."""
    import tempfile

    from arbitre.documents.site.site import write
    from arbitre.opening.books import refused
    from arbitre.opening.files import put_pages
    from arbitre.words.phrases import of

    if folder.exists() and not folder.is_dir():
        raise refused("cannot.no_folder", folder=folder)
    plain = None
    if form == "html":
        from importlib.util import find_spec

        from arbitre.documents.site.plain import plain_files

        if find_spec("markdown") is None:
            raise refused("cannot.no_pages_library")
        plain = plain_files
    with tempfile.TemporaryDirectory() as draft:
        made = put_pages(write(game, lang, Path(draft), extensions, plain), Path(draft), folder)
    pages = sum(1 for path in made if path.suffix == (".html" if plain else ".md") and "source" not in path.relative_to(folder).parts[:1])
    rest = len(made) - pages
    words = of(lang)
    said, others = words.count("docs.pages", pages), words.count("docs.others", rest)
    out(words.say("docs.written", pages=said, others=others, folder=folder, first=made[0]))


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Where the pages are shown.")
@click.option("--open", "opened", is_flag=True, help="Open them in the browser.")
@LANG
def serve(game: str, address: str, opened: bool, lang: str) -> None:
    """Shows the rulebook's pages in the browser while one writes: made again after each save, with what is wrong above them."""
    from arbitre.opening.books import open_book, refused
    from arbitre.words.phrases import of

    try:
        from arbitre.documents.site.desk import serve as show
    except ModuleNotFoundError:
        raise refused("cannot.no_pages_library") from None
    open_book(game, quiet=True)  # what is not there at all is told before anything is shown
    out(of(lang).say("serve.soon", address=f"{address}/{lang}/" if lang != "en" else f"{address}/"))
    show(str(Path(game).resolve()) if Path(game).exists() else game, lang, address, opened)
