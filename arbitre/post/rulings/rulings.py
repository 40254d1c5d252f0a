"""Rulings: orders corrected after a resolution, a die or a result replaced, a resolution taken back, an appeal answered.

Each keeps who ruled, why, and what was before, and holds whenever the match is made again.  What would change is told before it is done.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import unified_diff
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.trace import Number, Numbers
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import refused
from arbitre.post.dice import Throw
from arbitre.post.folder import noted, opened_again, step, stood, whole
from arbitre.post.mail.answers import Answered, answered, asked_of
from arbitre.post.mail.deliveries import Delivery, delivered
from arbitre.post.replay import Misfit, Played, Record, played, seat_of
from arbitre.post.rulings.results import read_result
from arbitre.post.sheet import NULL
from arbitre.session.why.order_refusals import asked_for_orders
from arbitre.story.film import turns
from arbitre.story.report import report
from arbitre.story.story import Story

DIE, RESULT, ORDERS, UNDONE, ANSWER = "die", "result", "orders", "undone", "answer"
Told = dict[int, list[str]]
Event = int | str  # its number in the referee's report
COUNTED = "#"


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a ruling would do: the record with it, the lines that change by turn, and answers that fit no more."""

    record: Record
    changes: list[tuple[int, list[str]]]
    misfits: list[Misfit]
    found: Delivery | Answered | None = None


def ruling(record: Record, sort: str, turn: int, who: str, why: str, now: datetime, **parts: Any) -> dict[str, Any]:
    """Enters a ruling in a record."""
    if not why.strip():
        raise refused("post.why_needed")
    name = who or record["referee"]["name"]
    one = {"number": len(record["rulings"]) + 1, "sort": sort, "turn": turn, "who": name, "why": why.strip()} | parts
    record["rulings"].append(one)
    noted(record, now, "ruling", number=one["number"])
    return one


def told(match: Match, lang: str) -> Told:
    """What the referee is told of each turn, and how things stand at its end."""
    out: Told = {}
    for turn in turns(match):
        made = report(match, turn, REFEREE, lang)
        lines = [sentence for part in made.happened for _, sentence in part.sentences]
        out[turn.number] = [
            *lines,
            *(f"{mark} {said}" for mark, said in made.pieces),
            *(f"{who} {what}".strip() for who, what in made.counts),
        ]
    return out


def difference(before: Told, after: Told) -> list[tuple[int, list[str]]]:
    """What changes, turn by turn: lines with - before them are no longer so, those with + are so now."""
    out = []
    for turn in sorted({*before, *after}):
        lines = list(unified_diff(before.get(turn, []), after.get(turn, []), n=0, lineterm=""))[2:]
        if lines:
            out.append((turn, [line for line in lines if not line.startswith("@@")]))
    return out


def again(record: Record, machine: Machine, old: Played, lang: str, found: Delivery | Answered | None = None) -> Ruled:
    """The record played with what was changed in it; answers that fit no more are left out of it."""
    new = played(record, machine)
    if new.misfits:
        fitted(record, new.misfits)
        misfits, new = new.misfits, played(record, machine)
    else:
        misfits = []
    for side, draft in list(record["drafts"].items()):
        if not still_fits(new.match, side, draft["keys"]):
            misfits.append(Misfit(len(record["rounds"]), side, tuple(draft["keys"])))
            del record["drafts"][side]
    return Ruled(stood(record, machine), difference(told(old.match, lang), told(new.match, lang)), misfits, found)


def fitted(record: Record, misfits: list[Misfit]) -> None:
    """Leaves answers that fit no more out of a record."""
    for one in misfits:
        given = record["rounds"][one.round]["given"]
        record["rounds"][one.round]["given"] = [
            [side, list(one.kept) if side == one.side else keys] for side, keys in given if side != one.side or one.kept
        ]


def still_fits(match: Match, side: str, keys: list[str]) -> bool:
    """Could a draft still be handed in?"""
    trial, seat = match.clone(), seat_of(match, side)
    before = len(trial.checkpoints)
    for key in keys:
        request = next(iter(trial.pending(seat)), None) if len(trial.checkpoints) == before else None
        if request is None or request.find(key) is None:
            return False
        trial.answer(request.id, key, seat)
    return True


# ------------------------------------------------------------------------------------------------ orders


