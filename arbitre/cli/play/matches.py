"""Commands that play matches, and look into them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, VERBOSE, Renamed, dump, out
from arbitre.cli.group import cli

if TYPE_CHECKING:
    from arbitre.dsl.lower.program import Bound
    from arbitre.dsl.modules.rulebook import Rulebook
    from arbitre.interpreter.match.match import Match


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option(
    "--side",
    "sides",
    multiple=True,
    metavar="NAME=KIND",
    shell_complete=completing.sides,
    help="Who plays a side: human, random, greedy (the default), thinker, or a bot of level1 (blunders) to level5 (its best). "
    "‘everyone’ stands for all sides.",
)
@click.option("--seed", type=int, default=None, help="Seed of the dice.")
@click.option("--from", "scenario", default="", metavar="SCENARIO", help="Begin where this scenario or setting says, not with the setup.")
@OPTION
@EXTENSION
@click.option("--save", "file", type=click.Path(path_type=Path), help="File to keep the match in; if it exists, the match is resumed.")
@click.option("--watch", is_flag=True, help="Watch bots play every side.")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.viewers,
    help="With --watch: show what this side sees (default: referee).",
)
@click.option("--record", "campaign", type=click.Path(path_type=Path), help="Campaign record: read before the match, updated after it.")
@click.option("--quick", is_flag=True, help="Skip questions with only one sensible answer.")
@click.option(
    "--think",
    type=click.FloatRange(0.01, 600),
    default=1.0,
    show_default=True,
    help="Seconds of the processor that a thinker or a hint spends on each decision.",
)
@VERBOSE
@LANG
def play(
    game: str, sides: tuple[str, ...], seed: int | None, scenario: str, chosen: tuple[str, ...], extensions: tuple[str, ...],
    file: Path | None, watch: bool, viewer: str | None, campaign: Path | None, quick: bool, think: float, verbose: bool, lang: str,
) -> None:  # fmt: skip
    """Play a match in the terminal.

    A match kept with --save is resumed. GAME may also be the file of a saved match, which goes on with the same players
    unless --side says otherwise.
    """
    from arbitre.interpreter.play.bots.kinds import thinks
    from arbitre.interpreter.play.bots.rollouts import make_ahead, runner_for
    from arbitre.interpreter.state.dice import fresh_seed
    from arbitre.interpreter.state.visibility import REFEREE
    from arbitre.opening.books import bind_book, open_book, opened_at, options_from, played_with, refused, source_of
    from arbitre.opening.locks import hold, release
    from arbitre.opening.sides import HUMAN, kept_sides, seats_from, viewer_named
    from arbitre.session.play import Table
    from arbitre.session.records import RecordFile
    from arbitre.story.watch import watched

    if file is not None and campaign is not None and file.resolve() == campaign.resolve():
        raise refused("cannot.one_file")
    if scenario and campaign is not None:
        raise refused("cannot.from_and_record")
    click.get_current_context().call_on_close(release)
    left = RecordFile(campaign) if campaign is not None else None
    if file is None and kept_match(Path(game)):
        file = Path(game)
    if file is not None and (file.is_file() or not file.exists()):
        hold(file)
    own = game if file is None or file != Path(game) else None
    if file is not None and file.exists():
        match, rulebook = resumed(file, own, options_from(chosen), extensions)
        if left is not None:
            left.resumed(match)
        if seed is not None and seed != match.tape.seed:
            raise refused("cannot.other_seed", file=file, held=match.tape.seed, seed=seed)
    else:
        rulebook, machine = opened_at(game, options_from(chosen), extensions, scenario)
        before = left.record(machine) if left is not None else None
        match = watched(machine, fresh_seed() if seed is None else seed, before)
        match.extensions, match.source = played_with(game, rulebook, extensions), source_of(game, rulebook)
    players = kept_sides(match, sides) if match.sides and not watch else seats_from(match, sides)
    if not sides and not watch and match.seats() and not match.sides:
        players[match.seats()[0]] = HUMAN
    if watch and HUMAN in players.values():
        raise refused("cannot.watch")
    if viewer is not None and HUMAN in players.values():
        raise refused("cannot.as")
    eyes = REFEREE if viewer is None else viewer_named(match, viewer)

    match.sides = {match.seat_name(seat): kind for seat, kind in players.items()}

    def opened() -> tuple[Rulebook, Bound]:
        whole = open_book(own or match.source or match.program.name, tuple(match.extensions), scenarios=True)
        return whole, bind_book(whole, match.program.options)

    if any(map(thinks, players.values())):  # what bots decide in is made before anybody's time counts
        runner_for(match.machine)
    elif set(players.values()) - {HUMAN, "random"}:  # or while the match is looked at
        make_ahead(match.machine)
    Table(match, players, lang, match.tape.seed, file, rulebook, eyes, left, think, verbose, players if quick else (), opened).run()


def kept_match(path: Path) -> bool:
    """Is it the file of a match that was kept?"""
    from arbitre.dsl.cache.careful import beginning

    try:
        return path.suffix != ".rules" and beginning(path, 64).lstrip().startswith(b"{")
    except OSError:
        return False


def resumed(
    file: Path, game: str | None = None, options: dict[str, str] | None = None, extensions: tuple[str, ...] = ()
) -> tuple[Match, Any]:
    """A saved match and its rulebook; what is asked for besides must be what it was played with."""
    from arbitre.interpreter.match.save import read
    from arbitre.opening.books import Refused, open_book, opened_at, refused, source_again, source_of
    from arbitre.story.watch import watched_again

    data = read(file)
    if game is not None:
        name = open_book(game, extensions).name
        if name != data["game"]:
            raise refused("cannot.other_game", file=file, held=data["game"], name=name)
    for key, value in (options or {}).items():
        if str(data["options"].get(key)) != value:
            raise refused("cannot.other_option", file=file, key=key, held=data["options"].get(key), value=value)
    more = tuple(str(e) for e in data["extensions"])
    where = game or source_again(data, file)
    try:
        rulebook, machine = opened_at(where, data["options"], extensions or more, data.get("start", ""))
    except Refused as error:
        if game is None and "there is no rulebook" in str(error):
            raise refused("cannot.give_path", error=error.args[0]) from None
        raise
    match = watched_again(data, machine)
    match.source = source_of(where, rulebook)
    if match.since is not None:
        from arbitre.opening.rule_changes import since
        from arbitre.words.phrases import language

        click.echo(since(match, click.get_current_context().params.get("lang") or language()), err=True)
    return match, rulebook


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "viewer", metavar="SIDE", shell_complete=completing.viewers, help="Show what this side may see.")
@click.option("--referee", is_flag=True, help="Show everything (the default).")
@click.option("--until", metavar="NUMBER", help="Stop after this event.")
@click.option("--game", help="Path of the rulebook, if it is not in the library.")
@VERBOSE
@click.option("--rules", is_flag=True, help="For the referee: name the clauses behind each sentence.")
@click.option("--boards", is_flag=True, help="Also show the boards at the end of each turn.")
@LANG
@JSON
def replay(
    file: Path, viewer: str | None, referee: bool, until: str | None, game: str | None, verbose: bool, rules: bool, boards: bool, lang: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Retell a saved match."""
    from rich.text import Text as Rich

    from arbitre.interpreter.state.trace import Number, Numbers, clauses_for
    from arbitre.interpreter.state.visibility import REFEREE
    from arbitre.opening.books import refused
    from arbitre.opening.sides import viewer_named
    from arbitre.session.why.numbered import unknown
    from arbitre.story.narrator import Narrator
    from arbitre.story.story import Story
    from arbitre.story.terminal import Teller
    from arbitre.words.console import Terminal

    if viewer is not None and (referee or rules):
        raise refused("cannot.as_referee" if referee else "cannot.as_rules")
    match, _ = resumed(file, game)
    eyes = REFEREE if viewer is None else viewer_named(match, viewer)
    console = Terminal()
    story = Story(match, lang)
    numbers = Numbers(match.run.log or [], eyes)
    last = Number.read(until)
    if until is not None and last is None:
        raise unknown(numbers, until)
    records = [r for r in match.log(eyes) if last is None or numbers.of(r) <= last]
    narrator = Narrator(match, lang, eyes, verbose, story)
    if as_json:
        # Which line was carried out can tell a side which branch was taken: that is for the referee.
        places = [{"file": r.place.file, "line": r.place.line} if eyes == REFEREE else {} for r in records]
        dump([{"index": str(numbers.of(r)), "kind": r.kind, "name": r.name, **at, "clauses": list(clauses_for(r, eyes)),
               "text": narrator.words(r)} for r, at in zip(records, places, strict=True)])  # fmt: skip
        return
    teller = Teller(story, console, verbose, rules)
    if boards and until is None:
        from arbitre.story.boards.screen import Screen
        from arbitre.story.film import turns

        screen = Screen(match, lang, console.width, console.color_system is not None)
        for turn in turns(match):
            teller.show(narrator.sentences(turn.records(match.run.log or [])))
            for line in screen.news(eyes, then=turn.match):
                console.print(line, soft_wrap=True)
    else:
        teller.show(narrator.sentences(records))
    if until is None and (match.over or match.unfinished):
        end = next((r for r in reversed(records) if r.kind == "end"), None)
        number = Rich(f"{numbers.of(end)!s:>5}  " if end is not None else "", "dim")
        console.print(Rich("\n").append(number).append(story.ending(), "bold"), soft_wrap=True)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("asked", nargs=-1, metavar="[NUMBER | WORDS...]")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.viewers,
    help="Explain it to this side, by its numbers (default: the referee).",
)
@click.option("--rules", is_flag=True, help="For the referee: also show the file and line of each rule.")
@click.option("--game", help="Path of the rulebook, if it is not in the library.")
@LANG
@JSON
def why(file: Path, asked: tuple[str, ...], viewer: str | None, rules: bool, game: str | None, lang: str, as_json: bool) -> None:
    """Explain what happened in a saved match.

    Gives the dice, modifiers, conditions, clauses and chain of causes of event NUMBER, as numbered by ‘replay’ for the
    same side; without a number, of how the match ended. With words instead (block 9), explains why that is not offered at
    the open question.
    """
    from arbitre.interpreter.state.visibility import REFEREE
    from arbitre.opening.books import Refused, refused
    from arbitre.opening.sides import viewer_named
    from arbitre.session.why.choices import what_to_ask
    from arbitre.session.why.numbered import is_number
    from arbitre.session.why.reasons import Why, book_of, public
    from arbitre.session.why.refusals import WhyNot
    from arbitre.story.story import Story

    match, rulebook = resumed(file, game)
    eyes = REFEREE if viewer is None else viewer_named(match, viewer)
    if viewer is not None and rules:
        raise refused("cannot.as_rules")
    if not asked or (len(asked) == 1 and is_number(asked[0])):
        account = Why(match, lang, eyes, rulebook)
        number = asked[0] if asked else account.last()
        if as_json:
            dump(public(account.account(number)))
            return
        for line in account.lines(number, rules):
            out(line)
        return
    request = next((r for r in match.requests if eyes in (REFEREE, r.seat)), None)
    if request is None:
        raise refused("cannot.over" if match.over or match.unfinished else "cannot.no_open_question")
    against = WhyNot(match, request, lang, book_of(match, rulebook))
    found = against.account(" ".join(asked))
    if not found:
        raise Refused(what_to_ask(match, request, Story(match, lang), " ".join(asked)))
    if as_json:
        dump(found)
        return
    for line in against.told(found):
        out(line)


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the first match; the next match has the next number.")
@click.option(
    "--side",
    "sides",
    multiple=True,
    metavar="NAME=KIND",
    shell_complete=completing.sides,
    help="Who plays a side: random (the fastest), greedy (the default), thinker, or a bot of level1 (blunders) to level5 (its best). "
    "‘everyone’ stands for all sides.",
)
@click.option("--cores", type=click.IntRange(1, 256), default=None, help="Number of processes; by default one per core.")
@click.option(
    "--record",
    "campaign",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Campaign record every match starts from; it is not changed.",
)
@click.option("--from", "scenario", default="", metavar="SCENARIO", help="Start every match from this scenario or setting.")
@click.option("--quick", is_flag=True, help="Only count wins: not which rules were used, and without checking invariants.")
@click.option(
    "--executor",
    type=Renamed(["compiled", "interpreted"], {"module": "compiled", "closures": "interpreted"}),
    default=None,
    help="Run the rules compiled, the default where possible, or interpret them. Results are identical.",
)
@OPTION
@EXTENSION
@LANG
@JSON
def simulate(
    game: str, matches: int, seed: int, sides: tuple[str, ...], cores: int | None, campaign: Path | None, scenario: str,
    quick: bool, executor: str | None, chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Play many matches between bots.

    Reports who wins, with confidence intervals, and which parts of the rules were used. Each match has a seed of its own:
    with --matches 100 --seed 1 those from 1 to 100, so --seed 2 repeats all but one of them; for other matches take --seed
    101. ‘play --watch --seed N’ shows the match of seed N. Exit status 1 if a law was broken or a rule could not be carried
    out.
    """
    from arbitre.cli.play.simulation import told
    from arbitre.dsl.cache.frozen import unhurried
    from arbitre.interpreter.match.match import Match
    from arbitre.interpreter.play.bots.kinds import BOTS
    from arbitre.interpreter.play.simulate import simulate as run
    from arbitre.opening.books import options_from, playable, refused
    from arbitre.opening.sides import USUAL, kinds_at_once, seats_from
    from arbitre.session.records import RecordFile

    options = options_from(chosen)
    with unhurried():  # this process ends soon: what reading leaves behind is not looked for either
        machine = playable(game, options, extensions, later=True)
    for said in sides:
        side, _, kind = said.partition("=")
        if kind not in BOTS:
            key = "cannot.no_kind_of_side" if side and kind else "cannot.no_side_kind"
            raise refused(key, said=said, kind=kind, kinds=", ".join(BOTS))
    if scenario and campaign is not None:
        raise refused("cannot.from_and_record")
    before = RecordFile(campaign).record(machine) if campaign is not None else None
    bots = kinds_at_once(machine, sides) if sides else {"": USUAL}
    if bots is None:
        match = Match(machine, seed, before, trace=False)
        bots = {match.seat_name(seat): kind for seat, kind in seats_from(match, sides).items()}
    if as_json or not sys.stderr.isatty():
        result = run(game, matches, seed, options, list(extensions), bots, cores, record=before, scenario=scenario,
                     watched=not quick, executor=executor or "", program=machine.program)  # fmt: skip
    else:
        from rich.progress import Progress

        from arbitre.words.console import Terminal
        from arbitre.words.phrases import of

        with Progress(console=Terminal(stderr=True)) as bar:
            task = bar.add_task(of(lang).say("simulate.bar"), total=matches)
            result = run(game, matches, seed, options, list(extensions), bots, cores, lambda n: bar.update(task, completed=n),
                         before, scenario, not quick, executor or "", machine.program)  # fmt: skip
    if as_json:
        dump(result)
    else:
        again = watching(game, sides, scenario, chosen, extensions) if campaign is None else ""
        for line in told(result, lang, machine, again):
            out(line)
    if result["errors"]:
        sys.exit(1)


def watching(game: str, sides: tuple[str, ...], scenario: str, chosen: tuple[str, ...], extensions: tuple[str, ...]) -> str:
    """The command that shows a match as ‘simulate’ plays it, all but its seed."""
    said = ["arbitre", "play", game, "--watch"]
    for option, values in (("--side", sides), ("--from", (scenario,) if scenario else ()), ("-o", chosen), ("-e", extensions)):
        for value in values:
            said += [option, value]
    return shlex.join(said)
