"""The ``arbitre`` command.  What a command needs is imported when it runs, so that ``--help`` answers at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from interpreter.match import Match

OPTION = click.option("--option", "-o", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
EXTENSION = click.option("--extension", "-e", "extensions", multiple=True, metavar="FILE", help="An extension file to play with.")
JSON = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
LANG = click.option("--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Language of the story.")


def out(text: str = "") -> None:
    from arbitre.terminal import echo

    echo(text)


def dump(data: Any) -> None:
    from arbitre.terminal import dump

    dump(data)


class Polite(click.Group):
    """Faults of rulebooks, answers and files end in one sentence, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        from arbitre.books import Refused
        from arbitre.faults import SOURCES, told
        from arbitre.terminal import plain
        from dsl.bind import BadOption
        from dsl.messages import RulesError
        from dsl.modules import NotFound
        from interpreter.errors import AnswerError, RulebookError, SaveError

        try:
            return super().invoke(ctx)
        except RulebookError as error:
            raise click.ClickException(plain(told(error, ctx.meta.get(SOURCES, {})))) from None
        except (Refused, AnswerError, SaveError, RulesError, NotFound, BadOption) as error:
            raise click.ClickException(plain(str(error))) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except (RecursionError, MemoryError):
            raise click.ClickException("the rules are nested too deeply, or too large") from None
        except UnicodeError as error:
            raise click.ClickException(plain(f"a file is not written in UTF-8 ({error})")) from None
        except OSError as error:
            raise click.ClickException(plain(f"{str(error.filename or 'a file')[:200]}: {error.strerror or error}")) from None


