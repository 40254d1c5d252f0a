"""``arbitre perft``: positions counted by depth, as the published counts of known games are."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, dump, out
from arbitre.cli.group import cli

if TYPE_CHECKING:
    from arbitre.interpreter.match.match import Match

MOST = 1000  # so many questions of one turn are asked to see who decides in it


@cli.command()
@click.argument("game", shell_complete=completing.games)
@click.option("--depth", type=click.IntRange(1, 60), default=3, show_default=True, help="So many turns.")
@click.option("--divide", is_flag=True, help="Each first turn by itself.")
@click.option("--from", "scenario", default="", metavar="SCENARIO", help="Count from this scenario or setting.")
@OPTION
@EXTENSION
@LANG
@JSON
def perft(
    game: str, depth: int, divide: bool, scenario: str, chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Count the ways to play so many turns.

    A turn is one round of the agenda that the game plays: the move of one side where sides play in turn, all moves of a round where one
    agenda has several act.  Published counts of known games are held against these.  Where dice are thrown or lots drawn there is one
    count for each seed; this is of seed 0.
    """
    from arbitre.interpreter.match.match import Match
    from arbitre.interpreter.play.perft import Node, divided, root_from, root_of
    from arbitre.interpreter.play.perft import perft as counted
    from arbitre.interpreter.play.scenario.setting import Opening
    from arbitre.opening.books import open_book, options_from, prepared
    from arbitre.words.numbers import thousands
    from arbitre.words.phrases import of

    options = options_from(chosen)
    if scenario:
        opening = Opening(open_book(game, extensions, scenarios=True), scenario, options)
        first = opening.match(0)
        root: Node = root_from(opening.set(0))
    else:
        _, machine = prepared(game, options, extensions)
        root = root_of(machine)
        first = Match(machine, 0, trace=False)
    words = of(lang)
    rows: list[dict[str, object]] = []
    began = time.perf_counter()

    def add(row: dict[str, object]) -> None:
        """Rows are told as they are counted: what takes too long is stopped, and those before it are known."""
        rows.append(row)
        if not as_json:
            count = thousands(int(str(row["count"])), lang)
            out(f"{count:>15}  {row['turn']}" if divide else words.say("perft.row", depth=row["depth"], count=count))
            sys.stdout.flush()

    several = deciding(first)
    if several > 1 and not as_json:
        out(words.say("perft.round", n=several))
    try:
        if divide:
            for answers, count in divided(root, depth):
                add({"turn": label(first, answers, lang), "count": count})
        else:
            for turns in range(1, depth + 1):
                add({"depth": turns, "count": counted(root, turns)})
    finally:
        seconds = time.perf_counter() - began
        if as_json:
            dump({"game": game, "depth": depth, "rows": rows, "seconds": round(seconds, 3)})
    if as_json:
        return
    total = sum(int(str(row["count"])) for row in rows)
    out(words.say("perft.done", count=thousands(total, lang), rate=thousands(int(total / max(seconds, 1e-9)), lang)))
    sys.stdout.flush()


def deciding(first: Match) -> int:
    """How many sides decide something in one turn, as it goes where each takes the first option."""
    match, seats = first.clone(), set[int]()
    for _ in range(MOST):
        if not match.requests or match.turn != first.turn:
            break
        request = match.requests[0]
        seats.add(request.seat)
        match.answer(request.id, 0)
    return len(seats)


def label(first: Match, answers: list[int], lang: str) -> str:
    """A turn in words: what was chosen, question after question."""
    from arbitre.story.story import Story
    from arbitre.words.phrases import of

    match, said = first.clone(), list[str]()
    for number in answers:
        request = match.requests[0]
        said.append(Story(match, lang).of(request.options[number].title, request.options[number].key))
        match.answer(request.id, number)
    return ", ".join(said) or of(lang).say("perft.forced")
