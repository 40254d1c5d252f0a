"""The commands of ‘arbitre post’: a referee keeps a match by post in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, LANG, OPTION, out
from arbitre.cli.group import Grouped, cli

if TYPE_CHECKING:
    from datetime import datetime

    from arbitre.dsl.modules.rulebook import Rulebook
    from arbitre.interpreter.code.machine import Machine
    from arbitre.interpreter.match.match import Match
    from arbitre.post.duties import Duty
    from arbitre.post.replay import Record
    from arbitre.story.story import Story

FILE = click.argument("file", type=click.Path(path_type=Path))
AS = click.option("--as", "side", metavar="SIDE", shell_complete=completing.viewers, help="The side.")
AT = click.option("--at", "said", metavar="TIME", help="Time it arrived or was done, if not now: 2026-12-01T20:00.")
MOST_SHEET = 1_000_000


@cli.group(cls=Grouped)
@LANG
def post(lang: str) -> None:
    """Referee a match by forum or mail.

    One file holds the whole match: deadlines, deliveries, resolutions, reports and rulings.
    """


# ------------------------------------------------------------------------------------------------ the file


def read(file: Path, held: bool = False) -> Record:
    """The record that a file holds; ``held``: nobody else may change it until the command ends."""
    import json

    from arbitre.dsl.cache.careful import content_of
    from arbitre.interpreter.match.save import MAX_BYTES
    from arbitre.opening.books import refused
    from arbitre.opening.locks import hold, release
    from arbitre.post.folder import checked

    if held and file.is_file():
        click.get_current_context().call_on_close(release)
        hold(file)
    data = content_of(file, MAX_BYTES)
    try:
        return checked(json.loads((data or b"").decode("utf-8")), str(file))
    except (ValueError, RecursionError):
        raise refused("post.cut", file=file) from None


def write(record: Record, file: Path) -> None:
    """Writes a record so that its file holds the old one or the new one, whole."""
    import json

    from arbitre.opening.locks import keep_data
    from arbitre.post.folder import to_write
    from arbitre.words import LANGUAGE
    from arbitre.words.phrases import of

    place = keep_data(json.dumps(to_write(record), ensure_ascii=False, indent=1).encode("utf-8"), file)
    if place != file:  # where files cannot be locked, somebody else may have written meanwhile
        out(of(click.get_current_context().meta[LANGUAGE]).say("post.beside", file=place))


def rules_of(record: Record) -> tuple[Rulebook, Machine]:
    """The rules that a match carries, ready to be played."""
    from arbitre.opening.bundle import unpacked

    return unpacked(record["rules"])


def moment(record: Record, said: str | None) -> datetime:
    """Now, or the time that is given."""
    return time_of(said, record["deadlines"]["zone"])


def time_of(said: str | None, zone: str) -> datetime:
    from datetime import UTC, datetime

    from arbitre.post import sheet

    return sheet.moment(said, sheet.zone(zone), "--at") if said else datetime.now(UTC)


def side_of(record: Record, match: Match, said: str | None) -> str:
    """The side that ``--as`` names: by its name, its title or whoever plays it; refused if none is named."""
    from arbitre.opening.books import refused
    from arbitre.post.folder import side_named

    if said is None:
        raise refused("post.whose")
    return side_named(match, said, record["people"])


def viewer(record: Record, match: Match, said: str | None, otherwise: int | str) -> int | str:
    """Whose eyes ``--as`` means: a side, however it is named, ‘spectator’ or ‘referee’ in either language; ``otherwise`` if nobody's."""
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
    from arbitre.post.folder import side_named
    from arbitre.post.replay import seat_of
    from arbitre.session.dialogue.labels import plain, typed

    if said is None:
        return otherwise
    if seat_of(match, said) < 0:
        for name, words in ((REFEREE, typed("referee")), (SPECTATOR, typed("spectator"))):
            if plain(said) in words:
                return name
    return seat_of(match, side_named(match, said, record["people"]))


def title(record: Record, match: Match, lang: str) -> str:
    from arbitre.story.story import Story

    return str(record["name"]) or Story(match, lang).of(match.program.title, match.program.name)


# ------------------------------------------------------------------------------------------------ a match begins


@post.command()
@click.argument("game", shell_complete=completing.games)
@OPTION
@EXTENSION
@LANG
def sheet(game: str, chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str) -> None:
    """Print a sheet to fill in for a new match.

    It has the sides, options and deadlines, and what each side chooses before the first turn.
    """
    from arbitre.opening.books import bind_book, open_book, options_from, prepared
    from arbitre.post.mail.forms import sheet_text

    options = bind_book(open_book(game, extensions, quiet=True)).symbols.option_infos
    out(sheet_text(game, extensions, prepared(game, options_from(chosen), extensions)[1], options, lang).rstrip("\n"))


