"""Answers to a question played on in the compiled executor, for whoever looks ahead: many worlds, many answers, nothing told of them.

What comes of an answer is the same as interpreted, to the last lot; a world that compiled code cannot hold, and an answer that it gives
up, are left to them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import Knowledge, Seen
from arbitre.interpreter.state.keyed import KeyedDice
from arbitre.interpreter.state.trials import EXPLORE, LATER, NOWHERE
from arbitre.interpreter.wasm.layout.search_rooms import PATHS
from arbitre.interpreter.wasm.run.loader import runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped, fits, holds
from arbitre.interpreter.wasm.run.state_transfer import Unfit

SEEDS = 30  # from so many dice on others are wanted within one statement: more are left to the interpreter


@dataclass(frozen=True, slots=True)
class Found:
    """What came of an answer: how often it was taken, how it ended in all, from 0 to 65,536 each time; how often the seat stood better, had
    won, had lost."""

    times: int
    total: int
    gains: int
    won: int
    lost: int


_runners: WeakKeyDictionary[Machine, Runner | None] = WeakKeyDictionary()


def runner_for(machine: Machine, executor: str = "") -> Runner | None:
    """The compiled executor in which answers of a machine's matches are played on; made when it is first asked for."""
    if not wanted(executor):
        return None
    if machine not in _runners:
        runner = _runners[machine] = runner_of(machine.program, thinks=True)
        if runner is not None:
            runner.put("THINKING", 1)
            runner.put("EXPLORE", EXPLORE)
            runner.put("LATER", LATER)
    return _runners[machine]


def part_key(path: tuple[int, ...]) -> int:
    """What a part of what is done at once goes by in compiled code; 0 for what is asked by itself."""
    return (path[0] + 1 << 32) | (path[1] + 1) if path else 0


