"""The journal of a match by post in words: what was done and when, as far as a reader may know."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.post.replay import Record
from arbitre.post.reports import due_for, sort_of
from arbitre.post.veiled import named, reader_of
from arbitre.story.story import Story
from arbitre.words.phrases import of

OWN = ("delivered", "changed", "withdrawn", "chosen", "gone")  # of these a side is told its own alone


def entries(record: Record, match: Match, viewer: int | str, lang: str) -> Iterator[str]:
    """The lines of the journal for a side, for everybody, or for the referee, in the order in which things were done."""
    words, story = of(lang), Story(match, lang)
    over = match.over or match.unfinished
    mine = match.seat_name(viewer) if isinstance(viewer, int) else ""
    names = {match.seat_name(seat): story.seat(seat) for seat in match.seats()}
    last = {one["turn"]: number for number, one in enumerate(record["journal"]) if one["what"] == "resolved"}
    for number, one in enumerate(record["journal"]):
        if one["what"] in OWN and viewer != REFEREE and one["side"] != mine:
            continue
        parts = {key: value for key, value in one.items() if key not in ("at", "what")}
        if "side" in parts:
            parts["side"] = names.get(parts["side"], parts["side"])
        if one["what"] == "extended":
            parts["due"], _ = due_for(record, mine, lang, one["due"])
            parts["why"] = f" {one['why']}" if one.get("why") else ""
        if one["what"] == "ruling":
            ruling = record["rulings"][one["number"] - 1]
            parts |= {"said": sort_of(ruling["sort"], words), "who": ruling["who"] or words.say("post.somebody"), "why": ruling["why"]}
        if one["what"] in ("delivered", "changed"):
            late = f" {words.say('post.late')}" if one.get("late") else ""
            parts["late"] = late
        if one["what"] == "gone":
            parts["choice"] = ", ".join(part for part in one["choice"] if part)
        if one["what"] == "resolved":
            missed = named(list(one["missed"]), set(one.get("veiled", ())), reader_of(match, viewer))
            parts["missed"] = f" {words.say('post.journal.missed', who=', '.join(names[s] for s in missed))}" if missed else ""
        what = one["what"].replace(" ", "_")
        if one["what"] == "resolved" and one["turn"] and (last[one["turn"]] != number or (one["turn"] == match.turn and not over)):
            what = "resolved_part"
        when, _ = due_for(record, mine, lang, one["at"])
        yield f"{when}  {words.say(f'post.journal.{what}', **parts)}"
