"""Matches by post for programs: a record of plain data goes in, a record comes out, the caller says what time it is.

Nothing is stored here and nothing waits.  A server stores ``match.record`` as JSON, asks
[`is_due`][arbitre.api.post.PostMatch.is_due] when its clock says so, and calls
[`resolve_if_due`][arbitre.api.post.PostMatch.resolve_if_due] within the transaction that stores the outcome.

Examples:
    >>> from datetime import UTC, datetime
    >>> sheet = {"game": RULES, "deadlines": {"first": "2026-12-01T20:00+00:00", "every": "1 day"}}
    >>> match = begin(sheet, datetime(2026, 11, 30, tzinfo=UTC))
    >>> match.turn, [(duty.side, duty.decision, duty.delivered) for duty in match.duties()]
    (1, [('red', 'intent', False), ('blue', 'intent', False)])
    >>> match, found = match.deliver("red", "lunge, please", datetime(2026, 12, 1, 9, tzinfo=UTC))
    >>> found.accepted, match.sealed("red")
    (True, ['Piece 1: plan? lunge'])
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
from arbitre.opening.bundle import read_rules, unpacked
from arbitre.post import folder, journal, proof, reports, sheet
from arbitre.post import resolution as resolving
from arbitre.post import roles as offices
from arbitre.post import split_record as parting
from arbitre.post.dice import new_seed
from arbitre.post.duties import Duty, duties
from arbitre.post.mail.answers import Answered
from arbitre.post.mail.deliveries import Delivery
from arbitre.post.mail.forms import form_text
from arbitre.post.replay import Record
from arbitre.post.rulings import rulings
from arbitre.session.why.reasons import Why, book_of
from arbitre.story.formats import FORMATS

STRENGTHS = sheet.STRENGTHS  # of bots that play a side, from the one that blunders on
Ready = tuple[Rulebook, Machine]


def _known(lang: str) -> str:
    check_language(lang)
    return lang


@dataclass(frozen=True)
class PostMatch:
    """A match by post as it stands.  It never changes: whatever is done with it gives another one.

    ``record`` holds the seed of the dice and what every side has sealed: it is for the server or the referee, and is never sent to
    anybody.
    """

    record: Record = field(repr=False)
    rules: Ready = field(repr=False, compare=False)
    _turns: dict[int | str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # those that were told

    @cached_property
    def match(self) -> Match:
        """The match, played from its record, without anything that is still sealed."""
        return folder.opened_again(self.record, self.rules[1]).match

    def _with(self, record: Record, match: Match | None = None) -> PostMatch:
        out = self if record is self.record else PostMatch(record, self.rules)
        if match is not None:
            out.__dict__["match"] = match  # as it would be played from that record
        return out

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
        """True if nothing more will happen."""
        return folder.is_over(self.match)

    @property
    def sides(self) -> list[str]:
        """The names of the sides, in the order of the rulebook."""
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def titles(self) -> dict[str, dict[str, str]]:
        """What each side is called, in each language."""
        match = self.match
        named = {seat: match.machine.row_title(match.program.seats, seat, match.state.cells) for seat in match.seats()}
        return {
            match.seat_name(seat): {code: title.within(code) for code in (*SAID_IN, *match.program.languages)}
            for seat, title in named.items()
        }

    @property
    def due(self) -> datetime | None:
        """The deadline in UTC; None if there is none."""
        return datetime.fromisoformat(self.record["due"]) if self.record["due"] else None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed of the dice, to be published before anybody gives an order."""
        return str(self.record["commitment"])

    def duties(self) -> list[Duty]:
        """What each side owes now, and whether it has handed it in; for the referee."""
        return duties(self.record, self.match)

    def sealed(self, side: str, lang: str = "en") -> list[str]:
        """What a side has handed in that was not carried out yet, for that side alone."""
        return folder.sealed_by(self.record, self.match, folder.side_named(self.match, side), _known(lang))

    def form(self, side: str, lang: str = "en") -> str:
        """Everything that a side has still to choose before the first turn, as a mail to be filled in; empty if there is nothing."""
        return form_text(self.record, self.match, folder.side_named(self.match, side), _known(lang))

    def report(self, viewer: Side | str = SPECTATOR, lang: str = "en", turn: int | None = None, form: str = "text") -> str:
        """Reports a turn as a viewer may know it.

        Args:
            viewer: The name of a side, ``spectator`` or ``referee``.
            lang: ``en`` or ``fr``.
            turn: Which turn; if None, the last one that is over, and before that what came before the first until something else is told.
            form: ``text``, ``markdown``, ``bbcode`` or ``html``.

        Raises:
            Refused: There is no such turn, viewer, language or form.
        """
        eyes = viewer_of(self.match, viewer)
        asked = turn if turn is not None else str(eyes)  # which was told last, depends on who reads
        found = self._turns[asked] = self._turns[asked] if asked in self._turns else reports.turn_of(self.record, self.match, turn, eyes)
        if found is None:
            raise refused("post.no_turn", said=turn)
        if form not in FORMATS:
            raise refused("post.sheet_value", key="form", said=form, known=", ".join(FORMATS))
        return FORMATS[form](reports.report_for(self.record, self.match, found, eyes, _known(lang), form=form))

    def why(self, number: int | str, viewer: Side | str, lang: str = "en") -> list[str]:
        """What led to a sentence, by its number in the viewer's report, as far as the viewer may know."""
        return list(Why(self.match, _known(lang), viewer_of(self.match, viewer), self.rules[0]).lines(number))

    def event_of(self, sentence: int | str, viewer: Side | str) -> str | None:
        """The number in the referee's report of a sentence, by its number in a viewer's; None if there is none."""
        return rulings.event_of(self.match, viewer_of(self.match, viewer), sentence)

    def journal(self, viewer: Side | str = SPECTATOR, lang: str = "en") -> list[str]:
        """What was done and when, as far as a viewer may know."""
        return list(journal.entries(self.record, self.match, viewer_of(self.match, viewer), _known(lang)))

    def proof(self) -> dict[str, Any]:
        """The seed and every die, for everybody to check, once the match is over.

        Raises:
            Refused: The match is not over: whoever knows the seed knows the dice to come.
        """
        return proof.proof_of(self.record, self.rules[1])

    def written(self) -> dict[str, Any]:
        """The match as ``arbitre post`` keeps it in a file: the record with its seal."""
        return folder.to_write(self.record)

    def parts(self) -> tuple[Record, dict[str, parting.Part]]:
        """The record without anything that only one side may know, and for each side what is missing there.

        [`joined`][arbitre.api.post.joined] puts them together again.
        """
        return parting.parted(self.record)

    def unsealed(self) -> PostMatch:
        """The match without anything that only one side may know: what everybody's reports are made of."""
        return self._with(self.parts()[0], self.match)

    # ------------------------------------------------------------------------------------ what is done

    def deliver(
        self, side: str, mail: str, now: datetime, lang: str = "en", check: bool = False
    ) -> tuple[PostMatch, Delivery | Answered]:  # fmt: skip
        """Takes a mail as what a side hands in, in place of what it had handed in before.

        Args:
            side: Whose mail it is.
            mail: Its text.
            now: When it arrived.
            lang: The language of the answer.
            check: True to read the mail without handing anything in.

        Returns:
            The match afterwards (the same one if the mail is not accepted), and what was understood; its ``lines`` say what is wrong,
            line by line.

        Raises:
            Refused: Nothing is asked of that side, or the sheet accepts nothing after the deadline.
        """
        name = folder.side_named(self.match, side)
        book = book_of(self.match, self.rules[0])
        record, found = folder.deliver(self.record, self.rules[1], name, mail, _known(lang), now, book, check)
        return self._with(record), found

    def withdraw(self, side: str, now: datetime) -> PostMatch:
        """Takes back what a side has handed in."""
        return self._with(folder.withdraw(self.record, self.rules[1], folder.side_named(self.match, side), now))

    def is_due(self, now: datetime) -> bool:
        """True if the turn is to be resolved at that time."""
        return resolving.is_due(self.record, self.match, now)

    def resolve_if_due(self, now: datetime) -> Done | None:
        """Resolves the turn if it is due at that time; None if it is not.

        Calling it twice resolves one turn: the next deadline is after ``now``.
        """
        done = resolving.resolve_if_due(self.record, self.rules[1], now)
        return Done(self._with(done.record, done.match), done.missed) if done is not None else None

    def resolve(self, now: datetime, early: bool = False) -> Done:
        """Resolves the turn now.

        Args:
            now: The time.
            early: True to resolve it before the deadline; sides that have not delivered have then missed the turn.

        Raises:
            Refused: Somebody still owes something and the deadline is yet to come; or the match is paused or over.
        """
        done = resolving.resolve(self.record, self.rules[1], now, early)
        return Done(self._with(done.record, done.match), done.missed)

    def replace(self, side: str, by: Mapping[str, str], now: datetime) -> PostMatch:
        """Has somebody else play a side: ``{"name": ..., "mail": ..., "lang": ..., "zone": ...}``."""
        return self._with(offices.replaced(self.record, folder.side_named(self.match, side), dict(by), now))

    def pause(self, now: datetime) -> PostMatch:
        """Pauses the match: nothing is due until [`go_on`][arbitre.api.post.PostMatch.go_on]."""
        return self._with(offices.paused(self.record, now))

    def go_on(self, now: datetime) -> PostMatch:
        """Ends a pause; the deadline is put off by as long as it lasted."""
        return self._with(offices.goes_on(self.record, now))

    def extend(self, until: datetime, why: str, now: datetime, once: bool = False) -> PostMatch:
        """Sets another deadline for what is due now; ``once``: those after it are counted from the one before."""
        return self._with(offices.extended(self.record, sheet.stamp(until), "", why, now, once))

    def rule(self, event: int | str, why: str, now: datetime, *, who: str = "", result: str = "", face: int = 0, undo: bool = False,
             reopen: bool = False) -> Ruling:  # fmt: skip
        """Rules on an event.  Nothing is changed until ``ruling.match`` is stored.

        Args:
            event: The number of the event in the referee's report.
            why: The reason, which everybody reads.
            now: The time.
            who: Who rules.
            result: Another result, such as ``r2.cell=A3``.
            face: Another face for the event's die.
            undo: True to undo the resolution.
            reopen: True for a match that was over and then goes on.

        With none of the last four the ruling changes nothing, and answers an appeal.

        Raises:
            Refused: There is no such event or result, or no reason is given.
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

    def play_again(self, turn: int, why: str, now: datetime) -> Ruling:
        """Takes back a turn and all that came after it: what was handed in for it is sealed again.  ``Refused`` if it was not resolved."""
        done = rulings.undo_turns(self.record, self.rules[1], turn, "en", "", why, now)
        return Ruling(self._with(done.record), done.changes)

    def correct(self, turn: int, side: str, mail: str, why: str, now: datetime, who: str = "", lang: str = "en", nth: int = 0) -> Ruling:
        """Gives a side other orders or answers for a turn already resolved, and shows what that changes.

        ``found`` says what is wrong with them, if anything is; ``nth`` which of several questions of that turn is meant, from 1 on.
        """
        name, book = folder.side_named(self.match, side), book_of(self.match, self.rules[0])
        done = rulings.correct(self.record, self.rules[1], turn, name, mail, _known(lang), who, why, now, book, nth or None)
        return Ruling(self._with(done.record), done.changes, done.found)


@dataclass(frozen=True)
class Done:
    """A turn that was resolved.

    Attributes:
        match: The match afterwards.
        missed: The sides that had missed the turn, each with what was done on its behalf.
    """

    match: PostMatch
    missed: dict[str, str]


@dataclass(frozen=True)
class Ruling:
    """What a ruling changes.

    Attributes:
        match: The match with the ruling.
        changes: For each turn, the lines of its report that no longer hold (``-``) and those that now do (``+``).
        found: What was understood of corrected orders.
    """

    match: PostMatch
    changes: list[tuple[int, list[str]]]
    found: Delivery | Answered | None = None


def begin(sheet_data: Mapping[str, Any], now: datetime, beside: Path | str = ".", seed: bytes | None = None) -> PostMatch:
    """Starts a match from a sheet.

    Args:
        sheet_data: The sheet, as TOML gives it.
        now: The time.
        beside: The folder that paths in the sheet start from.
        seed: 32 bytes for the dice; new ones if None.

    Raises:
        Refused: Something in the sheet is wrong, or the rules have errors.
    """
    found = sheet.read_sheet(sheet_data)
    rules, _ = read_rules(found["game"], found["options"], found["extensions"], Path(beside))
    ready = unpacked(rules)
    return PostMatch(folder.begun(found, rules, ready[1], seed or new_seed(), now), ready)


def restore(record: Mapping[str, Any], ready: Ready | None = None) -> PostMatch:
    """A match from its record.

    Args:
        record: What ``match.record`` was.
        ready: The rules of another match that carries the same ones: a server with many matches need not compile them again.

    Raises:
        Refused: The rules in the record do not have their hashes, or are written for a later edition of the language.
    """
    return PostMatch(held := copy.deepcopy(dict(record)), ready or unpacked(held["rules"]))


def joined(base: Mapping[str, Any], parts: Mapping[str, parting.Part], ready: Ready | None = None) -> PostMatch:
    """A match from what [`parts`][arbitre.api.post.PostMatch.parts] took apart.

    Nothing that a side has sealed is in it if the part of that side is not given.
    """
    held = parting.joined(dict(base), parts)
    return PostMatch(held, ready or unpacked(held["rules"]))


def calendar(sheet_data: Mapping[str, Any], now: datetime, count: int) -> list[datetime]:
    """The coming deadlines of a sheet, in UTC, if each turn is resolved on time: to be shown to people before a match starts.

    Raises:
        Refused: Something in the sheet is wrong.
    """
    return sheet.coming(sheet.read_sheet(sheet_data)["deadlines"], now, count)


def check_proof(held: object) -> tuple[int, list[str]]:
    """Checks the dice of a match against the seed that was committed to.

    Returns:
        How many dice the proof holds, and those that its seed does not give, as turn, what it was rolled for and number.

    Raises:
        Refused: It is not a proof, or its seed is not the one that was committed to.
    """
    count, wrong = proof.faults(held)
    return count, [f"{one.turn}/{one.what}/{one.nth}" for one in wrong]
