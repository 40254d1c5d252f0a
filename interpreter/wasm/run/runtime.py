"""A compiled module at work: memory that is a match, and the functions that carry it on.

Where nothing runs modules the interpreter plays; see :mod:`arbitre.interpreter.wasm.run.hosts`.
"""

from __future__ import annotations

import contextlib
import hashlib
import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arbitre.dsl.core import NONE
from arbitre.interpreter.state.keyed import key_of
from arbitre.interpreter.state.state import Entry, State
from arbitre.interpreter.wasm.layout.compiled import EDGES, TEMP_KEPT, Compiled
from arbitre.interpreter.wasm.layout.memory import BULK, ENTRY, SCRIPT, Shape
from arbitre.interpreter.wasm.layout.records import TAGS
from arbitre.interpreter.wasm.layout.value_types import Key
from arbitre.interpreter.wasm.run.host import Instance, Trapped
from arbitre.interpreter.wasm.run.hosts import the_host
from arbitre.interpreter.wasm.run.results import WORDS, Finished, finished
from arbitre.interpreter.wasm.run.state_transfer import FORMS, LISTS, Unfit, counters_of, hook_number, put_state, slot_bytes
from arbitre.interpreter.wasm.run.timeout import Guard, guard

FAILED, FULL, TOO_LARGE, ENDLESS, NEED, LIMIT, LACKING, NO_DIE = 1, 2, 3, 4, 5, 6, 7, 8
REASONS = {
    FAILED: "a rule cannot be carried out", FULL: "a capacity is used up",
    TOO_LARGE: "a number is too large", ENDLESS: "the rules go on too long",
    NEED: "an answer is needed", LIMIT: "as many answers as may be were given",
    LACKING: "this is not compiled yet", NO_DIE: "a die is needed",
}  # fmt: skip
NAMES = {tag: letter for letter, tag in TAGS.items()}


LONGEST_KEY = 120  # bytes of a seed: with the number of its block they are one block of the digest


def fits(seed: int) -> bool:
    """Is it a seed of one word, which a module takes as it is?"""
    return -(1 << 63) <= seed < 1 << 63


def holds(seed: int) -> bool:
    """Can dice of this seed be thrown in a module, if it is the only long one there?  See :meth:`Runner.seed_word`."""
    return len(key_of(seed)) <= LONGEST_KEY


class Stopped(Exception):
    """The module gave up: ``code`` says why, ``where`` at which of its places; the match is to be done again by the interpreter.

    Where it needs something, ``among`` tells among how many options or faces, and ``by`` the seat that is asked, or the number of what
    the die is for (see :meth:`Runner.label`).  ``late``: it was the clock that stopped it.
    """

    def __init__(self, code: int, where: int, place: object, among: int = 0, by: int = NONE, late: bool = False) -> None:
        self.code, self.where, self.among, self.by, self.late = code, where, among, by, late
        super().__init__(f"{REASONS.get(code, 'the module stopped')} ({place})")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the module's tape: who was asked, among how many options, and which was taken."""

    seat: int
    options: int
    choice: int


