"""Matches by post for programs: a record of plain data goes in and comes out, the time is given, nothing is printed and nothing is kept.

A server stores ``match.record`` as JSON, asks :meth:`PostMatch.is_due` when its clock says so, and calls
:meth:`PostMatch.resolve_if_due` within the transaction that stores what comes of it.

>>> from datetime import UTC, datetime
>>> sheet = {"game": RULES, "deadlines": {"first": "2026-12-01T20:00+00:00", "every": "1 day"}}
>>> match = begin(sheet, datetime(2026, 11, 30, tzinfo=UTC))
>>> match.turn, [(duty.side, duty.decision, duty.delivered) for duty in match.duties()]
(1, [('red', 'intent', False), ('blue', 'intent', False)])
>>> match, found = match.deliver("red", "lunge, please", datetime(2026, 12, 1, 9, tzinfo=UTC))
>>> found.accepted, match.sealed("red")
(True, ['lunge'])
>>> match.resolve_if_due(datetime(2026, 12, 1, 19, tzinfo=UTC)) is None
True
>>> done = match.resolve_if_due(datetime(2026, 12, 1, 20, tzinfo=UTC))
>>> done.missed
{'blue': 'default'}
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from arbitre.api.arguments import Side, check_language, viewer_of
from arbitre.dsl.core.languages import SAID_IN
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import SPECTATOR
from arbitre.opening.books import refused
from arbitre.opening.carrying import read_rules, unpacked
from arbitre.post import folder, journal, offices, parting, proof, reports, resolving, rulings, sheet
from arbitre.post.answering import Answered
from arbitre.post.deliveries import Delivery
from arbitre.post.dice import new_seed
from arbitre.post.duties import Duty, duties
from arbitre.post.forms import form_text
from arbitre.post.replaying import Record
from arbitre.session.reasons import Why, book_of
from arbitre.story.formats import FORMATS

Ready = tuple[Rulebook, Machine]


def _known(lang: str) -> str:
    check_language(lang)
    return lang


@dataclass(frozen=True)
class PostMatch:
    """A match by post as it stands.  Whatever is done with it gives another one; ``record`` is all of it, as JSON can hold it.

    ``record`` has the seed of the dice and what all sides have sealed: it is for the server or the referee, and never sent to anybody.
    """

    record: Record = field(repr=False)
    rules: Ready = field(repr=False, compare=False)

    @cached_property
    def match(self) -> Match:
        """The match, played from its record; nothing that is sealed is in it."""
        return folder.opened_again(self.record, self.rules[1]).match

    def _with(self, record: Record) -> PostMatch:
        return self if record is self.record else PostMatch(record, self.rules)

    # ------------------------------------------------------------------------------------ how it stands

    @property
    def name(self) -> str:
        """What the sheet calls the match."""
        return str(self.record["name"])

    @property
    def turn(self) -> int:
        """How many turns have begun; 0 before the first."""
        return self.match.turn

    @property
    def over(self) -> bool:
        """Will nothing more happen?"""
        return folder.is_over(self.match)

    @property
    def sides(self) -> list[str]:
        """The names of the sides, in the order of the rulebook."""
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def titles(self) -> dict[str, dict[str, str]]:
        """What each side is called in each language."""
        match = self.match
        named = {seat: match.machine.row_title(match.program.seats, seat, match.state.cells) for seat in match.seats()}
        return {
            match.seat_name(seat): {code: title.within(code) for code in (*SAID_IN, *match.program.languages)}
            for seat, title in named.items()
        }

    @property
    def due(self) -> datetime | None:
        """The deadline, in UTC; None where there is none."""
        return datetime.fromisoformat(self.record["due"]) if self.record["due"] else None

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed of the dice, to be published before anybody orders anything."""
        return str(self.record["commitment"])

    def duties(self) -> list[Duty]:
        """What each side owes now, with whether it has handed in an answer; for the referee."""
        return duties(self.record, self.match)

    def sealed(self, side: str, lang: str = "en") -> list[str]:
        """What a side has handed in and was not carried out yet, for its author."""
        return folder.sealed_by(self.record, self.match, folder.side_named(self.match, side), _known(lang))

    def form(self, side: str, lang: str = "en") -> str:
        """All that a side has still to choose before the first turn, as a mail to be filled in; empty if nothing."""
        return form_text(self.record, self.match, folder.side_named(self.match, side), _known(lang))

    def report(self, viewer: Side | str = SPECTATOR, lang: str = "en", turn: int | None = None, form: str = "text") -> str:
        """The last turn that is over, or another one, as a viewer may know it: as text, markdown, bbcode or html.

        Raises:
            Refused: there is no such turn, viewer, language or form.
        """
        found = reports.turn_of(self.record, self.match, turn)
        if found is None:
            raise refused("post.no_turn", said=turn)
        if form not in FORMATS:
            raise refused("post.sheet_value", key="form", said=form, known=", ".join(FORMATS))
        return FORMATS[form](reports.report_for(self.record, self.match, found, viewer_of(self.match, viewer), _known(lang)))

    def why(self, number: int, viewer: Side | str, lang: str = "en") -> list[str]:
        """What led to a sentence, by its number in the report of that viewer, as far as he may know."""
        return list(Why(self.match, _known(lang), viewer_of(self.match, viewer), self.rules[0]).lines(number))

    def journal(self, viewer: Side | str = SPECTATOR, lang: str = "en") -> list[str]:
        """What was done and when, as far as a viewer may know."""
        return list(journal.entries(self.record, self.match, viewer_of(self.match, viewer), _known(lang)))

    def proof(self) -> dict[str, Any]:
        """The seed and every die, for everybody to check, once the match is over.

        Raises:
            Refused: it is not over: whoever knows the seed knows the dice to come.
        """
        return proof.proof_of(self.record, self.rules[1])

    def written(self) -> dict[str, Any]:
        """The match as ‘arbitre post’ keeps it in a file: the record with its seal."""
        return folder.to_write(self.record)

    def parts(self) -> tuple[Record, dict[str, parting.Part]]:
        """The record without anything that a side alone may know, and what is missing there, by side; :func:`joined` is the way back."""
        return parting.parted(self.record)

    # ------------------------------------------------------------------------------------ what is done

    def deliver(
        self, side: str, mail: str, now: datetime, lang: str = "en", check: bool = False
    ) -> tuple[PostMatch, Delivery | Answered]:  # fmt: skip
        """A mail as what a side hands in, in place of what it has handed in before; with ``check`` it is only read.  The same match if it
        is not accepted: ``found.lines`` says why, line by line.

        Raises:
            Refused: nothing is asked of that side, or the sheet takes nothing after the deadline.
        """
        name = folder.side_named(self.match, side)
        book = book_of(self.match, self.rules[0])
        record, found = folder.deliver(self.record, self.rules[1], name, mail, _known(lang), now, book, check)
        return self._with(record), found

    def withdraw(self, side: str, now: datetime) -> PostMatch:
        """Without what a side has handed in."""
        return self._with(folder.withdraw(self.record, self.rules[1], folder.side_named(self.match, side), now))

    def is_due(self, now: datetime) -> bool:
        """Is the turn to be resolved at that time?"""
        return resolving.is_due(self.record, self.match, now)

    def resolve_if_due(self, now: datetime) -> Done | None:
        """The turn resolved if it is due at that time, else None.  Called twice it resolves once: the next deadline is after ``now``."""
        done = resolving.resolve_if_due(self.record, self.rules[1], now)
        return Done(self._with(done.record), done.missed) if done is not None else None

    def resolve(self, now: datetime, early: bool = False) -> Done:
        """The turn resolved now; ``early``: whoever has not delivered has missed it.

        Raises:
            Refused: somebody owes something and the deadline is to come; the match is paused, or over.
        """
        done = resolving.resolve(self.record, self.rules[1], now, early)
        return Done(self._with(done.record), done.missed)

    def replace(self, side: str, by: Mapping[str, str], now: datetime) -> PostMatch:
        """Somebody else plays a side: ``{"name": ..., "mail": ..., "lang": ..., "zone": ...}``."""
        return self._with(offices.replaced(self.record, folder.side_named(self.match, side), dict(by), now))

    def pause(self, now: datetime) -> PostMatch:
        """Nothing is due until :meth:`go_on`."""
        return self._with(offices.paused(self.record, now))

    def go_on(self, now: datetime) -> PostMatch:
        """The end of a pause; what was due is due as much later as it lasted."""
        return self._with(offices.goes_on(self.record, now))

    def extend(self, until: datetime, why: str, now: datetime) -> PostMatch:
        """Another deadline for what is due now."""
        return self._with(offices.extended(self.record, sheet.stamp(until), "", why, now))

    def rule(self, event: int, why: str, now: datetime, *, who: str = "", result: str = "", face: int = 0, undo: bool = False,
             reopen: bool = False) -> Ruling:  # fmt: skip
        """A ruling about an event, by its number in the referee's report: another ``result`` (``r2.cell=A3``), another ``face`` of its die,
        the resolution undone, a match that was over then going on (``reopen``), or nothing but the answer to an appeal.
        Nothing is changed before ``ruling.match`` is stored.

        Raises:
            Refused: there is no such event or result, or no reason is given.
        """
        machine, lang = self.rules[1], "en"
        if undo:
            done = rulings.undo(self.record, machine, event, lang, who, why, now)
        elif result or reopen:
            done = rulings.rule_result(self.record, machine, event, result, lang, who, why, now, reopen)
        elif face:
            done = rulings.rule_die(self.record, machine, event, face, 1, lang, who, why, now)
        else:
            done = rulings.answer(self.record, machine, event, who, why, now)
        return Ruling(self._with(done.record), done.changes)

    def correct(self, turn: int, side: str, mail: str, why: str, now: datetime, who: str = "", lang: str = "en") -> Ruling:
        """Other orders of a side for a turn that is resolved, with what changes; ``found`` says what is wrong with them, if anything."""
        name, book = folder.side_named(self.match, side), book_of(self.match, self.rules[0])
        done = rulings.correct(self.record, self.rules[1], turn, name, mail, _known(lang), who, why, now, book)
        return Ruling(self._with(done.record), done.changes, done.found)