@click.group(cls=Polite, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option("0.1.0", prog_name="arbitre")
def cli() -> None:
    """Rules of games written as text, and a referee that executes them exactly."""


@cli.command("list")
@click.argument("game", required=False)
@LANG
@JSON
def list_(game: str | None, lang: str, as_json: bool) -> None:
    """The games that are there; of GAME its options, sides, extensions and scenarios."""
    from arbitre import listing

    if game is None:
        listing.games(lang, as_json)
    else:
        listing.one(game, lang, as_json)


@cli.command()
@click.argument("path")
@EXTENSION
@JSON
def check(path: str, extensions: tuple[str, ...], as_json: bool) -> None:
    """What is wrong with a rulebook, or with all those of a folder, place by place.  Exit status 1 if there are errors."""
    from arbitre import checking

    if not checking.check(path, extensions, as_json):
        sys.exit(1)


@cli.command()
@click.argument("path")
@EXTENSION
@JSON
def test(path: str, extensions: tuple[str, ...], as_json: bool) -> None:
    """Runs the scenarios of a rulebook, of a file that extends one, or of a folder.  Exit status 1 if one fails."""
    from arbitre import checking

    if not checking.test(path, extensions, as_json):
        sys.exit(1)


@cli.command()
@click.argument("game")
@click.option("--side", "sides", multiple=True, metavar="NAME=KIND", help="Who plays a side: human, random or greedy.")
@click.option("--seed", type=int, default=None, help="Seed of the dice.")
@OPTION
@EXTENSION
@click.option("--save", "file", type=click.Path(path_type=Path), help="Where the match is kept; an existing one is resumed.")
@click.option("--watch", is_flag=True, help="Bots play every side; the match is told as it goes.")
@click.option("--as", "viewer", metavar="SIDE", help="With bots on every side: whose eyes to watch with (default: referee).")
@click.option("--record", "campaign", type=click.Path(path_type=Path), help="What the last match left for this one, and this leaves.")
@LANG
def play(
    game: str, sides: tuple[str, ...], seed: int | None, chosen: tuple[str, ...], extensions: tuple[str, ...], file: Path | None,
    watch: bool, viewer: str | None, campaign: Path | None, lang: str,
) -> None:  # fmt: skip
    """Plays a match in the terminal, or resumes the one kept in --save."""
    from arbitre.books import Refused, options_from, played_with, ready
    from arbitre.play import Table
    from arbitre.records import RecordFile
    from arbitre.sides import HUMAN, seats_from, viewer_named
    from arbitre.watch import watched
    from interpreter.trace import REFEREE

    if file is not None and campaign is not None and file.resolve() == campaign.resolve():
        raise Refused("--save and --record need a file each: one keeps this match, the other what passes to the next")
    left = RecordFile(campaign) if campaign is not None else None
    if file is not None and file.exists():
        match, rulebook = resumed(file, game, options_from(chosen), extensions)
        if left is not None:
            left.resumed(match)
    else:
        import secrets

        rulebook, _, machine = ready(game, options_from(chosen), extensions)
        before = left.record(machine) if left is not None else None
        match = watched(machine, secrets.randbelow(1 << 31) if seed is None else seed, before)
        match.extensions = played_with(game, rulebook, extensions)
    players = seats_from(match, sides, "greedy" if watch else "random")
    if not sides and not watch and match.seats():
        players[match.seats()[0]] = HUMAN
    if watch and HUMAN in players.values():
        raise Refused("--watch is for bots on every side; leave it out to play")
    if viewer is not None and HUMAN in players.values():
        raise Refused("--as is for watching bots; whoever plays sees what his side sees")
    eyes = REFEREE if viewer is None else viewer_named(match, viewer)
    Table(match, players, lang, match.tape.seed, file, rulebook, eyes, left).run()


def resumed(
    file: Path, game: str | None = None, options: dict[str, str] | None = None, extensions: tuple[str, ...] = ()
) -> tuple[Match, Any]:
    """A saved match and its rulebook; what is asked for besides must be what it was played with."""
    from arbitre.books import Refused, open_book, ready
    from arbitre.watch import watched_again
    from interpreter.save import read

    data = read(file)
    if game is not None:
        name = open_book(game, extensions).name
        if name != data["game"]:
            raise Refused(f"‘{file}’ holds a match of ‘{data['game']}’, not of ‘{name}’")
    for key, value in (options or {}).items():
        if str(data["options"].get(key)) != value:
            raise Refused(f"the match in ‘{file}’ is played with {key}={data['options'].get(key)}, not {value}")
    more = tuple(str(e) for e in data["extensions"])
    try:
        rulebook, _, machine = ready(game or data["game"], data["options"], extensions or more)
    except Refused as error:
        if game is None and "there is no rulebook" in str(error):
            raise Refused(f"{error} If it is a file of yours, give its path with --game.") from None
        raise
    return watched_again(data, machine), rulebook


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "viewer", metavar="SIDE", help="Show what this side may see.")
@click.option("--referee", is_flag=True, help="Show everything (the default).")
@click.option("--until", type=int, help="Stop after this event.")
@click.option("--game", help="Path of the rulebook, if it is not one of the library's.")
@LANG
@JSON
def replay(file: Path, viewer: str | None, referee: bool, until: int | None, game: str | None, lang: str, as_json: bool) -> None:
    """Tells a saved match again."""
    from rich.text import Text as Rich

    from arbitre.books import Refused
    from arbitre.sides import viewer_named
    from arbitre.story import Story, numbered
    from arbitre.terminal import Terminal
    from interpreter.trace import REFEREE, Numbers

    if viewer is not None and referee:
        raise Refused("--as shows what one side may see, --referee everything: choose one of them")
    match, _ = resumed(file, game)
    eyes = REFEREE if viewer is None else viewer_named(match, viewer)
    console = Terminal()
    story = Story(match, lang, console)
    numbers = Numbers(match.run.log or [], eyes)
    records = [r for r in match.log(eyes) if until is None or numbers.of(r) <= until]
    if as_json:
        dump([{"index": numbers.of(r), "kind": r.kind, "name": r.name, "file": r.place.file, "line": r.place.line,
               "clauses": list(r.clauses), "text": story.line(r, eyes).strip()} for r in records])  # fmt: skip
        return
    for index, line in story.entries(records, eyes):
        console.print(numbered(index, line), soft_wrap=True)
    if until is None and (match.over or match.unfinished):
        console.print(Rich(f"\n{story.ending()}", "bold"), soft_wrap=True)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("number", type=int)
@click.option("--as", "viewer", metavar="SIDE", help="For this side, by the numbers that it is told (default: the referee's).")
@click.option("--game", help="Path of the rulebook, if it is not one of the library's.")
@LANG
def why(file: Path, number: int, viewer: str | None, game: str | None, lang: str) -> None:
    """Why event NUMBER of a saved match happened: dice, rule, clause, ruling and chain of causes.

    Numbers are those that ‘replay’ shows to the same side.
    """
    from arbitre.sides import viewer_named
    from arbitre.why import explain
    from interpreter.trace import REFEREE

    match, rulebook = resumed(file, game)
    eyes = REFEREE if viewer is None else viewer_named(match, viewer)
    for line in explain(match, number, lang, eyes, rulebook):
        out(line)