class Ahead:
    """A question in compiled code, with its worlds one after the other."""

    def __init__(self, runner: Runner, known: Knowledge) -> None:
        self.runner, self.known = runner, known
        self.held: Match | None = None  # what stands in the module's memory
        self.first = 0  # does the match wait in its setup?
        self.paths: tuple[tuple[int, ...], ...] = ()  # of what was answered in it
        self.changes = 0  # how often other dice are wanted in the statement that waits
        self.drawing = False  # are worlds sampled by compiled code?

    def put(self, match: Match, seed: int) -> bool:
        """Makes a world that which answers are tried in, with the dice of a seed to come; is it one for the compiled executor?

        ``match``: the world; the match itself where nothing of it is hidden.
        """
        if not holds(seed) or not self.put_dice(match, seed):
            return False
        if self.held is match:
            return True
        self.held = None
        self.drawing = False
        try:
            self.runner.load(match.state)
        except Unfit:
            return False
        self.runner.call("hold_world")
        if self.runner.at["HIDES"]:
            self.runner.put("SAMPLED", 0)
        self.first = int(match.retry is not None)
        if not self.put_answers(match):
            return False
        self.held = match
        return True

    def put_dice(self, match: Match, seed: int) -> bool:
        """Dice of the statement that waits fall as the seat saw them, all others are those of a seed."""
        known, first = self.known, match.state.rolls
        shown = match.dice.shown if isinstance(match.dice, Seen) else set(known.dice)
        shown = {number for number in shown if number >= first}
        seen, real = [False], known.match.dice
        if shown:
            if (
                not isinstance(real, KeyedDice)
                or not holds(real.seed)
                or not (fits(seed) or seed == real.seed)
                or any(map(len, match.answers.given))
                or known.request.path
            ):
                return False
            seen = [number in shown for number in range(first, max(shown) + 2)]
        word = self.runner.seed_word
        wanted = [word(real.seed if was_seen and isinstance(real, KeyedDice) else seed) for was_seen in seen]
        changes = [(first + n, now) for n, now in enumerate(wanted) if n and seen[n] != seen[n - 1]]
        if len(changes) > SEEDS:
            return False
        self.changes = len(changes)
        raw = struct.pack(f"<{2 * len(changes) + 1}q", *(number for at, now in changes for number in (at + 1, now)), 0)
        at = self.runner.at["SEEDS"]
        self.runner.view[at : at + len(raw)] = raw
        self.runner.put("WORLD_SEED", wanted[0])
        return True

    def put_answers(self, match: Match, at: int = 0, tried: bool = True) -> bool:
        """The answers that were given in the statement that waits, by where they were asked; in their midst the one that is ``tried``.

        ``at``: from where on they stand on the tape.
        """
        paths = {path: list(choices) for path, choices in match.answers.given.items() if choices}
        own = self.known.request.path
        if tried:
            paths.setdefault(own, [])
        self.paths = tuple(paths)
        if len(paths) > PATHS or any(len(path) not in (0, 2) for path in paths):
            return False
        entries, tape = list[int](), list[int]()
        for path, choices in paths.items():
            begun = at + len(tape)
            tape += choices
            if tried and path == own:
                self.runner.put("OPTION_AT", at + len(tape))
                tape.append(0)
            entries += [part_key(path), begun, at + len(tape), begun]
        raw = struct.pack(f"<{len(entries) + 1}q", len(paths), *entries)
        to = self.runner.at["PATHS"]
        self.runner.view[to : to + len(raw)] = raw
        to = self.runner.at["TAPE"] + 8 * at
        raw = struct.pack(f"<{len(tape)}q", *tape)
        self.runner.view[to : to + len(raw)] = raw
        return True

    def values(self, options: Sequence[int], lots: int, far: int, turns: int) -> tuple[list[int | None], int]:
        """What answers lead to in the world that was put there, one after the other, and how many answers were played on for it all.

        There are fewer where one cannot be played on here; none is what leads to where a rule cannot be carried out.
        """
        runner, count = self.runner, len(options)
        at, values = runner.at["THOUGHT_OPTIONS"], runner.at["THOUGHT_VALUES"]
        runner.view[at : at + 8 * count] = struct.pack(f"<{count}q", *options)
        runner.put("DONE", 0)
        runner.put("THOUGHT_OF", 0)
        try:
            runner.call("think", self.first, self.known.seat, count, lots, far, turns)
        except Stopped:
            count = runner.number("DONE")
        found = runner.numbers(values, count)
        return [None if value == NOWHERE else value for value in found], runner.number("THOUGHT_OF")

    # ------------------------------------------------------------------------------------ worlds sampled here

    @property
    def tells(self) -> bool:
        """Is it a game in which something may be hidden, with dice that compiled code has?"""
        real = self.known.match.dice
        return bool(self.runner.at["HIDES"]) and isinstance(real, KeyedDice) and holds(real.seed)

    def tell(self, lots: int) -> int | None:
        """Goes through the statement that waits to the question, so that worlds can be drawn here; what a greedy seat would answer, which
        was found by the seed ``lots``.  None where that cannot be."""
        runner, match, real = self.runner, self.known.match, self.known.match.dice
        if not self.tells or not isinstance(real, KeyedDice):
            return None
        self.held = None
        try:
            runner.load(match.state, real.seed)
        except Unfit:
            return None
        self.first = int(match.retry is not None)
        own, begun = self.known.request.path, runner.at["SAID_MOST"]  # worlds are written before that
        if not self.put_answers(match, begun, tried=False):
            return None
        runner.put("ASKED_MOST", 1 << 40)
        runner.call("seed_lots", lots)
        try:
            found = runner.call("tell", self.first, self.known.seat, part_key(own))
        except Stopped:
            for name in ("TELLING", "GREEDY", "REACHING", "TRYING"):
                runner.put(name, 0)
            runner.put("THINKING", 1)
            return None
        if not 0 <= found < len(self.known.request.options) or runner.number("ASKED_COUNT") != len(self.known.request.options):
            return None
        self.drawing = True
        return found

    def appraisal(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How much each option appeals, empty where the rulebook does not say; and positions of those that can only fail."""
        runner, count = self.runner, len(self.known.request.options)

        def numbers(name: str) -> tuple[int, ...]:
            return runner.numbers(runner.at[name], count)

        marks = numbers("MARKS")
        return numbers("APPEALS") if runner.number("RATED") else (), tuple(n for n, mark in enumerate(marks) if mark & 2)

    @property
    def lots(self) -> int:
        """Where the lots of those that draw worlds have come to."""
        return self.runner.number("LOT") & (1 << 64) - 1

    def now(self) -> int:
        """How well the seat stands in the sampled world."""
        return self.runner.call("worth_here")

    def draw(self, lots: int) -> bool:
        """Another world that the seat holds possible; False where none is found."""
        try:
            return bool(self.runner.call("draw_world_for", self.first, lots))
        except Stopped:
            for name in ("REACHING", "TRYING"):
                self.runner.put(name, 0)
            self.runner.put("THINKING", 1)
            return False

    # ------------------------------------------------------------------------------------ a tree

    def plant(self, match: Match, lots: int) -> bool:
        """Begins a tree of the question, of a match that its seat knows all of; can the compiled executor do it?"""
        runner = self.runner
        if not self.put(match, 0) or self.changes > 1:
            return False
        own = self.known.request.path
        at = runner.at["PATHS"] + 8 + 32 * list(self.paths).index(own)
        runner.view[at + 16 : at + 24] = struct.pack("<q", runner.number("OPTION_AT"))  # nothing is tried: the tree answers
        runner.put("FRESH_AT", runner.at["SEEDS"] + 8 if self.changes else runner.at["WORLD_SEED"])
        runner.call("plant")
        runner.call("seed_lots", lots)
        self.held = None
        return True

    def grow(self, now: int, answers: int, far: int, turns: int) -> bool:
        """Lets the tree grow until so many answers were given in all; False where the compiled executor gives up."""
        try:
            self.runner.call("grow", self.first, self.known.seat, now, answers, far, turns)
        except Stopped:
            return False
        return True

    def found(self) -> dict[int, Found]:
        """What came of the options of the question, by their positions."""
        runner, at = self.runner, self.runner.at
        node, notes = at["NODES"], at["FIRST_NOTES"]
        out: dict[int, Found] = {}
        if not runner.number("NODES_COUNT") or not runner.at_address(node + 16):
            return out
        count = len(self.known.request.options)
        assert count == runner.at_address(node + 8) >> 16 & 0xFFFFFF, "the compiled executor asks another question"
        for option in range(count):
            times, prior, total = struct.unpack("<2Iq", runner.view[node + 32 + 16 * option : node + 48 + 16 * option])
            if prior & 0xFF:
                gains, won, lost = runner.numbers(notes + 24 * option, 3)
                out[option] = Found(times, total, gains, won, lost)
        return out
