"""Resolution of a turn by post: when it is due, what is done for whoever has said nothing, and the record with it carried out."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.bots.levels import LEVELS
from arbitre.interpreter.state.lots import Lots
from arbitre.opening.books import Refused, refused
from arbitre.post import sheet as sheets
from arbitre.post.duties import Duty, duties, is_bot, is_passed, may_be_left, owing, policy_for
from arbitre.post.folder import advance, is_over, noted, opened_again, step, stood
from arbitre.post.mail.choices import MOST, find
from arbitre.post.replay import ASKED, Played, Record, ended, give, gone_on, resumed, row_of, rows_asked, seat_of, under_way
from arbitre.post.roles import regular_due
from arbitre.post.veiled import is_veiled, veiled_sides


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of a resolution: the record, its match, and who had missed the turn, with what was done for him."""

    record: Record
    match: Match
    missed: dict[str, str]


def deadline_passed(record: Record, now: datetime) -> bool:
    """Is there a deadline, and is it over?"""
    return bool(record["due"]) and sheets.stamp(now) >= record["due"]


def is_due(record: Record, match: Match, now: datetime) -> bool:
    """May the turn be resolved now by whoever watches the clock?

    Its deadline is over, or (where the sheet says ``early = true``) everybody has delivered; nobody is waited for whatever the time, the
    match is not paused, not over, and not handed over to somebody else.
    """
    if record["paused"] or record["left"] or is_over(match) or not match.requests:
        return False
    waiting = owing(record, match)
    if any(policy_for(record, match, duty) == sheets.HOLD for duty in waiting):
        return False
    return deadline_passed(record, now) or (record["deadlines"]["early"] and not waiting)


def resolve_if_due(record: Record, machine: Machine, now: datetime) -> Resolved | None:
    """The turn resolved if it is due at that time; None if not.  Whoever calls it twice at the same time resolves once: after the
    first call the next deadline is to come.  After a long silence each call resolves one turn; the next deadline is after ``now``.

    Raises:
        Refused: the match does not come out as it was.
        RulebookError: the rules cannot be carried out; the record is as it was.
    """
    here = opened_again(record, machine)
    return resolve(record, machine, now, here=here) if is_due(record, here.match, now) else None


def resolve(record: Record, machine: Machine, now: datetime, early: bool = False, here: Played | None = None) -> Resolved:
    """The record with what was handed in carried out, up to where something is waited for again.

    ``early``: before the deadline, whoever has not delivered has missed the turn.  ``here``: the match as the record has it, which is
    gone on with.

    Raises:
        Refused: somebody owes something and the deadline is to come, or the sheet waits for everybody; the match is over, or paused.
    """
    out = step(record)
    if record["paused"]:
        raise refused("post.paused")
    here = here if here is not None else opened_again(record, machine)
    match = here.match
    if not match.requests:
        raise refused("post.over")
    waiting = owing(record, match)
    if waiting and not deadline_passed(record, now) and not early:
        raise unnamed("post.not_due", match, [duty.side for duty in waiting])
    held = [duty.side for duty in waiting if policy_for(record, match, duty) == sheets.HOLD]
    if held:
        raise unnamed("post.held", match, held)
    bots = [duty for duty in duties(record, match) if is_bot(record, duty.side) and not duty.delivered and not duty.passed]
    setup = not match.turn
    missed = in_setup(out, match, now) if setup else in_turn(out, record, match, waiting, bots, now)
    veiled = {side for one in out["rounds"][len(record["rounds"]) :] for side in one.get("veiled", ()) if side in missed}
    noted(out, now, "resolved", turn=match.turn, missed=missed, early=early and bool(waiting), **secretly(veiled))
    after = passed_over(out, machine, now, None if setup else here)
    out["due"] = sheets.after(regular_due(record), out["deadlines"]["every"], sheets.zone(out["deadlines"]["zone"]), now)
    return Resolved(stood(out, machine, after), after.match, missed)


def unnamed(key: str, match: Match, sides: list[str]) -> Refused:
    """A refusal that names those who are waited for; one that may name only some names none."""
    if set(sides) & veiled_sides(match):
        return refused(f"{key}_secret")
    return refused(key, who=", ".join(sides))


def in_setup(out: Record, match: Match, now: datetime) -> dict[str, str]:
    """Answers all that is left of the setup: as sides have chosen, and for whoever has not as the policy says."""
    missed: dict[str, str] = {}
    veiled, assumed = set[str](), set[str]()
    first = len(out["rounds"])
    for _ in range(MOST):
        advance(out, match, now)
        if match.turn or not match.requests:
            break
        for request in match.requests if match.requests[0].path else match.requests[:1]:
            side = match.seat_name(request.seat)
            if find(out["choices"].get(side, ()), match, request) is not None:
                continue
            duty = Duty(side, request.decision, False, False, False)
            bot = policy_for(out, match, duty) == sheets.BOT
            if not is_bot(out, side):
                missed[side] = sheets.BOT if bot else sheets.DEFAULT
                veiled |= {side} if is_veiled(match, request) else set()
                assumed |= {side} if request.assumed and not bot else set()
            key = by_a_bot(out, match, duty)[0] if bot else request.options[match.silent(request)].key
            out["choices"].setdefault(side, []).insert(0, [request.decision, "", key])
    for one in out["rounds"][first:]:
        one["missed"] = {side: missed[side] for side, _ in one["given"] if side in missed}
        one |= secretly(veiled & one["missed"].keys()) | unsaid(assumed & one["missed"].keys())
    return missed