def correct(
    record: Record, machine: Machine, turn: int, side: str, mail: str, lang: str, who: str, why: str, now: datetime,
    book: Book | None = None, question: int | None = None,
) -> Ruled:  # fmt: skip
    """Other orders or answers of a side for a turn that is resolved.  Where they cannot be read, nothing changes and ``found`` says why.
    ``question``: which of those that the side was asked in that turn, from 1 on; without it, the one that the mail can answer.

    Raises:
        Refused: that side was asked nothing in that turn, or several things that the mail can answer; no reason is given.
    """
    out = step(record)
    old = opened_again(record, machine)
    if seat_of(old.match, side) < 0:
        raise refused("cannot.no_side", name=side, known=", ".join(old.match.seat_name(one) for one in old.match.seats()))
    asked = asked_in(record, machine, turn, side)
    if not asked:
        raise refused("post.not_asked_then", side=side, turn=turn)
    if question is not None and not 1 <= question <= len(asked):
        raise refused("post.no_question_then", said=question, known=listed(asked, side, lang))
    read = [(number, then, read_then(then, side, mail, lang, book)) for number, then in asked]
    fitting = [one for one in read if one[2].accepted] if question is None else [read[question - 1]]
    if len(fitting) > 1:
        raise refused("post.which_question", side=side, turn=turn, known=listed(asked, side, lang))
    number, then, found = (fitting or read)[0]
    if not found.accepted:
        return Ruled(record, [], [], found)
    seat = seat_of(then, side)
    changed = out["rounds"][number]
    missed = changed["missed"].pop(side, "")
    for key in ("assumed", "veiled"):
        if missed and side in changed.get(key, ()) and side not in changed.get("late", ()):
            changed[key].remove(side)
    if changed.get("withheld") and NULL not in changed["missed"].values():  # nobody has missed the turn any more
        changed["given"], changed["withheld"] = changed["withheld"], []
    counted = "withheld" if NULL in changed["missed"].values() else "given"
    before = next((keys for name, keys in changed[counted] if name == side), None)
    rest = [entry for entry in changed[counted] if entry[0] != side]
    keys = [*(found.answers if isinstance(found, Delivery) else found.keys)]
    changed[counted] = sorted([*rest, [side, whole(then, seat, keys)]], key=lambda entry: seat_of(then, entry[0]))
    changed.setdefault("mails", {})[side] = mail
    ruling(out, ORDERS, turn, who, why, now, side=side, round=number, before=before, missed=missed, at=changed["at"])
    return again(out, machine, old, lang, found)


def asked_in(record: Record, machine: Machine, turn: int, side: str) -> list[tuple[int, Match]]:
    """The rounds of a turn in which a side was asked something, each with the match as it was then."""
    out = []
    for number, one in enumerate(record["rounds"]):
        if turn and one["turn"] == turn:
            then = played(record, machine, record["rounds"][:number]).match
            if then.turn == turn and then.pending(seat_of(then, side)):
                out.append((number, then))
    return out


def read_then(then: Match, side: str, mail: str, lang: str, book: Book | None) -> Delivery | Answered:
    """A mail as what a side hands in at some time."""
    seat = seat_of(then, side)
    return delivered(then, seat, mail, lang, book) if asked_for_orders(then, seat) is not None else answered(then, seat, mail, lang)


def listed(asked: list[tuple[int, Match]], side: str, lang: str) -> str:
    """What a side was asked, numbered."""
    slots = [asked_of(then, seat_of(then, side), Story(then, lang)) for _, then in asked]
    return ", ".join(f"{n}. {slot.put.rstrip()}" for n, slot in enumerate(slots, 1) if slot is not None)


# ------------------------------------------------------------------------------------------------ dice, appeals, resolutions


def record_of(match: Match, event: Event) -> int:
    """The place in the log of an event, by the number that the referee is shown."""
    number = Number.read(event)
    found = Numbers(match.run.log or [], REFEREE).find(number) if number is not None else None
    if found is None:
        raise refused("post.no_event", number=event)
    return found


def ruled_upon(match: Match, one: Record) -> int | None:
    """The place in the log of what a ruling is about: it is kept as that; None where it is about nothing that is there."""
    at = one.get("event")
    return at if isinstance(at, int) and 0 <= at < len(match.run.log or []) else None


def event_of(match: Match, viewer: int | str, sentence: Event) -> str | None:
    """The number that the referee is shown of what a viewer knows by another; None if he knows nothing by it.

    ``#37``: counted from 0 on among all that the viewer sees, as it is in appeals of before there were numbers for everybody.
    """
    log, number = match.run.log or [], Number.read(sentence)
    if number is None and isinstance(sentence, str) and sentence.startswith(COUNTED):
        seen, at = match.log(viewer), int(sentence[len(COUNTED) :])
        found = seen[at].index if at < len(seen) else None
    else:
        found = Numbers(log, viewer).find(number) if number is not None else None
    return str(Numbers(log, REFEREE).of(log[found])) if found is not None else None


def turn_at(old: Played, index: int) -> int:
    """The turn in which something happened."""
    return next((turn.number for turn in turns(old.match) if turn.first <= index < turn.last), old.match.turn)


def dice_at(old: Played, index: int) -> list[Throw]:
    """The dice thrown for an event: its own, those of what it led to, or those of the rule that told it."""
    log, dice = old.match.run.log or [], old.dice

    def thrown_in(events: set[int]) -> list[Throw]:
        return [throw for throw, at in zip(dice.thrown, dice.events, strict=True) if at in events]

    for first in (index, log[index].cause):
        led = {first}
        for record in log[first + 1 :] if first >= 0 else ():
            if record.cause in led:
                led.add(record.index)
        if found := thrown_in({first}) or thrown_in(led):
            return found
    return []


