"""All reports of one turn: for everybody, for each side in its language, and for the referee, in every format, with numbered sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.post.duties import done_for
from arbitre.post.replay import Record, ruled_results
from arbitre.post.rulings.results import put, told
from arbitre.post.sheet import clock
from arbitre.post.veiled import named, reader_of
from arbitre.story.film import Turn, last_over, turn_numbered
from arbitre.story.formats import BOARDS, FORMATS
from arbitre.story.report import EITHER, PICTURES, Report, report
from arbitre.story.story import Story
from arbitre.words.phrases import Words, of

ENDINGS = {"text": "txt", "markdown": "md", "bbcode": "bbcode", "html": "html"}
PUBLIC = "everybody"


def turn_of(record: Record, match: Match, number: int | None, viewer: int | str = SPECTATOR) -> Turn | None:
    """A turn by its number, with what rulings replaced in it; the last one that is over where nothing is said, and before that what came
    before the first as long as the viewer has been told nothing since; None if there is none."""
    found = last_over(match) if number is None else turn_numbered(match, number)
    if number is None and found is not None and not found.over and match.turn and not is_told(match, found, viewer):
        setup = turn_numbered(match, 0)
        found = setup if setup is not None and is_told(match, setup, viewer) else found
    if found is None or found.match is match:
        return found
    results = [result for n, one in enumerate(record["rounds"]) if one["turn"] == found.number for result in ruled_results(record, n)]
    then = found.match.clone(trace=True) if results else found.match
    then.requests = []
    for result in results:
        put(then, result, ask=False)
    return replace(found, match=then)


def is_told(match: Match, turn: Turn, viewer: int | str) -> bool:
    """Has a viewer been told anything of a turn?"""
    return bool(report(match, turn, viewer, "en", boards=PICTURES).happened)


def report_for(
    record: Record, match: Match, turn: Turn, viewer: int | str, lang: str, rules: bool = False, form: str = ""
) -> Report:  # fmt: skip
    """A report with what the folder knows besides: who plays, whose turn was missed, what a ruling says, what the dice are committed to,
    what is due next, by the reader's clock.  ``form``: the one that it is written down in, if it is one alone."""
    made = report(match, turn, viewer, lang, rules, numbered=True, boards=BOARDS.get(form, EITHER))
    heads = (("", said) for said in marks(record, match, turn, viewer, lang))
    title = f"{record['name']} – {made.title}" if record["name"] else made.title
    made = replace(made, happened=tuple(replace(part, sentences=placed(record, match, part.sentences)) for part in made.happened))
    person = record["people"].get(match.seat_name(viewer), {}).get("name", "") if isinstance(viewer, int) else ""
    reader = f"{made.reader} ({person})" if person and person not in made.reader else made.reader
    return replace(made, title=title, reader=reader, counts=(*made.counts, *heads))


def placed(record: Record, match: Match, sentences: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    """Sentences with the files of rules as the match carries them, wherever they lie on this machine."""
    folders = put_down_in(record, match)
    if not folders:
        return sentences
    pattern = re.compile("|".join(map(re.escape, folders)))
    return tuple((depth, pattern.sub("", text)) for depth, text in sentences)


def put_down_in(record: Record, match: Match) -> list[str]:
    """The folders in which the rules that a match carries lie here."""
    names = [f"/{name}" for name in record["rules"]["files"]]
    found = {file[: -len(name) + 1] for file in match.program.sources for name in names if file.startswith("/") and file.endswith(name)}
    return sorted(found, key=len, reverse=True)


def marks(record: Record, match: Match, turn: Turn, viewer: int | str, lang: str) -> Iterator[str]:
    """What stands at the head of the report of a turn besides its counts."""
    words, story = of(lang), Story(match, lang)
    called = {match.seat_name(seat): story.seat(seat) for seat in match.seats()}
    missed, late = list[str](), list[str]()
    for one in (one for one in record["rounds"] if one["turn"] == turn.number):
        veiled, reader_is = set(one.get("veiled", ())), reader_of(match, viewer)
        for side in named(list(one["missed"]), veiled, reader_is):
            missed.append(words.say("post.mark_missed", side=called.get(side, side), done=done_for(one, side, words)))
        for side in named(list(one.get("late", ())), veiled, reader_is):
            late.append(words.say("post.mark_late", side=called.get(side, side)))
    yield from dict.fromkeys([*missed, *late])  # of several questions of a turn the same is said once
    for ruling in record["rulings"]:
        if ruling["turn"] == turn.number:
            who = ruling["who"] or words.say("post.somebody")
            yield words.say("post.mark_ruling", number=ruling["number"], said=sort_of(ruling["sort"], words), who=who, why=ruling["why"])
            if "result" in ruling and not ruling.get("undone"):
                yield from told(match, ruling["result"], viewer, lang)
            if ruling.get("reopens") and not ruling.get("undone"):
                yield words.say("post.mark_reopened")
    last = turn.number == (match.turn if turn.match is match else match.turn - 1)
    if record["due"] and last and not record["paused"] and match.requests:
        when, zone = due_for(record, match.seat_name(viewer) if isinstance(viewer, int) else "", lang)
        yield words.say("post.mark_next", when=when, zone=zone)
    yield words.say("post.mark_dice", hash=record["commitment"])


def due_for(record: Record, side: str, lang: str, stamp: str = "") -> tuple[str, str]:
    """A time (the deadline, if none is given) as the clock of a side shows it, or of the match, and the zone of that clock."""
    zone = record["people"].get(side, {}).get("zone", "") or record["deadlines"]["zone"]
    return clock(stamp or record["due"], zone, lang, day=not stamp), zone


def sort_of(sort: str, words: Words) -> str:
    """What a sort of ruling is called."""
    return words.say(f"post.ruling.{sort}")


def every(record: Record, match: Match, turn: Turn, lang: str) -> Iterator[tuple[str, str]]:
    """The files of a turn: name and content.  Each side's in the language of whoever plays it, the public ones in ``lang``."""
    readers: list[tuple[str, int | str, str]] = [(PUBLIC, SPECTATOR, lang), ("referee", REFEREE, record["referee"]["lang"] or lang)]
    for seat in match.seats():
        side = match.seat_name(seat)
        readers.append((side, seat, record["people"][side]["lang"] or lang))
    for name, viewer, tongue in readers:
        made = report_for(record, match, turn, viewer, tongue, viewer == REFEREE)
        for form, write in FORMATS.items():
            yield f"{file_name(name)}.{ENDINGS[form]}", write(made)


def file_name(said: str) -> str:
    return re.sub(r"[^\w-]", "_", said)