def secretly(sides: set[str]) -> dict[str, list[str]]:
    """What is kept of sides of which nobody else may know that they were asked; nothing where there are none."""
    return {"veiled": sorted(sides)} if sides else {}


def unsaid(sides: set[str]) -> dict[str, list[str]]:
    """What is kept of sides that were answered for where the rules do not say how; nothing where there are none."""
    return {"assumed": sorted(sides)} if sides else {}


def in_turn(out: Record, record: Record, match: Match, waiting: list[Duty], bots: list[Duty], now: datetime) -> dict[str, str]:
    """Closes what is asked: what was handed in, what is done for whoever has said nothing, and what bots order.  What the same statement
    asks after that is still to be answered."""
    free = {request.decision for request in match.requests if may_be_left(request)}
    missed = {duty.side: policy_for(record, match, duty) for duty in waiting if duty.decision not in free}
    given = sorted(([side, draft["keys"]] for side, draft in out["drafts"].items()), key=lambda one: seat_of(match, one[0]))
    null = sheets.NULL in missed.values()
    done: dict[str, Any] = {
        **round_of(match, now), "given": [] if null else given, "missed": missed, "withheld": given if null else [],
        "late": [side for side, draft in out["drafts"].items() if draft["late"]],
        "mails": {side: draft["mail"] for side, draft in out["drafts"].items()},
        "receipts": {side: draft["receipt"] for side, draft in out["drafts"].items() if draft.get("receipt")},
    }  # fmt: skip
    amiss = {*missed, *done["late"]}
    done |= secretly(amiss & veiled_sides(match) if amiss else set())
    left = {match.seat_name(request.seat) for request in match.requests if request.assumed}
    done |= unsaid({side for side, way in missed.items() if way == sheets.DEFAULT and side in left})
    for duty in [*waiting, *bots] if not null else ():
        done["given"] = [*done["given"], *for_the_silent(record, match, duty)]
    out["drafts"] = {}
    out["rounds"].append(done)
    return missed


def passed_over(record: Record, machine: Machine, now: datetime, here: Played | None = None) -> Played:
    """What the sheet does not wait for is answered by silence, unless somebody who was asked has something to say there, and what is asked
    of bots alone in the rest of the turn by them; the match then.  ``here``: the match after all rounds but the last ones, if it was played
    already and only tried out since."""
    out = resumed(here) if here is not None else under_way(record, machine)
    for number in range(len(out.ends), len(record["rounds"])):
        gone_on(out, record, number, record["rounds"][number])
    turn = record["rounds"][-1]["turn"] if record["rounds"] else 0
    for _ in range(1000):
        match = out.match
        waits = {match.seat_name(request.seat) for request in match.requests if not is_passed(record, match, request)}
        if not match.requests or (waits and match.turn != turn) or not all(is_bot(record, side) for side in waits):
            break
        out.dice.live = False  # what bots try shows none of the dice to come
        given = [entry for duty in duties(record, match) if duty.side in waits for entry in for_the_silent(record, match, duty)]
        out.dice.live = True
        one = {**round_of(match, now), "given": given, "missed": {}}
        record["rounds"].append(one)
        gone_on(out, record, len(record["rounds"]) - 1, one)
    return ended(out)


def round_of(match: Match, now: datetime) -> dict[str, Any]:
    """The head of a round that closes what is asked now."""
    return {
        "turn": match.turn, "asked": sorted({r.decision for r in match.requests}), "at": sheets.stamp(now), "closed": ASKED,
        "sides": sorted({match.seat_name(r.seat) for r in match.requests}),
    }  # fmt: skip


def for_the_silent(record: Record, match: Match, duty: Duty) -> list[list[Any]]:
    """What is answered for a side that has said nothing; nothing where silence has its own meaning."""
    way = policy_for(record, match, duty)
    draft = record["drafts"].get(duty.side)  # it has answered in part: a bot does the rest
    if way == sheets.LAST and draft is None:
        before = [keys for one in record["rounds"] if one["turn"] and duty.decision in one.get("asked", ()) for side, keys in one["given"]
                  if side == duty.side]  # fmt: skip
        trial = match.clone()
        kept = list(before[-1]) if before else []
        left, _ = give(trial, duty.side, kept, len(trial.checkpoints))
        return [[duty.side, kept]] if kept and not left else []
    return [[duty.side, by_a_bot(record, match, duty, draft["keys"] if draft else ())]] if way == sheets.BOT else []


def by_a_bot(record: Record, match: Match, duty: Duty, kept: Sequence[str] = ()) -> list[str]:
    """What the bot answers, after what the side has answered itself.  What it draws by lot follows from the seed, so that nobody foresees
    it and everybody can check it."""
    trial, seat, out = match.clone(trace=True), seat_of(match, duty.side), list[str]()
    rows = rows_asked(match, seat)
    lots = hmac.new(bytes.fromhex(record["seed"]), f"bot/{match.turn}/{duty.side}/{len(record['rounds'])}".encode(), "sha256").hexdigest()
    before, rng, said = len(trial.checkpoints), Lots(lots), record["people"].get(duty.side, {}).get(sheets.PLAYED_BY, "")
    kind = said if said in LEVELS else "greedy"
    give(trial, duty.side, kept, before)
    while len(trial.checkpoints) == before and len(out) < 1000:
        asked = trial.pending(seat)
        if not asked or (out and row_of(trial, asked[0]) not in rows):
            break
        key = asked[0].options[choose(trial, asked[0], kind, rng)].key
        trial.answer(asked[0].id, key, seat)
        out.append(key)
    return out
