"""Commands that write pages and pictures."""

from __future__ import annotations

from pathlib import Path

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, out
from arbitre.cli.group import cli


@cli.command()
@click.argument("game", metavar="GAME|FILE", shell_complete=completing.games)
@OPTION
@EXTENSION
@click.option("--svg", type=click.Path(path_type=Path), help="Write a picture to this file.")
@click.option("--png", type=click.Path(path_type=Path), help="Write a picture to this file.")
@click.option("--graphml", type=click.Path(path_type=Path), help="Write the board as a graph, for other tools.")
@click.option("--seed", type=int, default=None, help="Show the pieces as set up in a match with this seed.")
@click.option("--floor", default="", help="Draw only this floor.")
@click.option("--from", "start", default=None, help="With --to: show the cheapest way from this cell, room or piece ...")
@click.option("--to", "goal", default=None, help="... to this one, links included.")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.viewers,
    help="Show what this side sees, or the referee (default: what everyone may see).",
)
@click.option("--all", "everything", is_flag=True, help="Show everything, secrets included (same as --as referee).")
@click.option("--game", "rules", help="For a saved match: path of its rulebook, if it is not in the library.")
@LANG
@JSON
def board(
    game: str, chosen: tuple[str, ...], extensions: tuple[str, ...], svg: Path | None, png: Path | None, graphml: Path | None,
    seed: int | None, floor: str, start: str | None, goal: str | None, viewer: str | None, everything: bool, rules: str | None, lang: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Draw the boards of a game or a saved match.

    With --from and --to, show the cheapest way between two places instead.
    """
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
    from arbitre.story.boards.boards import Wanted, draw, show

    eyes = viewer or (REFEREE if everything else SPECTATOR)
    if everything and viewer not in (None, REFEREE):
        from arbitre.opening.books import refused

        raise refused("cannot.as_all")
    wanted = Wanted(svg, png, graphml, as_json, start, goal, floor)
    saved = Path(game)
    if not saved.is_file() or saved.suffix == ".rules":
        show(game, chosen, extensions, seed, eyes, wanted, lang)
        return
    from arbitre.cli.play.matches import resumed
    from arbitre.opening.files import check_pictures
    from arbitre.opening.sides import viewer_named

    check_pictures({"svg": svg, "png": png, "graphml": graphml})
    match, rulebook = resumed(saved, rules, None, extensions)
    draw(match, viewer_named(match, eyes), wanted, rulebook.name, lang)


def known_pages(lang: str) -> None:
    """Pages need a grammar of their language."""
    from arbitre.documents.site.generate import LANGUAGES
    from arbitre.opening.books import refused

    if lang not in LANGUAGES:
        raise refused("cannot.no_pages_in", lang=lang)


@cli.command()
@click.argument("game", shell_complete=completing.games)
@LANG
@click.option(
    "--out", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write the pages to; with --print, the PDF file."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "html"]),
    default="markdown",
    show_default=True,
    help="Markdown, or HTML files that open in a browser.",
)
@click.option("--print", "sort", type=click.Choice(["booklet", "cards"]), help="Write a PDF instead: the handbook, or its cards.")
@click.option("--imposed", is_flag=True, help="With --print booklet: two pages a side, to be stapled and folded.")
@OPTION
@EXTENSION
def docs(
    game: str, lang: str, folder: Path, form: str, sort: str | None, imposed: bool, chosen: tuple[str, ...], extensions: tuple[str, ...]
) -> None:
    """Write the rulebook as pages for players.

    They come with pictures and the highlighted source. With --print, a PDF
    is written: the handbook as a booklet of A5, or its cards, nine a page.
    """
    import tempfile

    if sort is not None:
        on_paper(game, lang, folder, sort, imposed, chosen, extensions)
        return

    from arbitre.documents.site.site import write
    from arbitre.opening.books import options_from, refused
    from arbitre.opening.files import put_pages
    from arbitre.words.phrases import of

    if folder.exists() and not folder.is_dir():
        raise refused("cannot.no_folder", folder=folder)
    known_pages(lang)
    plain = None
    if form == "html":
        from importlib.util import find_spec

        from arbitre.documents.site.plain import plain_files

        if find_spec("markdown") is None:
            raise refused("cannot.no_pages_library")
        plain = plain_files
    with tempfile.TemporaryDirectory() as draft:
        made = put_pages(write(game, lang, Path(draft), extensions, plain, options_from(chosen)), Path(draft), folder)
    pages = sum(1 for path in made if path.suffix == (".html" if plain else ".md") and "source" not in path.relative_to(folder).parts[:1])
    rest = len(made) - pages
    words = of(lang)
    said, others = words.count("docs.pages", pages), words.count("docs.others", rest)
    out(words.say("docs.written", pages=said, others=others, folder=folder, first=made[0]))


def on_paper(game: str, lang: str, file: Path, sort: str, imposed: bool, chosen: tuple[str, ...], extensions: tuple[str, ...]) -> None:
    """Writes a PDF; one that is named by a folder gets the game's name."""
    from arbitre.documents.press.pdf import printed
    from arbitre.opening.books import options_from
    from arbitre.opening.files import put
    from arbitre.words.phrases import of

    known_pages(lang)
    made = printed(game, lang, sort, extensions, options_from(chosen), imposed)
    target = file if file.suffix == ".pdf" else file / f"{Path(game).stem}-{sort}-{lang}.pdf"
    target.parent.mkdir(parents=True, exist_ok=True)
    put(target, made)
    out(of(lang).say("docs.printed", file=target))


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Address to serve the pages on.")
@click.option("--open", "opened", is_flag=True, help="Open the browser.")
@LANG
def serve(game: str, address: str, opened: bool, lang: str) -> None:
    """Preview the pages in a browser while you write.

    They are rebuilt after each save; errors are shown at the top.
    """
    from arbitre.opening.books import open_book, refused
    from arbitre.words.phrases import of

    try:
        from arbitre.documents.site.preview.server import serve as show
    except ModuleNotFoundError:
        raise refused("cannot.no_pages_library") from None
    open_book(game, quiet=True)  # what is not there at all is told before anything is shown
    known_pages(lang)
    out(of(lang).say("serve.soon", address=f"{address}/{lang}/" if lang != "en" else f"{address}/"))
    show(str(Path(game).resolve()) if Path(game).exists() else game, lang, address, opened)