@dataclass(frozen=True)
class Done:
    """A turn that was resolved: the match then, and who had missed it, with what was done for him."""

    match: PostMatch
    missed: dict[str, str]


@dataclass(frozen=True)
class Ruling:
    """What a ruling changes: the match with it, and by turn the lines that are no longer so (``-``) or are so now (``+``)."""

    match: PostMatch
    changes: list[tuple[int, list[str]]]
    found: Delivery | None = None


def begin(sheet_data: Mapping[str, Any], now: datetime, beside: Path | str = ".", seed: bytes | None = None) -> PostMatch:
    """A new match from a sheet, as TOML gives it; paths in it lead from ``beside``.  ``seed``: 32 bytes for its dice, if not new ones.

    Raises:
        Refused: something in the sheet is not as it should be, or there are errors in the rules.
    """
    found = sheet.read_sheet(sheet_data)
    rules, _ = read_rules(found["game"], found["options"], found["extensions"], Path(beside))
    ready = unpacked(rules)
    return PostMatch(folder.begun(found, rules, ready[1], seed or new_seed(), now), ready)


def restore(record: Mapping[str, Any], ready: Ready | None = None) -> PostMatch:
    """A match from its record.  ``ready``: the rules of another match that carries the same, for whoever has many of them.

    Raises:
        Refused: the rules that it carries do not have their hashes, or are of a later edition.
    """
    held = copy.deepcopy(dict(record))
    return PostMatch(held, ready or unpacked(held["rules"]))