@post.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.option("--file", "file", type=click.Path(path_type=Path), help="File to keep the match in (default: NAME.post next to the sheet).")
@AT
@LANG
def new(sheet: Path, file: Path | None, said: str | None, lang: str) -> None:
    """Start a match from a sheet.

    The sheet names the people, the options, the deadlines and the substitutes.
    """
    import tomllib

    from arbitre.dsl.cache.careful import content_of
    from arbitre.opening.books import refused
    from arbitre.opening.bundle import read_rules
    from arbitre.opening.locks import hold, release
    from arbitre.post.dice import new_seed
    from arbitre.post.duties import without_default
    from arbitre.post.folder import begun, opened_again
    from arbitre.post.sheet import read_sheet
    from arbitre.words.phrases import of, reason

    try:
        found = read_sheet(tomllib.loads((content_of(sheet, MOST_SHEET) or b"").decode("utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refused("post.sheet_toml", file=sheet, error=error) from None
    except OSError as error:
        raise refused("cannot.read", name=sheet, error=reason(error)) from None
    target = file or sheet.with_suffix(".post")
    if target.exists():
        raise refused("post.there_is", file=target)
    click.get_current_context().call_on_close(release)
    hold(target)
    rules, machine = read_rules(found["game"], found["options"], found["extensions"], sheet.parent, target.parent)
    now = time_of(said, found["deadlines"]["zone"])
    record = begun(found, rules, machine, new_seed(), now)
    write(record, target)
    match = opened_again(record, machine).match
    out(of(lang).say("post.made", title=title(record, match, lang), file=target))
    out(of(lang).say("post.commitment", hash=record["commitment"]))
    if unsaid := without_default(record, match):
        out(of(lang).say("post.unsaid", questions=", ".join(unsaid)))
    tell_status(record, match, "", now, lang)


@post.command()
@FILE
@AS
@LANG
def form(file: Path, side: str | None, lang: str) -> None:
    """Print a side's form for the choices before turn 1.

    Filled in, it is handed in with ‘deliver’.
    """
    from arbitre.post.folder import opened_again
    from arbitre.post.mail.forms import form_text
    from arbitre.words.phrases import of

    record = read(file)
    _, machine = rules_of(record)
    match = opened_again(record, machine).match
    sides = [side_of(record, match, side)] if side is not None else [match.seat_name(seat) for seat in match.seats()]
    texts = [form_text(record, match, one, lang) for one in sides]
    shown = [text for text in texts if text]
    out("\n".join(shown).rstrip("\n") if shown else of(lang).say("post.form_empty"))


# ------------------------------------------------------------------------------------------------ who owes what


@post.command()
@FILE
@AS
@click.option("--all", "every", is_flag=True, help="Show what every side is asked: for the referee only.")
@AT
@LANG
def status(file: Path, side: str | None, every: bool, said: str | None, lang: str) -> None:
    """Show who is waited for, and until when.

    Everyone may know what it says. With --as, what that side is asked, in its own time zone.
    """
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
    from arbitre.post.folder import opened_again

    record = read(file)
    _, machine = rules_of(record)
    match = opened_again(record, machine).match
    eyes = viewer(record, match, side, REFEREE if every else SPECTATOR)
    who = match.seat_name(eyes) if isinstance(eyes, int) else None if eyes == REFEREE else ""
    tell_status(record, match, who, moment(record, said), lang)


def tell_status(record: Record, match: Match, side: str | None, now: datetime, lang: str) -> None:
    """Prints how a match stands for a reader: a side, nobody in particular (an empty name), or the referee (None)."""
    from arbitre.post.duties import duties
    from arbitre.post.folder import is_over
    from arbitre.post.reports import due_for
    from arbitre.post.sheet import stamp
    from arbitre.post.veiled import named, veiled_sides
    from arbitre.story.story import Story
    from arbitre.words.phrases import of

    words, story, called = of(lang), Story(match, lang), title(record, match, lang)
    out(words.say("post.turn", title=called, turn=match.turn) if match.turn else words.say("post.set_up", title=called))
    if record["left"]:
        out(words.say("post.left_to", who=record["left"]))
    if is_over(match):
        out(words.say("post.is_over", ending=story.ending()))
        return
    over = bool(record["due"]) and stamp(now) > record["due"]
    if record["paused"]:
        since, place = due_for(record, side or "", lang, record["paused"])
        out(words.say("post.is_paused", when=since, zone=place))
    elif record["due"]:
        when, place = due_for(record, side or "", lang)
        out(words.say("post.due_over" if over else "post.due_at", when=when, zone=place))
    else:
        out(words.say("post.no_deadline"))
    owed = [duty for duty in duties(record, match) if side in (None, "", duty.side)]
    veiled = veiled_sides(match) if side == "" else set()
    for duty in owed:
        if duty.side not in veiled:
            tell_duty(record, match, duty, over, side, lang)
    if veiled:
        out(f"  {words.say('post.awaited_some')}")
    left = still_to_choose(record, match, side, lang) if not match.turn else {}
    for name, count in left.items():
        if name not in [duty.side for duty in owed]:
            out(f"  {who(record, match, name, lang)}{words.say('colon')}{words.count('post.choices', count)}")
    if not owed and not left and side:
        out(words.say("post.owes_nothing"))
    missed: dict[str, list[str]] = {}
    for one in record["rounds"]:
        for name in named(list(one["missed"]), set(one.get("veiled", ())), side):
            number = str(one["turn"]) if one["turn"] else words.say("post.before_turns")
            if number not in missed.setdefault(name, []):
                missed[name].append(number)
    if missed:
        names = {match.seat_name(seat): story.seat(seat) for seat in match.seats()}
        out(
            words.say(
                "post.missed_so_far",
                said=words.say("semicolon").join(f"{names[name]} ({', '.join(turns)})" for name, turns in missed.items()),
            )
        )


def still_to_choose(record: Record, match: Match, side: str | None, lang: str) -> dict[str, int]:
    """How many questions before the first turn each side has no answer for, of those the reader may know of."""
    from arbitre.post.mail.choices import form as form_of
    from arbitre.post.replay import seat_of

    sides = [match.seat_name(seat) for seat in match.seats()] if side is None else [side] if side else []
    found = {one: len(form_of(record, match, seat_of(match, one), lang)) - len(record["choices"].get(one, ())) for one in sides}
    return {one: count for one, count in found.items() if count > 0}


def who(record: Record, match: Match, side: str, lang: str) -> str:
    """A side and whoever plays it."""
    from arbitre.post.replay import seat_of
    from arbitre.story.story import Story

    name, called = record["people"][side]["name"], Story(match, lang).seat(seat_of(match, side))
    return f"{called} ({name})" if name and name != called else called


def left_of(match: Match, seat: int, keys: list[str], story: Story) -> str:
    """The question that is left of those that a side has answered in part."""
    from arbitre.post.mail.answers import asked_of
    from arbitre.post.replay import give

    trial = match.clone(trace=True)
    give(trial, match.seat_name(seat), keys, len(trial.checkpoints))
    slot = asked_of(trial, seat, story)
    return slot.put.rstrip() if slot is not None else ""


def waited_for(record: Record, match: Match, lang: str) -> str:
    """Those who are waited for, as everybody may know."""
    from arbitre.post.duties import owing
    from arbitre.post.veiled import veiled_sides
    from arbitre.words.phrases import of

    owed, veiled = list(dict.fromkeys(duty.side for duty in owing(record, match))), veiled_sides(match)
    said = [who(record, match, side, lang) for side in owed if side not in veiled]
    return ", ".join([*said, *([of(lang).say("post.somebody_secret")] if veiled & {*owed} else [])])


def tell_duty(record: Record, match: Match, duty: Duty, over: bool, side: str | None, lang: str) -> None:
    from arbitre.post.mail.questions import about, put
    from arbitre.post.replay import seat_of
    from arbitre.post.reports import due_for
    from arbitre.story.story import Story
    from arbitre.words.phrases import of

    words, story, seat = of(lang), Story(match, lang), seat_of(match, duty.side)
    draft, request = record["drafts"].get(duty.side), match.pending(seat)[0]
    worded = bool(request.asks) and side != ""  # what is public names the step alone
    question = put(request, about(match, request), story) if worded else story.asked(request)
    if draft is not None and not duty.delivered:
        what = (
            words.say("post.in_part") if side == "" else words.say("post.in_part_owes", question=left_of(match, seat, draft["keys"], story))
        )
    elif draft is not None:
        when, _ = due_for(record, side or "", lang, draft["at"])
        what = words.say("post.delivered_late" if draft["late"] else "post.delivered", when=when)
    elif duty.delivered:
        what = words.say("post.chosen")
    elif side == "" and not duty.orders:  # what somebody is asked may tell what he is
        what = words.say("post.free" if duty.passed else "post.awaited_late" if over else "post.awaited")
    else:
        key = "post.passed" if duty.passed else "post.owes_late" if over else "post.owes"
        what = words.say(key, question=question)
        more = still_to_choose(record, match, duty.side, lang).get(duty.side, 1) - 1 if not match.turn else 0
        what += f" {words.count('post.and_more', more)}" if more else ""
    out(f"  {who(record, match, duty.side, lang)}{words.say('colon')}{what}")


@post.command()
@FILE
@AS
@LANG
def journal(file: Path, side: str | None, lang: str) -> None:
    """Show what was done with a match, and when.

    With --as, what that side may know: its own deliveries and what everyone is told.
    """
    from arbitre.interpreter.state.visibility import REFEREE
    from arbitre.post.folder import opened_again
    from arbitre.post.journal import entries

    record = read(file)
    _, machine = rules_of(record)
    match = opened_again(record, machine).match
    for line in entries(record, match, viewer(record, match, side, REFEREE), lang):
        out(line)