class Runner:
    """One instance of a module; it plays one match at a time."""

    def __init__(self, compiled: Compiled, instance: Instance | None = None, watched: bool = False) -> None:
        """``watched``: calls that take too long are stopped, if the module was compiled for that."""
        assert compiled.shape is not None
        self.compiled, self.at, self.program = compiled, compiled.names, compiled.program
        self.shape: Shape = compiled.shape
        self.pace = 1  # matches of a simulation that are played in a row: as many as take no longer than it may be silent
        self.watched = watched
        self.patience: float | None = None  # seconds of a call; None: as many as one answer may take
        self.functions = len(compiled.program.functions)  # scenarios may add to them
        self.instance = instance or the_host().fresh(compiled.raw)
        self.view, self.exports = self.instance.memory, self.instance.exports
        flag = self.at["OVERDUE"]
        self.guard: Guard | None = guard(self, self.view[flag : flag + 8]) if watched and the_host().threads else None

    def another(self) -> Runner:
        """Another instance of the same module, for another thread."""
        return Runner(self.compiled, self.instance.another(), self.watched)

    def call(self, name: str, *args: int) -> int:
        """Calls a function of the module; :class:`Stopped` where it gives up."""
        if self.guard is not None:
            self.guard.begin(self.patience)
        try:
            return self.instance.call(name, args)
        except Trapped as trap:
            stopped = self.guard is not None and self.guard.stopped()
            code, where = self.number("ERROR"), self.number("WHERE")
            self.put("ERROR", 0)
            self.call("settle")
            if not code and stopped:
                raise Stopped(ENDLESS, where, "", late=True) from None
            if not code:
                raise Stopped(0, 0, str(trap)) from None
            place = self.compiled.places[where] if 0 < where < len(self.compiled.places) else ""
            needed = (self.number("NEEDED"), self.number("NEEDED_BY")) if code in (NEED, NO_DIE) else (0, NONE)
            raise Stopped(code, where, place, *needed) from None
        finally:
            if self.guard is not None:
                self.guard.finish()

    # ------------------------------------------------------------------------------------ memory

    def at_address(self, address: int) -> int:
        return int.from_bytes(self.view[address : address + 8], "little", signed=True)

    def numbers(self, address: int, count: int) -> tuple[int, ...]:
        """So many numbers, one behind the other."""
        return struct.unpack(f"<{count}q", self.view[address : address + 8 * count])

    def number(self, name: str) -> int:
        return self.at_address(self.at[name])

    def put(self, name: str, value: int, offset: int = 0) -> None:
        at = self.at[name] + offset
        self.view[at : at + 8] = (value & ((1 << 64) - 1)).to_bytes(8, "little")

    # ------------------------------------------------------------------------------------ playing

    def make_greedy(self, seats: int) -> None:
        """From now on these seats (a mask) are greedy."""
        if "GREEDY" in self.at:
            self.put("GREEDY", seats)
        elif seats:
            raise Unfit("greedy seats")

    def begin(self, seed: int, by_lot: bool = True, limit: int = 100_000, greedy: int = 0) -> None:
        """A match from its start, up to the end of its setup."""
        self.make_greedy(greedy)
        self.put("SEATS_BY_LOT", -1 if by_lot else 0)
        self.put("KEEPS_TAPE", 1)
        self.put("ASKED_MOST", limit)
        self.put("TAPE_END", 0)
        self.call("start", seed)
        if self.program.setup != NONE:
            self.call("set_up")

    def begin_at(self, state: State, setup: bool) -> None:
        """From now on matches in a row begin so, in place of how the rulebook says; with their ``setup``, or without it.

        Raises:
            Unfit: it is no state that a match begins with.
        """
        if state.stack or state.timers or state.waiting or state.scheduled or state.told or state.published is not None:
            raise Unfit("a match that is under way")
        self.load(state)
        first, end, start = self.at["STATE"], self.at["CELLS_END"], self.at["START"]
        self.view[start : start + end - first] = self.view[first:end]
        self.put("SKIPS_SETUP", int(not setup))
        self.put("OPENED", 0)

    def many(self, seed: int, count: int, limit: int = 100_000, greedy: int = 0, laws: bool = True) -> list[Finished]:
        """Whole matches with the seeds ``seed``, ``seed + 1`` ..., seats by lot; fewer than ``count`` where one gives up.

        ``greedy``: the seats that are greedy, as a mask, where the module has such.  ``laws``: check invariants after every statement.
        """
        done = self._play(seed, count, limit, greedy, laws)
        first, counts, each = self.at["RESULTS"], self.compiled.counts, self.at["USED_BY_EACH"]
        out = finished(self.view[first : first + 8 * WORDS * done], seed)
        if counts is None:
            return out
        used = [counts.read(self.view[at : at + counts.size]) for at in range(each, each + len(out) * counts.size, counts.size)]
        return [match._replace(used=one) for match, one in zip(out, used, strict=True)]

    def rows(self, seed: int, count: int, limit: int = 100_000, greedy: int = 0) -> bytes:
        """Of such matches six words each: is it over, who won, rows of which kind, turns, answers, 1; invariants are not checked."""
        first, done = self.at["RESULTS"], self._play(seed, count, limit, greedy, laws=False)
        return bytes(self.view[first : first + 8 * WORDS * done])

    def ends(self, seed: int, count: int, greedy: int = 0) -> tuple[int, list[tuple[int, ...]]]:
        """How many were played, and the same words of those that ended alike: turns and answers of all, and how many they are."""
        first, done = self.at["RESULTS"], self._play(seed, count, 100_000, greedy, laws=False, routine="count_seeds")
        return done, list(struct.iter_unpack(f"<{WORDS}q", self.view[first : first + 8 * WORDS * self.number("ENDS")]))

    def _play(self, seed: int, count: int, limit: int, greedy: int, laws: bool, routine: str = "play_seeds") -> int:
        """Matches in a row; gives how many were played."""
        self.make_greedy(greedy)
        settings = {"LAWS_ASLEEP": int(not laws), "SEATS_BY_LOT": -1, "KEEPS_TAPE": 0, "ASKED_MOST": limit, "TAPE_END": 0}
        for name, value in settings.items():
            self.put(name, value)
        with contextlib.suppress(Stopped):
            self.call(routine, seed, min(count, BULK) if routine == "play_seeds" else count)
        self.put("LAWS_ASLEEP", 0)
        return self.number("DONE")

    def answer(self, choices: Sequence[int]) -> None:
        """The answers that are read next, one after the other; what was written down before is forgotten."""
        raw = struct.pack(f"<{len(choices)}q", *choices)
        self.put("TAPE_AT", 0)
        self.put("TAPE_END", len(choices))
        self.view[self.at["TAPE"] : self.at["TAPE"] + len(raw)] = raw

    def label(self, text: str) -> int:
        """The number of what dice are thrown for; 0 where none ever are."""
        return self.shape.labels.index(text) if text in self.shape.labels else 0

    def script(self, faces: Sequence[tuple[int, int]] | None) -> None:
        """All dice of the match, from its first on: faces from 0 on, each with the number of what it must be for, or 0.

        None: dice fall as the seed says.  A die too many gives up, and so does one that is for something else.
        """
        raw = struct.pack(f"<{len(faces or ())}q", *(face | wanted << 32 for face, wanted in faces or ()))
        if len(raw) > 8 * SCRIPT:
            raise Unfit("a script of so many dice")
        self.put("SCRIPTED", 0 if faces is None else len(faces) + 1)
        self.view[self.at["SCRIPT"] : self.at["SCRIPT"] + len(raw)] = raw

    def seed_word(self, seed: int) -> int:
        """The word that a seed goes by in the module: itself, or of a long one a digest, with its bytes laid beside; the last counts."""
        if fits(seed):
            return seed
        key = key_of(seed)
        (word,) = struct.unpack("<q", hashlib.blake2b(key, digest_size=8).digest())
        self.put("LONG_SEED", word)
        self.put("LONG_BYTES", len(key))
        at = self.at["LONG_KEY"]
        self.view[at : at + LONGEST_KEY] = key.ljust(LONGEST_KEY, b"\0")
        return int(word)

    def load(self, state: State, seed: int = 0) -> None:
        """A match from where it stands between two statements; ``seed``: that of the dice to come.  :class:`Unfit` where that cannot be."""
        put_state(self, state)
        self.call("seed_dice", self.seed_word(seed))

    def perform(self, procedure: int, args: Sequence[int] = ()) -> int:
        """Carries out an event, or begins an agenda, as the match stands; gives the signal it was left with."""
        raw = self.slots_of(procedure, args)
        self.view[self.at["TEMP"] : self.at["TEMP"] + len(raw)] = raw
        called = self.shape.calls.get(procedure, NONE)
        return self.call("perform", procedure, len(raw), called)

    def slots_of(self, procedure: int, args: Sequence[int]) -> bytes:
        """The slots of a procedure as it begins."""
        p, frame = self.program.procedures[procedure], self.shape.frames["p", procedure]
        slots = list(p.init[: p.slots]) + [0] * (p.slots - len(p.init))
        for param, arg in zip(p.params, args, strict=True):
            slots[param.slot] = arg
        raw = slot_bytes(frame, slots)
        if len(raw) > TEMP_KEPT:
            raise Unfit("the slots of an event")
        return raw.ljust(8, b"\0")

    def result(self, procedure: int, slot: int) -> int:
        """What a slot of an event that was just carried out holds."""
        frame = self.shape.frames["p", procedure]
        return self.held(self.at["FRAMES"] + frame.offsets[slot], frame.words[slot])

    def held(self, address: int, words: int) -> int:
        """A number, or a set of so many words."""
        return int.from_bytes(self.view[address : address + 8 * max(1, words)], "little", signed=not words)

    def tape(self) -> list[Answer]:
        """The answers given so far."""
        out = []
        for n in range(self.number("TAPE_AT")):
            word = self.at_address(self.at["TAPE"] + 8 * n)
            out.append(Answer(word >> 48, (word >> 24) & 0xFFFFFF, word & 0xFFFFFF))
        return out

    # ------------------------------------------------------------------------------------ the match as it stands

    def state(self) -> State:
        """The match as the interpreter has it."""
        state = State(self.cells())
        state.runs = [self.at_address(self.at["RUNS"] + 8 * n) for n in range(len(self.program.procedures))]
        state.rolls, state.over = self.number("ROLLS"), bool(self.number("OVER"))
        state.winners, state.winner_domain = self.number("WINNERS"), self.number("WINNER_DOMAIN")
        state.counters = counters_of(self)
        state.stack = self.stack()
        state.scheduled = self.scheduled()
        state.told = self.told()
        if self.number("PUBLISHED"):
            state.published = tuple(self.cells(self.at["PUBLISHED_CELLS"] - self.at["CELLS"]))
        state.timers, state.waiting = self.timed("TIMERS"), self.timed("WAITING")
        return state

    def timed(self, name: str) -> list[tuple[int, ...]]:
        """What ends or begins at a later run."""
        size, wide, numbers, out = self.shape.entries[name], self.shape.wide, LISTS[name], []
        for n in range(self.number(name)):
            at = self.at[name] + 8 + n * size
            head = [self.at_address(at + 8 * i) for i in range(numbers)]
            raw = self.view[at + 8 * numbers : at + 8 * numbers + 8 * wide]
            value = self.at_address(at + 8 * numbers) if head[-1] < 2 else int.from_bytes(raw, "little")
            out.append((*head, value))
        return out

    def cells(self, away: int = 0) -> list[int]:
        """The cells as they stand so many bytes from where they are."""
        out: list[int] = []
        for held, column in zip(self.program.fields, self.shape.columns, strict=True):
            if held.values is None:
                raw = self.view[column.at + away : column.at + away + column.rows * column.size]
                if column.words > 1:
                    size = column.size
                    out += [int.from_bytes(raw[n : n + size], "little") for n in range(0, len(raw), size)]
                else:
                    out += array(FORMS[column.load] if not column.words else "Q", bytes(raw))
        return out

    def scheduled(self) -> list[tuple[Any, ...]]:
        """What is put off: agenda, run, edge, procedure, arguments."""
        out = []
        for n in range(self.number("SCHEDULED")):
            at = self.at["SCHEDULED"] + 8 + n * self.at["SCHEDULED_ENTRY"]
            agenda, last, edge, procedure = (self.at_address(at + 8 * i) for i in range(4))
            params = len(self.program.procedures[procedure].params)
            out.append((agenda, last, EDGES[edge], procedure, self.slots(("p", procedure), at + 32)[:params]))
        return out

    def told(self) -> set[tuple[int, int, int, int]]:
        """What seats were told."""
        out = set()
        for n in range(self.number("TOLD")):
            key, value = (self.at_address(self.at["TOLD"] + 8 + 16 * n + i) for i in (0, 8))
            field = (key >> 24) & 0xFFFFFF
            out.add(((key >> 48) - 2, field, key & 0xFFFFFF, value & ((1 << 64) - 1) if self.program.fields[field].is_set else value))
        return out

    def slots(self, unit: Key, at: int) -> tuple[int, ...]:
        """The slots of an agenda, or of a hook."""
        frame = self.shape.frames[unit]
        return tuple([self.held(at + offset, words) for offset, words in zip(frame.offsets, frame.words, strict=True)])

    def stack(self) -> list[Entry]:
        """What agendas are at, the lowest first."""
        entries, at = [], self.number("STACK_LAST")
        while at:
            entries.append(self.entry(at))
            at = self.at_address(at)
        return entries[::-1]

    def entry(self, at: int) -> Entry:
        """An entry of the stack."""
        tag, index, two, three = (self.at_address(at + 8 * i) for i in range(1, 5))
        letter = NAMES[tag]
        if letter in "AR":
            count, done = self.at_address(at + ENTRY), self.at_address(at + ENTRY + 8)
            first = at + ENTRY + 16
            slots = self.slots(("p", index), first) if letter == "A" else ()
            size = self.shape.frames["p", index].size if letter == "A" else 0
            atoms = [self.at_address(first + size + 8 * n) for n in range(done, count)]
            return (letter, index, slots, tuple((atom & 0xFFFF, (atom >> 16) - 1) for atom in atoms), (two, three))
        if letter == "H":
            slots = self.slots(("h", hook_number(self.program, index, two, three)), at + ENTRY + 16)
            return ("H", index, slots, two, three)
        if letter == "F":
            return ("F", index, tuple(self.at_address(at + ENTRY + 8 * n) for n in range(three, two)))
        return (letter, index, two)
