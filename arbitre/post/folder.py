"""The referee's folder of one match: rules, people, rounds, drafts, rulings and journal as one record of plain data.

Whatever is done with a record gives another one; the one before stays as it was.  The time is given by whoever calls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import BY_POST, holds_half_signs, seal
from arbitre.opening.books import refused
from arbitre.post import sheet as sheets
from arbitre.post.dice import commitment
from arbitre.post.mail.answers import Answered, answered, chosen
from arbitre.post.mail.choices import find, form, taken
from arbitre.post.mail.deliveries import Delivery, delivered
from arbitre.post.mail.questions import about, put
from arbitre.post.replay import Played, Record, copied, give, played, row_of, rows_asked, seat_of
from arbitre.session.dialogue.labels import plain
from arbitre.session.why.order_refusals import asked_for_orders
from arbitre.story.story import Story

FORMAT, KIND = 1, BY_POST
PARTS: dict[str, type] = {
    "format": int, "kind": str, "name": str, "rules": dict, "seed": str, "commitment": str, "people": dict, "referee": dict,
    "substitutes": list, "deadlines": dict, "rounds": list, "drafts": dict, "rulings": list, "journal": list, "due": str, "paused": str,
    "left": str, "digest": str, "choices": dict,
}  # fmt: skip


def begun(sheet: sheets.Sheet, rules: dict[str, Any], machine: Machine, seed: bytes, now: datetime) -> Record:
    """A new match: what the sheet says of its setup is answered, and the rest is asked.

    Raises:
        Refused: the sheet names a side, a question or an answer that there is none of.
    """
    record: Record = {
        "format": FORMAT, "kind": KIND, "name": sheet["name"], "rules": rules, "seed": seed.hex(), "commitment": commitment(seed),
        "people": {}, "referee": sheet["referee"], "substitutes": sheet["substitutes"], "deadlines": sheet["deadlines"], "rounds": [],
        "drafts": {}, "rulings": [], "journal": [], "due": sheet["deadlines"]["first"], "paused": "", "left": "", "digest": "",
        "choices": {},
    }  # fmt: skip
    if not record["due"]:
        record["due"] = sheets.after("", record["deadlines"]["every"], sheets.zone(record["deadlines"]["zone"]), now)
    match = played(record, machine).match
    people = {side_named(match, side): who for side, who in sheet["people"].items()}
    record["people"] = {match.seat_name(seat): people.get(match.seat_name(seat), sheets.person({}, "")) for seat in match.seats()}
    record["choices"] = {side_named(match, side): [[*one] for one in said] for side, said in sheet["setup"].items()}
    for one in record["substitutes"]:
        one["sides"] = [side_named(match, side) for side in one["sides"]]
    noted(record, now, "new", commitment=record["commitment"])
    gone = advance(record, match, now)
    for side, (decision, _, said) in gone:
        request = next((r for r in match.requests if r.decision == decision and match.seat_name(r.seat) == side), None)
        keys = ", ".join(o.key for o in request.options) if request is not None else "–"
        raise refused("post.setup_answer", side=side, key=decision, said=said, known=keys)
    for side, left in record["choices"].items():
        if left and match.turn:
            raise refused("post.setup_left", side=side, key=left[0][0], said=", ".join(one[2] for one in left))
        for decision, name, said in left:
            slots = form(record, match, seat_of(match, side), "en")
            known = [slot for slot in slots if slot.request.decision == decision and name in ("", slot.key[1])]
            if not known:
                raise refused("post.setup_left", side=side, key=decision, said=said)
            said_so = {text.casefold() for slot in known for o in slot.request.options for text in (o.key, *o.title.every)}
            if said.casefold() not in said_so:
                raise refused("post.setup_answer", side=side, key=decision, said=said,
                              known=", ".join(o.key for o in known[0].request.options))  # fmt: skip
    return stood(record, machine)


def advance(record: Record, match: Match, now: datetime) -> list[tuple[str, list[str]]]:
    """Gives the answers that sides have kept for what is asked before the first turn; those that can be given no more."""
    choices = record["choices"]
    given, gone = taken(choices, match)
    if given:
        record["rounds"].append({"turn": 0, "asked": [], "given": given, "missed": {}, "at": sheets.stamp(now), "closed": False})
    for side, choice in gone:
        noted(record, now, "gone", side=side, choice=choice)
    record["choices"] = {side: left for side, left in choices.items() if left}
    return gone


# ------------------------------------------------------------------------------------------------ read and sealed


def checked(data: object, name: str) -> Record:
    """The record that a file holds.

    Raises:
        Refused: it is none, or it was changed since it was written.
    """
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise refused("post.no_match", file=name)
    if data.get("format") != FORMAT:
        raise refused("post.format", file=name, held=data.get("format"), known=FORMAT)
    for key, kind in PARTS.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise refused("post.damaged", file=name)
    if data.get("seal") != seal(data) or holds_half_signs(data):
        raise refused("post.changed", file=name)
    return {key: value for key, value in data.items() if key != "seal"}


def to_write(record: Record) -> dict[str, Any]:
    """What a file holds of a record."""
    return {**record, "seal": seal(record)}


def opened_again(record: Record, machine: Machine) -> Played:
    """The match of a record, checked to be as it was.

    Raises:
        Refused: it does not come out as it was.
    """
    out = played(record, machine)
    if out.misfits or out.match.digest() != record["digest"]:
        raise refused("post.other_match")
    return out


def stood(record: Record, machine: Machine, now: Played | None = None) -> Record:
    """The record with how its match stands now; ``now``: that match, if it is played already."""
    now = now if now is not None else played(record, machine)
    if now.misfits:
        raise refused("post.misfit", side=now.misfits[0].side, said=", ".join(now.misfits[0].keys))
    record["digest"] = now.match.digest()
    return record


def step(record: Record) -> Record:
    """A copy to be changed; refused once the folder is somebody else's."""
    if record["left"]:
        raise refused("post.left", who=record["left"])
    out: Record = copied(record)
    return out