def rule_die(
    record: Record, machine: Machine, event: Event, face: int, nth: int, lang: str, who: str, why: str, now: datetime
) -> Ruled:  # fmt: skip
    """Die number ``nth``, from 1 on, of an event shows another face.

    Raises:
        Refused: no dice were thrown for it, or not that many; none of its faces is called so; no reason is given.
    """
    out = step(record)
    old = opened_again(record, machine)
    index = record_of(old.match, event)
    found = dice_at(old, index)
    if not 1 <= nth <= len(found):
        shown = ", ".join(f"{n}. {one.what} {one.face}/{one.faces}" for n, one in enumerate(found, 1))
        raise refused("post.no_dice", number=event, known=shown or "–")
    die = found[nth - 1]
    if not 1 <= face <= die.faces:
        raise refused("post.no_face", said=face, faces=die.faces)
    ruling(out, DIE, turn_at(old, index), who, why, now, die=list(die.key), face=face, before=die.face)
    return again(out, machine, old, lang)


def rule_result(
    record: Record, machine: Machine, event: Event, said: str, lang: str, who: str, why: str, now: datetime, reopens: bool = False
) -> Ruled:  # fmt: skip
    """Something else than what came of it holds once the resolution of an event is over: ``ROW.FIELD = VALUE``.  ``reopens``: a match
    that was over then goes on from there; this may be all that is ruled.

    Raises:
        Refused: there is no such row, field or value; the event belongs to no resolution; no reason is given.
    """
    out = step(record)
    old = opened_again(record, machine)
    index = record_of(old.match, event)
    number = round_of(record, old, index, event)
    then = played(record, machine, record["rounds"][: number + 1]).match
    if reopens and not then.over:
        raise refused("post.not_over_then", number=event)
    parts = {"result": read_result(then, said)} if said else {}
    ruling(out, RESULT, turn_at(old, index), who, why, now, event=index, round=number, **parts, **({"reopens": True} if reopens else {}))
    return again(out, machine, old, lang)


def round_of(record: Record, old: Played, index: int, event: Event) -> int:
    """The round in which something happened."""
    number = next((n for n, end in enumerate(old.ends) if index < end), len(old.ends) - 1)
    if number < 0 or not record["rounds"][number]["turn"]:
        raise refused("post.not_resolved", number=event)
    return number


def answer(record: Record, machine: Machine, event: Event, who: str, why: str, now: datetime) -> Ruled:
    """An appeal against an event is answered: it stands, and the reason is published."""
    out = step(record)
    old = opened_again(record, machine)
    index = record_of(old.match, event)
    ruling(out, ANSWER, turn_at(old, index), who, why, now, event=index)
    return Ruled(out, [], [])


def undo(record: Record, machine: Machine, event: Event, lang: str, who: str, why: str, now: datetime) -> Ruled:
    """The resolution in which an event happened is taken back, with all that came after: what was handed in for it is sealed again."""
    old = opened_again(record, machine)
    index = record_of(old.match, event)
    return undone_from(record, machine, old, round_of(record, old, index, event), lang, who, why, now)


def undo_turns(record: Record, machine: Machine, turn: int, lang: str, who: str, why: str, now: datetime) -> Ruled:
    """A turn is taken back, with all that came after: what was handed in for it is sealed again.

    Raises:
        Refused: that turn was not resolved, or no reason is given.
    """
    number = next((at for at, one in enumerate(record["rounds"]) if one["turn"] == turn), None)
    if number is None or turn < 1:
        raise refused("post.no_turn", said=turn)
    return undone_from(record, machine, opened_again(record, machine), number, lang, who, why, now)


def undone_from(record: Record, machine: Machine, old: Played, number: int, lang: str, who: str, why: str, now: datetime) -> Ruled:
    """The rounds from a number on are taken back."""
    out = step(record)
    taken, later = copy.deepcopy(out["rounds"][number:]), out["drafts"]
    del out["rounds"][number:]
    for one in out["rulings"]:
        if one["sort"] == RESULT and one["round"] >= number:
            one["undone"] = len(out["rulings"]) + 1
    first = taken[0]
    out["drafts"], mails = {}, first.get("mails", {})
    for side, keys in first.get("withheld") or first["given"]:
        if side not in out["drafts"] and (side not in first["missed"] or side in mails):  # who had answered in part has done so again
            out["drafts"][side] = {
                "keys": keys, "mail": mails.get(side, ""), "at": first["at"], "late": side in first.get("late", ()),
                "receipt": first.get("receipts", {}).get(side, ""), **({"partial": True} if side in first["missed"] else {}),
            }  # fmt: skip
    ruling(out, UNDONE, first["turn"], who, why, now, before=taken, drafts=later)
    done = again(out, machine, old, lang)
    lost = [Misfit(len(record["rounds"]), side, tuple(draft["keys"])) for side, draft in later.items()]
    return replace(done, misfits=[*done.misfits, *lost])