@cli.command()
@click.argument("game")
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--side", "sides", multiple=True, metavar="NAME=KIND", help="random (the default) or greedy.")
@click.option("--cores", type=click.IntRange(1, 256), default=None, help="Processes; all cores by default.")
@click.option(
    "--record",
    "campaign",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What an earlier match left: every match begins with it; it is only read.",
)
@click.option("--from", "scenario", default="", metavar="SCENARIO", help="Begin where this scenario or setting does, not with the setup.")
@OPTION
@EXTENSION
@LANG
@JSON
def simulate(
    game: str, matches: int, seed: int, sides: tuple[str, ...], cores: int | None, campaign: Path | None, scenario: str,
    chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Plays many matches between bots and counts what comes of them, and what of the rules was used."""
    from arbitre.books import Refused, options_from, ready
    from arbitre.records import RecordFile
    from arbitre.sides import seats_from
    from arbitre.simulation import told
    from interpreter.bots import BOTS
    from interpreter.match import Match
    from interpreter.simulate import simulate as run

    options = options_from(chosen)
    _, _, machine = ready(game, options, extensions)
    for said in sides:
        if said.partition("=")[2] not in BOTS:
            raise Refused(f"‘{said}’ is no side; write NAME=KIND, KIND one of {', '.join(BOTS)}")
    if scenario and campaign is not None:
        raise Refused("--from and --record both say how matches begin: choose one of them")
    before = RecordFile(campaign).record(machine) if campaign is not None else None
    bots: dict[str, str] = {}
    if sides:
        match = Match(machine, seed, before, trace=False)
        bots = {match.seat_name(seat): kind for seat, kind in seats_from(match, sides).items()}
    if as_json or not sys.stderr.isatty():
        result = run(game, matches, seed, options, list(extensions), bots, cores, record=before, scenario=scenario)
    else:
        from rich.progress import Progress

        from arbitre.terminal import Terminal

        with Progress(console=Terminal(stderr=True)) as bar:
            task = bar.add_task("matches", total=matches)
            result = run(game, matches, seed, options, list(extensions), bots, cores, lambda n: bar.update(task, completed=n),
                         before, scenario)  # fmt: skip
    if as_json:
        dump(result)
        return
    for line in told(result, lang):
        out(line)


@cli.command()
@click.argument("game")
@click.argument("name")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="Value of a parameter or option.")
@click.option("--joint", is_flag=True, help="What comes together with what, where a question measures several things.")
@EXTENSION
@LANG
@JSON
def odds(game: str, name: str, sets: tuple[str, ...], joint: bool, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Exact chances of a test, a table, a contest, a number or an odds scenario."""
    from arbitre.answers import Answer
    from arbitre.books import options_from
    from arbitre.chances import ask, chances

    if as_json:
        dump({"outcomes": chances(game, name, options_from(sets), extensions)})
        return
    for line in Answer(ask(game, name, options_from(sets), extensions), lang).lines(joint):
        out(line)


@cli.command()
@click.argument("game")
@OPTION
@EXTENSION
@click.option("--svg", type=click.Path(path_type=Path), help="Write a picture.")
@click.option("--png", type=click.Path(path_type=Path), help="Write a picture.")
@click.option("--graphml", type=click.Path(path_type=Path), help="Write the graph for other tools.")
@click.option("--seed", type=int, default=None, help="Show the pieces as a match with this seed sets them up.")
@click.option("--from", "start", default=None, help="With --to: the cheapest way from this cell, room or piece ...")
@click.option("--to", "goal", default=None, help="... to this one, links included.")
@LANG
@JSON
def board(
    game: str, chosen: tuple[str, ...], extensions: tuple[str, ...], svg: Path | None, png: Path | None, graphml: Path | None,
    seed: int | None, start: str | None, goal: str | None, lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Draws the boards of a game, or tells the cheapest way between two places."""
    from arbitre.boards import show

    show(game, chosen, extensions, svg, png, graphml, seed, as_json, start, goal, lang)


@cli.command()
@click.argument("game")
@EXTENSION
@LANG
@JSON
def clauses(game: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Each clause of the paper rules: which rules carry it, which scenarios prove it, or why it is waived."""
    from arbitre.books import open_book, readable
    from arbitre.coverage import coverage

    rulebook = open_book(game, extensions, scenarios=True)
    readable(rulebook)
    found = coverage(rulebook)
    if as_json:
        dump([c.data(lang) for c in found])
        return
    for clause in found:
        data = clause.data(lang)
        mark = " " if clause.proved else "!"
        out(f"{mark} {clause.id}  {clause.status}: {data['text']}")
        for rule in clause.rules:
            out(f"      rule: {rule}")
        for scenario in clause.scenarios:
            out(f"      scenario: {scenario}")
        if data["reason"]:
            out(f"      waived: {data['reason']}")
    count = {status: sum(1 for c in found if c.status == status) for status in ("executed", "waived", "missing")}
    out(f"{len(found)} clauses: {count['executed']} executed, {count['waived']} waived; {count['missing']} lack a rule or a scenario.")


@cli.command()
@click.argument("game")
@click.option("--sample", type=click.IntRange(1), default=None, help="Take out so many lines, by lot, instead of all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of that lot.")
@click.option("--cores", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@EXTENSION
@JSON
def prove(game: str, sample: int | None, seed: int, cores: int, extensions: tuple[str, ...], as_json: bool) -> None:
    """Whether scenarios prove what they say: expectations turned round must fail, lines taken out must be missed.

    Every line of the rules with a margin note is taken out in memory, and the scenarios that claim its clauses are run, then all others.
    Exit status 1 if a line can go without any of them failing.
    """
    from arbitre.proofs import told
    from arbitre.proving import prove as run

    watched = sys.stderr.isatty()

    def progress(done: int, count: int) -> None:
        if watched or done % 50 == 0 or done == count:
            click.echo(f"{chr(13) if watched else ''}{done} of {count} lines", nl=not watched, err=True)

    report = run(game, extensions, sample, seed, cores, progress)
    if watched:
        click.echo("", err=True)
    if as_json:
        dump(report.data())
    else:
        for line in told(report):
            out(line)
    if not report.ok:
        sys.exit(1)


@cli.command()
@click.argument("game")
@EXTENSION
@JSON
def show(game: str, extensions: tuple[str, ...], as_json: bool) -> None:
    """The effective rulebook: every declaration after extensions, with where it comes from."""
    from arbitre.books import open_book, readable
    from arbitre.effective import effective

    rulebook = open_book(game, extensions)
    readable(rulebook)
    rows = effective(rulebook)
    if as_json:
        dump(rows)
        return
    for row in rows:
        out(f"# {row['file']}:{row['line']}\n{row['source']}\n")


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit status 1 if a file would change.")
def fmt(paths: tuple[Path, ...], only_check: bool) -> None:
    """Writes rulebook files in their one form."""
    from arbitre.formatting import format_files

    if not format_files(paths, only_check):
        sys.exit(1)


@cli.command()
@click.argument("game")
@click.option("--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Language of the pages.")
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="Folder the pages are written to.")
@EXTENSION
def docs(game: str, lang: str, folder: Path, extensions: tuple[str, ...]) -> None:
    """The rulebook as pages for players, in Markdown, with its pictures and its highlighted sources."""
    import tempfile

    from arbitre.books import Refused
    from arbitre.documents.site import write
    from arbitre.files import put_pages

    if folder.exists() and not folder.is_dir():
        raise Refused(f"‘{folder}’ is not a folder")
    with tempfile.TemporaryDirectory() as draft:
        made = put_pages(write(game, lang, Path(draft), extensions), Path(draft), folder)
    pages = sum(1 for path in made if path.suffix == ".md")
    rest = len(made) - pages
    said = f"{pages} page{'s' if pages != 1 else ''} and {rest} other file{'s' if rest != 1 else ''}"
    out(f"{said} written to {folder}; begin with {made[0]}")


@cli.command()
@click.argument("code", required=False)
@JSON
def explain(code: str | None, as_json: bool) -> None:
    """What a message means and how to mend it; without CODE, all codes."""
    from arbitre.books import Refused
    from dsl.explain import codes, page
    from dsl.messages import did_you_mean

    if code is None:
        found = codes()
        if as_json:
            dump([{"code": c, "name": n} for c, n in found.items()])
            return
        for known, name in found.items():
            out(f"{known}  {name}")
        return
    text = page(code.upper())
    if text is None:
        raise Refused(f"there is no message ‘{code}’. {did_you_mean(code.upper(), codes())}".strip())
    dump({"code": code.upper(), "text": text}) if as_json else out(text)


def main() -> None:
    """The command; exit status 0, 1 (something is wrong with what was given) or 2 (the call itself)."""
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
        from arbitre.terminal import plain

        click.echo(plain(f"Error: Arbitre itself has failed ({said}, {Path(at.filename).name}:{at.lineno}). "), nl=False, err=True)
        click.echo("Please report it; ARBITRE_DEBUG=1 shows more.", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
