"""The commands of ‘arbitre post’ that change what was: corrections, rulings, people, rules; and the proof of the dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from arbitre.cli.common import LANG, out
from arbitre.cli.post.folder import AS, AT, FILE, moment, post, read, rules_of, side_of, who, write
from arbitre.cli.post.turns import mail_text

if TYPE_CHECKING:
    from arbitre.interpreter.match.match import Match
    from arbitre.post.roles import Checked
    from arbitre.post.rulings.rulings import Ruled

WHO = click.option("--by", "by", default="", metavar="NAME", help="Who makes this ruling (default: the referee named in the sheet).")
WHY = click.option("--why", default="", metavar="TEXT", help="The reason, which everyone can read.")
DO = click.option("--do", "done", is_flag=True, help="Carry it out; otherwise only show what would change.")
NAME = click.option("--by", "name", default="", metavar="NAME", help="Who takes over.")
MAIL = click.option("--mail", "address", default="", metavar="ADDRESS", help="That person's address.")
TONGUE = click.option("--speaks", "tongue", type=click.Choice(["en", "fr"]), default=None, help="Language of that person's reports.")
ZONE = click.option("--zone", default="", metavar="ZONE", help="That person's time zone, such as Europe/Paris.")


def named(match: Match, key: str, lang: str) -> str:
    """An answer by its key, as it is called."""
    from arbitre.story.story import Story

    story = Story(match, lang)
    action = next((ready for ready in match.machine.actions if ready.key == key), None)
    return story.of(action.title) if action is not None else story.called(key)


def tell_changes(ruled: Ruled, done: bool, lang: str) -> None:
    """Prints what a ruling changes, turn by turn."""
    from arbitre.post.folder import opened_again
    from arbitre.words.phrases import of

    words = of(lang)
    if not ruled.changes:
        out(words.say("post.changes_nothing"))
    for turn, lines in ruled.changes:
        out(words.say("post.changes_in", turn=turn))
        for line in lines:
            out(f"  {line[0]} {line[1:]}")
    if ruled.misfits:
        match = opened_again(ruled.record, rules_of(ruled.record)[1]).match
        for one in ruled.misfits:
            said = ", ".join(named(match, key, lang) for key in one.keys if key != "done")
            out(words.say("post.fits_no_more", side=who(ruled.record, match, one.side, lang), said=said))
    out(words.say("post.ruled" if done else "post.not_done_yet", number=len(ruled.record["rulings"])))


@post.command()
@FILE
@click.argument("mail", type=click.File("r", encoding="utf-8", errors="replace"), default="-")
@click.option("--turn", type=int, required=True, help="The turn whose orders or answers were taken wrongly.")
@click.option("--question", type=click.IntRange(1), help="Which question of that turn, if the side was asked several.")
@AS
@WHO
@WHY
@DO
@AT
@LANG
@click.pass_context
def correct(
    ctx: click.Context, file: Path, mail: TextIO, turn: int, question: int | None, side: str | None, by: str, why: str, done: bool,
    said: str | None, lang: str,
) -> None:  # fmt: skip
    """Correct what a side ordered or answered.

    For a turn that is resolved. What changes from there on is shown before it is done.
    """
    from arbitre.cli.post.reports import answered
    from arbitre.post.replay import played
    from arbitre.post.rulings import rulings
    from arbitre.session.why.reasons import book_of
    from arbitre.words.phrases import of

    record = read(file, held=done)
    rulebook, machine = rules_of(record)
    match = played(record, machine).match
    name = side_of(record, match, side)
    text, now = mail_text(mail), moment(record, said)
    ruled = rulings.correct(record, machine, turn, name, text, lang, by, why, now, book_of(match, rulebook), question)
    if ruled.found is not None:
        answered(ruled.found, lang)
        if not ruled.found.accepted:
            out(of(lang).say("post.refused_whole"))
            ctx.exit(1)
    if done:
        write(ruled.record, file)
    tell_changes(ruled, done, lang)


@post.command()
@FILE
@click.argument("event")
@click.option("--face", type=int, help="What the die shows instead.")
@click.option("--die", "nth", type=click.IntRange(1), default=1, show_default=True, help="Which of the event's dice.")
@click.option("--set", "result", default="", metavar="WHAT", help="What is true instead at the end of that turn: r2.cell=A3.")
@click.option("--reopen", is_flag=True, help="The match goes on, although that turn had ended it; also with --set.")
@click.option("--undo", is_flag=True, help="Undo the resolution in which it happened.")
@WHO
@WHY
@DO
@AT
@LANG
def rule(
    file: Path, event: str, face: int | None, nth: int, result: str, reopen: bool, undo: bool, by: str, why: str, done: bool,
    said: str | None, lang: str,
) -> None:  # fmt: skip
    """Rule on an event of the referee's report.

    EVENT is its number there. Without --face, --set or --undo, an appeal is answered and the event stands.
    """
    from arbitre.post.rulings import rulings

    record = read(file, held=done)
    _, machine = rules_of(record)
    now = moment(record, said)
    if undo:
        ruled = rulings.undo(record, machine, event, lang, by, why, now)
    elif result or reopen:
        ruled = rulings.rule_result(record, machine, event, result, lang, by, why, now, reopen)
    elif face is not None:
        ruled = rulings.rule_die(record, machine, event, face, nth, lang, by, why, now)
    else:
        ruled = rulings.answer(record, machine, event, by, why, now)
    if done:
        write(ruled.record, file)
    tell_changes(ruled, done, lang)


@post.command()
@FILE
@click.argument("number", type=int)
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, help="File to write.")
@LANG
def precedent(file: Path, number: int, target: Path, lang: str) -> None:
    """Turn a ruling into a clause with a scenario.

    The file can become a variant of the game.
    """
    from arbitre.dsl.cache.careful import content_of
    from arbitre.opening.books import refused
    from arbitre.opening.bundle import paths_of
    from arbitre.opening.files import put
    from arbitre.post.rulings.precedent import appended, names_it
    from arbitre.post.rulings.precedent import precedent as made_of
    from arbitre.words.phrases import of

    record, words = read(file), of(lang)
    _, machine = rules_of(record)
    made = made_of(record, machine, number, paths_of(record["rules"]))
    known = (content_of(target) or b"").decode("utf-8") if target.exists() else ""
    if names_it(known, made):
        raise refused("post.there_is", file=target)
    put(target, appended(known, made).encode("utf-8"))
    out(words.say("post.precedent_written", number=number, file=target))
    out(words.say("post.precedent_holds" if made.holds else "post.precedent_fails"))


# ------------------------------------------------------------------------------------------------ people and time


@post.command()
@FILE
@AS
@NAME
@MAIL
@TONGUE
@ZONE
@AT
@LANG
def replace(file: Path, side: str | None, name: str, address: str, tongue: str | None, zone: str, said: str | None, lang: str) -> None:
    """Let someone else take over a side.

    That is --by, or the first substitute in the sheet.
    """
    from arbitre.post import roles as offices
    from arbitre.post.replay import played
    from arbitre.words.phrases import of

    record = read(file, held=True)
    _, machine = rules_of(record)
    match = played(record, machine).match
    seat = side_of(record, match, side)
    before, by = who(record, match, seat, lang), {"name": name, "mail": address, "lang": tongue or "", "zone": zone}
    after = offices.replaced(record, seat, by, moment(record, said))
    write(after, file)
    out(of(lang).say("post.replaced", side=before, name=after["people"][seat]["name"]))


@post.command("hand-over")
@FILE
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, help="File for the new referee.")
@NAME
@MAIL
@TONGUE
@ZONE
@AT
@LANG
def hand_over(file: Path, target: Path, name: str, address: str, tongue: str | None, zone: str, said: str | None, lang: str) -> None:
    """Hand the match over to another referee.

    Writes one file with rules, extensions and history. The present file is closed.
    """
    from arbitre.opening.books import refused
    from arbitre.opening.locks import hold
    from arbitre.post import roles as offices
    from arbitre.words.phrases import of

    record = read(file, held=True)
    if target.exists():
        raise refused("post.there_is", file=target)
    by = {"name": name, "mail": address, "lang": tongue or "", "zone": zone}
    new, old = offices.handed_over(record, by, moment(record, said))
    hold(target)
    write(new, target)  # first what goes on: whatever happens now, the match is in one of the two
    write(old, file)
    out(of(lang).say("post.handed_over", file=target, name=name))


@post.command()
@FILE
@click.option("--end", is_flag=True, help="End the pause; deadlines move by as long as it lasted.")
@AT
@LANG
def pause(file: Path, end: bool, said: str | None, lang: str) -> None:
    """Pause the deadlines of a match, or resume them."""
    from arbitre.post import roles as offices
    from arbitre.post.reports import due_for
    from arbitre.words.phrases import of

    record, words = read(file, held=True), of(lang)
    now = moment(record, said)
    after = offices.goes_on(record, now) if end else offices.paused(record, now)
    write(after, file)
    if end and after["due"]:
        when, place = due_for(after, "", lang)
        out(words.say("post.due_at", when=when, zone=place))
    else:
        out(words.say("post.goes_on" if end else "post.now_paused"))


@post.command()
@FILE
@click.option("--to", "until", default="", metavar="TIME", help="The new deadline, such as 2026-12-01T20:00.")
@click.option("--for", "span", default="", metavar="SPAN", help="How much later, such as ‘24 h’ or ‘2 days’.")
@click.option("--why", default="", metavar="TEXT", help="The reason, which everyone can read.")
@AT
@LANG
def extend(file: Path, until: str, span: str, why: str, said: str | None, lang: str) -> None:
    """Move the current deadline.

    Later deadlines follow from it.
    """
    from arbitre.post import roles as offices
    from arbitre.post.reports import due_for
    from arbitre.words.phrases import of

    record = read(file, held=True)
    after = offices.extended(record, until, span, why, moment(record, said))
    write(after, file)
    when, place = due_for(after, "", lang)
    out(of(lang).say("post.due_at", when=when, zone=place))


# ------------------------------------------------------------------------------------------------ rules and dice


@post.command()
@FILE
@click.option("--rules", "name", default="", metavar="GAME", help="The edited rules (default: where the match's own rules came from).")
@click.option("--take", is_flag=True, help="Continue with them, if possible.")
@AT
@LANG
@click.pass_context
def check(ctx: click.Context, file: Path, name: str, take: bool, said: str | None, lang: str) -> None:
    """Check whether a match can adopt edited rules.

    It can if the answers, the dice and the state so far stay the same.
    """
    from arbitre.opening.bundle import read_rules
    from arbitre.post import roles as offices
    from arbitre.words.phrases import of

    record, words = read(file, held=take), of(lang)
    _, machine = rules_of(record)
    mine = record["rules"]
    base = Path.cwd() if name else file.parent
    rules, other = read_rules(name or mine["from"], mine["options"], mine["added"], file.parent if not name else base, file.parent)
    found = offices.compared(record, machine, rules, other, lang)
    tell_checked(found, lang)
    if not found.goes_on:
        ctx.exit(1)
    if take and found.files:
        write(offices.with_rules(record, rules, other, moment(record, said)), file)
        out(words.say("post.rules_taken"))


def tell_checked(found: Checked, lang: str) -> None:
    """Prints how a match stands to other rules."""
    from arbitre.words.phrases import of

    words = of(lang)
    if not found.files:
        out(words.say("post.rules_same"))
        return
    out(words.say("post.rules_differ", files=", ".join(found.files)))
    for same, key in ((found.answers, "answers"), (found.dice, "dice"), (found.state, "state")):
        out(f"  {'✓' if same else '✗'} {words.say(f'post.same.{key}')}")
    if found.error:
        out(f"  ✗ {found.error}")
    for turn, lines in found.changes[:1]:
        out(words.say("post.changes_in", turn=turn))
        for line in lines:
            out(f"  {line[0]} {line[1:]}")
    if found.changes[1:]:
        out(words.count("post.changes_more", len(found.changes) - 1))
    out(words.say("post.rules_fit" if found.goes_on else "post.rules_stay"))


@post.command()
@FILE
@click.option(
    "--to", "target", type=click.Path(path_type=Path), help="Write the proof (seed and dice) to this file, once the match is over."
)
@LANG
@click.pass_context
def verify(ctx: click.Context, file: Path, target: Path | None, lang: str) -> None:
    """Verify every die against the seed.

    FILE is a referee's file, or the proof published at the end.
    """
    import json

    from arbitre.dsl.cache.careful import content_of
    from arbitre.interpreter.match.save import MAX_BYTES
    from arbitre.opening.books import refused
    from arbitre.opening.files import put
    from arbitre.post import dice, proof
    from arbitre.words.phrases import of

    words = of(lang)
    try:
        held = json.loads((content_of(file, MAX_BYTES) or b"").decode("utf-8"))
    except (ValueError, RecursionError):
        raise refused("post.no_proof", file=file) from None
    if isinstance(held, dict) and held.get("kind") == proof.KIND:
        count, wrong = proof.faults(held, str(file))
        ruled = sum(one["ruled"] for one in held["dice"])
    else:
        record = read(file)
        _, machine = rules_of(record)
        if target is not None:
            put(target, json.dumps(proof.proof_of(record, machine), ensure_ascii=False, indent=1).encode("utf-8"))
            out(words.say("post.proof_written", file=target))
        throws = proof.throws_of(record, machine)
        seed = bytes.fromhex(record["seed"])
        if dice.commitment(seed) != record["commitment"]:
            raise refused("post.other_seed")
        count, wrong, ruled = len(throws), dice.wrong(seed, throws), sum(one.ruled for one in throws)
    for one in wrong:
        out(words.say("post.wrong_die", turn=one.turn, name=one.what, nth=one.nth, face=one.face, faces=one.faces))
    if wrong:
        ctx.exit(1)
    out(words.say("post.verified", count=words.count("post.dice", count), ruled=ruled))