def noted(record: Record, now: datetime, what: str, **parts: Any) -> None:
    """Enters something in the journal of a record."""
    record["journal"].append({"at": sheets.stamp(now), "what": what, **parts})


def is_over(match: Match) -> bool:
    """Will nothing more happen?"""
    return match.over or match.unfinished


# ------------------------------------------------------------------------------------------------ people


def side_named(match: Match, said: str, people: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """The side that somebody means: by its name in the rules, its title in either language, or the name of whoever plays it.

    Raises:
        Refused: there is none, or there are several.
    """
    sides, wanted = [match.seat_name(seat) for seat in match.seats()], plain(said)
    if said in sides:
        return said
    titles = {seat: match.machine.row_title(match.program.seats, seat, match.state.cells) for seat in match.seats()}
    found = {match.seat_name(seat) for seat, title in titles.items() if wanted in tuple(map(plain, title.every))}
    found = found or {side for side, who in (people or {}).items() if who["name"] and wanted == plain(who["name"])}
    if len(found) != 1:
        raise refused("cannot.no_side", name=said, known=", ".join(sides))
    return found.pop()


# ------------------------------------------------------------------------------------------------ deliveries


def deliver(
    record: Record, machine: Machine, side: str, mail: str, lang: str, now: datetime, book: Book | None = None, check: bool = False
) -> tuple[Record, Delivery | Answered]:
    """The record with a mail taken as what a side hands in, in place of what it has handed in before; the same record if it is not
    accepted, or only to be checked.

    Raises:
        Refused: nothing is asked of that side; the deadline is over, and the sheet takes nothing then.
    """
    out = step(record)
    match = opened_again(record, machine).match
    seat = seat_of(match, side)
    if seat < 0:
        raise refused("cannot.no_side", name=side, known=", ".join(match.seat_name(one) for one in match.seats()))
    late = bool(record["due"]) and sheets.stamp(now) > record["due"] and not record["paused"]
    if late and record["deadlines"]["late"] == "refuse":
        raise refused("post.too_late", side=side)
    if not match.turn:
        return chosen_by(out, record, match, seat, mail, lang, now, check)
    if not match.pending(seat):
        raise refused("post.asked_nothing", side=Story(match, lang).seat(seat))
    found: Delivery | Answered
    if asked_for_orders(match, seat) is not None:
        found = delivered(match, seat, mail, lang, book)
        keys = [*found.answers]
    else:
        found = answered(match, seat, mail, lang)
        keys = [*found.keys]
    if not found.accepted or check:
        return record, found
    instead = side in record["drafts"]
    at = sheets.stamp(now)
    out["drafts"][side] = {
        "keys": whole(match, seat, keys), "mail": mail, "at": at, "late": late, "receipt": receipt(record, match.turn, side, at, mail),
        **({"partial": True} if is_partial(match, seat, keys) else {}),
    }  # fmt: skip
    noted(out, now, "changed" if instead else "delivered", side=side, turn=match.turn, late=late, receipt=out["drafts"][side]["receipt"])
    return out, found


def chosen_by(
    out: Record, record: Record, match: Match, seat: int, mail: str, lang: str, now: datetime, check: bool
) -> tuple[Record, Answered]:  # fmt: skip
    """A mail as what a side chooses before the first turn: all of it at once, or some; what is not asked yet is kept until then."""
    side = match.seat_name(seat)
    slots = form(record, match, seat, lang)
    if not slots:
        raise refused("post.asked_nothing", side=Story(match, lang).seat(seat))
    found, picked = chosen(slots, mail, lang)
    if not found.accepted or check:
        return record, found
    new = [[*slot.key, slot.request.options[option].key] for slot, option in picked]
    answered_now = [one[:2] for one in new]
    out["choices"][side] = new + [one for one in record["choices"].get(side, ()) if list(one[:2]) not in answered_now]
    kept = [tuple(one[:2]) for one in out["choices"][side]]
    found.without = [slot.put for slot in slots if slot.key not in kept]
    noted(out, now, "chosen", side=side)
    advance(out, match, now)
    out["digest"] = match.digest()
    return out, found


def receipt(record: Record, turn: int, side: str, at: str, mail: str) -> str:
    """What a side is given for a delivery: SHA-256 of the match, the turn, the side, the time and the mail, a line each."""
    return hashlib.sha256("\n".join([record["commitment"], str(turn), side, at, mail]).encode("utf-8", "replace")).hexdigest()


def whole(match: Match, seat: int, keys: list[str]) -> list[str]:
    """The answers with the word that ends them, where the question goes on until it is said."""
    rows, trial = rows_asked(match, seat), match.clone(trace=True)
    before = len(trial.checkpoints)
    give(trial, match.seat_name(seat), keys, before)
    asked = next(iter(trial.pending(seat)), None) if len(trial.checkpoints) == before else None
    goes_on = asked is not None and asked.acts and asked.find("done") is not None and row_of(trial, asked) in rows
    return [*keys, "done"] if goes_on else keys


def is_partial(match: Match, seat: int, keys: list[str]) -> bool:
    """Is something left unanswered of what a side is asked in one go?  What it may do, and orders, it may leave."""
    rows, trial = rows_asked(match, seat), match.clone(trace=True)
    before = len(trial.checkpoints)
    give(trial, match.seat_name(seat), keys, before)
    asked = trial.pending(seat) if len(trial.checkpoints) == before else []
    return any(not request.acts and row_of(trial, request) in rows for request in asked)


def withdraw(record: Record, machine: Machine, side: str, now: datetime) -> Record:
    """The record without what a side has handed in, or has chosen and was not asked for yet.

    Raises:
        Refused: it has handed in nothing.
    """
    out = step(record)
    match = opened_again(record, machine).match
    if not out["drafts"].pop(side, None) and not out["choices"].pop(side, None):
        raise refused("post.nothing_sealed", side=side)
    noted(out, now, "withdrawn", side=side, turn=match.turn)
    return out


def sealed_by(record: Record, match: Match, side: str, lang: str) -> list[str]:
    """What a side has handed in and was not carried out yet, as it is called; empty if nothing."""
    story, draft = Story(match, lang), record["drafts"].get(side)
    if draft is not None:
        return called(match, seat_of(match, side), draft["keys"], story)
    kept, out = [[*one] for one in record["choices"].get(side, ())], []
    for slot in form(record, match, seat_of(match, side), lang) if kept else ():
        found = find(kept, match, slot.request) if not slot.key[1] else None
        at = found[0] if found is not None else next((n for n, one in enumerate(kept) if (one[0], one[1]) == slot.key), None)
        if at is not None:
            said = kept.pop(at)[2]
            option = next((o for o in slot.request.options if said.casefold() in (o.key, *map(str.casefold, o.title.every))), None)
            out.append(f"{slot.put.rstrip()} {story.of(option.title, option.key) if option is not None else said}")
    return out


def called(match: Match, seat: int, keys: Sequence[str], story: Story) -> list[str]:
    """Answers as they are called, an action with what was answered about it, even where there was but one answer."""
    trial, left, out = match.clone(), list(keys), list[tuple[str, list[str]]]()
    trial.answers.rehearse()
    before = len(trial.checkpoints)
    trial.answers.forget()
    trial.requests = []
    trial.go_on()
    while len(trial.checkpoints) == before and trial.pending(seat):
        request = trial.pending(seat)[0]
        if not left and (request.acts or len(request.options) > 1):
            break
        key = request.options[0].key if len(request.options) == 1 and not request.acts else left.pop(0)
        at = request.find(key)
        if at is None:
            break
        title = story.of(request.options[at].title, key)
        if not request.acts and out and request.about:
            out[-1][1].append(title)
        elif key != "done":
            asked = "" if request.acts or request.about else f"{put(request, about(trial, request), story)} "
            out.append((f"{asked}{title}", []))
        trial.answer(request.id, key, seat)
    return [f"{what}{story.say('colon')}{', '.join(parts)}" if parts else what for what, parts in out]
