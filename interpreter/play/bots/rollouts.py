"""A question put to the compiled executor, where bots decide: greedy's answer, answers played on, worlds sampled, a tree grown.

Whoever plays the match, the statement that waits is loaded into a module and gone through to its question
(:mod:`arbitre.interpreter.wasm.runtime.search.decisions`).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from threading import Lock, RLock, Thread
from weakref import WeakKeyDictionary

from arbitre.dsl.budget import MORE, Overspent, afresh, seconds, watched_over
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import Seen
from arbitre.interpreter.state.dice import DiceSource, Reseeded
from arbitre.interpreter.state.keyed import KeyedDice
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import EXPLORE, LATER
from arbitre.interpreter.state.trials import NOWHERE as NO_WORTH
from arbitre.interpreter.wasm.layout.sampling_rooms import SAID
from arbitre.interpreter.wasm.layout.search_rooms import PATHS
from arbitre.interpreter.wasm.run.loader import installed, runner_of
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped, holds
from arbitre.interpreter.wasm.run.state_transfer import Unfit
from arbitre.interpreter.wasm.runtime.search.decisions import KNOWS_ALL, NOT_REACHED

MOST_ANSWERS = 1 << 40


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
_making = Lock()
_at_work: WeakKeyDictionary[Runner, RLock] = WeakKeyDictionary()


def runner_for(machine: Machine) -> Runner | None:
    """The module in which bots of a machine's matches decide, made when it is first asked for; None where there can be none."""
    with _making:
        if machine not in _runners:
            afresh()  # a module is one thing, and the answer that it is made for another
            runner = runner_of(machine.program, thinks=True) if installed() else None
            afresh()
            if runner is not None:
                runner.put("THINKING", 1)
                runner.put("EXPLORE", EXPLORE)
                runner.put("LATER", LATER)
            _runners[machine] = runner
        return _runners[machine]


def deciding(machine: Machine) -> AbstractContextManager[object]:
    """Within it nobody else asks the module of a machine: its matches may be played in several threads."""
    runner = runner_for(machine)
    if runner is None:
        return nullcontext()
    return _at_work.setdefault(runner, RLock())


def make_ahead(machine: Machine) -> None:
    """Begins to make the module, while something else is done; rules that are watched over are not computed behind anybody's back."""
    if installed() and machine not in _runners and not watched_over():
        Thread(target=runner_for, args=(machine,), name="arbitre-module", daemon=True).start()


def part_key(path: tuple[int, ...]) -> int:
    """What a part of what is done at once goes by in compiled code; 0 for what is asked by itself."""
    return (path[0] + 1 << 32) | (path[1] + 1) if path else 0


def seed_of(match: Match) -> int | None:
    """The seed of the dice that were thrown in the statement that waits; any where there are none, None where they have no such seed."""
    first, count, dice = match.state.rolls, match.answers.thrown, match.dice
    seed = _seed_of(dice, first, first + count)
    if seed is not None and holds(seed):
        return seed
    return 0 if not count and match.answers.known is not None else None


def _seed_of(dice: DiceSource, first: int, end: int) -> int | None:
    """The seed of some dice, by their numbers."""
    if isinstance(dice, KeyedDice):
        return dice.seed
    if isinstance(dice, Seen):
        shown = {number in dice.shown for number in range(first, end)}
        return _seed_of(dice.real if True in shown else dice.fresh, first, end) if len(shown) < 2 else None
    if isinstance(dice, Reseeded):
        found = {dice.of(number) for number in range(first, max(end, first + 1))}
        return _seed_of(found.pop(), first, end) if len(found) == 1 else None
    return None


def too_slow(most: float) -> Overspent:
    """What is said where the clock stops a module that decides."""
    text = phrase("this takes more than {0} seconds of computing", format(most, ".0f"))
    return Overspent(text, NOWHERE, [], phrase(MORE, f"{max(60, math.ceil(2 * most))}s"))


