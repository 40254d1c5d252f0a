"""What is due in a match by post, and what is done for whoever says nothing: the rulebook says so, unless the sheet does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core.walk import bodies_of, statements_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.post.mail.choices import find
from arbitre.post.replay import Record
from arbitre.post.sheet import BOT, DEFAULT, RULES
from arbitre.words.phrases import Words


@dataclass(frozen=True, slots=True)
class Duty:
    """What a side owes: which question, and whether it has handed in an answer; ``orders``: it is asked for orders; ``passed``: it is not
    waited for."""

    side: str
    decision: str
    delivered: bool
    orders: bool
    passed: bool


def duties(record: Record, match: Match) -> list[Duty]:
    """What each side owes now, in the order of the sides."""
    return [
        Duty(
            match.seat_name(seat), request.decision, has_answered(record, match, request), request.decision == "orders" and request.acts,
            is_passed(record, match, request),
        )
        for seat in match.seats()
        for request in match.pending(seat)[:1]
    ]  # fmt: skip


def has_answered(record: Record, match: Match, request: Request) -> bool:
    """Has the side that is asked handed in all that it is asked in one go, or chosen it before it was asked?"""
    side = match.seat_name(request.seat)
    draft = record["drafts"].get(side)
    if draft is not None:
        return not draft.get("partial")
    return not match.turn and find(record["choices"].get(side, ()), match, request) is not None


def owing(record: Record, match: Match) -> list[Duty]:
    """Those who still owe something that is waited for; a side that a bot plays owes nothing."""
    return [duty for duty in duties(record, match) if not duty.delivered and not duty.passed and not is_bot(record, duty.side)]


def is_bot(record: Record, side: str) -> bool:
    """Does a bot play that side?"""
    return bool(record["people"].get(side, {}).get("bot"))


def is_passed(record: Record, match: Match, request: Request) -> bool:
    """Is a question not waited for?  The sheet says so, or the rulebook, which speaks of deadlines and has none for it; what is asked
    before the first turn is."""
    if request.decision in record["deadlines"]["passed"]:
        return True
    wanted = request.due or request.decision in record["deadlines"]["due"]
    return bool(match.program.deadlines and match.turn and not wanted)


def may_be_left(request: Request) -> bool:
    """Is there nothing amiss if nobody answers?  So it is with phases in which one may act, but for orders."""
    return request.acts and request.decision != "orders" and request.find("done") is not None


def policy_for(record: Record, match: Match, duty: Duty) -> str:
    """What is done for whoever does not answer: as the sheet says, else the rulebook; a bot answers for the side it plays."""
    if is_bot(record, duty.side):
        return BOT
    missed = record["deadlines"]["missed"]
    said = str(missed.get(duty.decision, RULES) if isinstance(missed, dict) else missed)
    if said != RULES:
        return said
    return next((request.due for request in match.requests if request.decision == duty.decision), "") or DEFAULT


def done_for(one: Mapping[str, Any], side: str, words: Words) -> str:
    """What was done in a round for a side that had missed it, in words."""
    return words.say("post.policy.assumed" if side in one.get("assumed", ()) else f"post.policy.{one['missed'][side]}")


def without_default(record: Record, match: Match) -> list[str]:
    """The questions of the rules to which the last answer would be taken for whoever says nothing, since neither the rules nor the sheet
    say otherwise; none where the rules speak of deadlines."""
    missed = record["deadlines"]["missed"]
    if match.program.deadlines:
        return []
    every = [s for p in match.program.procedures for body in bodies_of(p) for s in statements_of(body)]
    asked = [s for s in every if isinstance(s, (core.Choose, core.ChooseBranch)) and not says_of_silence(s)]
    out = list(dict.fromkeys(match.program.decisions[s.decision].name for s in asked))
    ways = missed if isinstance(missed, dict) else dict.fromkeys(out, missed)
    return [name for name in out if ways.get(name, RULES) in (RULES, DEFAULT)]


def says_of_silence(s: core.Choose | core.ChooseBranch) -> bool:
    """Does a question say what silence means?  Whoever may do something, or choose nothing, and is silent does not."""
    if isinstance(s, core.ChooseBranch):
        return [branch.name for branch in s.branches] == ["yes", "no"]
    return s.default is not None or s.decline
