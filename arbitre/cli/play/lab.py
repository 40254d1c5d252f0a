"""The commands of ``arbitre lab``: experiments run, checked, reported and queried."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import JSON, LANG, dump, out
from arbitre.cli.group import Grouped, cli

if TYPE_CHECKING:
    from arbitre.lab.findings.results import Results
    from arbitre.lab.run import Tell

FILE = click.argument("file", type=click.Path(path_type=Path))
FOLDER = click.argument("folder", type=click.Path(path_type=Path))
WORKERS = click.option("--workers", type=click.IntRange(1, 256), default=None, help="Number of processes; by default one per core.")
CLUSTER = click.option("--cluster", default="", metavar="ADDRESS", help="Use the workers of this Dask scheduler (tcp://HOST:8786).")
TO = click.option("--out", "to", type=click.Path(path_type=Path), default=None, help="Folder of the results; by default FILE.lab.")
NEEDED = ("numpy", "scipy", "statsmodels", "pyarrow")


@cli.group(cls=Grouped)
@LANG
def lab(lang: str) -> None:
    """Run experiments on the balance of a game.

    An experiment is a TOML file: what is played, what varies, what is measured. It is played on all cores or on a cluster, stopped
    once it is clear, resumed, and reported.
    """


@lab.command("run")
@FILE
@WORKERS
@CLUSTER
@TO
@click.option("--resume", is_flag=True, help="Continue results that were interrupted.")
@LANG
@JSON
def run_command(file: Path, workers: int | None, cluster: str, to: Path | None, resume: bool, lang: str, as_json: bool) -> None:
    """Run an experiment.

    Mistakes in FILE are reported before the first match. Ctrl-C keeps every finished chunk.
    """
    needed()
    from arbitre.lab.experiment import read

    finished(read(file), to or file.with_suffix(".lab"), workers, cluster, resume, lang, as_json)


@lab.command("check")
@FILE
@WORKERS
@LANG
def check_command(file: Path, workers: int | None, lang: str) -> None:
    """Look for mistakes in an experiment without running it."""
    needed()
    from arbitre.lab.experiment import read
    from arbitre.lab.run import check, count_of
    from arbitre.words.phrases import of

    experiment = read(file)
    with shown(lang) as tell:
        endless = check(experiment, workers, tell)
    for name in endless:
        out(of(lang).say("lab.endless", name=name, n=experiment.limit))
    variants, matches = count_of(experiment)
    out(of(lang).say("lab.checked", variants=variants, matches=matches))


@lab.command("report")
@FOLDER
@click.option(
    "--page", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML page with plots here; by default FOLDER/report.html."
)
@LANG
def report_command(folder: Path, page: Path | None, lang: str) -> None:
    """Write the report of an experiment.

    A page with plots, the same as Markdown, and the numbers as CSV, in FOLDER.
    """
    needed("matplotlib", "jinja2")
    from arbitre.lab.findings.report import written
    from arbitre.words.phrases import of

    for path in written(folder, lang, page):
        out(of(lang).say("lab.written", path=path))


@lab.command("query")
@FOLDER
@click.argument("sql", nargs=-1, required=True)
@LANG
@JSON
def query_command(folder: Path, sql: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Query the results in SQL, with DuckDB.

    The tables are matches, measures and variants:
    arbitre lab query FOLDER "select winners, count(*) from matches group by all"
    """
    needed("duckdb")
    from arbitre.lab.findings.query import asked

    heads, rows = asked(folder, " ".join(sql))
    if as_json:
        dump([dict(zip(heads, row, strict=True)) for row in rows])
        return
    widths = [max(len(head), *(len(str(row[n])) for row in rows)) if rows else len(head) for n, head in enumerate(heads)]
    for row in (heads, *rows):
        out("  ".join(str(value if value is not None else "").ljust(width) for value, width in zip(row, widths, strict=True)).rstrip())


@lab.command("league")
@click.argument("game", shell_complete=completing.games)
@click.option("--bots", default="", metavar="KIND,KIND", help="Bots to play against each other: random, greedy, thinker, level1 to level5.")
@click.option(
    "--options", default="", metavar="NAME,NAME", help="Instead of bots: two options, one for each side, whose values play each other."
)
@click.option("--entrants", default="", metavar="VALUE,VALUE", help="Which values of these options; by default all.")
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Matches of each pair, each way round.")
@click.option("--seed", type=int, default=0, show_default=True)
@WORKERS
@CLUSTER
@TO
@click.option("--resume", is_flag=True, help="Continue results that were interrupted.")
@LANG
@JSON
def league_command(
    game: str, bots: str, options: str, entrants: str, matches: int, seed: int, workers: int | None, cluster: str, to: Path | None,
    resume: bool, lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Everybody against everybody, with ratings.

    Bots, or the values of two options such as rosters, play each other, each pair both ways round on the same seeds.
    """
    needed()
    from arbitre.lab.experiment import read
    from arbitre.lab.findings.league import experiment_text

    folder = to or Path(f"{Path(game).stem}-league.lab")
    file = folder.with_suffix(".toml")
    text = experiment_text(game, _cut(bots), _cut(options), _cut(entrants), matches, seed)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    finished(read(file), folder, workers, cluster, resume, lang, as_json)


def _cut(said: str) -> list[str]:
    return [part.strip() for part in said.split(",") if part.strip()]


def needed(*more: str) -> None:
    """Refuses to go on without the libraries of the lab."""
    from importlib.util import find_spec

    from arbitre.opening.books import refused

    if any(find_spec(name) is None for name in (*NEEDED, *more)):
        raise refused("lab.no_library")


def finished(experiment, folder: Path, workers: int | None, cluster: str, resume: bool, lang: str, as_json: bool) -> None:  # type: ignore[no-untyped-def]
    """Runs an experiment to its end, or to Ctrl-C, and says what came of it."""
    from arbitre.lab.run import run
    from arbitre.words.phrases import of

    try:
        with shown(lang) as tell:
            results: Results = run(experiment, folder, workers, cluster, resume, tell)
    except KeyboardInterrupt:
        kept = (folder / "lab.json").is_file()
        click.echo(of(lang).say("lab.interrupted" if kept else "lab.interrupted_early", folder=folder), err=True)
        sys.exit(1)
    from arbitre.lab.findings.sentences import data, told

    if as_json:
        dump(data(results))
        return
    for line in told(results, lang):
        out(line)


@contextmanager
def shown(lang: str) -> Iterator[Tell]:
    """A line that tells how far it is, where somebody looks."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.live import Live
    from rich.text import Text

    from arbitre.lab.findings.sentences import progress_line
    from arbitre.words.console import Terminal

    with Live(console=Terminal(stderr=True), refresh_per_second=4, transient=True) as live:
        yield lambda progress: live.update(Text(progress_line(progress, lang)))