class Ahead:
    """A question in compiled code, with its worlds one after the other."""

    def __init__(self, runner: Runner, match: Match, request: Request) -> None:
        self.runner, self.match, self.request = runner, match, request
        self.first = int(match.retry is not None)  # does the match wait in its setup?
        self.whole = False  # is nothing hidden from the seat?
        self.lots_before = 0  # those by which greedy's answer was found

    def _call(self, name: str, *args: int) -> int:
        """Calls a routine.  What takes too long is no matter of which answer is good: another would come on a faster machine."""
        self.runner.patience = math.inf  # as long as one thing may take
        try:
            return self.runner.call(name, *args)
        except Stopped as stop:
            self._given_up()
            if stop.late:
                raise too_slow(seconds()) from None
            raise

    def tell(self) -> bool:
        """Goes through the statement that waits to the question; can that be?"""
        if not self._put():
            return False
        try:
            found = self._call("tell", self.first, self.request.seat, part_key(self.request.path))
        except Stopped:
            return False
        self.whole = found == KNOWS_ALL
        return found != NOT_REACHED and self.runner.number("ASKED_COUNT") == len(self.request.options)

    def _put(self) -> bool:
        """The match as it stood before the statement that waits, and the answers given in it, by where they were asked."""
        runner, match, seed = self.runner, self.match, seed_of(self.match)
        paths = {path: choices for path, choices in match.answers.given.items() if choices}
        if seed is None or len(paths) > PATHS or any(len(path) not in (0, 2) for path in (*paths, self.request.path)):
            return False
        try:
            runner.load(match.state, seed)
        except Unfit:
            return False
        runner.put("ASKED_MOST", MOST_ANSWERS)
        begun = at = SAID  # worlds are written before that
        entries, tape = list[int](), list[int]()
        for path, choices in paths.items():
            tape += choices
            entries += [part_key(path), at, at + len(choices), at]
            at += len(choices)
        for to, numbers in ((runner.at["PATHS"], [len(paths), *entries]), (runner.at["TAPE"] + 8 * begun, tape)):
            raw = struct.pack(f"<{len(numbers)}q", *numbers)
            runner.view[to : to + len(raw)] = raw
        return True

    def _given_up(self) -> None:
        """The module gave up: nothing is left of what was at work."""
        for name in ("TELLING", "GREEDY", "TRYING", "REPLAYING", "PENDING", "SEARCHING"):
            if name in self.runner.at:
                self.runner.put(name, 0)
        self.runner.put("THINKING", 1)

    def greedy(self, lots: int) -> int | None:
        """What a greedy seat answers, which is found by the seed ``lots``; None where the module gives up."""
        self.lots_before = lots
        try:
            return self._call("decide_told", self.first, lots)
        except Stopped:
            return None

    def come_back(self) -> None:
        """The question is at hand again, after others were told in the same module."""
        self.tell()
        self.greedy(self.lots_before)

    @property
    def lots(self) -> int:
        """Where the lots of those that decide and draw worlds have come to."""
        return self.runner.number("LOT") & (1 << 64) - 1

    def now(self) -> int:
        """How well the seat stands in the world at hand."""
        return self._call("worth_here")

    # ------------------------------------------------------------------------------------ answers in sampled worlds

    @property
    def has_world(self) -> bool:
        """Was a world found in which greedy's answer was looked for?"""
        return self.runner.number("ASKED_NUMBER") >= 0

    def appraisal(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How much each option appeals, empty where the rulebook does not say; and positions of those that can only fail."""
        runner, count = self.runner, len(self.request.options)

        def numbers(name: str) -> tuple[int, ...]:
            return runner.numbers(runner.at[name], count)

        marks = numbers("MARKS")
        return numbers("APPEALS") if runner.number("RATED") else (), tuple(n for n, mark in enumerate(marks) if mark & 2)

    def draw(self, lots: int) -> bool:
        """Another world that the seat holds possible; False where none is found."""
        try:
            return bool(self._call("draw_world_for", self.first, lots))
        except Stopped:
            return False

    def drawn(self, cells: Sequence[int]) -> list[int]:
        """What some cells hold in the world at hand."""
        held = self.runner.cells(self.runner.at["WORLD"] - self.runner.at["STATE"])
        return [held[cell] for cell in cells]

    def values(self, options: Sequence[int], lots: int, far: int, turns: int) -> tuple[list[int | None], int]:
        """What answers lead to in the world at hand, one after the other, and how many answers were played on for it all.

        There are fewer where one cannot be played on here; none is what leads to where a rule cannot be carried out.
        """
        runner, count = self.runner, len(options)
        at, values = runner.at["THOUGHT_OPTIONS"], runner.at["THOUGHT_VALUES"]
        runner.view[at : at + 8 * count] = struct.pack(f"<{count}q", *options)
        runner.put("DONE", 0)
        runner.put("THOUGHT_OF", 0)
        try:
            self._call("think", self.first, self.request.seat, count, lots, far, turns)
        except Stopped:
            count = runner.number("DONE")
        found = runner.numbers(values, count)
        return [None if value == NO_WORTH else value for value in found], runner.number("THOUGHT_OF")

    # ------------------------------------------------------------------------------------ a tree

    def plant(self, lots: int) -> bool:
        """Begins a tree of the question, of a match that its seat knows all of."""
        if not self._put():
            return False
        runner, thrown = self.runner, self.match.answers.thrown
        runner.call("hold_world")
        if runner.at["HIDES"]:
            runner.put("SAMPLED", 0)
        coming = [self.match.state.rolls + thrown + 1] if thrown else []  # other dice from there on
        at = runner.at["SEEDS"]
        raw = struct.pack(f"<{2 * len(coming) + 1}q", *(number for first in coming for number in (first, 0)), 0)
        runner.view[at : at + len(raw)] = raw
        runner.put("WORLD_SEED", runner.number("SEED"))
        runner.put("FRESH_AT", at + 8 if thrown else runner.at["WORLD_SEED"])
        runner.call("plant")
        runner.call("seed_lots", lots)
        return True

    def grow(self, now: int, answers: int, far: int, turns: int) -> bool:
        """Lets the tree grow until so many answers were given in all; False where the compiled executor gives up."""
        try:
            self._call("grow", self.first, self.request.seat, now, answers, far, turns)
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
        count = len(self.request.options)
        assert count == runner.at_address(node + 8) >> 16 & 0xFFFFFF, "the compiled executor asks another question"
        for option in range(count):
            times, prior, total = struct.unpack("<2Iq", runner.view[node + 32 + 16 * option : node + 48 + 16 * option])
            if prior & 0xFF:
                gains, won, lost = runner.numbers(notes + 24 * option, 3)
                out[option] = Found(times, total, gains, won, lost)
        return out
