"""Odds through the compiled module: every way a statement can go, ways that nothing tells apart any more counted as one.

The module carries out a statement as far as the outcomes go that it is told, and says what is left to do as bytes.  Each such way is looked
at once, wherever it is come to; so what goes round in circles is found too.  What it finds are the very chances that
:mod:`interpreter.odds.enumerate` finds.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dsl import core
from dsl.core.dice_sums import ways
from interpreter.code.machine import BUDGET, Run
from interpreter.compile.dice_statements import differing
from interpreter.odds.absorbing import Endless
from interpreter.odds.branching import too_late
from interpreter.odds.graph import ends_of
from interpreter.odds.moving import Worlds
from interpreter.state.dice import MOST_WAYS, TOO_MANY, sums
from interpreter.state.errors import RulebookError
from interpreter.state.requests import Answers, Request
from interpreter.state.state import State
from interpreter.wasm.exploring import BEGINNING, BETWEEN, COUNTED, EVENT, GOING, HEAD, LOT, OWN, QUESTION, THROWN
from interpreter.wasm.memory import INPUT
from interpreter.wasm.outcomes import faces_with, whole_weights
from interpreter.wasm.runtime import Runner, Stopped

MOST_ATTEMPTS = 4_000_000  # statements carried out to answer one question
TOGETHER = 400  # ways that are looked at in one go
WORD = struct.Struct("<q")
RECORD = struct.Struct("<8q")
Locals = tuple[int, ...]


class Lacking(Exception):
    """The module cannot answer this; the closures can."""


class Wanted(Exception):
    """A question that the answers so far do not reach; the position that a policy takes."""

    def __init__(self, position: int) -> None:
        self.position = position
        super().__init__()


@dataclass(slots=True)
class Deed:
    """What is carried out.  ``head``: what a job says of it; ``work``: the same by closures."""

    head: bytes
    work: Callable[[Run], object]
    given: tuple[tuple[int, int], ...] = ()  # slots of an event that are handed over, and to which slots of a scenario


@dataclass(slots=True)
class Thrown:
    """Outcomes of a throw: as a job wants them, how each weighs, and what the dice show that come to it, or None for what they cannot."""

    raw: bytes
    weights: list[int]
    shown: list[list[int] | None]


@dataclass(slots=True)
class Way:
    """How matters stand: a world, what was carried out since, the outcomes of that so far, the throw that comes next."""

    world: bytes
    deed: Deed
    held: Locals
    path: bytes = b""
    shown: tuple[Any, ...] = ()
    kind: tuple[int, int, int] | None = None


@dataclass(slots=True)
class Ended:
    """What came of it: a world, what an event handed over, and the signal it was left with."""

    world: bytes
    deed: Deed
    held: Locals
    given: Locals
    signal: int


@dataclass(slots=True)
class Graph:
    """The ways that were met, by what tells them apart."""

    known: dict[Any, int] = field(default_factory=dict)
    found: list[Way | Ended] = field(default_factory=list)
    after: list[dict[int, int] | None] = field(default_factory=list)

    def number(self, key: Any) -> int:
        """Of a way; -1 where it was never met."""
        return self.known.get(key, -1)

    def add(self, key: Any, way: Way | Ended) -> int:
        self.known[key] = len(self.found)
        self.found.append(way)
        self.after.append(None)
        return len(self.found) - 1


class Explorer:
    """Every way things can go, through one module.  ``choose``: the policy that answers questions."""

    def __init__(self, runner: Runner, run: Run, choose: Callable[[Request], int], asked: Sequence[int], end: float | None = None) -> None:
        self.runner, self.run, self.choose, self.end = runner, run, choose, end
        self.attempts = 0
        self.thrown: dict[tuple[int, int, int], Thrown] = {}
        self.going = Deed(struct.pack("<3q", GOING, 0, 0), _step)
        self.worlds = Worlds(runner, run.state)
        self._write("RUNS_ASKED", [len(asked), *asked])

    def _write(self, name: str, numbers: Sequence[int]) -> None:
        raw = struct.pack(f"<{len(numbers)}q", *numbers)
        self.runner.view[self.runner.at[name] : self.runner.at[name] + len(raw)] = raw

    # ------------------------------------------------------------------------------------ what is carried out

    def event(self, procedure: int, args: Sequence[int], given: tuple[tuple[int, int], ...], work: Callable[[Run], object]) -> Deed:
        called = self.runner.shape.calls.get(procedure)
        if called is None:
            raise Lacking
        raw = self.runner.slots_of(procedure, args)
        return Deed(struct.pack("<3q", EVENT, called, len(raw)) + raw, work, given)

    def beginning(self, procedure: int, args: Sequence[int], work: Callable[[Run], object]) -> Deed:
        raw = self.runner.slots_of(procedure, args)
        return Deed(struct.pack("<3q", BEGINNING, procedure, len(raw)) + raw, work)

    # ------------------------------------------------------------------------------------ going through it

    def ends(self, starts: Sequence[tuple[bytes, Deed, Locals, Fraction]]) -> list[tuple[Ended, Fraction]]:
        """All that can come of deeds, each carried out in its world (with what a scenario holds by then)."""
        graph = Graph()
        first: dict[int, Fraction] = {}
        given = starts[0][1].given
        self._write("GIVEN_SLOTS", [len(given), *self._offsets(starts[0][1])])
        for world, deed, held, chance in starts:
            key = (world, deed.head, held)
            number = graph.number(key)
            if number < 0:
                number = graph.add(key, Way(world, deed, held))
            first[number] = first.get(number, Fraction(0)) + chance
        done = 0
        while done < len(graph.found):
            batch: list[int] = []
            while done < len(graph.found) and len(batch) < TOGETHER:
                if isinstance(graph.found[done], Way):
                    batch.append(done)
                done += 1
            if batch:
                self.explore(graph, batch)
        try:
            ends = ends_of(first, graph.after, self.hurry)
        except Endless as error:
            raise self.run.error(str(error)) from None
        return [(found, chance) for number, chance in ends.items() if isinstance(found := graph.found[number], Ended)]

    def _offsets(self, deed: Deed) -> list[int]:
        """Where the slots are that an event hands over; the last comes first, as the module counts down."""
        mode, called, _ = struct.unpack_from("<3q", deed.head)
        if mode != EVENT:
            return []
        procedure = next(index for index, number in self.runner.shape.calls.items() if number == called)
        frame = self.runner.shape.frames["p", procedure]
        if any(frame.words[source] for source, _ in deed.given):
            raise Lacking
        return [frame.offsets[source] for source, _ in reversed(deed.given)]

    def hurry(self) -> None:
        """Stops what takes too long; only a person's question has an end."""
        if self.attempts > MOST_ATTEMPTS:
            raise RulebookError(TOO_MANY)
        if self.end is not None and time.monotonic() > self.end:
            raise too_late()

    def explore(self, graph: Graph, batch: list[int]) -> None:
        """What comes after these ways."""
        runner, at = self.runner, self.runner.at
        jobs: list[tuple[int, bytes, Thrown | None]] = []
        for number in batch:
            way = graph.found[number]
            assert isinstance(way, Way)
            thrown = self.outcomes(way) if way.kind is not None else None
            values = b"\0" * 8 if thrown is None else WORD.pack(len(thrown.weights)) + thrown.raw
            jobs.append((number, way.world + way.deed.head + WORD.pack(len(way.path) // 8) + way.path + values, thrown))
        first = 0
        while first < len(jobs):
            count = size = 0
            while first + count < len(jobs) and size + len(jobs[first + count][1]) < INPUT:
                size += len(jobs[first + count][1])
                count += 1
            if not count:
                raise Lacking
            runner.view[at["INPUT"] : at["INPUT"] + size] = b"".join([job[1] for job in jobs[first : first + count]])
            try:
                done = runner.call("explore", count)
            except Stopped as stop:
                raise Lacking(str(stop)) from None
            data = bytes(runner.view[at["OUTPUT"] : runner.number("WRITTEN")])
            here = 0
            for number, _, thrown in jobs[first : first + done]:
                here = self.read(graph, number, thrown, data, here)
            first += done
            self.hurry()

    def read(self, graph: Graph, number: int, thrown: Thrown | None, data: bytes, at: int) -> int:
        """The records of one way; gives where those of the next begin."""
        way = graph.found[number]
        assert isinstance(way, Way)
        after: dict[int, int] = {}
        known, held = graph.known, way.held
        for n in range(1 if thrown is None else len(thrown.weights)):
            size, what, kind, one, two, length, moved, signal = RECORD.unpack_from(data, at)
            behind = at + HEAD + length
            key = (what, data[at + HEAD : behind], held)
            to = known.get(key, -1)
            if to < 0:
                world = data[behind : at + size] if what != THROWN or moved else way.world
                if what == THROWN and not moved:
                    path, shown = (way.path, way.shown)
                    if thrown is not None:
                        path, shown = path + thrown.raw[8 * n : 8 * n + 8], (*shown, thrown.shown[n])
                    found: Way | Ended = Way(world, way.deed, held, path, shown, (kind, one, two))
                elif what == THROWN:
                    found = Way(world, self.going, held, kind=(kind, one, two))
                elif what == BETWEEN:
                    found = Way(world, self.going, held)
                else:
                    handed = way.deed.given
                    given = struct.unpack_from(f"<{len(handed)}q", data, at + HEAD) if handed else ()
                    found = Ended(world, way.deed, held, given, signal)
                to = graph.add(key, found)
            after[to] = after.get(to, 0) + (1 if thrown is None else thrown.weights[n])
            at += size
            self.attempts += 1
        graph.after[number] = after
        return at

    # ------------------------------------------------------------------------------------ throws

    def outcomes(self, way: Way) -> Thrown:
        assert way.kind is not None
        if way.kind[0] == QUESTION:
            position = self.answer(way)
            return Thrown(WORD.pack(position), [1], [[-1 - position]])
        if way.kind not in self.thrown:
            self.thrown[way.kind] = self.of_kind(*way.kind)
        return self.thrown[way.kind]

    def of_kind(self, kind: int, one: int, two: int) -> Thrown:
        if kind == LOT:
            tied = two == self.runner.label("order")
            return self.listed(range(one), [1] * one, [None if tied else [n] for n in range(one)])
        if kind == COUNTED:
            dice = [core.Dice(one, tuple(range(1, two + 1)))]
            found = sums(tuple(dice))
            return self.listed([total for total, _ in found], _weights(found), [faces_with(dice, total) for total, _ in found])
        throw = self.runner.shape.throws[kind - OWN]
        if throw.weights:
            return self.listed(range(len(throw.weights)), throw.weights, list(throw.faces))
        left, right = (tuple(core.Dice(count, faces) for count, faces in side) for side in (throw.left, throw.right))
        if len(ways(left)[0]) * len(ways(right)[0]) > MOST_WAYS:
            raise RulebookError(TOO_MANY)
        pairs = differing(left, right, one if throw.again else None)
        if not pairs:
            raise Lacking
        mine, others = list(ways(left)[0]), list(ways(right)[0])
        shown = [[*faces_with(left, mine[n // len(others)]), *faces_with(right, others[n % len(others)])] for n, _ in pairs]
        return self.listed([n for n, _ in pairs], _weights(pairs), shown)

    def listed(self, values: Sequence[int], weights: list[int], shown: Sequence[list[int] | None]) -> Thrown:
        return Thrown(struct.pack(f"<{len(values)}q", *values), weights, list(shown))

    def answer(self, way: Way) -> int:
        """What the policy says to the question that a way has come to: the closures go there."""
        run = self.run
        dice: list[int] = []
        answers: list[int] = []
        for shown in way.shown:
            if shown is None:
                raise Lacking  # an order of those tied for which closures would throw
            for face in shown:
                (answers if face < 0 else dice).append(-1 - face if face < 0 else face)
        state = self.worlds.state(way.world)
        state.locals = list(way.held)
        odds, source, given = run.odds, run.dice, run.answers
        try:
            fresh(run, state)
            run.odds, run.dice, run.answers = None, Told(dice), Given(answers, self.choose)
            way.deed.work(run)
        except Wanted as wanted:
            return wanted.position
        finally:
            run.odds, run.dice, run.answers = odds, source, given
        raise Lacking


class Told:
    """Dice that fell so before."""

    def __init__(self, faces: list[int]) -> None:
        self.faces, self.used = faces, 0

    def throw(self, size: int, number: int, label: str, place: Any) -> int:
        if self.used >= len(self.faces):
            raise Lacking
        self.used += 1
        return self.faces[self.used - 1]


class Given(Answers):
    """Answers that were given before, and then the policy's."""

    def __init__(self, positions: list[int], choose: Callable[[Request], int]) -> None:
        super().__init__()
        self.positions, self.choose, self.used = positions, choose, 0
        self.known = None

    def decide(self, request: Request) -> int:
        if self.used == len(self.positions):
            raise Wanted(self.choose(request))
        self.used += 1
        return self.positions[self.used - 1]


def fresh(run: Run, state: State) -> None:
    """A run that begins with a statement."""
    run.use(state)
    run.budget = BUDGET
    run.chain, run.depth, run.stored, run.order = [], 0, None, core.NONE
    run.running, run.asked, run.steps = {}, {}, 0
    run.original = []


def _weights(outcomes: Sequence[tuple[int, Fraction]]) -> list[int]:
    return whole_weights([chance for _, chance in outcomes])


def _step(x: Run) -> object:
    from interpreter.agendas import running

    return running.step(x)
