"""The commands of ‘arbitre post’ for a turn: orders that are sealed, deliveries, resolution, reports and reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from arbitre.cli.common import LANG, out
from arbitre.cli.post.folder import AS, AT, FILE, moment, post, read, rules_of, side_of, tell_status, viewer, waited_for, who, write

MOST_MAIL = 100_000  # characters of a mail


def mail_text(mail: TextIO) -> str:
    """A mail that is read whole, or not at all.

    Raises:
        Refused: it is too long.
    """
    from arbitre.opening.books import refused

    text = mail.read(MOST_MAIL + 1)
    if len(text) > MOST_MAIL:
        raise refused("post.too_long", most=MOST_MAIL)
    return text


@post.command()
@FILE
@AS
@click.option("--all", "every", is_flag=True, help="Show what every side has handed in: for the referee only.")
@LANG
def orders(file: Path, side: str | None, every: bool, lang: str) -> None:
    """Show what a side has handed in.

    For its author, or for a referee who asks expressly.
    """
    from arbitre.post.folder import opened_again, sealed_by
    from arbitre.words.phrases import of

    record = read(file)
    _, machine = rules_of(record)
    match, words = opened_again(record, machine).match, of(lang)
    for one in [match.seat_name(seat) for seat in match.seats()] if every else [side_of(record, match, side)]:
        name, draft = who(record, match, one, lang), record["drafts"].get(one)
        if draft is None and not record["choices"].get(one):
            out(words.say("post.sealed_none", side=name, turn=match.turn))
            continue
        out(words.say("post.sealed", side=name, turn=match.turn))
        for order in sealed_by(record, match, one, lang) or [words.say("deliver.nothing")]:
            out(f"  {order}")
        if draft is not None and draft.get("receipt"):
            out(f"  {words.say('post.receipt', receipt=draft['receipt'])}")


@post.command()
@FILE
@click.argument("mail", type=click.File("r", encoding="utf-8", errors="replace"), default="-")
@AS
@AT
@click.option("--check", is_flag=True, help="Only say how it is understood; take nothing.")
@click.option("--withdraw", is_flag=True, help="Take back what the side has handed in.")
@LANG
@click.pass_context
def deliver(
    ctx: click.Context, file: Path, mail: TextIO, side: str | None, said: str | None, check: bool, withdraw: bool, lang: str
) -> None:  # fmt: skip
    """Take in a side's orders from a mail.

    They replace what the side handed in before. Nothing is carried out yet.
    """
    from arbitre.cli.post.reports import answered
    from arbitre.post import folder
    from arbitre.post.mail.deliveries import Delivery
    from arbitre.session.why.reasons import book_of
    from arbitre.words.phrases import of

    record, words = read(file, held=True), of(lang)
    rulebook, machine = rules_of(record)
    match = folder.opened_again(record, machine).match
    name = side_of(record, match, side)
    now = moment(record, said)
    if withdraw:
        write(folder.withdraw(record, machine, name, now), file)
        out(words.say("post.withdrawn", side=who(record, match, name, lang)))
        return
    after, found = folder.deliver(record, machine, name, mail_text(mail), lang, now, book_of(match, rulebook), check)
    answered(found, lang)
    if not found.accepted:
        out(words.say("post.refused_whole"))
        ctx.exit(1)
    if check:
        out(words.say("deliver.checked" if isinstance(found, Delivery) else "post.checked"))
        return
    write(after, file)
    if name in record["drafts"]:
        out(words.say("deliver.instead_of", side=who(record, match, name, lang)))
    draft = after["drafts"].get(name)
    if draft is None:
        out(words.say("post.answered", count=words.count("post.answers", found.orders)))
        return
    sort = "deliver.orders" if isinstance(found, Delivery) else "post.answers"
    out(words.say("post.taken", turn=match.turn, count=words.count(sort, found.orders)))
    if draft.get("partial"):
        out(words.say("post.taken_in_part"))
    out(words.say("post.receipt", receipt=draft["receipt"]))
    if draft["late"]:
        out(words.say("post.late"))


# ------------------------------------------------------------------------------------------------ resolution and reports


@post.command()
@FILE
@click.option("--early", is_flag=True, help="Resolve before the deadline; whoever has not delivered has missed the turn.")
@AT
@LANG
def resolve(file: Path, early: bool, said: str | None, lang: str) -> None:
    """Resolve the turn.

    Possible once everyone has delivered or the deadline has passed. Everyone may know what it says.
    """
    from arbitre.post import folder
    from arbitre.post import resolution as resolving
    from arbitre.post.duties import done_for
    from arbitre.post.replay import played
    from arbitre.words.phrases import of

    record, words = read(file, held=True), of(lang)
    _, machine = rules_of(record)
    now = moment(record, said)
    before = folder.opened_again(record, machine).match
    done = resolving.resolve(record, machine, now, early)
    write(done.record, file)
    match = played(done.record, machine).match
    veiled = set(done.record["journal"][-1].get("veiled", ()))
    for one in done.record["rounds"][len(record["rounds"]) :]:
        for side in one["missed"]:
            if side not in veiled:
                out(words.say("post.missed", side=who(record, match, side, lang), done=done_for(one, side, words)))
    if veiled & done.missed.keys():
        out(words.say("post.missed_secretly"))
    if not before.turn:
        out(words.say("post.resolved_set_up"))
    elif folder.is_over(match):
        out(words.say("post.resolved_over", turn=before.turn))
    elif match.turn == before.turn:
        out(words.say("post.resolved_part", turn=before.turn, who=waited_for(done.record, match, lang)))
    else:
        out(words.say("post.resolved", turn=before.turn))
    tell_status(done.record, match, "", now, lang)


@post.command()
@FILE
@click.option("--turn", type=int, help="Report this turn (default: the last completed one).")
@AS
@click.option("--all", "every", is_flag=True, help="Write every report to one folder: public, each side, referee, in every format.")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="The folder for --all (default: reports/turn-N next to the file).")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "bbcode", "html"]), default="text", show_default=True)
@LANG
def report(file: Path, turn: int | None, side: str | None, every: bool, folder: Path | None, form: str, lang: str) -> None:
    """Write up a turn to be sent out.

    Each sentence has a number that its reader can ask ‘why’ about.
    """
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
    from arbitre.opening.books import refused
    from arbitre.opening.files import put
    from arbitre.post import reports
    from arbitre.post.folder import opened_again
    from arbitre.story.formats import FORMATS
    from arbitre.words.phrases import of

    record = read(file)
    _, machine = rules_of(record)
    match = opened_again(record, machine).match
    eyes = REFEREE if every else viewer(record, match, side, SPECTATOR)
    chosen = reports.turn_of(record, match, turn, eyes)
    if chosen is None:
        raise refused("post.no_turn", said=turn)
    if not every:
        out(FORMATS[form](reports.report_for(record, match, chosen, eyes, lang, eyes == REFEREE)).rstrip("\n"))
        return
    home = folder or file.parent / "reports" / f"turn-{chosen.number}"
    home.mkdir(parents=True, exist_ok=True)
    made = list(reports.every(record, match, chosen, lang))
    for name, text in made:
        put(home / name, text.encode("utf-8"))
    out(of(lang).say("post.written", count=of(lang).count("post.files", len(made)), folder=home))


@post.command()
@FILE
@click.argument("number")
@AS
@LANG
def why(file: Path, number: str, side: str | None, lang: str) -> None:
    """Explain a numbered sentence of a report.

    Shows its dice, conditions and clauses, as far as its reader may know.
    """
    from arbitre.interpreter.state.visibility import REFEREE
    from arbitre.post.folder import opened_again
    from arbitre.session.why.reasons import Why

    record = read(file)
    rulebook, machine = rules_of(record)
    match = opened_again(record, machine).match
    for line in Why(match, lang, viewer(record, match, side, REFEREE), rulebook).lines(number, False):
        out(line)