def joined(base: Mapping[str, Any], parts: Mapping[str, parting.Part], ready: Ready | None = None) -> PostMatch:
    """A match from what :meth:`PostMatch.parts` took apart.  Of a side whose part is not given, nothing that it has sealed is in it."""
    return restore(parting.joined(dict(base), parts), ready)


def calendar(sheet_data: Mapping[str, Any], now: datetime, count: int) -> list[datetime]:
    """The deadlines of a sheet to come, in UTC, if each turn is resolved at its own: shown to people before a match begins.

    Raises:
        Refused: something in the sheet is not as it should be.
    """
    terms = sheet.read_sheet(sheet_data)["deadlines"]
    place = sheet.zone(terms["zone"])
    due, out = terms["first"] or sheet.after("", terms["every"], place, now), list[datetime]()
    while due and len(out) < count:
        out.append(datetime.fromisoformat(due))
        due = sheet.after(due, terms["every"], place, out[-1])
    return out


def check_proof(held: object) -> tuple[int, list[str]]:
    """How many dice a proof holds, and those that are not what its seed gives, each as turn, what it is thrown for and number.

    Raises:
        Refused: it is no proof, or its seed is not the one that was committed to.
    """
    count, wrong = proof.faults(held)
    return count, [f"{one.turn}/{one.what}/{one.nth}" for one in wrong]
