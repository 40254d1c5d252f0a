"""Matches to be searched: positions in the compiled executor, copied, gone on with and played out as quickly as can be.

A position has no words, no log and no views: a question is how many options a seat has, and who wants it is told what they are called.
Whoever searches looks at everything, hidden things too; questions with their words, and what a seat may know, are those of the
:class:`~arbitre.interpreter.match.match.Match` of it.
"""

from __future__ import annotations

import contextlib
import struct
import time
from array import array
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeVar

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.asked import Asked, Noted, first_of, named, noted
from arbitre.interpreter.play.bots.bots import by_lot
from arbitre.interpreter.play.tally import Tally
from arbitre.interpreter.state.dice import Reseeded
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped, fits, holds
from arbitre.interpreter.wasm.run.shared import runner_for
from arbitre.interpreter.wasm.run.state_transfer import FORMS, Unfit
from arbitre.interpreter.wasm.runtime.match.positions import DRAWS, KIND, LOST, WITHOUT_END

LOT = 0.2  # seconds that compiled code plays by itself
MOST = 100_000  # answers in a match that is played out
SEEDS = 30  # from so many dice on others were wanted within one statement: more are left to the interpreter
Choices = tuple[Any, int] | None  # the answers of a match: those before the last one, and the last one
P = TypeVar("P", bound="Position")


