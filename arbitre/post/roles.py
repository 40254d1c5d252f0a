"""Who does what: a player replaced, the referee's folder handed over, a match paused; and rules that were edited meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.state.errors import RulebookError
from arbitre.opening.books import refused
from arbitre.post import sheet as sheets
from arbitre.post.folder import noted, opened_again, step, stood
from arbitre.post.replay import Record, played
from arbitre.post.rulings.rulings import difference, still_fits, told
from arbitre.post.sheet import person, stamp


def replaced(record: Record, side: str, by: dict[str, str], now: datetime) -> Record:
    """Somebody else plays a side from now on: who is named, or the first substitute who may.

    What the side has sealed stays sealed, for the new player to see and to change.

    Raises:
        Refused: there is no such side, or nobody is left to take it.
    """
    out = step(record)
    if side not in out["people"]:
        raise refused("cannot.no_side", name=side, known=", ".join(out["people"]))
    if by.get("name"):
        new = person({key: value for key, value in by.items() if value}, side)
    else:
        ready = [one for one in out["substitutes"] if not one["sides"] or side in one["sides"]]
        if not ready:
            raise refused("post.no_substitute", side=side)
        out["substitutes"].remove(ready[0])
        new = {key: value for key, value in ready[0].items() if key != "sides"}
    before = out["people"][side]
    out["people"][side] = new
    noted(out, now, "replaced", side=side, before=before["name"], by=new["name"])
    return out


def handed_over(record: Record, by: dict[str, str], now: datetime) -> tuple[Record, Record]:
    """The folder for another referee, and what stays with this one: with it nothing is done any more."""
    out, old = step(record), step(record)
    new = person({key: value for key, value in by.items() if value}, "referee")
    if not new["name"]:
        raise refused("post.to_whom")
    for one in (out, old):
        noted(one, now, "handed over", before=record["referee"]["name"], by=new["name"])
    out["referee"], old["left"] = new, new["name"]
    return out, old


def paused(record: Record, now: datetime) -> Record:
    """Nothing is due until the match goes on."""
    out = step(record)
    if record["paused"]:
        raise refused("post.paused")
    out["paused"] = stamp(now)
    noted(out, now, "paused")
    return out


def goes_on(record: Record, now: datetime) -> Record:
    """The end of a pause: what was due is due as much later as it lasted."""
    out = step(record)
    if not record["paused"]:
        raise refused("post.not_paused")
    if record["due"]:
        lasted = now - datetime.fromisoformat(record["paused"])
        out["due"] = stamp(datetime.fromisoformat(record["due"]) + max(lasted, lasted * 0))
    out["paused"] = ""
    noted(out, now, "goes on")
    return out


def extended(record: Record, until: str, span: str, why: str, now: datetime, once: bool = False) -> Record:
    """Another deadline for what is due: a time, or so much later than it was.  ``once``: those after it are counted from the one before.

    Raises:
        Refused: neither or both are given, or the new deadline is over already.
    """
    out = step(record)
    zone = sheets.zone(record["deadlines"]["zone"])
    if bool(until) is bool(span):
        raise refused("post.extend_how")
    due = sheets.stamp(sheets.moment(until, zone, "--to")) if until else sheets.later(record["due"] or sheets.stamp(now), span, zone)
    if due <= sheets.stamp(now):
        raise refused("post.extend_past", when=sheets.clock(due, record["deadlines"]["zone"], "en"))
    out["due"] = due
    noted(out, now, "extended", due=due, why=why.strip(), **({"regular": regular_due(record)} if once else {}))
    return out


def regular_due(record: Record) -> str:
    """The deadline from which later ones are counted: the one that is due, or the one before it was moved for once."""
    for one in reversed(record["journal"]):
        if one["what"] == "resolved" or (one["what"] == "extended" and "regular" not in one):
            break
        if one["what"] == "extended":
            return str(one["regular"])
    return str(record["due"])


@dataclass(frozen=True, slots=True)
class Checked:
    """Can a match go on with other rules?  ``files``: those that differ; ``dice``, ``answers``, ``state``: are they the same so far;
    ``error``: what the rules cannot carry out; ``changes``: what would be told otherwise."""

    files: list[str]
    answers: bool = True
    dice: bool = True
    state: bool = True
    error: str = ""
    changes: tuple[tuple[int, list[str]], ...] = ()

    @property
    def goes_on(self) -> bool:
        return self.answers and self.dice and self.state and not self.error


def compared(record: Record, machine: Machine, rules: dict[str, Any], other: Machine, lang: str) -> Checked:
    """A match held against other rules: the same answers, the same dice and the same state so far, or not."""
    mine, its = record["rules"]["hashes"], rules["hashes"]
    files = sorted(name for name in {*mine, *its} if mine.get(name) != its.get(name))
    if not files:
        return Checked([])
    old = opened_again(record, machine)
    try:
        new = played(record, other)
    except RulebookError as error:
        return Checked(files, state=False, error=str(error))
    sealed = all(still_fits(new.match, side, draft["keys"]) for side, draft in record["drafts"].items())
    changes = difference(told(old.match, lang), told(new.match, lang))
    asked = [(r.seat, r.decision) for r in old.match.requests] == [(r.seat, r.decision) for r in new.match.requests]
    return Checked(
        files, not new.misfits and sealed and asked, old.dice.thrown == new.dice.thrown, old.match.digest() == new.match.digest(), "",
        tuple(changes),
    )  # fmt: skip


def with_rules(record: Record, rules: dict[str, Any], other: Machine, now: datetime) -> Record:
    """The match with other rules from now on; those before are kept by their hashes."""
    out = step(record)
    noted(out, now, "rules", before=record["rules"]["hashes"])
    out["rules"] = rules
    return stood(out, other)
