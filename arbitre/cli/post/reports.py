"""Commands for matches that are played by post: what is sent round after a turn, what comes in for the next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import LANG, out
from arbitre.cli.group import cli

if TYPE_CHECKING:
    from arbitre.post.mail.answers import Answered
    from arbitre.post.mail.deliveries import Delivery


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--turn", metavar="N|all", help="Report this turn, or every turn (default: the last completed one).")
@click.option(
    "--as",
    "viewer",
    metavar="SIDE",
    shell_complete=completing.viewers,
    help="Write it for this side, or for the referee (default: for the public).",
)
@click.option("--format", "form", type=click.Choice(["text", "markdown", "bbcode", "html"]), default="text", show_default=True)
@click.option("--rules", is_flag=True, help="For the referee: name the clauses behind each sentence.")
@click.option("--game", help="Path of the rulebook, if it is not in the library.")
@LANG
def report(file: Path, turn: str | None, viewer: str | None, form: str, rules: bool, game: str | None, lang: str) -> None:
    """Write up a turn of a saved match.

    The report is for a forum, a side or the referee.
    """
    from arbitre.cli.play.matches import resumed
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
    from arbitre.opening.books import refused
    from arbitre.opening.sides import viewer_named
    from arbitre.story.film import last_over, turns
    from arbitre.story.formats import FORMATS
    from arbitre.story.report import report as gathered

    match, _ = resumed(file, game)
    eyes = SPECTATOR if viewer is None else viewer_named(match, viewer)
    if rules and eyes != REFEREE:
        raise refused("cannot.as_rules")
    film = [last_over(match)] if turn is None else turns(match)
    chosen = [t for t in film if turn is None or turn in ("all", str(t.number))]
    if not chosen:
        raise refused("cannot.no_turn", said=turn, last=film[-1].number)
    for number, one in enumerate(chosen):
        out(("\n" if number else "") + FORMATS[form](gathered(match, one, eyes, lang, rules)).rstrip("\n"))


MOST_ORDERS = 100_000  # signs that are read of what is handed in


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("orders", type=click.File("r", encoding="utf-8"), default="-")
@click.option("--as", "side", metavar="SIDE", required=True, help="The side giving the orders.")
@click.option("--check", is_flag=True, help="Only say how the orders are understood; hand nothing in.")
@click.option("--show", is_flag=True, help="Only show what the side has handed in so far.")
@click.option("--withdraw", is_flag=True, help="Take back what the side has handed in.")
@click.option("--game", help="Path of the rulebook, if it is not in the library.")
@LANG
@click.pass_context
def deliver(
    ctx: click.Context, file: Path, orders: TextIO, side: str, check: bool, show: bool, withdraw: bool, game: str | None, lang: str
) -> None:
    """Hand in a side's orders for a saved match.

    Orders are read from a file or from standard input, one line per piece, written freely in English or French: ‘red 5
    charges A4 -> B5’. Every line is answered; if any of them is wrong, nothing is handed in. Until the last side has
    delivered, a new delivery replaces the previous one.
    """
    from arbitre.cli.play.matches import resumed
    from arbitre.opening.books import refused
    from arbitre.opening.locks import hold, keep, release
    from arbitre.opening.sides import viewer_named
    from arbitre.post.mail.deliveries import delivered, hand_in, may_deliver
    from arbitre.post.mail.seals import has_sealed, sealed, take_back
    from arbitre.session.why.reasons import book_of
    from arbitre.story.story import Story
    from arbitre.words.phrases import of

    ctx.call_on_close(release)
    if file.is_file():
        hold(file)
    match, rulebook = resumed(file, game)
    seat = viewer_named(match, side)
    if not isinstance(seat, int):
        raise refused("cannot.no_orders_of", side=side)
    words, name, before = of(lang), Story(match, lang).seat(seat), has_sealed(match, seat)
    if (show or withdraw) and not before:
        out(words.say("deliver.sealed_none", side=name, turn=match.turn))
        return
    if show:
        out(words.say("deliver.sealed", side=name, turn=match.turn))
        for order in sealed(match, seat, lang).orders or (words.say("deliver.nothing"),):
            out(f"  {order}")
        return
    if withdraw:
        take_back(match, seat)
        keep(match, file)
        out(words.say("deliver.withdrawn", side=name, turn=match.turn, file=file))
        return
    if not may_deliver(match, seat):
        raise refused("cannot.no_orders_now", side=side)
    found = delivered(match, seat, orders.read(MOST_ORDERS), lang, book_of(match, rulebook))
    answered(found, lang)
    if not found.accepted:
        out(words.say("deliver.refused_whole", file=file))
        ctx.exit(1)
    if check:
        out(words.say("deliver.checked"))
        return
    hand_in(found, match, seat)
    keep(match, file)
    if before:
        out(words.say("deliver.instead_of", side=name))
    out(words.say("deliver.taken", count=words.count("deliver.orders", found.orders), file=file))


def answered(found: Delivery | Answered, lang: str) -> None:
    """Prints what is answered to a delivery, line by line."""
    from arbitre.post.mail.deliveries import Delivery
    from arbitre.words.phrases import of

    words = of(lang)
    for line in found.lines:
        out(words.say("deliver.line", number=line.number, written=line.written))
        if line.passed:
            out(f"  – {words.say('deliver.passed', what=words.say(f'deliver.{line.passed}'))}")
        for order in line.orders:
            out(f"  ✓ {order}")
        for fault in line.faults:
            out(f"  ✗ {fault}")
    for fault in found.faults:
        out(f"✗ {fault}")
    if found.without:
        key = "deliver.without" if isinstance(found, Delivery) else "post.still_to_choose"
        out(words.say(key, pieces=", ".join(found.without)))