class Position:
    """A match between two answers.

    It goes on by itself until a seat has a choice: ``seat`` and ``options`` say who and among how many, :meth:`answer` takes one of
    them.  Positions are equal, and have the same hash, where the matches stand the same; the dice to come may be others.
    """

    __slots__ = ("choices", "given", "machine", "names", "noted", "options", "packed", "runner", "seat", "seeds", "slow", "thrown")

    def __init__(self, machine: Machine, seed: int = 0, executor: str = "") -> None:
        self.machine, self.runner = machine, runner_for(machine, executor)
        self.seeds: tuple[tuple[int, int], ...] = ((0, seed),)  # from which die on, which seed
        self.packed = b""  # the match before the statement that waits
        self.given: tuple[int, ...] = ()  # what was answered in it
        self.choices: Choices = None
        self.slow: Match | None = None  # where there is no compiled executor, or it gave this match up
        self.seat, self.options, self.thrown = NONE, 0, 0
        self.names = False  # is it noted what the options are called? from when that is first asked for
        self.noted: Noted | None = None
        runner = self.runner
        if runner is None or not holds(seed):
            self._see(self.match())
            return
        runner.call("begin_position", runner.seed_word(seed))
        self._read(runner)
        self._go_on()

    @classmethod
    def of(cls: type[P], match: Match) -> P | None:
        """The position of a match that has not been answered yet, wherever it begins, for counts and playouts in compiled code; None where
        it cannot take it up.  The way it came there is not known: it has no :meth:`match`."""
        runner = runner_for(match.machine)
        if runner is None or not holds(match.tape.seed) or match.answers.given:
            return None
        out = object.__new__(cls)
        out.machine, out.runner, out.seeds = match.machine, runner, ((0, match.tape.seed),)
        out.given, out.choices, out.slow, out.seat, out.options, out.thrown = (), None, None, NONE, 0, 0
        out.names, out.noted = False, None
        try:
            runner.load(match.state, match.tape.seed)
        except (Stopped, Unfit):
            return None
        runner.put("IS_SET_UP", 1)
        runner.put("SEEDS", 0)
        runner.script(None)
        runner.put("PACKED_SIZE", runner.call("pack", runner.at["PACKED"]))
        out._read(runner)
        try:
            out._go_on()
        except RulebookError:
            return None
        return out

    # ------------------------------------------------------------------------------------ compiled

    def _put(self, runner: Runner) -> tuple[int, int]:
        """The match into the compiled memory, with the answers that come next; gives the seed of its dice, and how many others
        come later in the statement."""
        at, rolls = runner.at, self._number("ROLLS")
        coming = [(first, seed) for first, seed in self.seeds if first > rolls][-SEEDS:]
        raw = struct.pack(f"<{2 * len(coming) + 1}q", *(n for first, seed in coming for n in (first + 1, runner.seed_word(seed))), 0)
        runner.view[at["SEEDS"] : at["SEEDS"] + len(raw)] = raw
        runner.view[at["PACKED"] : at["PACKED"] + len(self.packed)] = self.packed
        runner.view[at["TAPE"] : at["TAPE"] + 8 * len(self.given)] = struct.pack(f"<{len(self.given)}q", *self.given)
        runner.put("TAPE_END", len(self.given))
        now = next(seed for first, seed in reversed(self.seeds) if first <= rolls)
        return runner.seed_word(now), len(coming)

    def _read(self, runner: Runner) -> None:
        first = runner.at["PACKED"]
        self.packed = bytes(runner.view[first : first + runner.number("PACKED_SIZE")])

    def _number(self, name: str, index: int = 0) -> int:
        """A number of the match."""
        assert self.runner is not None
        at = self.runner.at[name] - self.runner.at["STATE"] + 8 * (1 + index)
        return int.from_bytes(self.packed[at : at + 8], "little", signed=True)

    def _go_on(self) -> None:
        assert self.runner is not None
        runner = self.runner
        seed, _ = self._put(runner)
        runner.put("SEATS_BY_LOT", 0)
        runner.put("KEEPS_TAPE", 1)
        self.seat, self.options, self.noted = NONE, 0, None
        try:
            needs = runner.call("go_on", seed, int(self.names))
        except Stopped:
            self._see(self.match())
            return
        if needs:
            self.seat, self.options, self.thrown = runner.number("NEEDED_BY"), runner.number("NEEDED"), runner.number("ROLLS")
            self.noted = noted(runner, self.options) if self.names else None
        self.given = self.given[runner.number("TAKEN") :] if needs else ()
        self._read(runner)

    # ------------------------------------------------------------------------------------ interpreted

    def _see(self, match: Match) -> None:
        """From here on the interpreter plays."""
        self.slow = match
        asked = match.requests[0] if match.requests else None
        self.seat, self.options = (asked.seat, len(asked.options)) if asked is not None else (NONE, 0)
        self.thrown = match.state.rolls + match.answers.thrown

    def match(self, trace: bool = False) -> Match:
        """The whole match, played again by the interpreter up to here: its questions have their words, and with ``trace`` it has its log.

        One that was given another seed on the way cannot be saved.
        """
        return self._played(self.seeds, trace)

    def _played(self, seeds: Sequence[tuple[int, int]], trace: bool = False) -> Match:
        choices, left = [], self.choices
        while left is not None:
            left, choice = left
            choices.append(choice)
        choices.reverse()
        dice = Reseeded(seeds) if len(seeds) > 1 else None
        match = Match(self.machine, seeds[0][1], dice=dice, trace=trace, start=False)
        done = len(choices) - (sum(map(len, self.slow.answers.given.values())) if self.slow is not None else len(self.given))
        match.answers.script = choices[:done]
        match.begin()
        for choice in choices[done:]:
            match.answer(match.requests[0].id, choice)
        return match

    # ------------------------------------------------------------------------------------ playing

    def answer(self, option: int) -> None:
        """Answers the open question, and goes on until a side has a choice.

        Args:
            option: The position of the option, counted from 0.

        Raises:
            AnswerError: There is no such option, or the match is over.
            RulebookError: A rule cannot be carried out; the position is as it was before.
        """
        if self.ended:
            raise AnswerError("over", "the match is over")
        if not 0 <= option < self.options:
            raise AnswerError("illegal", phrase("‘{0}’ is not among the answers", option))
        before = self.packed, self.given, self.choices, self.seat, self.options, self.thrown, self.noted
        self.choices = (self.choices, option)
        try:
            if self.slow is not None:
                match = self.slow.clone()
                match.answer(match.requests[0].id, option)
                self._see(match)
            else:
                self.given = (*self.given, option)
                self._go_on()
        except RulebookError:
            self.packed, self.given, self.choices, self.seat, self.options, self.thrown, self.noted = before
            raise

    def clone(self: P, seed: int | None = None) -> P:
        """A copy that goes on by itself; with ``seed``, its coming dice are different ones."""
        other = object.__new__(type(self))
        for name in Position.__slots__:
            setattr(other, name, getattr(self, name))
        if seed is not None:
            other.seeds = (*(part for part in self.seeds if part[0] < max(1, self.thrown)), (self.thrown, seed))
            if self.slow is not None or not fits(seed):
                other._see(other.match())
        return other

    def playouts(self, matches: int = 1, seed: int = 0) -> Tally:
        """How the match ends if it is played to its end so often from here, every seat by lot and with other dice.

        The position stays where it is.  The seed says everything: match ``n`` is that of ``seed + n``.
        """
        out, done, size = Tally(), 0, 1
        if self.ended:
            for _ in range(matches):
                out.add(self.winners, self.over, self.lost)
            return out
        while done < matches:
            count, begun = min(size, matches - done), time.process_time()
            found = self._in_module(out, count, seed + done) if self.slow is None and fits(seed + matches) else 0
            done += found
            if found < count:
                self._in_closures(out, seed + done)
                done += 1
            size = size * 2 if time.process_time() - begun < LOT else max(1, size // 2)
        return out

    def lines(self, turns: int, patience: float | None = None) -> int | None:
        """In how many ways it goes on for so many turns more, every answer to every question; a match that ends before has none.

        None where the compiled executor cannot say it, or not in so many seconds of computing.
        """
        if self.slow is not None or self.runner is None or not self.runner.exports("count_lines"):
            return None
        if self.ended or turns < 1:
            return int(turns < 1)
        runner = self.runner
        seed, _ = self._put(runner)
        for name, value in (("SEATS_BY_LOT", 0), ("KEEPS_TAPE", 1), ("LAWS_ASLEEP", 1)):
            runner.put(name, value)
        before, runner.patience = runner.patience, patience
        try:
            return runner.call("count_lines", turns, seed, len(self.given))
        except Stopped:
            return None
        finally:
            runner.patience = before
            for name in ("LAWS_ASLEEP", "COUNTING_LINES", "LAST_TURN", "WAYS"):
                runner.put(name, 0)

    def _in_module(self, out: Tally, count: int, seed: int) -> int:
        """How many were played out; one that the compiled executor gives up is left to the interpreter."""
        assert self.runner is not None
        runner = self.runner
        base, listed = self._put(runner)
        for name, value in (("SEATS_BY_LOT", -1), ("KEEPS_TAPE", 0), ("ASKED_MOST", MOST), ("DONE", 0), ("LAWS_ASLEEP", 1)):
            runner.put(name, value)
        first = runner.at["TALLY"]
        runner.view[first : first + 4 * KIND + 8] = bytes(4 * KIND + 8)
        with contextlib.suppress(Stopped):
            runner.call("play_out", count, base, seed, len(self.given), self.thrown, listed)
        runner.put("LAWS_ASLEEP", 0)
        numbers = runner.view[first : first + 4 * KIND].cast("I").tolist()
        domain = runner.at_address(first + 4 * KIND)
        done = runner.number("DONE")
        out.matches += done
        out.draws += numbers[DRAWS]
        out.lost += numbers[LOST]
        out.unfinished += numbers[WITHOUT_END]
        for row, number in enumerate(numbers[:64]):
            if number:
                name = self.machine.row_key(domain, row)
                out.wins[name] = out.wins.get(name, 0) + number
        return done

    def _in_closures(self, out: Tally, seed: int) -> None:
        match, lots = self._played((*self.seeds, (self.thrown, seed))), Lots(seed)
        for _ in range(MOST):
            if not match.requests:
                break
            request = match.requests[0]
            match.answer(request.id, by_lot(match, request, lots))
        out.add(match.winners, match.over, match.lost)

    # ------------------------------------------------------------------------------------ what it is

    @property
    def side(self) -> str:
        """The name of the seat that is asked; nothing where none is."""
        return self.machine.row_key(self.machine.program.seats, self.seat) if self.seat >= 0 else ""

    @property
    def question(self) -> Asked:
        """What is asked, and what the answers are called."""
        if self.slow is None and not self.names:
            self.names = True
            if not self.ended:
                self._go_on()
        if self.slow is None and self.runner is not None and self.noted is not None:
            return named(self.machine, self.runner, self.noted)
        return Asked() if self.ended else first_of(self.slow or self.match())

    @property
    def ended(self) -> bool:
        """Is there nothing more to answer: because it is over, or was played for as long as may be?"""
        return not self.options

    @property
    def over(self) -> bool:
        """Has the match come to its end?"""
        return self.slow.over if self.slow is not None else bool(self._number("OVER"))

    @property
    def winners(self) -> list[str]:
        """Who won; empty for a draw, if everybody has lost, and as long as the match is not over."""
        if self.slow is not None:
            return self.slow.winners
        domain = self._number("WINNER_DOMAIN")
        return [self.machine.row_key(domain, row) for row in rows_of(self._number("WINNERS"))] if self.over and domain != NONE else []

    @property
    def lost(self) -> bool:
        """Has everybody lost?"""
        return self.slow.lost if self.slow is not None else self.over and self._number("WINNER_DOMAIN") == NONE

    def column(self, field: int) -> Sequence[int]:
        """What a field is for every row of its kind: hidden things too, sets as bit masks, nobody as -1."""
        place = self.place(field)
        if place is None or self.slow is not None:
            machine, state = self.machine, self.match().state if self.slow is None else self.slow.state
            fixed, first = machine.layout.constant[field], machine.layout.base[field]
            size = machine.program.domains[machine.program.fields[field].domain].size
            return fixed if fixed is not None else state.cells[first : first + size]
        at, rows, form = place
        return array(form, self.packed[at : at + rows * struct.calcsize(form)])

    def place(self, field: int) -> tuple[int, int, str] | None:
        """Where a field stands in the bytes of a position: the first byte, how many rows, and their form as Python's arrays have it."""
        if self.runner is None or self.machine.layout.constant[field] is not None:
            return None
        column = self.runner.shape.columns[field]
        return None if column.words > 1 else (column.at - self.runner.at["STATE"] + 8, column.rows, FORMS.get(column.load, "Q"))

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.slow.turn if self.slow is not None else self._number("RUNS", self.machine.program.main)

    @property
    def key(self) -> bytes:
        """Sixteen bytes that are equal where positions are."""
        if self.slow is not None:
            raw = repr((self.slow.digest(), sorted(self.slow.answers.given.items()))).encode()
        else:
            raw = self.packed + struct.pack(f"<{len(self.given)}q", *self.given)
        return blake2b(raw, digest_size=16).digest()

    @property
    def size(self) -> int:
        """The bytes of the match as it is kept."""
        return len(self.packed)

    def digest(self) -> str:
        """Fingerprint of the state, the same as that of the whole match."""
        if self.slow is not None:
            return self.slow.digest()
        assert self.runner is not None
        self._put(self.runner)
        self.runner.call("unpack", self.runner.at["PACKED"])
        return self.runner.state().digest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.machine is other.machine and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)
