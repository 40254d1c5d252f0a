"""Odds by the compiled executor: every way a statement can go, ways that nothing tells apart any more counted as one.

Compiled code carries out a statement as far as the outcomes go that it is told, and says what is left to do as bytes.  Each such way is
looked at once, wherever it is come to; so what goes round in circles is found too.  What it finds are the very chances that
:mod:`arbitre.interpreter.odds.enumerate` finds.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arbitre.dsl import core
from arbitre.interpreter.code.machine import BUDGET, Run
from arbitre.interpreter.odds.absorbing_chain import Endless
from arbitre.interpreter.odds.branches import MAX_CELLS, too_late
from arbitre.interpreter.odds.graph import ends_of
from arbitre.interpreter.odds.state_transfer import Worlds
from arbitre.interpreter.odds.throws import Lacking, Thrown, Told, thrown
from arbitre.interpreter.state.dice import TOO_MANY
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Answers, Request
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.layout.odds_records import BEGINNING, BETWEEN, COUNTED, EVENT, GOING, GROUPED, LOT, OWN, QUESTION, THROWN
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped

MOST_ATTEMPTS = 4_000_000  # statements carried out to answer one question of a person
TOGETHER = 20_000  # outcomes that are looked at in one go
RECORD = struct.Struct("<15q")
Locals = tuple[int, ...]


class Wanted(Exception):
    """A question that the answers so far do not reach; the position that a policy takes, or else what it seeks there."""

    def __init__(self, position: int, goal: int | None) -> None:
        self.position, self.goal = position, goal
        super().__init__()


@dataclass(slots=True)
class Deed:
    """What is carried out.  ``head``: what the compiled executor is told of it; ``work``: the same by the interpreter."""

    head: bytes
    work: Callable[[Run], object]
    given: tuple[tuple[int, int], ...] = ()  # slots of an event that are handed over, and to which slots of a scenario
    at: int = 0  # where it stands in the module's memory


@dataclass(slots=True)
class Ended:
    """What came of it: a world, what an event handed over, and the signal it was left with."""

    world: bytes
    deed: Deed
    held: Locals
    given: Locals
    signal: int


class Way(NamedTuple):
    """A record of the compiled executor, see :func:`arbitre.interpreter.wasm.runtime.odds.explorer.attempt`."""

    size: int
    what: int
    kind: int
    one: int
    two: int
    key: int
    moved: int
    answers: int
    world: int
    deed: int
    path: int
    number: int
    hashed: int
    before: int
    by: int


class Explorer:
    """Every way things can go, through one instance of compiled code.

    ``choose``: the policy that answers questions; ``bots``: it takes what appeals most, and compiled code need not ask where that is said.
    ``goal_of``: what an answer seeks, if it does: then every answer is gone through.
    """

    def __init__(
        self, runner: Runner, run: Run, choose: Callable[[Request], int], asked: Sequence[int], end: float | None = None,
        bots: bool = False, goal_of: Callable[[Request], int | None] = lambda request: None,
    ) -> None:  # fmt: skip
        self.runner, self.run, self.choose, self.end, self.goal_of = runner, run, choose, end, goal_of
        run.log = None
        self.attempts, self.bots = 0, bots
        self.answered: dict[int, Thrown] = {}  # what policies have said, by the number of a record
        self.worlds = Worlds(runner, run.state)
        self.after: dict[int, dict[int, int]] = {}  # where each record leads, with weights
        self.goals: dict[int, int] = {}  # where answers seek something, by the number of a record
        self.count = 0  # how many records there are
        self.given = 0  # how many slots an event hands over
        self.deeds: dict[int, Deed] = {}
        self.held: list[Locals] = []
        self._write("RUNS_ASKED", [len(asked), *asked])
        self._write("THROW_COUNTS", [len(throw.weights) for throw in runner.shape.throws[: runner.at["THROWS_MOST"]]])
        runner.put("BOTS_ANSWER", int(bots))

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

    def ends(
        self, starts: Sequence[tuple[bytes, Deed, Locals, Fraction]], asked: Sequence[tuple[int, int]] | None = None
    ) -> list[tuple[Ended, Fraction]]:
        """All that can come of deeds, with its chances."""
        first = self.go(starts, asked)
        try:
            ends = ends_of(first, [self.after.get(number) for number in range(self.count)], self.hurry)
        except Endless as error:  # the interpreter tells where
            raise Lacking(str(error)) from None
        return [(self.ended(number), chance) for number, chance in ends.items()]

    def go(self, starts: Sequence[tuple[bytes, Deed, Locals, Fraction]], asked: Sequence[tuple[int, int]] | None) -> dict[int, Fraction]:
        """Looks at all that can come of deeds, each carried out in its world (with what a scenario holds by then); see ``after``.

        ``asked``: where those columns begin and end of which alone something is asked then, if that is known: ends equal there are one.
        Gives with what chance each record is begun with.
        """
        runner = self.runner
        runner.call("forget_records")
        self.after, self.deeds, self.answered, self.held, self.goals = {}, {}, {}, [], {}
        given = starts[0][1].given
        self.given = len(given)
        self._write("GIVEN_SLOTS", [len(given), *self._offsets(starts[0][1])])
        parts = [] if asked is None else [number for low, high in asked for number in (low, high - low)]
        self._write("ASKED_PARTS", [-1 if asked is None else len(asked), *parts])
        runner.put("GOING_DEED", self.place(Deed(struct.pack("<3q", GOING, 0, 0), _step)))
        first = self.begin(starts)
        self.explore()
        self.count = runner.number("COUNT")
        return first

    def begin(self, starts: Sequence[tuple[bytes, Deed, Locals, Fraction]]) -> dict[int, Fraction]:
        """The ways that all begins with, written down; gives the chance of each."""
        first: dict[int, Fraction] = {}
        numbers: dict[tuple[bytes, int, Locals], int] = {}
        worlds: dict[bytes, int] = {}
        tags: dict[Locals, int] = {}
        for world, deed, held, chance in starts:
            if not deed.at or deed.at not in self.deeds:
                self.place(deed)
            key = (world, deed.at, held)
            if key not in numbers:
                if world not in worlds:
                    worlds[world] = self.append(world)
                tag, number = tags.setdefault(held, len(tags)), len(numbers)
                way = Way(RECORD.size + 16, BETWEEN, 0, 0, 0, 16, 1, 0, worlds[world], deed.at, 0, number, 0, -1, 0)
                self.runner.put("ADDRESSES", self.append(RECORD.pack(*way) + struct.pack("<2q", tag, BETWEEN)), 8 * number)
                numbers[key] = number
            number = numbers[key]
            first[number] = first.get(number, Fraction(0)) + chance
        self.held = list(tags)
        self.runner.put("COUNT", len(numbers))
        return first

    def explore(self) -> None:
        """Every way is looked at; those of which the compiled executor does not know what comes next are told it."""
        runner, at = self.runner, 0
        runner.put("SAID_OF", -1)
        while True:
            runner.put("LED_AT", runner.at["LED_TO"])
            try:
                stopped = runner.call("explore", at, TOGETHER)
            except Stopped as stop:
                raise Lacking(str(stop)) from None
            self.read()
            self.hurry()
            if stopped >= runner.number("COUNT"):
                return
            if stopped == at and runner.number("SAID_OF") == at:
                raise Lacking
            at = stopped
            way = self.way(at)
            if way.what == THROWN and (way.kind in (QUESTION, COUNTED) or (way.kind >= OWN and not self.known(way.kind))):
                thrown = self.outcomes(at)
                runner.put("SAID", self.append(struct.pack(f"<{len(thrown.values)}q", *thrown.values)))
                runner.put("SAID_COUNT", len(thrown.values))
                runner.put("SAID_OF", at)

    def known(self, kind: int) -> bool:
        """Does the compiled executor know how many outcomes a throw has?"""
        return kind - OWN < self.runner.at["THROWS_MOST"] and bool(self.runner.shape.throws[kind - OWN].weights)

    def read(self) -> None:
        """Reads where the ways lead that were looked at."""
        runner, after, at = self.runner, self.after, 0
        first = runner.at["LED_TO"]
        led = runner.numbers(first, (runner.number("LED_AT") - first) // 8)
        while at < len(led):
            number, kind, count = led[at : at + 3]
            at += 3
            to = led[at : at + count]
            at += count
            self.attempts += count
            weights: Sequence[int]
            if kind == GROUPED:
                weights = led[at : at + count]
                at += count
            elif kind == LOT or kind < 0:
                weights = (1,) * count
            else:
                weights = self.outcomes(number).weights
            way = dict(zip(to, weights, strict=True))
            if len(way) < count:
                way = dict.fromkeys(to, 0)
                for one, weight in zip(to, weights, strict=True):
                    way[one] += weight
            after[number] = way

    def place(self, deed: Deed) -> int:
        deed.at = self.append(deed.head)
        self.deeds[deed.at] = deed
        return deed.at

    def append(self, raw: bytes) -> int:
        """Writes something behind the records; gives where it stands."""
        runner = self.runner
        at = runner.number("WRITTEN")
        if at + len(raw) > runner.at["RECORDS_END"]:
            raise Lacking
        runner.view[at : at + len(raw)] = raw
        runner.put("WRITTEN", at + len(raw))
        return at

    def address(self, number: int) -> int:
        return self.runner.at_address(self.runner.at["ADDRESSES"] + 8 * number)

    def way(self, number: int) -> Way:
        return Way._make(self.runner.numbers(self.address(number), RECORD.size // 8))

    def holding(self, number: int) -> Locals:
        """What a scenario holds there."""
        return self.held[self.runner.at_address(self.address(number) + RECORD.size)]

    def ended(self, number: int) -> Ended:
        """What a record says of an end."""
        given = self.given
        at, way = self.address(number), self.way(number)
        handed = self.runner.numbers(at + RECORD.size + 16, given)
        world = bytes(self.runner.view[way.world : at + way.size])
        return Ended(world, self.deeds[way.deed], self.holding(number), handed, way.answers)

    def world_at(self, at: int) -> bytes:
        """The world that stands somewhere."""
        runner = self.runner
        end = at + 8 + runner.at_address(at)
        for part in range(5):
            end += 8 * (part == 4)
            end += 8 + runner.at_address(end)
        return bytes(runner.view[at:end])

    def _offsets(self, deed: Deed) -> list[int]:
        """Where the slots are that an event hands over; the last comes first, as compiled code counts down."""
        mode, called, _ = struct.unpack_from("<3q", deed.head)
        if mode != EVENT:
            return []
        procedure = next(index for index, number in self.runner.shape.calls.items() if number == called)
        frame = self.runner.shape.frames["p", procedure]
        if any(frame.words[source] for source, _ in deed.given):
            raise Lacking
        return [frame.offsets[source] for source, _ in reversed(deed.given)]

    def hurry(self) -> None:
        """Stops what takes too long for a person; a rule's question is for the interpreter if it has many of the ways it may hold."""
        if self.bots and self.runner.number("COUNT") * len(self.worlds.first.cells) > MAX_CELLS // 4:
            raise Lacking(TOO_MANY)
        if not self.bots and self.attempts > MOST_ATTEMPTS:
            raise RulebookError(TOO_MANY)
        if self.end is not None and time.monotonic() > self.end:
            raise too_late()

    # ------------------------------------------------------------------------------------ throws

    def outcomes(self, number: int) -> Thrown:
        """What a way can lead to."""
        way = self.way(number)
        if way.kind == QUESTION:
            if number not in self.answered:
                self.answered[number] = self.answer(number, way)
            return self.answered[number]
        if way.kind == GROUPED:
            return self.grouped(number, way)
        return thrown(self.runner, way.kind, way.one, way.two)

    def grouped(self, number: int, way: Way) -> Thrown:
        """The groups of a test's outcomes, as compiled code has noted them behind a way's path: an outcome of each, and their weights."""
        at = self.address(number) + RECORD.size + way.key + 8 * way.path
        found = self.runner.numbers(at, 2 * way.one)
        faces = self.runner.shape.throws[way.two].faces
        return Thrown(found[: way.one], list(found[way.one :]), lambda n: faces[found[n]])

    def answer(self, number: int, way: Way) -> Thrown:
        """What the policy says to the question that a way has come to, or all that may be said: the interpreter goes there."""
        run = self.run
        shown: list[list[int] | None] = []
        said: list[int] = []
        here = way
        while not here.moved and here.before >= 0:
            before = self.way(here.before)
            if before.what == THROWN:
                came = self.outcomes(here.before)
                shown.insert(0, came.shown(here.by))
                if before.kind == QUESTION:
                    said.insert(0, came.values[here.by])
            here = before
        if None in shown:
            raise Lacking("an order of those tied, for which the interpreter would throw")
        dice = [face for faces in shown for face in faces or ()]
        state = self.worlds.state(self.world_at(way.world))
        state.locals = list(self.holding(number))
        handler, source, given = run.handler, run.dice, run.answers
        try:
            fresh(run, state)
            answers = Given(way.answers, self.choose, self.goal_of, said if len(said) == way.answers else None)
            run.handler, run.dice, run.answers = run.machine.playing, Told(dice), answers
            self.deeds[way.deed].work(run)
        except Wanted as wanted:
            if wanted.goal is None:
                return Thrown([wanted.position], [1], lambda n: [])
            self.goals[number] = wanted.goal
            return Thrown(range(way.two), [1] * way.two, lambda n: [])
        finally:
            run.handler, run.dice, run.answers = handler, source, given
        raise Lacking


class Given(Answers):
    """What the policy answers, up to the question with that number.  ``said``: what was answered until then, where that is known."""

    def __init__(
        self, wanted: int, choose: Callable[[Request], int], goal_of: Callable[[Request], int | None], said: list[int] | None
    ) -> None:
        super().__init__()
        self.wanted, self.choose, self.goal_of, self.said = wanted, choose, goal_of, said
        self.known = None

    def decide(self, request: Request) -> int:
        if not self.wanted:
            goal = self.goal_of(request)
            raise Wanted(self.choose(request) if goal is None else 0, goal)
        self.wanted -= 1
        return self.choose(request) if self.said is None else self.said.pop(0)


def fresh(run: Run, state: State) -> None:
    """A run that begins with a statement."""
    run.use(state)
    run.budget = BUDGET
    run.chain, run.depth, run.stored, run.order = [], 0, None, core.NONE
    run.running, run.asked, run.steps = {}, {}, 0
    run.original = []


def _step(x: Run) -> object:
    from arbitre.interpreter.agendas import stepper as running

    return running.step(x)
