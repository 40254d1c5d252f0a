"""A match by post made again from its record: rounds of answers, rulings, dice.

A round is what was answered at one resolution: ``{"turn", "given": [[side, [key, ...]], ...], "sides", "closed"}``.  Those ``sides`` were
asked; what was asked of them in one go (:func:`row_of`) is over with it, and what the same statement asks of anybody afterwards waits for
the next round.  A round without ``closed``, of an earlier version, ended its whole statement.  A side whose answers do not fit any more
(after a correction, or under edited rules) is answered for as if it had said nothing, and is told so.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from arbitre.dsl.budget import Overspent
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import may_see
from arbitre.post.dice import FairDice
from arbitre.post.rulings.results import Result, put, reopen
from arbitre.story.watch import observed

Record = dict[str, Any]
Round = dict[str, Any]
Row = tuple[int, tuple[int, ...], int, Place | None]  # the seat, the path, what came before it, where it may act
ASKED = "asked"  # how much a round closes: what was asked when it began
NOTHING = -1
HEARD = ("tell", "say", "fact", "roll")  # records after which a side is asked anew, since it may answer otherwise now


def copied(data: Any) -> Any:
    """A copy of plain data, as JSON has it, all the way down."""
    if isinstance(data, dict):
        return {key: copied(value) for key, value in data.items()}
    return [copied(one) for one in data] if isinstance(data, list) else data


@dataclass(frozen=True, slots=True)
class Misfit:
    """Answers that could not be given: of which round, of whom; ``kept``: those of the same side that could."""

    round: int
    side: str
    keys: tuple[str, ...]
    kept: tuple[str, ...] = ()


@dataclass(slots=True)
class Played:
    """A match as its record has it.  ``ends``: after each round the number of events that had happened."""

    match: Match
    dice: FairDice
    misfits: list[Misfit] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


def seed_number(seed: bytes) -> int:
    """What names of questions are made from: nothing of the seed can be found out from it."""
    return int.from_bytes(hashlib.sha256(b"names of questions" + seed).digest()[:7], "big")


def ruled_faces(record: Record) -> dict[tuple[int, str, int], int]:
    """What rulings say that dice show."""
    return {tuple(one["die"]): one["face"] for one in record["rulings"] if one["sort"] == "die"}


def ruled_results(record: Record, number: int) -> list[Result]:
    """The results that rulings replace once a round is over."""
    return [
        one["result"]
        for one in record["rulings"]
        if one["sort"] == "result" and "result" in one and one["round"] == number and not one.get("undone")
    ]


def reopened(record: Record, number: int) -> bool:
    """Does a ruling say that the match goes on, though it was over after that round?"""
    return any(one["round"] == number for one in record["rulings"] if one.get("reopens") and not one.get("undone"))


def played(
    record: Record, machine: Machine, rounds: Sequence[Round] | None = None, watch: Callable[[Match], None] | None = None
) -> Played:  # fmt: skip
    """The match after its rounds, with the throws noted; no draft is in it.  ``watch`` is told of every statement that is done.

    Raises:
        RulebookError: the rules cannot be carried out.
    """
    every = record["rounds"] if rounds is None else rounds
    out = under_way(record, machine, watch)
    if watch is None and not set_up_at_once(out, record, every):
        out = under_way(record, machine)
    for number in range(len(out.ends), len(every)):
        gone_on(out, record, number, every[number])
    return ended(out)


def set_up_at_once(out: Played, record: Record, rounds: Sequence[Round]) -> bool:
    """Plays the first rounds together, where the setup is an event that asks: given one by one, its answers have it carried out anew for
    each.  False if they do not fit like that; the match is then of no use."""
    match, some = out.match, list(takewhile(sets_up, rounds))
    answers = [(side, key, one.get("asked", ())) for one in some for side, keys in one["given"] for key in keys]
    actions = {ready.key for ready in match.machine.actions}
    if match.retry is None or len(answers) < 2 or record["rulings"] or any(key in actions for _, key, _ in answers):
        return True
    left: dict[str, deque[tuple[str, Sequence[str]]]] = {}
    for side, key, asked in answers:
        left.setdefault(side, deque()).append((key, asked))

    def foreseen(request: Request) -> int | None:
        mine = left.get(match.seat_name(request.seat))
        if not mine or (mine[0][1] and request.decision not in mine[0][1]):
            return None
        choice = request.find(mine[0][0])
        if choice is not None:
            mine.popleft()
        return choice

    before = len(match.run.log or ())
    match.answers.foreseen = foreseen
    try:
        match.go_on()
    except (RulebookError, Overspent):
        return False  # of which answer it comes, is found out one by one
    match.answers.foreseen = None
    out.ends += [before] * (len(some) - 1) + [len(match.run.log or ())]
    return not any(left.values())


def sets_up(one: Round) -> bool:
    """Is a round of the setup, with nothing left to silence?"""
    return not one["turn"] and not one.get("closed", True) and bool(one["given"])


def under_way(record: Record, machine: Machine, watch: Callable[[Match], None] | None = None) -> Played:
    """The match before its first round; more of them can be played, up to :func:`ended`."""
    dice = FairDice(bytes.fromhex(record["seed"]), ruled_faces(record))
    match = Match(machine, seed_number(dice.seed), None, dice, trace=True, start=False)
    dice.run = match.run
    observed(match)
    match.watch = watch
    match.begin()
    return Played(match, dice)


def gone_on(out: Played, record: Record, number: int, one: Round) -> None:
    """One round more, with what rulings say of it."""
    again(out, number, one)
    for result in ruled_results(record, number):
        put(out.match, result)
    if out.match.over and reopened(record, number):
        reopen(out.match)
    out.ends.append(len(out.match.run.log or ()))


def ended(out: Played) -> Played:
    """No round is played any more: whatever is thrown from now on is only tried."""
    out.match.extensions, out.match.watch = [], None
    out.dice.live = False
    return out


def resumed(out: Played) -> Played:
    """Rounds are played again after :func:`ended`; meanwhile the match was only looked at, and things were tried on copies of it."""
    out.dice.live = True
    return out


def again(out: Played, number: int, one: Round) -> None:
    """A round is played again."""
    match, closed = out.match, one.get("closed", True)
    before = len(match.checkpoints)
    if closed != ASKED or comes(match, one):
        catch_up(match, one)
        before = len(match.checkpoints)
        rows = rows_asked(match) if closed == ASKED else None
        for side, keys in one["given"]:
            left, kept = give(match, side, keys, before if closed else None) if match.turn == one["turn"] else (list(keys), [])
            if left:
                out.misfits.append(Misfit(number, side, tuple(left), tuple(kept)))
        if closed:
            close(match, before, rows)
    else:  # nobody is asked that any more
        out.misfits += [Misfit(number, side, tuple(keys)) for side, keys in one["given"] if keys]


def catch_up(match: Match, one: Round) -> None:
    """Answers by silence what is asked now and was not asked then."""
    while match.requests and not met(match, one) and match.turn <= one["turn"]:
        before, asked = len(match.checkpoints), match.requests
        close(match, before, rows_asked(match) if one.get("closed", True) == ASKED else None)
        if len(match.checkpoints) == before and match.requests == asked:
            break


def comes(match: Match, one: Round) -> bool:
    """Is what a round answers asked, now or later in its turn?"""
    if met(match, one):
        return True
    trial, dice = match.clone(trace=True), getattr(match.dice, "dice", match.dice)
    live = isinstance(dice, FairDice) and dice.live
    if isinstance(dice, FairDice):
        dice.live = False
    try:
        catch_up(trial, one)
        return met(trial, one)
    finally:
        if isinstance(dice, FairDice):
            dice.live = live


def met(match: Match, one: Round) -> bool:
    """Does it wait for what the round answers?"""
    asked = {match.seat_name(request.seat) for request in match.requests}
    decisions = {request.decision for request in match.requests}
    same = not one.get("asked") or bool(decisions & set(one["asked"]))
    sides = one.get("sides") or [side for side, _ in one["given"]]
    return match.turn == one["turn"] and same and (not sides or any(side in asked for side in sides))


def row_of(match: Match, request: Request) -> Row:
    """Which of the things that a side is asked in one go a question belongs to: those along one path, with nothing thrown or told to it
    between them.  What it does at one line of the rules, and orders, belong together until it has done.  The match notes what happens
    (``trace``)."""
    seat, path = request.seat, request.path[:2]
    acts, mine = request.acts or bool(request.about), match.abandoned if not path else ()
    if acts:
        before = sum(one.kind == "choice" and one.data["seat"] == seat and one.data["key"] == "done" for one in mine)
    else:
        before = sum(one.kind in HEARD and may_see(one.audience, seat) for one in mine)
        before += match.midway.rolls if match.midway is not None and not path else 0
    return seat, path, NOTHING - before if acts else before, request.place if request.acts else None


def rows_asked(match: Match, seat: int | None = None) -> set[Row]:
    """All that is asked now, of one seat or of all, with what an action may ask besides."""
    rows = {row_of(match, request) for request in match.pending(seat)}
    return rows | {(*row[:3], None) for row in rows if row[3] is not None}


def seat_of(match: Match, side: str) -> int:
    """The seat of a name; -1 if nobody in this match is called so."""
    return next((seat for seat in match.seats() if match.seat_name(seat) == side), -1)


def give(match: Match, side: str, keys: Sequence[str], before: int | None) -> tuple[list[str], list[str]]:
    """Gives the answers of a side to the statement that waits, of which so many are done ``before``; those that do not fit, and those
    that do.  An order fits as a whole or not at all, and the next one is tried all the same."""
    seat, left, kept = seat_of(match, side), list[str](), list[str]()
    for order in orders_in(match, keys):
        if tried(match, seat, order, before) and fits(match, seat, order, before):
            kept += order
        else:
            left += order
    return left, kept


def tried(match: Match, seat: int, order: Sequence[str], before: int | None) -> bool:
    """Would all of an order fit?  A single answer need not be tried."""
    if len(order) == 1:
        return True
    if before is not None and len(match.checkpoints) != before:
        return False
    trial, dice = match.clone(), getattr(match.dice, "dice", match.dice)
    if not isinstance(dice, FairDice) or not dice.live:
        return fits(trial, seat, order, None if before is None else len(trial.checkpoints))
    dice.live = False  # what is only tried shows none of the dice to come
    try:
        return fits(trial, seat, order, None if before is None else len(trial.checkpoints))
    finally:
        dice.live = True


def orders_in(match: Match, keys: Sequence[str]) -> list[list[str]]:
    """Answers parted into orders, each an action with what was answered about it; other answers stand alone."""
    actions, out = {ready.key for ready in match.machine.actions}, list[list[str]]()
    for key in keys:
        if out and out[-1][0] in actions and key not in actions and key != "done":
            out[-1].append(key)
        else:
            out.append([key])
    return out


def fits(match: Match, seat: int, keys: Sequence[str], before: int | None) -> bool:
    """Gives answers as long as they fit; did they all?"""
    for key in keys:
        request = next(iter(match.pending(seat)), None) if before in (None, len(match.checkpoints)) else None
        if request is None or request.find(key) is None:
            return False
        match.answer(request.id, key, seat)
    return True


def close(match: Match, before: int, rows: set[Row] | None = None) -> None:
    """Answers as silence has it what is still asked in the statement that waits, of which so many are done ``before``; ``rows``: of that
    only these."""
    while match.requests and len(match.checkpoints) == before:
        request = next((one for one in match.requests if rows is None or row_of(match, one) in rows), None)
        if request is None:
            return
        match.answer(request.id, request.options[match.silent(request)].key, request.seat)
